#!/bin/sh
# java.sh default|newest ARGS...: the java on PATH, or the one of the highest version among the JDKs
# that lie beside it. `newest` fails when that is the default one.
which=$1; shift
default=$(readlink -f "$(command -v java)")
if [ "$which" = default ]; then exec "$default" "$@"; fi
best= highest=0
for java in "$(dirname "$default")"/../../*/bin/java; do
    [ -x "$java" ] || continue
    version=$("$java" -XshowSettings:properties -version 2>&1 |
        sed -n 's/^ *java.specification.version = //p')
    if [ "${version%%.*}" -gt "$highest" ]; then best=$java highest=${version%%.*}; fi
done
if [ -z "$best" ] || [ "$(readlink -f "$best")" = "$default" ]; then
    echo "No JDK newer than the default one" >&2
    exit 1
fi
exec "$best" "$@"
