"""Parties that somebody knows already: a list of suppliers or customers, looked for on every document.

``party`` is who is known, ``file`` reads and writes such a list, ``learn`` makes one of labelled documents,
``printed`` finds who is printed where, ``propose`` makes candidates of it, ``accounts`` tells other accounts;
``recognise`` is what the pipeline calls.
"""
