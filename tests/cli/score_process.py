"""`bolide score` in a separate process."""

import os
import signal
import subprocess
import sys
from functools import partial


def start_score(*arguments: str, program: tuple[str, ...] = ("-m", "bolide"), **options) -> subprocess.Popen:
    """Start the command with pipes; it answers to Ctrl-C, which jobs in the background are deaf to."""
    return subprocess.Popen(
        [sys.executable, *program, "score", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL) if os.name == "posix" else None,  # noqa: PLW1509
        **options,
    )
