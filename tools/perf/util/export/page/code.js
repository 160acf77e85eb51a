/* The pane with a function's code: its source lines and instructions, with what was counted at each. */

const CODE_ROWS = 3000;		/* so many rows are made at once */

class CodePane {
  constructor(page) {
    this.page = page;
    this.code = page.data.code;
    this.all = this.code ? this.code.functions : [];
    this.shown = -1;
    this.of = new Map();		/* a function of the page -> its codes, that with most first */
    this.all.forEach((c, i) => this.of.has(c.function) ? this.of.get(c.function).push(i) : this.of.set(c.function, [i]));
    this.texts = this.code ? this.code.sources.map((s) => new Map(s.line.map((n, i) => [n, s.text[i]]))) : [];
    if (this.code)
      this.listen();
  }

  /* --- which code --- */

  /* Of a function that is inlined: those that samples were taken in within it. */
  codesOf(f) {
    const m = this.page.model, own = this.of.get(f), functions = m.functions, out = new Set(own || []);
    const alike = functions[f].kind === 3 ? functions.findIndex((g) => g.name === functions[f].name && g.file === functions[f].file && g.kind < 2) : -1;
    for (const i of this.of.get(alike) || [])
      out.add(i);
    if (functions[f].kind === 2)
      for (const c of this.aroundAll().get(f) || [])
        out.add(c);
    return [...out];
  }
  /* Of each function that is inlined: the codes around it. The tree is walked through once. */
  aroundAll() {
    const m = this.page.model;
    if (this.inlined)
      return this.inlined;
    this.inlined = new Map();
    for (let i = 1; i < m.parent.length; i++) {
      const f = m.frame[i], codes = m.functions[f].kind === 2 ? this.around(m, i) : [];
      if (codes.length && !this.inlined.has(f))
        this.inlined.set(f, new Set());
      for (const c of codes)
        this.inlined.get(f).add(c);
    }
    return this.inlined;
  }
  /* The code around node @i of a tree whose parents are callers. */
  around(tree, i) {
    while (i && this.page.model.functions[tree.frame[i]].kind === 2)
      i = tree.parent[i];
    return (i && this.of.get(tree.frame[i])) || [];
  }
  ofNode(i) {
    const p = this.page;
    if (!i)
      return [];
    const here = p.tree === p.forward ? this.around(p.tree, i) : [];
    return here.length ? here : this.codesOf(p.tree.frame[i]);
  }

  /* --- rows: { kind, v, before, metrics, line, text, source, target, call } --- */

  sourceRow(source, line, extra) {
    const text = this.texts[source].get(line), path = this.code.sources[source].path;
    return { kind: "source", source, line, text: text === undefined ? `${path.slice(path.lastIndexOf("/") + 1)}:${line || "?"}` : text, ...extra };
  }
  /* Instructions in the order of their addresses, and in front of them the lines that they were made from. */
  instructions(c, sums) {
    const out = [], upto = new Map(), calls = new Map(c.calls);
    let last = -1, address = BigInt("0x" + c.start);
    c.at.forEach((step, i) => {
      const place = c.place[i];
      address += BigInt(step);
      if (place >= 0 && place !== last) {
        const [source, line, inlined] = c.places[place], seen = upto.get(source) || 0;
        let from = line;
        if (line > seen && line) {
          from = Math.max(seen + 1, line - 5, 1);
          upto.set(source, line);
        }
        for (let n = from; n <= line; n++)
          if (n === line || this.texts[source].has(n))
            out.push(this.sourceRow(source, n, n === line ? { inlined, code: true } : {}));
        last = place;
      }
      out.push({ kind: "insn", v: sums.rows[i], before: sums.was && sums.was.rows ? sums.was.rows[i] : undefined, metrics: sums.metrics.rows.get(i), line: address.toString(16), text: c.text[i], insn: i, target: c.target[i] - 1, call: calls.get(i) });
    });
    return out;
  }
  /* Files, that with most first, with the lines that code was made from and those just before them. */
  lines(c, sums) {
    const files = new Map(), out = [];
    for (const [first, line] of c.places) {
      const source = this.file(c, first);
      if (!files.has(source))
        files.set(source, new Set());
      for (let n = Math.max(1, line - 5); n < line; n++)
        if (this.texts[source].has(n))
          files.get(source).add(n);
      files.get(source).add(line);
    }
    const at = (map, source, line) => map.get(source + ":" + line) || 0;
    const total = new Map([...files].map(([source, numbers]) => [source, [...numbers].reduce((sum, n) => sum + at(sums.lines, source, n), 0)]));
    const coded = new Set(c.places.map(([source, line]) => this.file(c, source) + ":" + line));
    for (const source of [...files.keys()].sort((a, b) => total.get(b) - total.get(a) || a - b)) {
      out.push({ kind: "file", text: this.code.sources[source].path, v: total.get(source), source, line: 0 });
      for (const n of [...files.get(source)].sort((a, b) => a - b)) {
        const code = coded.has(source + ":" + n);
        out.push(this.sourceRow(source, n, { code, v: code ? at(sums.lines, source, n) : undefined, before: code ? at(sums.before, source, n) : undefined,
          metrics: sums.metrics.lines.get(source + ":" + n) }));
      }
    }
    const rest = sums.lines.get("") || 0;
    if (rest || sums.before.get(""))
      out.push({ kind: "file", text: "code without source lines", v: rest, before: sums.before.get("") || 0, source: -1, line: 0 });
    return out;
  }

  /* --- what is shown --- */

  isOpen() {
    return this.shown >= 0;
  }
  open(i) {
    this.shown = i;
    this.limit = CODE_ROWS;
    this.draw();
  }
  close() {
    this.shown = -1;
    this.draw();
  }
  draw() {
    if (!this.code)
      return;
    $("code").hidden = !this.isOpen();
    document.body.classList.toggle("with-code", this.isOpen());
    if (!this.isOpen())
      return;
    const c = this.all[this.shown], p = this.page, sums = this.count(c), view = p.choice.codeView;
    this.list = view === "source" ? this.lines(c, sums) : this.instructions(c, sums);
    this.sums = sums;
    $("code-of").value = String(this.shown);
    $("code-view").value = view;
    $("code-change").hidden = !sums.was || (c.old && view !== "source");
    $("code-own").textContent = this.withCalls(c) ? "Total" : "Own";
    $("code-calls").checked = this.withCalls(c);
    $("code-calls").disabled = c.onlyCalls;
    $("code-where").textContent = view === "source" ? "Line" : "Line, address";
    const words = p.besideWords(), metrics = this.code.metrics.map(([name], i) => `, ${name} ${this.metricText(sums.metrics.all[i])}`).join("");
    $("code-caption").textContent = `${c.name} (${c.file}): ${p.number(sums.all)}` +
      (this.isNarrow() ? `, ${this.withCalls(c) ? "total" : "own"} ${p.percent(sums.all)}` : this.whatIsWide()) +
      (sums.was ? `; ${words.other}: ${p.besideNumber(sums.old)}` : "") + metrics;
    const more = this.code.left_out, notes = c.lack ? [`Its instructions are not all here: ${c.lack}.`] : [];
    if (more)
      notes.push(`Not on this page, which would be too large: the code of ${more} more function${more > 1 ? "s" : ""}, with smaller shares.`);
    $("code-note").textContent = notes.join(" ");
    $("code-note").hidden = !notes.length;
    this.hot = this.list.map((r, i) => i).filter((i) => this.list[i].v > 0 && this.list[i].kind !== "file")
      .sort((a, b) => this.list[b].v - this.list[a].v || a - b);
    this.nextHot = 0;
    $("code-next").disabled = !this.hot.length;
    this.fill();
  }
  whatIsWide() {
    const stacks = this.page.choice.steps.length ? ["stacks"] : [];
    return ` of all ${[...(this.code.threads ? [] : ["threads"]), ...(this.code.cpus ? [] : ["CPUs"]), ...stacks].join(", ")}`;
  }
  fill() {
    const to = Math.min(this.list.length, this.limit);
    this.current = 0;
    $("code-rows").replaceChildren(...this.list.slice(0, to).map((r, i) => this.row(r, i)));
    $("code-more").hidden = to === this.list.length;
  }
  row(r, i) {
    const tr = document.createElement("tr"), p = this.page, all = this.sums.all;
    const cell = (name, text) => {
      const td = document.createElement("td");
      td.className = name;
      td.textContent = text;
      tr.append(td);
      return td;
    };
    tr.className = r.kind + (r.code ? " coded" : "");
    tr.tabIndex = i ? -1 : 0;
    const own = cell("n", r.v > 0 ? p.percent(r.v, all) : "");
    if (r.v > 0) {
      own.title = `${p.percent(r.v)} of all, ${p.number(r.v)}`;
      if (r.kind !== "file")
        own.style.background = `color-mix(in srgb, var(--match) ${Math.round(70 * Math.sqrt(r.v / all))}%, transparent)`;
    }
    if (!$("code-change").hidden)
      cell("n", r.before === undefined || !(r.v > 0 || r.before > 0) ? "" : p.points(p.delta(r.v, r.before))).title =
        r.before === undefined ? "" : `${p.besideWords().other}: ${p.besideNumber(r.before)}`;
    for (let k = 0; k < this.code.metrics.length; k++)
      cell("n", this.metricText(r.metrics && r.metrics[k]));
    this.where(cell("where", ""), r);
    const text = cell("text", r.text === null ? "(not known)" : r.text);
    if (r.inlined) {
      const from = document.createElement("span");
      from.className = "inlined";
      from.textContent = ` inlined: ${r.inlined}`;
      text.append(from);
    }
    this.follow(text, r);
    return tr;
  }
  /* The line's number, as a link if the page has links. */
  where(td, r) {
    const link = r.kind === "insn" || r.source < 0 ? null : this.code.sources[r.source].link;
    const text = r.kind === "file" ? (link ? "open" : "") : r.line ? String(r.line) : "";
    if (!link) {
      td.textContent = text;
      return;
    }
    const a = document.createElement("a");
    a.href = link.replaceAll("{line}", String(r.line || 1));
    a.target = "_blank";
    a.rel = "noopener noreferrer";
    a.textContent = text || "open";
    a.setAttribute("aria-label", `open ${this.code.sources[r.source].path}` + (r.line ? `, line ${r.line}` : ""));
    td.append(a);
  }
  /* Where a jump or a call leads. */
  follow(td, r) {
    const codes = r.call === undefined ? undefined : this.of.get(r.call);
    if (!(r.target >= 0) && !codes)
      return;
    const b = document.createElement("button");
    b.type = "button";
    b.className = "callers";
    if (codes) {
      b.textContent = "its code";
      b.setAttribute("aria-label", `code of ${this.all[codes[0]].name}`);
      b.addEventListener("click", () => this.page.set({ code: codes[0] }));
    } else {
      b.textContent = r.target > r.insn ? "\u2193" : "\u2191";
      b.setAttribute("aria-label", "go to where it jumps to");
      b.addEventListener("click", () => this.goTo(this.list.findIndex((k) => k.insn === r.target)));
    }
    td.append(b);
  }

  /* --- hands --- */

  goTo(i) {
    if (i < 0 || i >= this.list.length)
      return;
    if (i >= this.limit) {
      this.limit = i + CODE_ROWS;
      this.fill();
    }
    const rows = $("code-rows").rows;
    rows[this.current].tabIndex = -1;
    this.current = i;
    rows[i].tabIndex = 0;
    rows[i].focus({ preventScroll: true });
    rows[i].scrollIntoView({ block: "center" });
  }
  hottest() {
    if (this.isOpen() && this.hot.length)
      this.goTo(this.hot[this.nextHot++ % this.hot.length]);
  }
  key(e) {
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity }[e.key];
    if (e.ctrlKey || e.altKey || e.metaKey)
      return;
    if (e.key === "Enter" && e.target.tagName === "TR") {
      const does = e.target.querySelector("button, a");
      if (does)
        does.click();
      e.preventDefault();
    } else if (move) {
      e.preventDefault();
      this.goTo(Math.max(0, Math.min(this.list.length - 1, this.current + move)));
    }
  }
  listen() {
    this.all.forEach((c, i) => $("code-of").append(new Option(`${c.name} (${c.file})`, i)));
    $("code-of").addEventListener("change", (e) => this.page.set({ code: Number(e.target.value) }));
    $("code-view").addEventListener("change", (e) => this.page.set({ codeView: e.target.value }));
    $("code-calls-label").hidden = !this.code.calls;
    $("code-calls").addEventListener("change", (e) => this.page.set({ codeCalls: e.target.checked }));
    $("code-where").before(...this.code.metrics.map(([name]) => Object.assign(document.createElement("th"), { scope: "col", textContent: name })));
    $("code-next").addEventListener("click", () => this.hottest());
    $("code-close").addEventListener("click", () => this.page.set({ code: -1 }));
    $("code-more").addEventListener("click", () => {
      this.limit += CODE_ROWS;
      this.fill();
    });
    $("code-table").addEventListener("keydown", (e) => this.key(e));
    $("code-rows").addEventListener("focusin", (e) => {
      const tr = e.target.closest("tr");
      if (tr)
        this.current = tr.sectionRowIndex;
    });
  }
}
