# shellcheck shell=bash
# Read by scripts that make checks one by one: counts them, and says how each went.
passed=0 failed=0 skipped=0

check() { # NAME COMMAND...: runs it; what it says is shown if it fails
  local name=$1 said
  shift
  if said=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "passed: $name"
  else
    failed=$((failed + 1))
    tail -n 30 <<<"$said"
    echo "FAILED: $name"
  fi
}
refuses() { # COMMAND...: is right if the command is not
  ! "$@"
}
skip() { # NAME WHY
  skipped=$((skipped + 1))
  echo "SKIPPED: $1: $2"
}
finish() { # ends the script
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" -eq 0 ]
  exit
}
