#!/bin/bash
# saltus optimise: mistakes, kills, full disks, tables, pictures.
set -u
exec python3 "$SOURCE/tests/optimise_kept.py" --saltus "$SALTUS" --source "$SOURCE" "$@"
