"""Tests of the client: `PYTHONPATH=src python3 -m unittest discover -s tests/unit -t .`"""

import logging

# Warnings are checked where they are expected, and printed nowhere.
logging.getLogger("piecework").addHandler(logging.NullHandler())
logging.getLogger("piecework").propagate = False
