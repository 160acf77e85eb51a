/* The search, what is found, and the table of functions. */

Object.assign(Page.prototype, {
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
    $("of-search").hidden = !re;
    this.matches = re ? this.model.functions.map((f) => re.test(f.name)) : null;
    this.share();
    this.table();
    this.view.soon();
  },
  /* Of the zoomed part: what has a match on its stack, once. */
  share() {
    const t = this.tree, zoom = this.view.zoom;
    if (!this.matches) {
      $("share").textContent = this.wrong;
      return;
    }
    const sum = t.side && !zoom ? this.matchedAround() : this.matchedWithin(t, zoom, t.end[zoom]);
    const all = t.total[zoom];
    $("share").textContent = `matched ${all ? (100 * sum / all).toFixed(2) : "0.00"}%`;
  },
  /* Of the nodes from @from to @to, which are whole subtrees. */
  matchedWithin(t, from, to) {
    let sum = 0;
    for (let i = from; i < to;)
      if (i && this.matches[t.frame[i]]) {
        sum += t.total[i];
        i = t.end[i];
      } else {
        i++;
      }
    return sum;
  },
  /* The same of a function's callers and callees: a match may be on both sides of it, and counts once. */
  matchedAround() {
    const t = this.forward;
    let sum = 0;
    for (const start of outermost(t, this.choice.callers)) {
      let above = t.parent[start];
      while (above && !this.matches[t.frame[above]])
        above = t.parent[above];
      sum += above ? t.total[start] : this.matchedWithin(t, start, t.end[start]);
    }
    return sum;
  },
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
    const key = { own: (i) => own[i], total: (i) => total[i], delta: (i) => this.besideName() ? old.total[i] : Math.abs(delta(i)) }[by];
    list.sort((a, b) => (key ? key(b) - key(a) || total[b] - total[a] : 0) || this.model.rank[a] - this.model.rank[b]);
    $("caption").textContent = `${list.length} functions` + (this.matches ? " that match" : "") +
      (zoom ? `, in percent of ${shortened(this.view.name(zoom), 60)}` : "");
    $("delta-head").hidden = !old;
    $("delta-head").firstChild.textContent = this.besideName() ? "Beside" : "Change";
    for (const b of document.querySelectorAll("th button"))
      b.parentElement.setAttribute("aria-sort", b.dataset.sort !== by ? "none" : by === "name" ? "ascending" : "descending");
    $("more").hidden = list.length <= this.shownRows;
    $("rows").replaceChildren(...list.slice(0, this.shownRows).map((i) => this.row(i, zoom, own, total, old, delta)));
    this.treeTable.show();
  },
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
    if (old && this.besideName())
      cell(this.percent(old.total[i], this.oldSums.total[zoom]), true).title = `${this.besideName()}: ${this.besideNumber(old.total[i])}; difference ${this.points(delta(i))} points`;
    else if (old)
      cell(this.points(delta(i)), true);
    const td = cell(""), find = document.createElement("button"), callers = document.createElement("button");
    const both = document.createElement("span");
    callers.type = find.type = "button";
    callers.className = "callers";
    callers.textContent = "callers";
    callers.setAttribute("aria-label", `callers of ${f.name}`);
    callers.addEventListener("click", () => this.set({ callers: this.choice.callers === i ? -1 : i }));
    tr.addEventListener("contextmenu", (e) => this.menu.open(e, i, -1));
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
  },
});
