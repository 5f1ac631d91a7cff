"""What comparisons of systems, evaluations of metrics and tuning stand on: resampling, and measures of agreement."""
