"""Files: readers and writers of every format, whole files, locks, progress."""
