"""What confirmed documents of a supplier teach about its next one: where each value stood, in which form.

``identity`` tells by what a supplier is recognised, ``look`` how alike two pages look, ``confirmed`` makes of
a confirmed document what is kept of it, ``store`` keeps it in a file, ``propose`` makes candidates of it, and
``memory`` is what the pipeline calls.
"""
