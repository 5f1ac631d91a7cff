"""A page in the browser and a small HTTP interface, for this machine only: `bolide serve`.

What an answer says is in `answers`, what a request may ask in `questions`, who may ask in `guard`. Nothing is stored.
"""
