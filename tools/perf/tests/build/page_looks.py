# SPDX-License-Identifier: GPL-2.0-only
"""What the pages do, part by part: reached by the keyboard alone, and then looked at as people meet it: in a wide and in a narrow window,
light and dark, with their eyes or through the tree that a reader of the screen gets.

    look(PAGE, PART...)     parts: the names in PARTS; "tab" is all that can be pressed
"""
import browser
from flame_page import same

WIDTHS, HIGH = (1400, 600), 900
PRESSED = ("button", "checkbox", "combobox", "link", "menuitem", "searchbox", "textbox", "DisclosureTriangle")

# What somebody would not see, or not well, in the window as it is; empty if there is nothing.
SEEN = """((wanted) => {
  const out = [], rgb = (text) => { const v = text.match(/[0-9.]+/g).map(Number); return v.length > 3 ? v : [...v, 1]; };
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((a, v, i) => a + v * [0.2126, 0.7152, 0.0722][i], 0);
  const under = (e) => {          /* what an element stands on: its own ground over that of what it is in */
    const [r, g, b, a] = rgb(getComputedStyle(e).backgroundColor), below = a < 1 && e.parentElement ? under(e.parentElement) : [255, 255, 255];
    return [r, g, b].map((v, i) => v * a + below[i] * (1 - a));
  };
  const short = (e) => `${e.id ? "#" + e.id : e.tagName} ${e.textContent.trim().slice(0, 30)}`;
  if (document.documentElement.scrollWidth > innerWidth)
    out.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
  for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode();) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || e.closest("script, option, select, :disabled, dialog:not([open])") || !e.checkVisibility())
      continue;
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(under(e))], contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5)
      out.push(`${short(e)}: a contrast of ${contrast.toFixed(2)}`);
  }
  /* What scrolls by itself may be wider than its part of the window. */
  for (const e of document.querySelectorAll("button, select, input, summary, canvas")) {
    const r = e.getBoundingClientRect();
    if (e.checkVisibility() && !e.closest("#functions, #code-scroll, #waits, #stretch-tables, dialog:not([open])") && (r.left < 0 || r.right > innerWidth + 0.5 || r.width < 1))
      out.push(`${short(e)}: from ${r.left} to ${r.right}`);
  }
  for (const what of wanted) {
    const e = [...document.querySelectorAll(what)].find((x) => x.checkVisibility());
    if (!e || e.getBoundingClientRect().width < 1)
      out.push(`${what} is not there`);
  }
  return out; })"""

# Texts on boxes of the graph, which no element has: how well the worst can be read.
ON_BOXES = """(() => { const c = document.createElement("canvas").getContext("2d"), was = flame.choice.dark;
  const light = (colour) => { c.fillStyle = colour; c.fillRect(0, 0, 1, 1); return [...c.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((a, v, i) => a + v * [0.2126, 0.7152, 0.0722][i], 0); };
  let worst = 99;
  for (const dark of [false, true]) {
    const text = light(dark ? "#f4f2ee" : "#151515"), grounds = [dark ? "#c2185b" : "#f06bac"];
    for (let i = 0; i < 200; i++)
      grounds.push(kindColour(i % 5, dark, "f" + i), changeColour((i - 100) / 100, dark));
    for (const ground of grounds) {
      const b = light(ground);
      worst = Math.min(worst, (Math.max(text, b) + 0.05) / (Math.min(text, b) + 0.05));
    }
  }
  return worst; })()"""

PRESSABLE = "[...document.querySelectorAll('button, select, input, summary, a[href], [tabindex=\"0\"]')].filter((e) => e.checkVisibility() && !e.disabled && !e.closest('dialog'))"


def press(page, key, code, text=None, modifiers=0):
    down = {"type": "keyDown" if text else "rawKeyDown", "key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers, **({"text": text} if text else {})}
    page.call("Input.dispatchKeyEvent", **down)
    page.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code, modifiers=modifiers)


def tab_to(page, what, back=False):
    """The tabulator, until it is at the first element of @what; one sees where one is on the way."""
    for _ in range(80):
        press(page, "Tab", 9, modifiers=8 if back else 0)
        at, seen = page.run("""[document.activeElement === document.querySelector('%s'), document.activeElement === document.body ||
            (getComputedStyle(document.activeElement).outlineStyle !== 'none' && parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 1)]""" % what)
        same(f"on the way to {what}: one sees where one is", True, seen)
        if at:
            return
    raise SystemExit(f"{what} cannot be reached by the tabulator")


def press_on(page, what, back=False):
    tab_to(page, what, back)
    page.key("Enter", "\r")


def choose_next(page, what):
    tab_to(page, what)
    page.key("ArrowDown")


def on_graph(page, keys):
    page.run("$('canvas').focus()")
    page.key("ArrowUp")
    for key in keys:
        page.key(key, key)


def on_lanes(page, *keys):
    tab_to(page, "#lanes-canvas")
    for key in keys:
        page.key(key, key if len(key) == 1 else None)


# --- how each is reached ---

def by_notes(page):
    on_graph(page, "n")
    page.call("Input.insertText", text="what this is")
    page.key("Enter", "\r")
    same("a note", 1, page.run("flame.notes.list.length"))


def by_beside(page):
    choose_next(page, "#beside")
    same("two weights", True, page.run("!!flame.besideName()"))


def by_search(page):
    page.key("/", "/")
    page.call("Input.insertText", text=".")
    same("a search", [".", False], page.run("[flame.choice.search, $('of-search').hidden]"))


def by_tree(page):
    press_on(page, "[data-list=tree]")
    same("the call tree", "tree", page.run("flame.choice.list"))


def by_around(page):
    on_graph(page, "b")
    same("callers and callees", "both", page.run("flame.choice.ways"))


def by_steps(page):
    """Two steps; one is taken back by its button, and comes again."""
    on_graph(page, "x")
    on_graph(page, "R")
    same("two steps", 2, page.run("flame.choice.steps.length"))
    press_on(page, "#steps-list button", back=True)
    same("one is taken back", ["shortened"], page.run("flame.choice.steps.map((s) => s.op)"))
    on_graph(page, "x")


def by_menu(page):
    on_graph(page, "m")
    same("a menu", False, page.run("$('menu').hidden"))


def by_keys(page):
    page.key("?", "?")
    same("the list of keys", True, page.run("$('keys').open"))


def by_group(page):
    choose_next(page, "#group")
    same("a control group", True, page.run("flame.choice.group !== ''"))


def by_state(page):
    choose_next(page, "#state")
    same("a state", True, page.run("flame.choice.state >= 0"))


def by_waits(page):
    on_lanes(page, "w")
    same("a wait is explained", True, page.run("flame.choice.why >= 0"))


def by_two(page):
    on_lanes(page, "ArrowRight")
    first = page.run("[flame.choice.from, flame.choice.to]")
    press_on(page, "#stretch-base", back=True)
    on_lanes(page, "ArrowRight", "ArrowRight")
    same("a stretch beside another one", [first, True, True], page.run("[flame.choice.base, flame.choice.from > flame.choice.base[0], !!flame.oldSums]"))


def by_heat(page):
    press_on(page, "#heat summary")
    tab_to(page, "#heat-canvas")
    page.key("Enter", "\r")
    page.key("ArrowRight")
    page.key("Enter", "\r")
    same("a stretch of two columns", [0, True], page.run("[flame.choice.from, flame.choice.to > flame.heat.period]"))


def by_tables(page):
    press_on(page, "#stretch-tables summary")
    same("the tables", True, page.run("$('stretch-tables').open && $('lane-rows').rows.length > 0"))


def by_code(page):
    on_graph(page, "a")
    same("code", True, page.run("flame.code.list.length > 0"))


def by_tab(page):
    """Whatever can be pressed is reached by the tabulator, the tree's and the code's rows by arrows from the first."""
    page.run("flame.shownRows = 3, flame.table()")
    count = page.run(f"(window.pressable = {PRESSABLE}, window.met = new Set(), pressable.length)")
    for _ in range(count + 5):
        press(page, "Tab", 9)
        page.run("window.met.add(document.activeElement), 0")
    same("what the tabulator does not reach", [], page.run("pressable.filter((e) => !met.has(e)).map((e) => e.id || e.outerHTML.slice(0, 80))"))


# How; what must be in sight; what a reader of the screen is told, roles with the beginning of names.
PARTS = {
    "notes": (by_notes, ["#note-list li", "#note-add", "#note-save"],
              [("group", "Notes"), ("textbox", "Note"), ("button", "what this is"), ("button", "Remove the note what this is"), ("button", "Save the page")]),
    "beside": (by_beside, ["#beside", "#delta-head", "#widths", "#legend"], [("combobox", "Beside"), ("columnheader", "Beside"), ("combobox", "Widths")]),
    "search": (by_search, ["#share", "#rows tr", "#of-search"], [("searchbox", "Search"), ("status", ""), ("button", "Matches")]),
    "tree": (by_tree, ["#tree-rows tr"], [("treegrid", ""), ("columnheader", "Frame"), ("row", ""), ("gridcell", "")]),
    "around": (by_around, ["#ways", "#canvas"], [("combobox", "Around"), ("image", "Flame graph")]),
    "steps": (by_steps, ["#steps-list li"], [("group", "Steps taken"), ("listitem", ""), ("button", "take back: ")]),
    "menu": (by_menu, ["#menu button"], [("menu", ""), ("menuitem", "Without stacks")]),
    "keys": (by_keys, ["#keys dt"], [("dialog", "Keys"), ("button", "Close")]),
    "group": (by_group, ["#group"], [("combobox", "Group")]),
    "state": (by_state, ["#state"], [("combobox", "Off the CPU")]),
    "waits": (by_waits, ["#waits-why", "#waits-stacks li", "#waits-rows button"],
              [("region", "One time off the CPU, explained"), ("columnheader", "Ended by"), ("button", "Zoom to it"), ("checkbox", "who woke whom"), ("image", "Timeline")]),
    "two": (by_two, ["#base-text", "#delta-head", "#norm"], [("button", "No comparison"), ("columnheader", "Change"), ("checkbox", "normalised")]),
    "heat": (by_heat, ["#heat-canvas", "#heat-status"], [("image", "Heat map"), ("combobox", "Upwards"), ("status", "")]),
    "tables": (by_tables, ["#lane-rows th"], [("table", "Lanes"), ("rowheader", ""), ("columnheader", "Blocked")]),
    "code": (by_code, ["#code-rows tr"], [("region", "Code"), ("combobox", "Code of"), ("columnheader", "Own"), ("button", "Hottest")]),
    "tab": (by_tab, [], []),
}


def check_told(page, what, wanted):
    page.call("Accessibility.enable")
    told = [(n.get("role", {}).get("value"), n.get("name", {}).get("value", "").strip()) for n in page.call("Accessibility.getFullAXTree")["nodes"] if not n.get("ignored")]
    page.call("Accessibility.disable")
    for role, name in wanted:
        same(f"{what}: {role} '{name}...' in the tree", True, any(r == role and n.startswith(name) for r, n in told))
    same(f"{what}: nothing to press has no name", [], [t for t in told if t[0] in PRESSED and not t[1]])


def check_part(page, path, what):
    how, sight, told = PARTS[what]
    page.call("Emulation.setDeviceMetricsOverride", width=WIDTHS[0], height=HIGH, deviceScaleFactor=1, mobile=False)
    page.open("about:blank")
    page.open("file://" + path)
    page.frame()
    how(page)
    for width in WIDTHS:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=HIGH, deviceScaleFactor=1, mobile=False)
        for dark in (False, True):
            page.run(f"document.documentElement.classList.toggle('dark', flame.choice.dark = {str(dark).lower()}), flame.legend()")
            page.frame()
            same(f"{what}, {width} wide, {'dark' if dark else 'light'}", [], page.run(f"{SEEN}({sight})")[:5])
        check_told(page, f"{what}, {width} wide", told)


def look(path, *parts):
    with browser.Page("file://" + path, width=WIDTHS[0], height=HIGH) as page:
        same("names on boxes can be read", True, page.run(ON_BOXES) >= 4.5)
        for what in parts:
            check_part(page, path, what)
        same("what the page complains of", [], page.errors)
