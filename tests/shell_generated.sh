#!/bin/bash
# The shell with generated commands.
set -u
exec python3 "$SOURCE/tests/shell_generated.py" --saltus "$SALTUS" "$@"
