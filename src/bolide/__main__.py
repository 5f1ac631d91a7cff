"""`python -m bolide` is the command `bolide`."""

from __future__ import annotations

import sys

from bolide.cli import main

sys.exit(main())
