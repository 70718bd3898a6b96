"""The shape of the database over time.

``plan`` says what a database needs, ``run`` does it, ``versions`` holds the migrations (Alembic).

A change to ``service/tables.py`` needs a module in ``versions`` and a new ``REVISION`` in ``tables.py``. A
test compares the tables with what all migrations give.
"""
