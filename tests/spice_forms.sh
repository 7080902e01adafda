#!/bin/bash
# SPICE: forms in which people publish netlists and models, against closed forms.
set -u
exec python3 "$SOURCE/tests/spice_forms.py" --saltus "$SALTUS" "$@"
