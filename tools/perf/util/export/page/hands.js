/* Mouse and keys. */

Object.assign(Page.prototype, {
  listen() {
    const c = this.choice, canvas = $("canvas");
    $("event").addEventListener("change", (e) => this.set({ event: Number(e.target.value) }));
    $("thread").addEventListener("change", (e) => this.set(e.target.value.startsWith("of ") ? { thread: -1, comm: e.target.value.slice(3) }
      : { thread: Number(e.target.value), comm: null }));
    $("cpu").addEventListener("change", (e) => this.set({ cpu: e.target.value === "" ? null : Number(e.target.value) }));
    for (const id of ["unit", "widths", "ways", "beside", "group"])
      $(id).addEventListener("change", (e) => this.set({ [id]: e.target.value }));
    for (const id of ["reverse", "icicle", "norm"])
      $(id).addEventListener("change", (e) => this.set({ [id]: e.target.checked }));
    $("search").addEventListener("input", (e) => this.set({ search: e.target.value }));
    $("reset").addEventListener("click", () => this.set({ search: "", callers: -1, steps: c.steps.length ? [] : c.steps }));
    $("of-search").addEventListener("click", () => this.menu.openSearch());
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
    canvas.addEventListener("contextmenu", (e) => {
      const b = this.view.at(e.offsetX, e.offsetY);
      if (b && b.node)
        this.menu.open(e, this.tree.frame[b.node], b.node);
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
  },
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
  },
  saveSvg() {
    const url = URL.createObjectURL(new Blob([this.svg()], { type: "image/svg+xml" })), a = document.createElement("a");
    a.href = url;
    a.download = "flamegraph.svg";
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  },
  svg() {
    this.view.draw();
    return svgOf(this.view);
  },
  key(e) {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) && e.target.type !== "checkbox", c = this.choice;
    if (e.ctrlKey || e.altKey || e.metaKey || $("keys").open || !$("menu").hidden)
      return;
    if (typing) {
      if (e.key === "Escape") {
        e.preventDefault();
        $("canvas").focus();
      }
      return;
    }
    const does = { "/": () => $("search").focus(), "r": () => this.set({ reverse: !c.reverse }), "i": () => this.set({ icicle: !c.icicle }),
      "d": () => this.set({ dark: !c.dark }), "e": () => this.saveSvg(), "?": () => $("keys").showModal(), "n": () => this.notes.begin(),
      "Escape": () => this.leave(), "Backspace": () => this.zoomTo(this.tree.parent[this.view.zoom]),
      "a": () => this.codeHere(), "h": () => this.code.hottest(),
      "c": () => this.around("callers"), "C": () => this.around("callees"), "b": () => this.around("both"),
      "=": () => this.stepHere("with"), "x": () => this.stepHere("without"), "j": () => this.stepHere("joined"),
      "l": () => this.stepHere("collapsed"), "R": () => this.step({ op: "shortened" }), "m": () => this.menu.openHere(),
      "t": () => this.set({ list: c.list === "tree" ? "functions" : "tree" }) }[e.key];
    if (does) {
      e.preventDefault();
      does();
    }
  },
  /* One step out of what was chosen last: a zoom is in the tree of the callers, and a search in both. */
  leave() {
    if (this.choice.code >= 0) {
      this.set({ code: -1 });
      $("canvas").focus();
    } else if (this.view.zoom) {
      this.zoomTo(0);
    } else if (this.choice.callers >= 0) {
      this.set({ callers: -1 });
    } else if (this.choice.steps.length) {
      this.set({ steps: this.choice.steps.slice(0, -1) });
    } else if (this.choice.search) {
      this.set({ search: "" });
    } else {
      this.moveTo(0);
    }
  },
  graphKey(e) {
    const t = this.tree, at = t.side && !this.view.cursor ? 1 : this.view.cursor, shown = new Set(this.view.boxes.map((b) => b.node));
    /* Callers that stand behind a function lie on its other side. */
    const far = !!(t.side && t.side[at]), up = this.choice.icicle !== far ? "ArrowDown" : "ArrowUp", down = up === "ArrowUp" ? "ArrowDown" : "ArrowUp";
    const list = (i, side = far) => {
      const out = [];
      for (let k = i + 1; k < t.end[i]; k = t.end[k])
        if (shown.has(k) && (!t.side || !!t.side[k] === side))
          out.push(k);
      return out;
    };
    const widest = (nodes) => nodes.length ? nodes.reduce((a, b) => this.view.width(b) > this.view.width(a) ? b : a) : -1;
    let to = -1;
    if (e.key === up) {
      to = widest(list(at));
    } else if (e.key === down) {
      to = t.side && at === 1 ? widest(list(at, true)) : at ? t.parent[at] : -1;
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
  },
});
