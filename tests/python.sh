#!/bin/bash
# The Python module over libsaltus.so of this build, by the python3 of Debian (which has NumPy); and the trees that are
# installed from it: `cmake --install` with a C program built by pkg-config, and a wheel in an environment of its own.
set -u
python=python3
python3 -c 'import numpy' 2>/dev/null || python=/usr/bin/python3
if ! "$python" -c 'import numpy' 2>/dev/null; then
	echo "NumPy was not found: the Python module is not tested (scripts/setup --all installs it)"
	exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SALTUS_LIBRARY=$BUILD/libsaltus.so.0 PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$SOURCE/python "$python" -W error::ResourceWarning "$SOURCE/tests/python.py" || exit 1
for example in "$SOURCE"/python/examples/*.py; do
	(cd "$folder" && PYTHONPATH=$SOURCE/python QUICK=1 "$python" "$example" >"$folder/said" 2>&1) ||
		{ echo "$example failed:"; cat "$folder/said"; exit 1; }
done
unset SALTUS_LIBRARY

# Installed, and used by a C program and by Python from there.
cmake --install "$BUILD" --prefix "$folder/tree" >/dev/null || exit 1
cp "$SOURCE/examples/embed.c" "$SOURCE/examples/bouncing_ball.mo" "$folder"
if command -v pkg-config >/dev/null; then
	flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$folder/tree" -name saltus.pc)") \
		pkg-config --cflags --libs saltus) || exit 1
	(cd "$folder" && cc embed.c $flags -o embed) || exit 1
	said=$(cd "$folder" && LD_LIBRARY_PATH=$(dirname "$(find tree -name libsaltus.so)") ./embed bouncing_ball.mo)
	case $said in
	*"e = 0.5: the first jump reaches 2.500 m"*) ;;
	*) echo "the program that pkg-config built says: $said"; exit 1 ;;
	esac
fi
# What the help names is there, and its links lead to something.
guide=$(find "$folder/tree" -name guide.md)
[ -n "$guide" ] || { echo "docs/guide.md, which saltus help names, is not installed"; exit 1; }
for target in $(grep -ohE '\]\((pictures|\.\./examples)/[A-Za-z0-9_.]+' "$(dirname "$guide")"/*.md |
	sed 's/^](//' | sort -u); do
	[ -e "$(dirname "$guide")/$target" ] || { echo "the installed documents show $target, which is not there"; exit 1; }
done
module=$(dirname "$(find "$folder/tree" -path '*packages/saltus')")
said=$(cd "$folder" && PYTHONPATH=$module "$python" -c 'import saltus; print(saltus.load("bouncing_ball.mo").name)')
[ "$said" = BouncingBall ] ||
	{ echo "the installed module cannot be used"; exit 1; }

# The wheel, from a copy of what it is made of. Debian's python3 may have pip in environments only.
maker=$python
"$python" -c 'import pip' 2>/dev/null ||
	{ "$python" -m venv --system-site-packages "$folder/env" >/dev/null 2>&1 && maker=$folder/env/bin/python; }
if "$maker" -c 'import setuptools, wheel, pip' 2>/dev/null; then
	mkdir -p "$folder/checkout/docs" "$folder/checkout/build"
	ln -s "$folder/checkout/lib" "$folder/checkout/build/lib"          # as cmake makes it
	cp -r "$SOURCE/lib" "$SOURCE/python" "$SOURCE/setup.py" "$SOURCE/pyproject.toml" "$SOURCE/CMakeLists.txt" \
		"$SOURCE/LICENSE" "$folder/checkout"
	cp "$SOURCE/docs/python.md" "$folder/checkout/docs"
	SALTUS_LIBRARY=$BUILD/libsaltus.so.0 "$maker" -m pip install --no-build-isolation --no-index --no-deps \
		--target "$folder/site" \
		"$folder/checkout" >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
	[ "$(ls "$folder/checkout/lib")" = "$(ls "$SOURCE/lib")" ] && [ -L "$folder/checkout/build/lib" ] ||
		{ echo "the wheel is made in the folder that cmake uses"; exit 1; }
	design='model M parameter Real K[1, 1] = Saltus.Control.lqr([1], [1], [1], [1]); end M;'
	(cd "$folder" && PYTHONPATH=$folder/site "$python" -c "import saltus; saltus.load_text('$design')") ||
		{ echo "the library Saltus is not in the wheel"; exit 1; }
	[ "$(cd "$folder" && PYTHONPATH=$folder/site "$python" -c 'import saltus; print(saltus._lib.handle._name)')" = \
		"$folder/site/saltus/libsaltus.so.0" ] || { echo "the module of the wheel does not have its library"; exit 1; }
else
	echo "pip, setuptools or wheel was not found: no wheel is made"
fi

# All that the library shows is in saltus.h, or for C of users.
shown=$(nm -D --defined-only "$BUILD/libsaltus.so" | awk '{print $3}' | grep -vE '^(SALTUS_0|Modelica)' | sed 's/@.*//')
for name in $shown; do
	grep -q "\b$name(" "$SOURCE/include/saltus.h" || { echo "$name is shown, and is not in saltus.h"; exit 1; }
done
echo "the module, its examples and the installed tree are as they should be"
