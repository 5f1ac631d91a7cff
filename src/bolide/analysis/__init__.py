"""Comparison of systems, evaluation of metrics and tuning, with one resampling and one set of measures."""
