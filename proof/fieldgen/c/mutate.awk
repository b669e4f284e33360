# Prints C text with one constant changed: number TARGET of those in the statements of functions.
# With TARGET 0 prints how many there are. A hexadecimal constant loses or gains its lowest bit, a
# decimal one (a small word, a carry, a distance) becomes greater by one.

function changed(digits) {
    if (digits !~ /^0x/)
        return digits + 1
    last = index("0123456789abcdef", substr(digits, length(digits))) - 1
    return substr(digits, 1, length(digits) - 1) substr("1032547698badcfe", last + 1, 1)
}

/^    (const [a-z0-9_]+ x[0-9]+ = |\(void\))/ {
    start = /^    const/ ? index($0, " = ") + 2 : 5
    line = substr($0, 1, start - 1)
    rest = substr($0, start)
    # A number is not part of a name.
    while (match(rest, /[^A-Za-z0-9_][0-9][0-9a-fx]*/)) {
        number = substr(rest, RSTART + 1, RLENGTH - 1)
        found++
        line = line substr(rest, 1, RSTART) (found == target ? changed(number) : number)
        rest = substr(rest, RSTART + RLENGTH)
    }
    $0 = line rest
}

target > 0 { print }

END { if (target == 0) print found }
