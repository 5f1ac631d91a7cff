"""Language data that does not ship with the package: what there is, installing it, opening it."""

from __future__ import annotations

from bolide.resources.catalogue import Resource, find_resource, resources, resources_of
from bolide.resources.home import home, resource_path
from bolide.resources.install import install, install_files
from bolide.resources.tables import ensure, open_table, read_metadata

__all__ = [
    "Resource",
    "ensure",
    "find_resource",
    "home",
    "install",
    "install_files",
    "open_table",
    "read_metadata",
    "resource_path",
    "resources",
    "resources_of",
]
