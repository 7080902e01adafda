#!/bin/bash
# The command line: files and pictures. Whichever Python has SciPy is taken: with it the MAT files are read.
set -u
for python in python3 /usr/bin/python3; do
	"$python" -c 'import scipy.io' 2>/dev/null && break
done
exec "$python" "$SOURCE/tests/command_files.py" --saltus "$SALTUS" "$@"
