#!/usr/bin/env python3
"""Lists the public items of our libraries, a line each, or says whether a list is still right.

usage: scripts/public-api.py check|write|self-test
The lists are in docs/api. They are read off the pages that rustdoc makes, which knows what is
public and where: by the stable compiler, without a registry. Methods of traits are listed with the
trait; of types it is listed which traits they implement, but for those that follow by themselves.
"""

import difflib
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Packages, and the features that docs.rs shows as well.
CRATES = {"sealane": "rayon,serde,narrow", "sealane-client": ""}
KINDS = "struct|enum|trait|type|union|constant|static|fn|macro|derive|attr|traitalias"
HEADER = re.compile(r'<section id="([^"]+)"[^>]*>(?:(?!<section).)*?<h[34] class="code-header">'
                    r'(.*?)</h[34]>', re.S)


def text(markup):
    """Markup as plain text, with whole paths of items."""
    markup = re.sub(r"<summary.*?</summary>", "", markup, flags=re.S)
    named = r'<a class="[^"]*"[^>]* title="(?:%s) ([^"]+)"[^>]*>[^<]*</a>' % KINDS
    markup = re.sub(named, r"\1", markup)
    # Blocks stand on lines of their own.
    markup = re.sub(r"<br>|</?div[^>]*>", " ", markup)
    plain = html.unescape(re.sub(r"<[^>]*>", "", markup))
    # Comments say how many fields are hidden, a sign that there is a note.
    return " ".join(re.sub(r"/\*.*?\*/|//[^\n]*|\u24d8", "", plain).split())


def page(markup, path):
    """The lines of the page of an item."""
    declared = re.search(r'<pre class="rust [^"]*item-decl[^"]*"><code>(.*?)</code></pre>', markup,
                         re.S)
    lines = [f"{path}: {text(declared.group(1))}"] if declared else []
    # What follows by itself, and who implements a trait, is said elsewhere.
    ends = ["synthetic-implementations", "blanket-implementations", "implementors", "deref-methods"]
    ends = [markup.find(f'id="{end}') for end in ends]
    markup = markup[:min([end for end in ends if end >= 0], default=len(markup))]
    inherent = True
    for name, header in HEADER.findall(markup):
        said = text(header)
        if name.startswith("impl-"):
            # Which block methods stand in is nobody's concern.
            inherent = " for " not in said
            if not inherent:
                lines.append(f"{path}: {said}")
        elif inherent:
            lines.append(f"{path}: {said}")
    return lines


def listed(folder, crate):
    """The lines of a crate, of the pages below `folder`."""
    lines = set()
    for file in sorted((folder / crate).rglob("*.html")):
        parts = file.relative_to(folder).with_suffix("").parts
        markup = file.read_text(encoding="utf-8")
        kind, _, name = parts[-1].partition(".")
        if parts[-1] == "index":
            module = "::".join(parts[:-1])
            lines.add(f"{module}: pub mod")
            for used in re.findall(r'id="reexport\.[^"]*"><code>(.*?)</code>', markup, re.S):
                used = re.sub(r' title="[^"]*"', "", used)
                lines.add(f"{module}: {text(used)}")
        elif name and kind in KINDS.split("|"):
            lines.update(page(markup, "::".join([*parts[:-1], name])))
    return sorted(lines)


def version():
    """The version of the compiler, whose next may write types in another way."""
    said = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout
    return ".".join(said.split()[1].split(".")[:2])


def document(crate):
    """Makes the pages, and returns the lines of a crate."""
    features = ["--features", CRATES[crate]] if CRATES[crate] else []
    command = ["cargo", "doc", "-q", "--locked", "--no-deps", "--lib", "-p", crate, *features]
    subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    said = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT,
                          capture_output=True, text=True, check=True).stdout
    target = os.environ.get("CARGO_TARGET_DIR") or json.loads(said)["target_directory"]
    return listed(Path(target) / "doc", crate.replace("-", "_"))


def whole(lines):
    """A list with its head."""
    head = f"# Public items, by rustdoc {version()}: scripts/public-api.py write"
    return "\n".join([head, *lines, ""])


def difference(stored, made):
    """What is in one list and not in the other; nothing if they are the same."""
    return [line for line in difflib.unified_diff(stored.splitlines(), made.splitlines(), "stored",
                                                  "made", lineterm="", n=0)]


PAGE = (
    '<pre class="rust item-decl"><code>pub struct Key { /* private fields */ }</code></pre>'
    '<section id="impl-Key" class="impl"><h3 class="code-header">impl Key</h3></section>'
    '<section id="method.sign" class="method"><h4 class="code-header">pub fn <a class="fn">sign</a>'
    '(&amp;self) -&gt; <a class="struct" href="x" title="struct sealane::Signature">Signature</a>'
    '</h4></section>'
    '<section id="impl-Clone-for-Key" class="impl"><h3 class="code-header">impl Clone for Key</h3>'
    '</section><section id="method.clone" class="method"><h4 class="code-header">fn clone()</h4>'
    '</section><h2 id="blanket-implementations"></h2>'
    '<section id="impl-Any-for-T"><h3 class="code-header">impl Any for T</h3></section>'
)


def self_test():
    """What is read of a page; and that a change of it is seen."""
    lines = page(PAGE, "sealane::Key")
    assert lines == ["sealane::Key: pub struct Key { }",
                     "sealane::Key: pub fn sign(&self) -> sealane::Signature",
                     "sealane::Key: impl Clone for Key"], lines
    changed = page(PAGE.replace("(&amp;self)", "(&amp;mut self)"), "sealane::Key")
    for other in [changed, lines[:-1], [*lines, "sealane::Key: impl Copy for Key"]]:
        assert difference(whole(lines), whole(other))
    assert not difference(whole(lines), whole(lines))


def main():
    what = sys.argv[1] if len(sys.argv) == 2 else ""
    if what not in ("check", "write", "self-test"):
        sys.exit(__doc__)
    self_test()
    passed, failed, skipped = 1, 0, 0
    for crate in CRATES if what != "self-test" else []:
        file = ROOT / "docs" / "api" / f"{crate}.txt"
        made = whole(document(crate))
        if what == "write":
            file.parent.mkdir(exist_ok=True)
            file.write_text(made, encoding="utf-8")
            print(f"{file.relative_to(ROOT)}: {made.count(chr(10)) - 1} items")
            continue
        stored = file.read_text(encoding="utf-8")
        found = difference(stored, made)
        if not found:
            passed += 1
        elif stored.splitlines()[0] != made.splitlines()[0]:
            skipped += 1
            print(f"SKIPPED: {crate}: the list is of another compiler, and differs: "
                  "scripts/public-api.py write")
        else:
            failed += 1
            print("\n".join(found[:60]))
            print(f"FAILED: {crate}: the public API is another one; if that is meant, run "
                  "scripts/public-api.py write")
    if what != "write":
        print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
