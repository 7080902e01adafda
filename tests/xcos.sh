#!/bin/bash
# Diagrams of Xcos: blocks against closed forms, archives, conversion, damaged and wrong files.
set -u
exec python3 "$SOURCE/tests/xcos.py" --saltus "$SALTUS" "$@"
