/* The page: what is chosen, the table of functions, keys, links. */

const $ = (id) => document.getElementById(id);
const FIRST_ROWS = 100;

class Page {
  constructor(data) {
    this.model = loadModel(data);
    this.data = data;
    this.choice = { event: 0, thread: -1, cpu: null, unit: "period", widths: "new", norm: true, reverse: false, icicle: false,
      dark: matchMedia("(prefers-color-scheme: dark)").matches, search: "", callers: -1, sort: "own", code: -1, codeView: data.old ? "source" : "code" };
    this.shownRows = FIRST_ROWS;
    this.matches = null;
    this.view = new View(this);
    this.code = new CodePane(this);
    this.prepare();
    this.fill();
    this.fromLink();
    this.listen();
    this.apply();
  }

  /* For pages that have more than this: what they need before the rest; what is counted; what a link holds. */
  prepare() {}
  rows() {
    return this.data.rows;
  }
  addToLink() {}
  readLink() {}

  /* --- numbers --- */

  count() {
    const c = this.choice, m = this.model, old = this.data.old;
    this.sums = countRows(m, this.rows(), c);
    this.oldSums = old ? countRows(m, old, { ...c, event: c.event }) : null;
    this.forward = makeTree(m.parent, m.frame, this.sums.own, this.sums.total, this.oldSums && this.oldSums.total);
    this.functions = countFunctions(m, this.forward, this.sums);
    this.oldFunctions = old ? countFunctions(m, this.forward, this.oldSums) : null;
    const turned = c.reverse || c.callers >= 0;
    this.tree = turned ? reversed(m, this.sums, this.oldSums, c.callers) : this.forward;
    this.view.setTree(this.tree);
  }
  /* The change of a node's share, or of its sum with "normalised" off, by the whole; from -1 to 1. */
  change(tree, i) {
    return this.delta(tree.total[i], tree.oldTotal[i]);
  }
  delta(now, before) {
    const all = this.sums.total[0], was = this.oldSums.total[0];
    if (this.choice.norm)
      return (all ? now / all : 0) - (was ? before / was : 0);
    return (now - before) / (Math.max(all, was) || 1);
  }
  unitName() {
    return this.choice.unit === "samples" ? "samples" : this.data.events[this.choice.event].unit;
  }
  number(v) {
    if (this.unitName() !== "nanoseconds")
      return Math.round(v).toLocaleString("en-US") + (this.choice.unit === "samples" ? v === 1 ? " sample" : " samples" : "");
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
    return this.data.events[this.choice.event].name + (this.choice.callers >= 0 ? ": callers" : this.choice.reverse ? ": reverse" : "");
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
      out.push(`before: ${this.number(t.oldTotal[i])}; change ${this.points(this.change(t, i))} points`);
    return out;
  }

  /* --- what is drawn --- */

  apply() {
    const c = this.choice;
    for (const id of ["event", "thread", "cpu", "unit", "widths"])
      $(id).value = c[id] === null ? "" : String(c[id]);
    for (const id of ["reverse", "icicle", "norm"])
      $(id).checked = c[id];
    $("search").value = c.search;
    $("dark").setAttribute("aria-pressed", String(c.dark));
    document.documentElement.classList.toggle("dark", c.dark);
    this.view.colours.clear();
    this.count();
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
      add(changeColour(0.25, this.choice.dark), "more than before");
      add(changeColour(0, this.choice.dark), "as before");
      add(changeColour(-0.25, this.choice.dark), "less");
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
    this.view.soon();
    this.say(node);
  }
  say(node) {
    $("status").textContent = this.describe(node).join(" \u00b7 ");
  }

  /* --- search and table --- */

  find() {
    const text = this.choice.search;
    let re = null;
    this.wrong = "";
    try {
      re = text ? new RegExp(text, isExact(text) ? "u" : "iu") : null;
    } catch (e) {
      this.wrong = whatIsWrong(text, e.message);
    }
    $("search").classList.toggle("bad", !!this.wrong);
    $("share").classList.toggle("wrong", !!this.wrong);
    if (this.wrong)
      $("search").setAttribute("aria-invalid", "true");
    else
      $("search").removeAttribute("aria-invalid");
    this.matches = re ? this.model.functions.map((f) => re.test(f.name)) : null;
    this.share();
    this.table();
    this.view.soon();
  }
  /* Of the zoomed part: what has a match on its stack, once. */
  share() {
    const t = this.tree, zoom = this.view.zoom;
    let sum = 0;
    if (!this.matches) {
      $("share").textContent = this.wrong;
      return;
    }
    for (let i = zoom; i < t.end[zoom];)
      if (i && this.matches[t.frame[i]]) {
        sum += t.total[i];
        i = t.end[i];
      } else {
        i++;
      }
    const all = t.total[this.view.zoom];
    $("share").textContent = `matched ${all ? (100 * sum / all).toFixed(2) : "0.00"}%`;
  }
  /*
   * Of the zoomed frame and what it calls. Where the tree is turned its frames are no part of the functions' tree, so that the table
   * is of all.
   */
  table() {
    const zoom = this.tree === this.forward ? this.view.zoom : 0, fs = this.model.functions, by = this.choice.sort;
    const { own, total } = zoom ? countFunctions(this.model, this.forward, this.sums, zoom) : this.functions;
    const old = zoom && this.oldSums ? countFunctions(this.model, this.forward, this.oldSums, zoom) : this.oldFunctions;
    const delta = (f) => this.delta(total[f], old.total[f]);
    let list = fs.map((f, i) => i).filter((i) => (total[i] > 0 || (old && old.total[i] > 0)) && (!this.matches || this.matches[i]));
    const key = { own: (i) => own[i], total: (i) => total[i], delta: (i) => Math.abs(delta(i)) }[by];
    list.sort((a, b) => (key ? key(b) - key(a) || total[b] - total[a] : 0) || this.model.rank[a] - this.model.rank[b]);
    $("caption").textContent = `${list.length} functions` + (this.matches ? " that match" : "") +
      (zoom ? `, in percent of ${shortened(this.view.name(zoom), 60)}` : "");
    $("delta-head").hidden = !old;
    for (const b of document.querySelectorAll("th button"))
      b.parentElement.setAttribute("aria-sort", b.dataset.sort !== by ? "none" : by === "name" ? "ascending" : "descending");
    $("more").hidden = list.length <= this.shownRows;
    $("rows").replaceChildren(...list.slice(0, this.shownRows).map((i) => this.row(i, zoom, own, total, old, delta)));
  }
  row(i, zoom, own, total, old, delta) {
    const tr = document.createElement("tr"), f = this.model.functions[i];
    const cell = (text, number) => {
      const td = document.createElement("td");
      if (number)
        td.className = "n";
      td.textContent = text;
      tr.append(td);
      return td;
    };
    for (const v of [own[i], total[i]])
      cell(this.percent(v, this.sums.total[zoom]), true).title = `${this.shares(v, zoom)}, ${this.number(v)}`;
    if (old)
      cell(this.points(delta(i)), true);
    const td = cell(""), find = document.createElement("button"), callers = document.createElement("button");
    const both = document.createElement("span");
    callers.type = find.type = "button";
    callers.className = "callers";
    callers.textContent = "callers";
    callers.setAttribute("aria-label", `callers of ${f.name}`);
    callers.addEventListener("click", () => this.set({ callers: this.choice.callers === i ? -1 : i }));
    find.textContent = f.name;
    find.title = `${f.name}\n${f.file} ${KINDS[f.kind].name}`;
    find.addEventListener("click", () => this.set({ search: exactly(f.name, this.model.functions) }));
    if (f.twin) {
      const which = document.createElement("span");
      which.className = "which";
      which.textContent = (f.file ? f.file + ", " : "") + KINDS[f.kind].name;
      both.append(find, which, callers);
    } else {
      both.append(find, callers);
    }
    const codes = this.code.all.length ? this.code.codesOf(i) : [];
    if (codes.length) {
      const code = document.createElement("button");
      code.type = "button";
      code.className = "callers";
      code.textContent = "code";
      code.setAttribute("aria-label", `code of ${f.name}`);
      code.addEventListener("click", () => this.showCode(codes));
      both.append(code);
    }
    td.append(both);
    return tr;
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
    } else if (Object.keys(what).every((k) => k === "code" || k === "codeView")) {
      this.code.open(this.choice.code);
      this.view.soon();
    } else {
      if (before.event !== this.choice.event || before.reverse !== this.choice.reverse)
        this.choice.callers = what.callers ?? -1;
      this.apply();
    }
    this.toLink(zoom !== this.view.zoom || before.callers !== this.choice.callers || before.reverse !== this.choice.reverse ||
      before.code !== this.choice.code);
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
    d.threads.map((t, i) => [i, `${t[0]} ${t[1] === t[2] ? t[2] : t[1] + "/" + t[2]}`])
      .sort((a, b) => a[1] < b[1] ? -1 : 1).forEach(([i, text]) => option("thread", i, text));
    option("cpu", "", "all");
    [...new Set(d.rows.cpu)].sort((a, b) => a - b).forEach((cpu) => option("cpu", cpu, cpu === 4294967295 ? "not known" : String(cpu)));
    $("widths-label").hidden = $("norm-label").hidden = !d.old;
  }
  /* What is not as it is at first stands in the link's end. With @step the browser's Back leads to what was shown before. */
  toLink(step) {
    const c = this.choice, q = new URLSearchParams(), zoom = this.view.zoom;
    if (c.event) q.set("event", c.event);
    if (c.thread >= 0) q.set("thread", c.thread);
    if (c.cpu !== null) q.set("cpu", c.cpu);
    if (c.unit !== "period") q.set("unit", c.unit);
    if (c.widths !== "new") q.set("widths", c.widths);
    if (!c.norm) q.set("norm", 0);
    if (c.reverse) q.set("reverse", 1);
    if (c.icicle) q.set("icicle", 1);
    if (c.callers >= 0) q.set("callers", c.callers);
    if (c.search) q.set("search", c.search);
    if (c.code >= 0) q.set("code", c.code);
    if (c.code >= 0 && c.codeView !== (this.data.old ? "source" : "code")) q.set("show", c.codeView);
    if (zoom) q.set("zoom", zoom);
    this.addToLink(q);
    this.link = String(q) ? "#" + q : "";
    if (location.hash !== this.link)
      history[step ? "pushState" : "replaceState"](null, "", this.link || location.pathname + location.search);
  }
  fromLink() {
    const q = new URLSearchParams(location.hash.slice(1)), c = this.choice, d = this.data;
    const number = (key, none, limit) => {
      const v = parseInt(q.get(key), 10);
      return v >= 0 && v < limit ? v : none;
    };
    c.event = number("event", 0, d.events.length);
    c.thread = number("thread", -1, d.threads.length);
    c.cpu = number("cpu", null, 2 ** 32);
    c.unit = q.get("unit") === "samples" ? "samples" : "period";
    c.widths = q.get("widths") === "old" && d.old ? "old" : "new";
    c.norm = q.get("norm") !== "0";
    c.reverse = q.get("reverse") === "1";
    c.icicle = q.get("icicle") === "1";
    c.callers = number("callers", -1, this.model.functions.length);
    c.search = q.get("search") || "";
    c.code = number("code", -1, this.code.all.length);
    c.codeView = ["code", "source"].includes(q.get("show")) ? q.get("show") : d.old ? "source" : "code";
    this.wantedZoom = number("zoom", 0, 2 ** 31);
    this.readLink(q);
  }

  /* --- hands --- */

  listen() {
    const c = this.choice, canvas = $("canvas");
    for (const id of ["event", "thread"])
      $(id).addEventListener("change", (e) => this.set({ [id]: Number(e.target.value) }));
    $("cpu").addEventListener("change", (e) => this.set({ cpu: e.target.value === "" ? null : Number(e.target.value) }));
    for (const id of ["unit", "widths"])
      $(id).addEventListener("change", (e) => this.set({ [id]: e.target.value }));
    for (const id of ["reverse", "icicle", "norm"])
      $(id).addEventListener("change", (e) => this.set({ [id]: e.target.checked }));
    $("search").addEventListener("input", (e) => this.set({ search: e.target.value }));
    $("reset").addEventListener("click", () => this.set({ search: "", callers: -1 }));
    $("dark").addEventListener("click", () => this.set({ dark: !c.dark }));
    $("svg").addEventListener("click", () => this.saveSvg());
    $("help").addEventListener("click", () => $("keys").showModal());
    $("more").addEventListener("click", () => {
      this.shownRows *= 4;
      this.table();
    });
    document.querySelectorAll("th button").forEach((b) => b.addEventListener("click", () => {
      c.sort = b.dataset.sort;
      this.table();
    }));
    $("controls").addEventListener("submit", (e) => e.preventDefault());
    canvas.addEventListener("click", (e) => {
      const b = this.view.at(e.offsetX, e.offsetY);
      if (b)
        this.zoomTo(b.node);
    });
    canvas.addEventListener("mousemove", (e) => this.tip(e));
    canvas.addEventListener("mouseleave", () => { $("tip").hidden = true; });
    canvas.addEventListener("keydown", (e) => this.graphKey(e));
    document.addEventListener("keydown", (e) => this.key(e));
    addEventListener("hashchange", () => {
      if (location.hash !== this.link) {
        this.link = location.hash;
        this.fromLink();
        this.apply();
      }
    });
  }
  tip(e) {
    const b = this.view.at(e.offsetX, e.offsetY), tip = $("tip");
    tip.hidden = !b;
    if (!b)
      return;
    tip.replaceChildren(...this.describe(b.node).map((text, i) => {
      const line = document.createElement(i ? "span" : "b");
      line.textContent = text.length > 2000 ? text.slice(0, 2000) + "\u2026" : text;
      return line;
    }));
    tip.style.left = Math.max(0, Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = (e.clientY + 18 + tip.offsetHeight < innerHeight ? e.clientY + 18 : Math.max(0, e.clientY - tip.offsetHeight - 8)) + "px";
  }
  saveSvg() {
    const url = URL.createObjectURL(new Blob([this.svg()], { type: "image/svg+xml" })), a = document.createElement("a");
    a.href = url;
    a.download = "flamegraph.svg";
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
  svg() {
    this.view.draw();
    return svgOf(this.view);
  }
  key(e) {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== "checkbox", c = this.choice;
    if (e.ctrlKey || e.altKey || e.metaKey || $("keys").open)
      return;
    if (typing) {
      if (e.key === "Escape") {
        e.preventDefault();
        $("canvas").focus();
      }
      return;
    }
    const does = { "/": () => $("search").focus(), "r": () => this.set({ reverse: !c.reverse }), "i": () => this.set({ icicle: !c.icicle }),
      "d": () => this.set({ dark: !c.dark }), "e": () => this.saveSvg(), "?": () => $("keys").showModal(),
      "Escape": () => this.leave(), "Backspace": () => this.zoomTo(this.tree.parent[this.view.zoom]),
      "a": () => this.codeHere(), "h": () => this.code.hottest(),
      "c": () => this.set({ callers: this.view.cursor ? this.tree.frame[this.view.cursor] : -1 }) }[e.key];
    if (does) {
      e.preventDefault();
      does();
    }
  }
  /* One step out of what was chosen last: a zoom is in the tree of the callers, and a search in both. */
  leave() {
    if (this.choice.code >= 0) {
      this.set({ code: -1 });
      $("canvas").focus();
    } else if (this.view.zoom) {
      this.zoomTo(0);
    } else if (this.choice.callers >= 0) {
      this.set({ callers: -1 });
    } else if (this.choice.search) {
      this.set({ search: "" });
    } else {
      this.moveTo(0);
    }
  }
  graphKey(e) {
    const t = this.tree, at = this.view.cursor, up = this.choice.icicle ? "ArrowDown" : "ArrowUp";
    const down = this.choice.icicle ? "ArrowUp" : "ArrowDown", shown = new Set(this.view.boxes.map((b) => b.node));
    const list = (i) => {
      const out = [];
      for (let k = i + 1; k < t.end[i]; k = t.end[k])
        if (shown.has(k))
          out.push(k);
      return out;
    };
    let to = -1;
    if (e.key === up) {
      const inner = list(at);
      to = inner.length ? inner.reduce((a, b) => this.view.width(b) > this.view.width(a) ? b : a) : -1;
    } else if (e.key === down) {
      to = at ? t.parent[at] : -1;
    } else if ((e.key === "ArrowLeft" || e.key === "ArrowRight") && at) {
      const beside = list(t.parent[at]);
      to = beside[beside.indexOf(at) + (e.key === "ArrowLeft" ? -1 : 1)] ?? -1;
    } else if (e.key === "Enter") {
      e.preventDefault();
      this.zoomTo(at);
      return;
    }
    if (!e.key.startsWith("Arrow"))
      return;
    e.preventDefault();
    if (to >= 0)
      this.moveTo(to);
  }
}
