#!/bin/bash
# Every link of a *.md file to a file of the sources leads to one that is there, and one to a heading (#...) to a
# heading.
set -u
cd "$SOURCE"
bad=0
count=0
complain() {
	echo "$1"
	bad=$((bad + 1))
}

# The targets of [text](target) and ![text](target), with the line; code blocks are left out.
targets() {
	awk '/^[ \t]*```/ { code = !code; next } !code { gsub(/`[^`]*`/, ""); print NR ":" $0 }' "$1" |
		grep -oE '^[0-9]+:|\]\([^)]*\)' |
		awk '/^[0-9]+:$/ { line = $0; next } { print line substr($0, 3, length($0) - 3) }'
}
# The headings of a page as they are written in links: small letters, - for spaces, no punctuation.
headings() {
	awk '/^```/ { code = !code; next } !code && /^#+ /' "$1" | sed -E 's/^#+ +//' |
		tr 'A-Z' 'a-z' | tr -cd 'a-z0-9 _\n-' | tr ' ' '-'
}

while IFS= read -r page; do
	folder=$(dirname "$page")
	while IFS=: read -r line target; do
		count=$((count + 1))
		case $target in
		http://* | https://* | mailto:*) continue ;;
		esac
		file=${target%%#*}
		file=${file:+$folder/$file}
		file=${file:-$page}
		if [ ! -e "$file" ]; then
			complain "$page:$line: there is no '$target'"
		elif [[ $target == *'#'* ]] && ! headings "$file" | grep -qxF -e "${target#*#}"; then
			complain "$page:$line: '$file' has no heading '#${target#*#}'"
		fi
	done < <(targets "$page")
done < <(find . \( -name build -o -name .git \) -prune -o -name '*.md' -print | sed 's|^\./||' | sort)

[ "$count" -gt 0 ] || complain "no links were found"
[ "$bad" -eq 0 ] && echo "$count links lead to something"
[ "$bad" -eq 0 ]
