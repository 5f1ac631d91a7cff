"""Language data that does not ship with the package: what there is, and opening it. Installing it is `bolide.resources.install`."""

from __future__ import annotations

from bolide.resources.catalogue import Resource, find_resource, resources, resources_of
from bolide.resources.folder import LanguageFolder, open_folder
from bolide.resources.home import home, resource_path
from bolide.resources.tables import check_table, ensure, is_installed, open_table, read_metadata

__all__ = [
    "LanguageFolder",
    "Resource",
    "check_table",
    "ensure",
    "find_resource",
    "home",
    "is_installed",
    "open_folder",
    "open_table",
    "read_metadata",
    "resource_path",
    "resources",
    "resources_of",
]
