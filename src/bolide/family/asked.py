"""What choices are asked with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bolide.data.languages import Language
from bolide.family.presets import ParameterRow, Preset
from bolide.records import record

__all__ = ["Asked"]


@record
class Asked:
    """What a metric is asked for: a language, a preset with its row of parameters, options; and the parts that were chosen before."""

    language: Language
    preset: Preset
    task: str
    row: ParameterRow | None
    options: Mapping[str, Any]
    chosen: dict[str, Any]

    def get(self, name: str, default: Any = None) -> Any:
        """Return an option: what was asked for, else what the row of the task sets, else what the preset sets."""
        for options in (self.options, self.row.options if self.row else {}, self.preset.options):
            if (value := options.get(name)) is not None:
                return value
        return default

    def is_given(self, name: str) -> bool:
        """Whether the user asked for an option."""
        return self.options.get(name) is not None

    @property
    def needed_row(self) -> ParameterRow:
        """The row of parameters, for a formula that cannot do without one."""
        return self.row or self.preset.row(self.task, self.language)
