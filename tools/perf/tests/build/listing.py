# SPDX-License-Identifier: GPL-2.0-only
"""What objdump -d --no-show-raw-insn has printed."""
import re


def functions(path):
    """{function: [(address, text of the instruction)]}."""
    out, function = {}, None
    for line in open(path):
        head = re.match(r"[0-9a-f]+ <(.*)>:$", line)
        insn = re.match(r" +([0-9a-f]+):\t(.*)", line)
        if head:
            function = head.group(1)
        elif insn:
            out.setdefault(function, []).append((int(insn.group(1), 16), insn.group(2)))
    return out
