/* The call tree that is drawn, as a table: frames with most first, opened and closed. */

const TREE_CHILDREN = 50;		/* so many of a frame are shown at first */

class TreeTable {
  constructor(page) {
    this.page = page;
    this.body = $("tree-rows");
    this.body.addEventListener("keydown", (e) => this.key(e));
    document.querySelectorAll("#list-of button").forEach((b) => b.addEventListener("click", () => page.set({ list: b.dataset.list })));
  }
  /* The tree is another one: along the way that most samples went it is open. */
  setTree() {
    const t = this.page.tree, zoom = this.page.view.zoom;
    this.open = new Set([zoom]);
    this.whole = new Set();
    this.at = zoom;
    for (let i = zoom; ;) {
      const next = this.children(i)[0];
      if (next === undefined || this.weight(next) < this.weight(zoom) / 2)
        break;
      this.open.add(next);
      i = next;
    }
    this.of = t;
    this.zoom = zoom;
  }
  weight(i) {
    const t = this.page.tree;
    return t.oldTotal ? Math.max(t.total[i], t.oldTotal[i]) : t.total[i];
  }
  /* Those with most first; callers that stand behind a function come after its callees. */
  children(i) {
    const t = this.page.tree, out = [];
    for (let k = i + 1; k < t.end[i]; k = t.end[k])
      if (this.weight(k) > 0)
        out.push(k);
    return out.sort((a, b) => (t.side ? t.side[a] - t.side[b] : 0) || this.weight(b) - this.weight(a) || a - b);
  }
  show() {
    const p = this.page, shown = p.choice.list === "tree";
    for (const b of document.querySelectorAll("#list-of button"))
      b.setAttribute("aria-pressed", String(b.dataset.list === p.choice.list));
    $("function-table").hidden = shown;
    $("tree-table").hidden = !shown;
    if (!shown)
      return;
    $("more").hidden = true;
    if (this.of !== p.tree || this.zoom !== p.view.zoom)
      this.setTree();
    $("tree-change").hidden = !p.tree.oldTotal;
    $("tree-change").textContent = p.besideName() ? "Beside" : "Change";
    $("tree-caption").textContent = p.view.name(p.view.zoom);
    const rows = [], list = (i, level) => {
      const all = this.children(i), some = this.whole.has(i) ? all : all.slice(0, TREE_CHILDREN);
      for (const k of some) {
        rows.push(this.row(k, level));
        if (this.open.has(k))
          list(k, level + 1);
      }
      if (some.length < all.length)
        rows.push(this.more(i, all.length - some.length, level));
    };
    list(this.zoom, 1);
    this.body.replaceChildren(...rows);
    this.focusable();
  }
  row(i, level) {
    const tr = document.createElement("tr"), p = this.page, t = p.tree, inner = this.children(i).length > 0, all = t.total[this.zoom];
    const cell = (text, number) => {
      const td = document.createElement("td");
      td.setAttribute("role", "gridcell");
      if (number)
        td.className = "n";
      td.textContent = text;
      tr.append(td);
      return td;
    };
    for (const v of [t.total[i], t.own[i]])
      cell(p.percent(v, all), true).title = `${p.percent(v)} of all, ${p.number(v)}`;
    if (t.oldTotal)
      cell(p.besideName() ? p.percent(t.oldTotal[i], t.oldTotal[p.view.zoom]) : p.points(p.change(t, i)), true);
    const td = cell(""), sign = document.createElement("span"), name = document.createElement("span");
    sign.textContent = !inner ? "" : this.open.has(i) ? "\u25be" : "\u25b8";
    sign.className = "sign";
    sign.setAttribute("aria-hidden", "true");
    name.textContent = (t.side && t.side[i] ? "\u2190 " : "") + p.view.name(i);
    td.style.paddingLeft = `${Math.min(level - 1, 40) * 0.8 + 0.5}em`;
    td.title = p.describe(i).slice(0, 2).join("\n");
    td.append(sign, name);
    tr.setAttribute("role", "row");
    tr.setAttribute("aria-level", level);
    if (inner)
      tr.setAttribute("aria-expanded", String(this.open.has(i)));
    if (p.matches && p.matches[t.frame[i]])
      tr.className = "match";
    tr.dataset.node = i;
    tr.addEventListener("click", (e) => {
      this.at = i;
      if (inner && (e.target === sign || e.detail === 2))
        this.turn(i);
      else
        this.move(i);
    });
    tr.addEventListener("contextmenu", (e) => p.menu.open(e, t.frame[i], i));
    return tr;
  }
  more(i, nr, level) {
    const tr = document.createElement("tr"), td = document.createElement("td"), button = document.createElement("button");
    button.type = "button";
    button.textContent = `${nr} more`;
    button.addEventListener("click", () => {
      this.whole.add(i);
      this.show();
    });
    td.colSpan = 4;
    td.style.paddingLeft = `${Math.min(level - 1, 40) * 0.8 + 13}em`;
    td.append(button);
    tr.append(td);
    return tr;
  }
  rowOf(i) {
    return this.body.querySelector(`tr[data-node="${i}"]`);
  }
  /* One row takes the keys: where one is, else the first. */
  focusable() {
    const here = this.rowOf(this.at) || this.body.querySelector("tr[data-node]");
    if (here) {
      here.tabIndex = 0;
      this.at = Number(here.dataset.node);
    }
  }
  turn(i) {
    const focused = this.body.contains(document.activeElement);
    if (!this.open.delete(i))
      this.open.add(i);
    this.show();
    if (focused)
      this.rowOf(this.at).focus();
  }
  /* The graph goes along. */
  move(i) {
    const was = this.rowOf(this.at), row = this.rowOf(i);
    if (was)
      was.tabIndex = -1;
    this.at = i;
    row.tabIndex = 0;
    row.focus();
    this.page.moveTo(i);
  }
  key(e) {
    const i = this.at, rows = [...this.body.querySelectorAll("tr[data-node]")], at = rows.indexOf(this.rowOf(i)), t = this.page.tree;
    const step = (row) => row && this.move(Number(row.dataset.node)), isOpen = this.open.has(i), inner = this.children(i).length > 0;
    const does = {
      ArrowDown: () => step(rows[at + 1]), ArrowUp: () => step(rows[at - 1]), Home: () => step(rows[0]), End: () => step(rows[rows.length - 1]),
      ArrowRight: () => inner && !isOpen ? this.turn(i) : inner && step(rows[at + 1]),
      ArrowLeft: () => isOpen && inner ? this.turn(i) : t.parent[i] !== this.zoom && this.rowOf(t.parent[i]) && this.move(t.parent[i]),
      Enter: () => this.page.zoomTo(i),
    }[e.key];
    if (!does || e.ctrlKey || e.altKey || e.metaKey)
      return;
    e.preventDefault();
    e.stopPropagation();
    does();
  }
}
