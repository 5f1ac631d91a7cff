"""The metric for evaluate, as far as it goes without evaluate."""

import ast
from pathlib import Path

from bolide.adapters.evaluate import path


def test_the_path_is_a_module():
    """What `evaluate.load` gets is a file that is there."""
    assert Path(path()).is_file()


def test_the_module_imports_one_package_on_each_line():
    """evaluate reads imports line by line, and only those of whole packages can be found from its copy."""
    tree = ast.parse(Path(path()).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert len(imports) >= 4
    assert all(len(node.names) == 1 for node in imports)
    assert all(node.level == 0 for node in imports if isinstance(node, ast.ImportFrom))
