"""Search in a site that is opened from a folder, without a server.

Such a page can fetch no file and start no worker from one, but it can load scripts. The theme then takes its
index from ``search/search_index.js``; that, and the worker's text in ``site/offline.js``, are written here.
(The theme's own plugin for this loads a script from a server.)
"""

from __future__ import annotations

import json
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

PLACE = '/*WORKER*/ ""'


def on_post_build(config: MkDocsConfig) -> None:
    """Write both.

    Raises:
        PluginError: the theme has moved its worker, or there is no index.
    """
    site = Path(config.site_dir)
    script, index = site / "site" / "offline.js", site / "search" / "search_index.json"
    workers = list(site.glob("assets/javascripts/workers/search.*.min.js"))
    text = script.read_text(encoding="utf-8")
    if len(workers) != 1 or not index.is_file() or PLACE not in text:
        raise PluginError(
            "the site has no index, or the theme's worker is not where it was: see docs/site/offline.py"
        )
    # Its map of sources lies beside the file that it no longer is.
    worker = workers[0].read_text(encoding="utf-8").partition("//# sourceMappingURL=")[0]
    script.write_text(text.replace(PLACE, json.dumps(worker)), encoding="utf-8")
    inline = f"var __index = {index.read_text(encoding='utf-8')}"
    index.with_suffix(".js").write_text(inline, encoding="utf-8")
