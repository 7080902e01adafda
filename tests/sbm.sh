#!/bin/bash
# Compiled submodels: results of the source, loops that are there and that are not, files that cannot be used.
set -u
exec python3 "$SOURCE/tests/sbm.py" --saltus "$SALTUS" "$@"
