# Reads `objdump -d --no-show-raw-insn` of straight code, prints `FUNCTION COUNT` for each function.
# Prints `FUNCTION: INSTRUCTION` and fails where one jumps, calls, divides or does not end.
#
# The code is straight, so the count of its text is the count of every run. What follows the return
# (padding, constants of the code) is not counted.
# usage: objdump ... FILE | awk -F '\t' -v machine=x86_64|aarch64|arm -f inspect.awk

function is_return(code, operands) {
    if (machine == "arm")
        return (code == "bx" && operands ~ /^lr/) || (code ~ /^(pop|ldm|ldr)/ && operands ~ /pc/)
    return code == "ret" || code == "retq"
}

function is_bad(code) {
    if (machine == "x86_64")
        return code ~ /^(j|call|loop|div|idiv|int|sys|rep|notrack|bnd)/
    # Branches by their whole names: `bic` and `bfi` are none. After `it`, code is conditional.
    return code ~ /^(b|bl|blx|blr|br|bx|bxj|cbn?z|tbn?z|tb[bh]|svc|[su]div|it[te]*)([.]|$)/ ||
        code ~ /^bl?(eq|ne|cs|cc|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)([.]|$)/
}

function close_function() {
    if (name == "")
        return
    functions++
    print name (ended ? " " count : ": no return")
    bad = bad || !ended
}

/^[0-9a-f]+ <.*>:$/ {
    close_function()
    name = $0
    gsub(/.*<|>:$/, "", name)
    count = ended = 0
}

/^ *[0-9a-f]+:/ && !ended {
    split($2, words, " ")
    count++
    if (is_return(words[1], $3)) {
        ended = 1
    } else if (is_bad(words[1])) {
        print name ": " $2 " " $3
        bad = 1
    }
}

END {
    close_function()
    exit bad || functions == 0
}
