#!/bin/bash
# Every message code that the source uses is listed once in docs/messages.md (or, in parts, in docs/messages.d/), and
# every one that is listed is used.
set -u
cd "$SOURCE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shopt -s nullglob

# Lines that begin with a * and a space are prose inside a comment and may show an example.
grep -rhvE '^[[:space:]]*(/?\*[[:space:]]|//)' --include='*.c' --include='*.h' src | grep -oE '"[A-Z][0-9]{4}"' | tr -d '"' |
	sort -u >"$work/used"
listed() {
	cat "$@" /dev/null | grep -oE '^\|[[:space:]]*[A-Z][0-9]{4}[[:space:]]*\|' | grep -oE '[A-Z][0-9]{4}' | sort
}
parts=(docs/messages.d/*.md)
whole=(docs/messages.md)
[ -e docs/messages.md ] || whole=()
listed "${parts[@]}" >"$work/parts"
listed "${whole[@]}" >"$work/whole"
sort -u "$work/parts" "$work/whole" >"$work/all"

bad=0
complain() {
	while read -r code; do
		echo "$code $1"
		bad=1
	done
}
complain "is used in src but not listed in docs/messages.md" < <(comm -23 "$work/used" "$work/all")
complain "is listed in the documentation but not used in src" < <(comm -13 "$work/used" "$work/all")
complain "is listed twice in docs/messages.d" < <(uniq -d "$work/parts")
complain "is listed twice in docs/messages.md" < <(uniq -d "$work/whole")
[ -s "$work/used" ] || complain "no" <<<"message codes were found in src:"
[ $bad -eq 0 ] && echo "$(wc -l <"$work/used") codes are used and listed"
exit $bad
