"""What holds for all adapters."""

import subprocess
import sys

import pytest


def test_bolide_imports_none_of_them():
    """Adapters and their clients are loaded only where they are asked for."""
    program = "import bolide, sys; print([name for name in sys.modules if name.startswith('bolide.adapters')])"
    assert subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout == b"[]\n"


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
