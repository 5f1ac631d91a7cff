"""Files: who may write to one."""
