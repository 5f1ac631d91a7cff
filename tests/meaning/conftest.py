"""Requirements of the tests of encoders: the libraries of the extra `meaning`."""

from __future__ import annotations

import importlib.util

import pytest
from small_encoder import make_encoder
from surroundings import skip_or_fail


@pytest.fixture(autouse=True)
def _libraries():
    """Skip a test where the extra is not installed; CI has it."""
    missing = [
        name for name in ("onnx", "onnxruntime", "safetensors", "tokenizers") if importlib.util.find_spec(name) is None
    ]
    if missing:
        skip_or_fail(f"{' and '.join(missing)} are not installed: pip install 'bolide[meaning]'")


@pytest.fixture
def encoder(tmp_path):
    """Return the folder of a small encoder."""
    return make_encoder(tmp_path / "encoder")
