#!/usr/bin/env bash
# Regenerates every Java output of this folder in place:  ./regenerate.sh COMMAND
# COMMAND runs the jar with the arguments it is given, e.g. a script of one line:
#   exec java -Dfile.encoding=UTF-8 -jar meteor-1.5.jar "$@"
set -euo pipefail
export LC_ALL=C.UTF-8   # the jar lower-cases in the default locale

[ $# -eq 1 ] || { echo "usage: $0 COMMAND" >&2; exit 2; }
meteor=$(command -v -- "$1") || { echo "$0: not a command: $1" >&2; exit 2; }
case $meteor in /*) ;; *) meteor=$PWD/$meteor ;; esac
cd -- "$(dirname -- "$0")"

# The jar exits with 0 on unequal files, so the segments are counted.
check() { # FILE EXPECTED ACTUAL
  [ "$2" -eq "$3" ] || { echo "$0: $1 has $3 segments, not $2" >&2; exit 1; }
}

ss() { # NAME HYP REF OPTION...
  local name=$1 hyp=$2 ref=$3; shift 3
  "$meteor" "$hyp" "$ref" "$@" -a paraphrase.gz -ssOut > "$name.ss"
  check "$name.ss" "$(wc -l < "$hyp")" "$(wc -l < "$name.ss")"
}

vout() { # NAME HYP REF OPTION...
  local name=$1 hyp=$2 ref=$3; shift 3
  "$meteor" "$hyp" "$ref" "$@" -a paraphrase.gz -vOut > "$name.vout"
  check "$name.vout" "$(wc -l < "$hyp")" "$(grep -c '^Segment ' "$name.vout")"
}

align() { # NAME HYP REF OPTION...
  local name=$1 hyp=$2 ref=$3; shift 3
  "$meteor" "$hyp" "$ref" "$@" -a paraphrase.gz -writeAlignments -f "$name" > /dev/null
  mv -- "$name-align.out" "$name.align"
  check "$name.align" "$(wc -l < "$hyp")" "$(grep -c "^Alignment$(printf '\t')" "$name.align")"
}

both() { ss "$@"; vout "$@"; }

both  en.norm       en.hyp en.ref  -l en -norm
align en.norm       en.hyp en.ref  -l en -norm
both  en.nopunct    en.hyp en.ref  -l en -norm -noPunct
both  en.lower      en.hyp en.ref  -l en -lower
both  en.raw        en.hyp en.ref  -l en
ss    en.beam3      en.hyp en.ref  -l en -norm -x 3
ss    en.characters en.hyp en.ref  -l en -norm -ch -t util
both  en.tworefs    en.hyp en.refs -l en -norm -r 2
for task in adq hter tune li universal; do
  vout "en.$task" en.hyp en.ref -l en -norm -t "$task"
done

for pair in cs:cz de:de es:es fr:fr ru:ru; do # our code : the jar's
  lang=${pair%:*}
  both  "$lang.norm" "$lang.hyp" "$lang.ref" -l "${pair#*:}" -norm
  align "$lang.norm" "$lang.hyp" "$lang.ref" -l "${pair#*:}" -norm
done

for pair in pt:pt da:da ro:ro hu:hu tr:tr fi:fi nl:nl it:it no:no sv:se; do
  lang=${pair%:*}
  both "$lang.lower" "$lang.hyp" "$lang.ref" -l "${pair#*:}" -lower
done
