#!/bin/bash
# The page of all blocks of diagrams is that of the library; each block is described and documented, has an icon, and is
# used somewhere; its parameters and ports are described, and times have units.
set -u
exec python3 "$SOURCE/scripts/palettes" --check
