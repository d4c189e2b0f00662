"""What holds for all tests."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl-C for what it starts in the background, and so would every program that a test starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
