"""One metric at work: segments in, statistics, alignments and scores out."""
