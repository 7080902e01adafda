#!/bin/bash
# Pictures of models: saltus draw.
set -u
exec python3 "$SOURCE/tests/draw.py" --saltus "$SALTUS" "$@"
