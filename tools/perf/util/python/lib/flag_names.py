# SPDX-License-Identifier: GPL-2.0-only
"""Names of flags and numbers, from the text by which a kernel prints a tracepoint ("print fmt:"): for flag_str() and symbol_str() of Core."""
import re

VALUE_NAME = re.compile(r'\{\s*([^,{}]*?)\s*,\s*"((?:[^"\\]|\\.)*)"\s*\}')
NUMBER = re.compile(r"(-?(?:0x[0-9a-fA-F]+|\d+))[UuLl]*")


def number_of(expression):
    """Of "1 << 3", "0x10UL" or "(1|2)"; None: another expression."""
    total = 0
    for part in expression.replace("(", " ").replace(")", " ").split("|"):
        terms = [NUMBER.fullmatch(term.strip()) for term in part.split("<<")]
        if not all(terms) or len(terms) > 2:
            return None
        values = [int(term.group(1), 0 if "x" in term.group(1) else 10) for term in terms]
        if len(values) == 2 and not 0 <= values[1] < 64:
            return None
        total |= values[0] << values[1] if len(values) == 2 else values[0]
    return total


def arguments(call):
    """What stands between the parentheses that @call begins with."""
    depth, quoted, i = 0, False, 0
    while i < len(call):
        c = call[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        else:
            depth += (c == "(") - (c == ")")
            if not depth:
                return call[1:i]
        i += 1
    return ""


def define_names(printed, event, function):
    """Calls functions of the script, if it has taken those of Core: @function(name) is one of them, or None."""
    for match in re.finditer(r"__print_(flags|symbolic)(?:_u64)?(?=\()", printed or ""):
        kind = "flag" if match.group(1) == "flags" else "symbolic"
        define_field, define_value = function("define_%s_field" % kind), function("define_%s_value" % kind)
        inside = arguments(printed[match.end():])
        field = re.search(r"REC->(\w+)", inside)
        if not field or not define_field or not define_value:
            continue
        if kind == "flag":
            delim = re.search(r',\s*"((?:[^"\\]|\\.)*)"', inside)
            define_field(event, field.group(1), delim.group(1) if delim else "")
        else:
            define_field(event, field.group(1))
        for expression, name in VALUE_NAME.findall(inside):
            value = number_of(expression)
            if value is not None:
                define_value(event, field.group(1), value, name)
