#!/bin/bash
# saltus sweep: mistakes, points that fail, kills, full disks, shards, launchers.
set -u
exec python3 "$SOURCE/tests/sweep.py" --saltus "$SALTUS" "$@"
