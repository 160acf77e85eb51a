/* What can be done with a function, beside the frame or the row that was asked: a menu. And the steps that were taken, each to be taken back. */

Object.assign(Page.prototype, {
  step(step) {
    this.set({ steps: [...this.choice.steps, step] });
  },
  /* The function under the cursor; -1: there is none. */
  functionHere() {
    const t = this.tree, at = this.view.cursor || (t.side ? 1 : 0);
    return at ? t.frame[at] : -1;
  },
  stepHere(op) {
    const f = this.functionHere();
    if (f >= 0)
      this.step({ op, of: String(f), file: false });
    else
      $("status").textContent = "Move to a frame first: this is about its function.";
  },
  /* Of the function under the cursor; at the root it changes what is shown of the one that was chosen, or leaves it. */
  around(ways) {
    const c = this.choice;
    if (this.view.cursor)
      this.set({ callers: this.tree.frame[this.view.cursor], ways });
    else if (c.callers >= 0 && c.ways !== ways)
      this.set({ ways });
    else
      this.set({ callers: -1 });
  },
  showSteps() {
    const steps = this.choice.steps;
    $("steps").hidden = !steps.length;
    $("steps-list").replaceChildren(...steps.map((step, i) => {
      const item = document.createElement("li"), button = document.createElement("button"), text = stepText(this.model, step);
      button.type = "button";
      button.textContent = "\u00d7";
      button.setAttribute("aria-label", `take back: ${text}`);
      button.addEventListener("click", () => this.set({ steps: steps.filter((_, k) => k !== i) }));
      item.append(shortened(text, 80), button);
      item.title = text;
      return item;
    }));
  },
});

class FunctionMenu {
  constructor(page) {
    this.page = page;
    this.box = $("menu");
    this.box.addEventListener("keydown", (e) => this.key(e));
    document.addEventListener("pointerdown", (e) => {
      if (!this.box.contains(e.target))
        this.close();
    });
  }
  /* @node: the frame that was asked, or -1. */
  items(f, node) {
    const p = this.page, of = String(f), step = (op, file = false) => () => p.step({ op, of, file }), file = p.model.functions[f].file;
    const codes = p.code.all.length ? node >= 0 ? p.code.ofNode(node) : p.code.codesOf(f) : [];
    return [
      ...node >= 0 ? [["Zoom into it (Enter)", () => p.zoomTo(node)]] : [],
      ["Callers (c)", () => p.set({ callers: f, ways: "callers" })], ["Callees (C)", () => p.set({ callers: f, ways: "callees" })],
      ["Callers and callees (b)", () => p.set({ callers: f, ways: "both" })],
      ...codes.length ? [["Its code (a)", () => p.showCode(codes)]] : [],
      ["Only stacks that have it (=)", step("with")], ["Without stacks that have it (x)", step("without")],
      ["Its frames are gone: its callers call what it called (j)", step("joined")], ["Its recursion is collapsed (l)", step("collapsed")],
      ...file ? [[`Only stacks with ${shortened(file, 40)}`, step("with", true)], [`Without stacks that have ${shortened(file, 40)}`, step("without", true)],
        [`Frames of ${shortened(file, 40)} are gone`, step("joined", true)]] : [],
      ["Search for it (/)", () => p.set({ search: exactly(p.model.functions[f].name, p.model.functions) })],
    ];
  }
  /* What the search finds, as an expression. */
  searchItems() {
    const p = this.page, of = `/${p.choice.search}/`, step = (op) => () => {
      p.choice.search = "";
      p.step({ op, of, file: false });
    };
    return [["Only stacks that have one of them", step("with")], ["Without stacks that have one", step("without")],
      ["Their frames are gone: their callers call what they called", step("joined")], ["The recursion of each is collapsed", step("collapsed")]];
  }
  openSearch() {
    const r = $("of-search").getBoundingClientRect();
    this.show(`what ${this.page.choice.search} finds`, this.searchItems(), r.left, r.bottom);
  }
  open(e, f, node) {
    e.preventDefault();
    this.show(this.page.model.functions[f].name, this.items(f, node), e.clientX, e.clientY);
  }
  /* Of the function under the cursor, beside its frame. */
  openHere() {
    const p = this.page, f = p.functionHere(), node = p.view.cursor || (p.tree.side ? 1 : 0), r = $("canvas").getBoundingClientRect();
    const b = p.view.boxes.find((x) => x.node === node);
    if (f < 0 || !b)
      $("status").textContent = "Move to a frame first: m shows what can be done with its function.";
    else
      this.show(p.model.functions[f].name, this.items(f, node), r.left + b.x + 8, r.top + p.view.top(b.row, p.view.height) - p.view.scroll.scrollTop + ROW);
  }
  show(of, items, x, y) {
    this.before = document.activeElement;
    const name = document.createElement("p");
    name.textContent = shortened(of, 200);
    name.setAttribute("role", "presentation");
    this.box.replaceChildren(name, ...items.map(([text, does]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "menuitem");
      button.textContent = text;
      button.addEventListener("click", () => {
        this.close();
        does();
      });
      return button;
    }));
    this.box.setAttribute("aria-label", of);
    this.box.hidden = false;
    this.box.style.left = Math.max(0, Math.min(x, innerWidth - this.box.offsetWidth - 8)) + "px";
    this.box.style.top = Math.max(0, Math.min(y, innerHeight - this.box.offsetHeight - 8)) + "px";
    this.box.querySelector("button").focus();
  }
  close() {
    if (this.box.hidden)
      return;
    this.box.hidden = true;
    if (this.before)
      this.before.focus();
  }
  key(e) {
    const items = [...this.box.querySelectorAll("button")], at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[e.key];
    if (e.key === "Escape" || e.key === "Tab")
      this.close();
    else if (to !== undefined)
      items[(to + items.length) % items.length].focus();
    else
      return;
    e.preventDefault();
    e.stopPropagation();
  }
}
