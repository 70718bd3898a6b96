"""From one language into another: a parallel corpus in, a translator out; raw text in, raw text out.

``train.run`` trains as a YAML file says, ``translator.Translator`` translates, ``score`` measures,
``alignment`` shows which words of the source each word of the translation was made from.
"""
