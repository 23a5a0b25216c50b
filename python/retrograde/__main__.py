"""The command `retrograde`: `python -m retrograde probe TOKEN`."""

import signal
import sys

from retrograde._retrograde import run


def main() -> int:
    """Runs the command with the arguments of this process, and returns its exit code."""
    # Python's handler of Ctrl-C would only run when the command has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(["retrograde", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
