"""What pages of docs/results say of the processor."""

import re
from pathlib import Path


def processor():
    """Returns the vendor and generation of the processor, as other pages have them."""
    text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    found = dict(re.findall(r"^(model name|cpu family|model)\s*: (.*)$", text, re.MULTILINE))
    name, family, model = (found.get(key, "?") for key in ("model name", "cpu family", "model"))
    return f"{name} (family {family}, model {model})"
