"""The logger of the client: its only output that is not requested."""

import logging

logger = logging.getLogger("piecework")
