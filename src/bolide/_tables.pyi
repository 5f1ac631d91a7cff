from typing import Any

TABLES: dict[str, dict[str, Any]]
