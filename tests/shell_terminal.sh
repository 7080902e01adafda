#!/bin/bash
# The shell at a pseudo-terminal: keys are typed, the screen is read.
set -u
exec python3 "$SOURCE/tests/shell_terminal.py" --saltus "$SALTUS" "$@"
