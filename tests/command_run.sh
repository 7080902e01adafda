#!/bin/bash
# The command line: what runs are given, settings, logs.
set -u
exec python3 "$SOURCE/tests/command_run.py" --saltus "$SALTUS" "$@"
