"""A page that is read once: its lines, the labels on them, its sections, and one view of all of it.

``layout`` has the lines, ``labels`` knows what labels mean, ``anchors`` finds them on lines, ``cells`` reads
values beside them, ``sections`` and ``party_words`` tell whose part of the page is whose. ``view`` puts these
together for rules, tables and evidence.
"""
