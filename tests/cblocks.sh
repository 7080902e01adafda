#!/bin/bash
# Blocks in C: files, memory, shared libraries, crashes, runs that are saved and repeated.
set -u
exec python3 "$SOURCE/tests/cblocks.py" --saltus "$SALTUS" "$@"
