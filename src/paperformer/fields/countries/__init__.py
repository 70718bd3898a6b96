"""Countries: what we know of each, and from which one a document, a party or a postcode is.

``country`` is what the file of countries holds, ``inference`` tells where a document comes from by what it
prints (``prints``), ``postcodes`` finds postcodes and tells whose they are, ``printed`` and ``unprinted``
propose the countries of the parties. How a country is written is a type of value (``fields/values/country``).
"""
