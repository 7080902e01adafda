#!/bin/bash
# The command line: options, statuses, streams.
set -u
exec python3 "$SOURCE/tests/command.py" --saltus "$SALTUS" "$@"
