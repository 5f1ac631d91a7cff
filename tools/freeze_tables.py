"""Write the TOML files of the package as one Python module, which loads in a tenth of the time: part of every build but an editable one.

python tools/freeze_tables.py PACKAGE OUTPUT       PACKAGE is src/bolide; OUTPUT becomes bolide/_tables.py
"""

import sys
import tomllib
from pathlib import Path


def freeze(package: Path) -> str:
    """Return the module: a dictionary of all tables, by their paths in the package."""
    paths = sorted(package.rglob("*.toml"))
    tables = {path.relative_to(package).as_posix(): tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}
    rows = "".join(f"    {name!r}: {table!r},\n" for name, table in tables.items())
    return f'"""The TOML files of the package, as they were when it was built."""\n\nTABLES = {{\n{rows}}}\n'


def main(package: str, output: str) -> None:
    """Write the module."""
    Path(output).write_text(freeze(Path(package)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
