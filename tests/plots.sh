#!/bin/bash
# Results that are there: saltus plot, saltus compare, the options of pictures, the rows between the points of the grid.
set -u
exec python3 "$SOURCE/tests/plots.py" --saltus "$SALTUS" "$@"
