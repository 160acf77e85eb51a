/* The page: what is chosen, the table of functions, keys, links. */

const $ = (id) => document.getElementById(id);
const FIRST_ROWS = 50;
const WAYS = { callers: "callers", callees: "callees", both: "callers and callees" };

class Page {
  constructor(data) {
    this.model = loadModel(data);
    /* Those of threads, and the ones that they are in. */
    this.groups = [...new Set(data.groups.flatMap((g) => g.startsWith("/") ? g.split("/").map((part, i, all) => all.slice(0, i + 1).join("/") || "/") : [g]))].sort();
    this.data = data;
    this.choice = { event: 0, thread: -1, comm: null, cpu: null, unit: "period", widths: "new", norm: true, reverse: false, icicle: false, beside: "", group: "",
      dark: matchMedia("(prefers-color-scheme: dark)").matches, search: "", callers: -1, ways: "callers", steps: [], list: "functions", sort: "own", code: -1, codeView: data.old ? "source" : "code" };
    this.shownRows = FIRST_ROWS;
    this.matches = null;
    this.view = new View(this);
    this.code = new CodePane(this);
    this.menu = new FunctionMenu(this);
    this.treeTable = new TreeTable(this);
    this.notes = new Notes(this);
    this.prepare();
    this.fill();
    this.fromLink();
    this.listen();
    this.apply();
  }

  /* For pages that have more than this: what they need before the rest; what is counted; what a link holds. */
  prepare() {}
  rows() {			/* of an event, where events have rows of their own */
    return this.data.rows;
  }
  /* What they are compared with; null: nothing. Threads and CPUs are chosen in both if both have them. */
  oldRows() {
    return this.data.old;
  }
  stretches() {			/* of time that is chosen, and that it is compared with; null: all, and none */
    return { now: null, base: null };
  }
  addToLink() {}
  readLink() {}

  /* --- numbers --- */

  count() {
    const c = this.choice, m = this.stepped();
    this.sums = countRows(m, this.rows(c.event), c);
    this.oldSums = this.besideSums(m);
    this.forward = makeTree(m.parent, m.frame, this.sums.own, this.sums.total, this.oldSums && this.oldSums.total);
    this.functions = countFunctions(m, this.forward, this.sums);
    this.oldFunctions = this.oldSums ? countFunctions(m, this.forward, this.oldSums) : null;
    this.tree = this.chosenTree(m);
    this.view.setTree(this.tree);
  }
  /* The model after the steps that were chosen. */
  stepped() {
    const key = this.choice.steps.map(writeStep).join("\n");
    if (this.steppedKey !== key) {
      this.steppedKey = key;
      this.afterSteps = takeSteps(this.model, this.choice.steps);
    }
    return this.afterSteps;
  }
  chosenTree(m) {
    const c = this.choice, around = c.callers >= 0;
    const callers = (c.reverse && !around) || (around && c.ways !== "callees") ? reversed(m, this.sums, this.oldSums, c.callers) : null;
    if (!around || c.ways === "callers")
      return callers || this.forward;
    const callees = calleesOf(m, this.forward, this.sums, this.oldSums, c.callers);
    return c.ways === "both" ? bothWays(callees, callers) : callees;
  }
  /* The change of a node's share, or of its sum with "normalised" off, by the whole; from -1 to 1. */
  change(tree, i) {
    return this.delta(tree.total[i], tree.oldTotal[i]);
  }
  delta(now, before) {
    const all = this.sums.total[0], was = this.oldSums.total[0];
    if (this.choice.norm || this.besideName())
      return (all ? now / all : 0) - (was ? before / was : 0);
    return (now - before) / (Math.max(all, was) || 1);
  }
  unitName() {
    return this.choice.unit === "samples" ? "samples" : this.data.events[this.choice.event].unit;
  }
  number(v) {
    return this.numberOf(v, this.unitName());
  }
  numberOf(v, unit) {
    if (unit !== "nanoseconds")
      return Math.round(v).toLocaleString("en-US") + (unit === "samples" ? v === 1 ? " sample" : " samples" : "");
    return v >= 1e9 ? (v / 1e9).toFixed(3) + " s" : v >= 1e6 ? (v / 1e6).toFixed(2) + " ms" : (v / 1e3).toFixed(1) + " \u00b5s";
  }
  percent(v, all = this.sums.total[0]) {
    return all ? (100 * v / all).toFixed(2) + "%" : "0%";
  }
  /* What it is of the zoomed frame, if that is around it, and of all. */
  shares(v, inside) {
    const t = this.tree, zoom = this.view.zoom;
    return inside ? `${this.percent(v, t.total[zoom])} of ${shortened(this.view.name(zoom), 80)}, ${this.percent(v)} of all` : this.percent(v);
  }
  isInside(i) {
    return this.view.zoom > 0 && i > this.view.zoom && i < this.tree.end[this.view.zoom];
  }
  /* A change, from -1 to 1, in hundredths. */
  points(change) {
    const text = (100 * change).toFixed(2);
    return Number(text) ? (change > 0 ? "+" : "") + text : "0.00";
  }
  /* What to say in place of a graph that would have nothing but its root; "" where there is a graph. */
  nothing() {
    if (this.sums.total[0] || (this.oldSums && this.oldSums.total[0]))
      return "";
    return this.data.rows.node.length || (this.data.old && this.data.old.node.length) ? "Nothing is counted of what is chosen above."
      : "No samples in this recording, or none of those that were asked for.";
  }
  rootName() {
    return this.data.events[this.choice.event].name + (this.choice.callers >= 0 ? `: ${WAYS[this.choice.ways]} of ${this.model.functions[this.choice.callers].name}` : this.choice.reverse ? ": reverse" : "");
  }
  /* Lines about a node. */
  describe(i) {
    const t = this.tree, out = [], f = i ? this.model.functions[t.frame[i]] : null, nothing = this.nothing();
    if (nothing)
      return [nothing];
    out.push(f ? f.name : this.rootName());
    if (f)
      out.push((f.file ? f.file + ", " : "") + KINDS[f.kind].name);
    out.push(`${this.shares(t.total[i], this.isInside(i))}, ${this.number(t.total[i])}` +
      (t.own[i] > 0 && i ? `; own ${this.shares(t.own[i], this.isInside(i))}` : ""));
    if (t.oldTotal)
      out.push(`${this.besideWords().other}: ${this.percent(t.oldTotal[i], this.oldSums.total[0])}, ${this.besideNumber(t.oldTotal[i])}; ${this.besideName() ? "difference" : "change"} ${this.points(this.change(t, i))} points`);
    return out;
  }

  /* --- what is drawn --- */

  apply() {
    const c = this.choice;
    for (const id of ["event", "cpu", "unit", "widths", "ways", "group"])
      $(id).value = c[id] === null ? "" : String(c[id]);
    $("thread").value = c.comm === null ? String(c.thread) : `of ${c.comm}`;
    for (const id of ["reverse", "icicle", "norm"])
      $(id).checked = c[id];
    $("search").value = c.search;
    $("dark").setAttribute("aria-pressed", String(c.dark));
    document.documentElement.classList.toggle("dark", c.dark);
    $("ways-label").hidden = c.callers < 0;
    this.view.colours.clear();
    this.count();
    $("widths-label").hidden = !this.oldSums;
    this.showBeside();
    this.showSteps();
    if (this.wantedZoom) {
      if (this.wantedZoom < this.tree.parent.length)
        this.view.zoom = this.view.cursor = this.wantedZoom;
      this.wantedZoom = 0;
    }
    this.view.toEnd = true;
    this.legend();
    this.find();
    this.say(this.view.cursor);
    this.code.open(c.code);
  }
  legend() {
    const box = $("legend");
    box.replaceChildren();
    const add = (colour, text) => {
      const item = document.createElement("span"), i = document.createElement("i");
      i.style.background = colour;
      item.append(i, text);
      box.append(item);
    };
    if (this.tree.oldTotal) {
      const words = this.besideWords();
      add(changeColour(0.25, this.choice.dark), words.more);
      add(changeColour(0, this.choice.dark), words.same);
      add(changeColour(-0.25, this.choice.dark), words.less);
      return;
    }
    KINDS.forEach((k, i) => add(kindColour(i, this.choice.dark), i === 3 ? "known by its call" : i === 4 ? "what is missing" : k.name));
  }
  zoomTo(node) {
    this.view.zoom = this.view.cursor = node;
    this.view.toEnd = true;
    this.say(node);
    this.share();
    this.table();
    this.view.soon();
    this.toLink(true);
  }
  moveTo(node) {
    this.view.cursor = node;
    this.view.draw();
    this.view.show(node);
    this.say(node);
  }
  say(node) {
    $("status").textContent = this.describe(node).join(" \u00b7 ");
  }

  /* --- code --- */

  showCode(codes) {
    if (!codes.length)
      return;
    this.set({ code: codes.includes(this.choice.code) ? this.choice.code : codes[0] });
    this.code.hottest();
  }
  /* Of the frame under the cursor. */
  codeHere() {
    const at = this.view.cursor, codes = this.code.ofNode(at);
    if (codes.length)
      this.showCode(codes);
    else
      $("status").textContent = !this.data.code ? "This page has no code: --with-code adds it."
        : !at ? "Move to a frame first: a shows the code of its function."
          : `No code of ${this.view.name(at)} is here: below ${this.data.code.share}% of the samples were taken in it (--with-code=SHARE).`;
  }

  /* --- choosing --- */

  set(what) {
    const before = { ...this.choice }, zoom = this.view.zoom;
    Object.assign(this.choice, what);
    if (Object.keys(what).join() === "search") {
      $("search").value = what.search;
      this.find();
    } else if (Object.keys(what).join() === "list") {
      this.table();
    } else if (Object.keys(what).every((k) => k === "code" || k === "codeView")) {
      this.code.open(this.choice.code);
      this.view.soon();
    } else {
      if (before.event !== this.choice.event || before.reverse !== this.choice.reverse)
        this.choice.callers = what.callers ?? -1;
      this.apply();
    }
    this.toLink(zoom !== this.view.zoom || before.callers !== this.choice.callers || before.reverse !== this.choice.reverse ||
      before.code !== this.choice.code || before.ways !== this.choice.ways || before.steps !== this.choice.steps);
  }
  fill() {
    const d = this.data, option = (box, value, text) => $(box).append(new Option(text, value));
    $("title").textContent = document.title = d.title;
    $("about").textContent = d.about;
    $("nameless").hidden = !(d.nameless && d.nameless.length);
    $("nameless").replaceChildren(...(d.nameless || []).map((text) => {
      const line = document.createElement("div");
      line.textContent = text;
      return line;
    }));
    d.events.forEach((e, i) => option("event", i, e.name));
    option("thread", -1, "all");
    const group = (label, list) => {
      const box = document.createElement("optgroup");
      box.label = label;
      box.append(...list.map(([value, text]) => new Option(text, value)));
      if (list.length)
        $("thread").append(box);
    };
    /* Commands of several threads, with all of these. */
    const comms = [...new Set(d.threads.map((t) => t[0]))].filter((comm) => d.threads.filter((t) => t[0] === comm).length > 1);
    group("commands", comms.sort().map((comm) => [`of ${comm}`, `all of ${comm}`]));
    group("threads", d.threads.map((t, i) => [i, `${t[0]} ${t[1] === t[2] ? t[2] : t[1] + "/" + t[2]}`]).sort((x, y) => x[1] < y[1] ? -1 : 1));
    option("group", "", "all");
    this.groups.forEach((path) => option("group", path, path));
    $("group-label").hidden = !this.groups.length;
    option("cpu", "", "all");
    [...new Set(d.rows.cpu)].sort((a, b) => a - b).forEach((cpu) => option("cpu", cpu, cpu === 4294967295 ? "not known" : String(cpu)));
  }
}
