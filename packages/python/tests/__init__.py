"""Tests of the client: `python3 -m unittest discover -t . -s tests`, with `src` in PYTHONPATH."""
