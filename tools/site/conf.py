"""Sphinx: the documentation as a site, see tools/make_site.py."""

project = "bolide"
extensions = ["myst_parser"]
root_doc = "docs/index"
html_theme = "furo"
html_title = "bolide"
html_show_sourcelink = False
html_copy_source = False
myst_heading_anchors = 4
