#!/bin/bash
# SPICE: several values of parameters, noise, poles and zeros, sensitivities, against closed forms.
set -u
exec python3 "$SOURCE/tests/spice_studies.py" --saltus "$SALTUS" "$@"
