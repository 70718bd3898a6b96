"""Pages of the site that lie elsewhere in the repository, and links that lead out of ``docs``.

The README is the first page; the model card, the security page and others are pages too. A link to one of
them leads to its page, and a link to any other file of the repository becomes the file's name.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
# Files of the repository -> their pages.
PAGES = {
    "README.md": "index.md",
    "models/default/README.md": "model-card.md",
    "SECURITY.md": "security.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
}
_SOURCES = {page: source for source, page in PAGES.items()}
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)")
_HTML = re.compile(r'(href|src)="(?!https?:|mailto:|#|data:)([^"#]+)(#[^"]*)?"')


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside ``docs``."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: Any) -> str:
    """The page with its links as they lead inside the site."""
    own = page.file.src_uri
    source = _SOURCES.get(own, f"docs/{own}")

    def in_markdown(match: re.Match[str]) -> str:
        picture, text, target, anchor = match.groups()
        found = _inside(source, own, target, files)
        return f"{picture}[{text}]({found}{anchor or ''})" if found else _as_text(text, target)

    def in_html(match: re.Match[str]) -> str:
        attribute, target, anchor = match.groups()
        found = _inside(source, own, target, files) or target
        found = re.sub(r"\.md$", ".html", found)
        return f'{attribute}="{found}{anchor or ""}"'

    return _HTML.sub(in_html, _LINK.sub(in_markdown, markdown))


def _inside(source: str, own: str, target: str, files: Files) -> str | None:
    """A link of ``source``, relative to its page; None where the site does not have the file."""
    whole = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    inner = PAGES.get(whole, whole.removeprefix("docs/") if whole.startswith("docs/") else None)
    if inner is None or files.get_file_from_path(inner) is None:
        return None
    return posixpath.relpath(inner, posixpath.dirname(own) or ".")


def _as_text(text: str, target: str) -> str:
    name = posixpath.basename(target.rstrip("/"))
    return text if name in text else f"{text} (`{name}`)"
