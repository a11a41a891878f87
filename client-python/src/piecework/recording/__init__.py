"""Recording in the background.

`Background` is the border between the threads of the program and the one thread that sends. The
other modules hold the state of that thread and need no locks.
"""
