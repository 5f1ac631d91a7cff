"""A page in the browser and a small HTTP interface, for this machine only: `bolide serve`.

What a request may ask is in `requests`, what it is answered in `responses`, who may ask in `application`. Nothing is stored.
"""
