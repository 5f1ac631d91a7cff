"""What is made of many scores: comparison of systems, evaluation of metrics, tuning, over one resampling and one agreement."""
