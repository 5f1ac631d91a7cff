"""What people and programs are shown: tables and pictures."""
