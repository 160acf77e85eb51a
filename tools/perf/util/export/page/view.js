/* The graph: only boxes that can be seen are drawn, on a canvas as large as its part of the window. */

const ROW = 18, SMALLEST = 0.6;		/* pixels: a row's height; a narrower box is not drawn */
const KINDS = [				/* as the file numbers them; hue, saturation */
  { name: "user", h: 130, s: 38 }, { name: "kernel", h: 22, s: 75 }, { name: "inlined", h: 195, s: 45 },
  { name: "by its call", h: 275, s: 40 }, { name: "missing", h: 0, s: 0 },
];

function hashOf(text) {
  let h = 0;
  for (let i = 0; i < text.length && i < 64; i++)
    h = Math.imul(h, 31) + text.charCodeAt(i) | 0;
  return h >>> 0;
}

/* The colour of a kind, which the legend shows; by the function's name it becomes one of those around it. */
function kindColour(kind, dark, name = "") {
  const k = KINDS[kind], h = hashOf(name), hue = name ? h % 19 - 9 : 0, light = name ? (h >>> 8) % 9 - 4 : 0;
  return `hsl(${(k.h + hue + 360) % 360}, ${k.s}%, ${(dark ? 30 : 72) + light}%)`;
}

/* Red: more than before; blue: less. @d: from -1 to 1. */
function changeColour(d, dark) {
  const m = Math.min(1, Math.sqrt(Math.abs(d) * 4));
  return `hsl(${d > 0 ? 5 : 215}, ${Math.round(m * 75)}%, ${Math.round(dark ? 30 + m * 15 : 88 - m * 30)}%)`;
}

/* Of what the search finds. */
function matchColour(dark) {
  return dark ? "#c2185b" : "#f06bac";
}

class View {
  constructor(page) {
    this.page = page;
    this.canvas = document.getElementById("canvas");
    this.scroll = document.getElementById("scroll");
    this.spacer = document.getElementById("spacer");
    this.boxes = [];
    this.byRow = [];
    this.colours = new Map();
    this.pixels = new BoxPixels(this);
    this.scroll.addEventListener("scroll", () => {
      this.atEnd = this.rootShown();
      this.soon();
    });
    new ResizeObserver(() => {
      this.toEnd = this.toEnd || this.atEnd;
      this.soon();
    }).observe(this.scroll);
  }
  setTree(tree) {
    this.tree = tree;
    this.zoom = 0;
    this.cursor = 0;
  }
  /* Is the root in sight? */
  rootShown() {
    const s = this.scroll;
    if (this.tree && this.tree.side)
      return false;
    return this.page.choice.icicle ? s.scrollTop < ROW : s.scrollTop + s.clientHeight > s.scrollHeight - ROW;
  }
  soon() {
    if (!this.pending)
      this.pending = requestAnimationFrame(() => {
        this.pending = 0;
        this.draw();
      });
  }
  /* What the width of a node is. */
  width(i) {
    return this.page.choice.widths === "old" && this.tree.oldTotal ? this.tree.oldTotal[i] : this.tree.total[i];
  }
  /* Which row it is in, counted from the root; callers that stand behind a function come before it. */
  level(i) {
    const t = this.tree;
    return t.side && t.side[i] ? 1 - t.depth[i] : t.depth[i] - (t.side ? 1 : 0);
  }
  /* The zoomed node's way to the root stands below it, as wide as the graph. Boxes stay where they are until something else is drawn. */
  layout(width) {
    const t = this.tree, boxes = [], path = [], laid = this.laid, widths = this.page.choice.widths;
    if (laid && laid.tree === t && laid.zoom === this.zoom && laid.width === width && laid.widths === widths)
      return;
    this.laid = { tree: t, zoom: this.zoom, width, widths };
    this.nothing = this.page.nothing();
    this.byRow = [];
    if (this.nothing) {
      this.boxes = [];
      this.rows = 1;
      return;
    }
    /* A function between its callers and its callees is the root itself. */
    const zoom = t.side && !this.zoom ? 1 : this.zoom;
    for (let k = zoom; k; k = t.parent[k])
      path.push(k);
    if (!t.side)
      path.push(0);
    path.forEach((node) => boxes.push({ node, x: 0, w: width, row: this.level(node) }));
    const all = this.width(zoom), scale = all > 0 ? width / all : 0;
    let open = [{ node: zoom, x: 0 }];
    while (open.length) {
      const inner = [];
      for (const { node, x } of open) {
        const at = [x, x];
        for (let child = node + 1; child < t.end[node]; child = t.end[child]) {
          const w = this.width(child) * scale, side = t.side ? t.side[child] : 0;
          if (w >= SMALLEST) {
            boxes.push({ node: child, x: at[side], w, row: this.level(child) });
            inner.push({ node: child, x: at[side] });
          }
          at[side] += w;
        }
      }
      open = inner;
    }
    const lowest = boxes.reduce((row, b) => Math.min(row, b.row), 0);
    let rows = 0;
    for (const b of boxes) {
      b.row -= lowest;
      rows = Math.max(rows, b.row + 1);
    }
    this.boxes = boxes;
    this.rows = rows;
    this.byRow = Array.from({ length: rows }, () => []);
    for (const b of boxes)
      this.byRow[b.row].push(b);
  }
  colour(i) {
    const t = this.tree, dark = this.page.choice.dark;
    if (!i)
      return dark ? "#3a3d44" : "#dcdcd8";
    if (t.oldTotal)
      return changeColour(this.page.change(t, i), dark);
    const f = t.frame[i];
    let c = this.colours.get(f);
    if (!c) {
      c = kindColour(this.page.model.functions[f].kind, dark, this.page.model.functions[f].name);
      this.colours.set(f, c);
    }
    return c;
  }
  name(i) {
    return i ? this.page.model.functions[this.tree.frame[i]].name : this.page.rootName();
  }
  top(row, height) {
    return this.page.choice.icicle ? row * ROW : height - (row + 1) * ROW;
  }
  draw() {
    const w = this.scroll.clientWidth, h = this.scroll.clientHeight, ratio = window.devicePixelRatio || 1;
    if (!w || !h || !this.tree)
      return;
    this.layout(w);
    const height = Math.max(this.rows * ROW, h), c = this.canvas.getContext("2d");
    this.height = height;
    this.spacer.style.height = height - h + "px";
    if (this.toEnd) {
      this.toEnd = false;
      this.atEnd = true;
      this.scroll.scrollTop = this.tree.side ? this.top(this.boxes[0] ? this.boxes[0].row : 0, height) - h / 2 : this.page.choice.icicle ? 0 : height;
    }
    const from = this.scroll.scrollTop;
    this.canvas.style.height = h + "px";
    if (this.canvas.width !== Math.round(w * ratio) || this.canvas.height !== Math.round(h * ratio)) {
      this.canvas.width = Math.round(w * ratio);
      this.canvas.height = Math.round(h * ratio);
    }
    c.setTransform(ratio, 0, 0, ratio, 0, -from * ratio);
    c.font = "12px system-ui, sans-serif";
    c.textBaseline = "middle";
    this.letter = this.letter || c.measureText("do_syscall_64::operator=<int>").width / 29;
    this.pixels.draw(c, this.byRow, from, height, ratio);
    if (this.nothing) {
      c.fillStyle = this.page.choice.dark ? "#f4f2ee" : "#151515";
      c.fillText(this.nothing, 12, from + ROW, w - 24);
    }
    this.byRow.forEach((boxes, row) => {
      const y = this.top(row, height);
      if (y + ROW > from && y < from + h)
        boxes.forEach((b) => this.drawName(c, b, y));
    });
  }
  drawName(c, b, y) {
    const dark = this.page.choice.dark;
    /* Where one is; and the function between its callers and callees. */
    if (b.node && (b.node === this.cursor || (this.tree.side && b.node === 1))) {
      const w = Math.max(b.w - (b.w > 3 ? 1 : 0), 0.5);
      c.strokeStyle = dark ? "#fff" : "#000";
      c.lineWidth = 2;
      c.strokeRect(b.x + 1, y + 1, Math.max(w - 2, 1), ROW - 3);
    }
    if (b.w < 26)
      return;
    c.fillStyle = dark ? "#f4f2ee" : "#151515";
    c.fillText(this.fitted(b), b.x + 4, y + ROW / 2, b.w - 6);
  }
  /* As much of its name as fits, by the width of usual letters: to measure each would take longer than to draw it. */
  fitted(b) {
    const name = this.name(b.node), letters = Math.floor((b.w - 8) / this.letter);
    return name.length <= letters ? name : letters < 3 ? "" : name.slice(0, letters - 1) + "\u2026";
  }
  at(x, y) {
    const row = y + this.scroll.scrollTop;
    return this.boxes.find((b) => x >= b.x && x < b.x + Math.max(b.w, 1) && row >= this.top(b.row, this.height) &&
      row < this.top(b.row, this.height) + ROW);
  }
  /* Brings the node's row into sight. */
  show(node) {
    const b = this.boxes.find((k) => k.node === node);
    if (!b)
      return;
    const y = this.top(b.row, this.height), h = this.scroll.clientHeight;
    if (y < this.scroll.scrollTop)
      this.scroll.scrollTop = y;
    else if (y + ROW > this.scroll.scrollTop + h)
      this.scroll.scrollTop = y + ROW - h;
  }
}

/* The boxes that are shown, as a file of its own. */
function svgOf(view) {
  const w = view.scroll.clientWidth, h = view.rows * ROW, out = [];
  const text = (s) => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c])
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
  out.push(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="system-ui, sans-serif" font-size="12">`);
  out.push(`<rect width="${w}" height="${h}" fill="${view.page.choice.dark ? "#16181c" : "#ffffff"}"/>`);
  /* Names fit by the width of usual letters. Where that was too little, they are made narrower. */
  const pen = view.canvas.getContext("2d");
  const narrow = (b) => pen.measureText(view.fitted(b)).width > b.w - 6 ? ` textLength="${(b.w - 6).toFixed(2)}" lengthAdjust="spacingAndGlyphs"` : "";
  for (const b of view.boxes) {
    const y = view.top(b.row, h), match = view.page.matches && b.node && view.page.matches[view.tree.frame[b.node]];
    out.push(`<g><title>${text(view.page.describe(b.node).join("\n"))}</title><rect x="${b.x.toFixed(2)}" y="${y}" ` +
      `width="${Math.max(b.w - 0.5, 0.5).toFixed(2)}" height="${ROW - 1}" fill="${match ? matchColour(view.page.choice.dark) : view.colour(b.node)}"/>` +
      (b.w < 26 ? "" : `<text x="${(b.x + 4).toFixed(2)}" y="${y + 13}"${narrow(b)} fill="${view.page.choice.dark ? "#f4f2ee" : "#151515"}">` +
        `${text(view.fitted(b))}</text>`) + "</g>");
  }
  if (view.nothing)
    out.push(`<text x="4" y="13" fill="${view.page.choice.dark ? "#f4f2ee" : "#151515"}">${text(view.nothing)}</text>`);
  out.push("</svg>");
  return out.join("\n");
}
