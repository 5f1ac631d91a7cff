"""`bolide build package`: built data as a package that pip installs."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("built", type=Path, metavar="BUILT", help="a folder that bolide build made")
    parser.add_argument("--licence", required=True, metavar="NAME", help="licence of the data, such as CC-BY-4.0")
    parser.add_argument("--attribution", required=True, metavar="TEXT", help="who made the data, and from what")
    parser.add_argument("--version", default="1.0", metavar="N", help="version of the package (default: %(default)s)")
    parser.add_argument("--name", metavar="NAME", help="name of the package (default: bolide-data-CODE)")
    parser.add_argument("-l", "--language", metavar="CODE", help="language of the data (default: what BUILT says)")
    parser.add_argument(
        "-o", "--out", type=Path, default=Path(), metavar="FOLDER", help="where to write the wheel (default: here)"
    )


def run(options: argparse.Namespace) -> int:
    """Write the wheel, and say what to do with it."""
    from bolide.build.built_folder import PackageRequest, build_package

    request = PackageRequest(
        folder=options.built,
        licence=options.licence,
        attribution=options.attribution,
        version=options.version,
        name=options.name,
        language=options.language,
    )
    wheel = build_package(request, options.out)
    name = wheel.name.partition("-")[0].replace("_", "-")
    print(f"wrote {wheel}\nto use it: pip install {wheel}; bolide score --resources {name} SYSTEM REFERENCE")
    return 0
