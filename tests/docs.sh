#!/bin/bash
# Runs what the documents tell a reader to type: every block marked sh of README.md and docs/*.md, in a copy of the
# sources
# with the program as build/saltus and as saltus. A block marked `sh fails` must fail.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$SOURCE"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$work"
mkdir -p "$work/build" "$work/bin"
ln -s "$SALTUS" "$work/build/saltus"
ln -s "$SALTUS" "$work/bin/saltus"
export PATH="$work/bin:$PATH"
cd "$work"

bad=0
count=0
for document in README.md docs/*.md; do
	# Each block becomes a file NUMBER.sh or, where it must fail, NUMBER.fails, that begins with the line where it
	# stands.
	rm -rf blocks
	mkdir blocks
	awk -v document="$document" '
		/^```sh *$/ || /^```sh fails *$/ { inside = sprintf("blocks/%03d.%s", ++n, $2 == "fails" ? "fails" : "sh")
			print "# " document ":" NR >inside; next }
		/^```/ { if (inside) close(inside); inside = ""; next }
		inside { print >inside }' "$document"
	for block in blocks/*; do
		[ -e "$block" ] || continue
		count=$((count + 1))
		said=$(timeout 1200 bash -e "$block" 2>&1 </dev/null)
		status=$?
		case $block in
		*.fails) [ $status -ne 0 ] && [ $status -lt 124 ] && continue ;;
		*) [ $status -eq 0 ] && continue ;;
		esac
		bad=$((bad + 1))
		printf '%s ends with %d:\n' "$(head -n 1 "$block" | cut -c 3-)" $status
		tail -n +2 "$block" | sed 's/^/    /'
		printf '%s\n' "$said" | tail -n 15
	done
done
echo "$((count - bad)) of $count blocks of commands in the documents do what they should"
[ $bad -eq 0 ] && [ $count -gt 0 ]
