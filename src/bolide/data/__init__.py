"""Language data: languages, word lists, and the tables that do not ship with the package. Installing them is `bolide.data.install`."""

from __future__ import annotations

from bolide.data.catalogue import Resource, find_resource, resources, resources_of
from bolide.data.folder import LanguageFolder, open_folder
from bolide.data.home import home, resource_path
from bolide.data.opening import (
    check_table,
    ensure,
    is_installed,
    name_damaged,
    open_table,
    read_metadata,
)

__all__ = [
    "LanguageFolder",
    "Resource",
    "check_table",
    "ensure",
    "find_resource",
    "home",
    "is_installed",
    "name_damaged",
    "open_folder",
    "open_table",
    "read_metadata",
    "resource_path",
    "resources",
    "resources_of",
]
