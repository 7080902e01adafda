#!/bin/bash
# The folders of src/, and the rooms in them, know each other in one order: see layers.py.
exec python3 "$SOURCE/tests/layers.py" "$SOURCE" "${BUILD:-}"
