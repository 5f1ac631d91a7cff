"""Properties of all adapters."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from bolide.adapters.evaluate import path


@pytest.mark.parametrize(
    ("adapter", "client"),
    [("sacrebleu", "sacrebleu"), ("torchmetrics", "torchmetrics"), ("evaluate.meteor", "evaluate")],
)
def test_a_missing_client_is_named(adapter, client):
    """Without its client an adapter says what to install."""
    program = f"import sys; sys.modules['{client}'] = None; import bolide.adapters.{adapter}"
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert done.stderr.endswith(
        f"ImportError: bolide.adapters.{client} needs {client}: pip install 'bolide[{client}]'\n"
    )


def test_the_module_for_evaluate_imports_one_package_on_each_line():
    """evaluate reads imports line by line, and only those of whole packages can be found from its copy."""
    tree = ast.parse(Path(path()).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert len(imports) >= 4
    assert all(len(node.names) == 1 for node in imports)
    assert all(node.level == 0 for node in imports if isinstance(node, ast.ImportFrom))
