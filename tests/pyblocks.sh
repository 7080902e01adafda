#!/bin/bash
# Blocks in Python: answers, mistakes, processes.
set -u
exec python3 "$SOURCE/tests/pyblocks.py" --saltus "$SALTUS" "$@"
