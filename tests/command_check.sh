#!/bin/bash
# The command line: check, flat, code, fmt, libraries.
set -u
exec python3 "$SOURCE/tests/command_check.py" --saltus "$SALTUS" "$@"
