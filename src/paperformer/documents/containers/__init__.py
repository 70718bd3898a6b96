"""Files that hold files: ZIP archives, mails, and PDFs with attachments.

Each kind has a module that takes a container apart, within the bounds of ``gathering``; ``unfold`` goes
through what they hold, containers in containers too.
"""
