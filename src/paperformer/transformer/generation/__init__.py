"""Decoding: from scores of the next token to texts, for every model that is ``Decodable``.

``greedy`` takes the best token, ``sample`` draws one, ``beam_search`` follows several texts at a time.
"""
