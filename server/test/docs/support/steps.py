"""Runs the blocks of a page one after the other, each after a line of standard input."""

import builtins
import json
import os
import sys

BLOCK_END = os.environ["BLOCK_END"]
plain_print = builtins.print


def print_json(*values: object, **options: object) -> None:
    """Prints answers as JSON, as the pages show them in each language."""
    texts = [json.dumps(value) if isinstance(value, (dict, list)) else value for value in values]
    plain_print(*texts, **options)


builtins.print = print_json
names = {"__name__": "__main__"}
with open(sys.argv[1]) as file:
    blocks = json.load(file)
for block in blocks:
    sys.stdin.readline()
    exec(compile(block, "page.py", "exec"), names)
    sys.stdout.write(BLOCK_END)
    sys.stdout.flush()
