#!/bin/bash
# Pictures of models: what has no place is arranged.
set -u
exec python3 "$SOURCE/tests/draw_arranged.py" --saltus "$SALTUS" "$@"
