#!/bin/bash
# The shell, without a terminal: commands against closed forms, files of commands, and every message of its own.
set -u
exec python3 "$SOURCE/tests/shell.py" --saltus "$SALTUS" "$@"
