/*
 * The heat map: periods of time beside each other, and upwards what is within each, or how long waits or stays in the kernel took. What
 * comes again and again makes a pattern, and a stretch is chosen in it, from one cell to another.
 */

const HEAT_ROWS = 50, HEAT_COLUMNS = 600, HEAT_AXIS = 16;
const HEAT_SHORTEST = 100, HEAT_STEPS = 5;	/* ns of the lowest row; rows for ten times as long */

/* How long a column is (ns): a second, or less where there are few of them, or more where there would be too many. */
function heatPeriod(length) {
  let period = 1e9;
  while (period > 1e3 && length / period < 20)
    period /= 10;
  for (const k of [2, 2.5, 2])
    if (length / period > HEAT_COLUMNS)
      period *= k;
  while (length / period > HEAT_COLUMNS)
    period *= 10;
  return period;
}

class Heat {
  constructor(page) {
    const t = page.timeline;
    this.page = page;
    this.canvas = $("heat-canvas");
    this.period = heatPeriod(t.length);
    /* No row is shorter than what samples are counted by. */
    this.within = Math.max(1, Math.min(HEAT_ROWS, Math.floor(this.period / t.slice)));
    this.columns = Math.max(1, Math.ceil(t.length / this.period));
    this.cell = 0;			/* the one that keys are about: column * rows + row */
    this.first = -1;			/* where a stretch was begun; -1: none was */
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }
  /* "time"; "off" or "stays": rows are how long these were. */
  get of() {
    return $("heat-of").value;
  }
  get rows() {
    return this.of === "time" ? this.within : HEAT_ROWS;
  }
  /* ns: how much is in a cell, and where cell @i begins. */
  get long() {
    return this.of === "time" ? this.period / this.rows : this.period;
  }
  begin(i) {
    return Math.floor(i / this.rows) * this.period + (this.of === "time" ? i % this.rows * this.long : 0);
  }
  /* The row of something that took @ns; and the other way: the least of row @row. */
  rowOf(ns) {
    return Math.max(0, Math.min(HEAT_ROWS - 1, Math.floor(Math.log10(Math.max(ns, 1) / HEAT_SHORTEST) * HEAT_STEPS + 1e-9)));
  }
  least(row) {
    return row ? HEAT_SHORTEST * 10 ** (row / HEAT_STEPS) : 0;
  }
  cellAt(ns) {
    const column = Math.min(this.columns - 1, Math.floor(ns / this.period));
    return column * this.rows + Math.min(this.rows - 1, Math.floor((ns - column * this.period) / this.long));
  }
  /* What is chosen, by cell: event, thread, CPU, unit and stacks that steps have left, and all of the time. */
  count() {
    const p = this.page, c = p.choice, t = p.timeline, out = new Float64Array(this.columns * this.rows), to = p.stepped().to;
    const passes = (s, i, node) => takesThread(p.data, c, s.thread[i]) && (c.cpu === null || s.cpu[i] === c.cpu || s === t.stays) && (!to || !(to[node] < 0)) &&
      (s !== t.off || c.state < 0 || s.kind[i] === c.state);
    if (this.of !== "time") {
      const s = t[this.of], mean = (i) => s.ns[i] / s.nr[i];
      for (let i = 0; i < s.from.length; i++)
        if (passes(s, i, this.of === "off" ? s.what[i] : -1))
          out[Math.min(this.columns - 1, Math.floor(s.from[i] / this.period)) * this.rows + this.rowOf(mean(i))] += s.nr[i];
    } else if (c.event === p.data.timeline.offCpuEvent) {
      const s = t.off;
      for (let i = 0; i < s.from.length; i++)
        if (passes(s, i, s.what[i]))
          this.spread(out, s, i, c.unit === "samples" ? s.nr[i] : s.ns[i]);
    } else {
      const values = c.unit === "samples" ? t.rows.samples : t.rows.period;
      for (let i = 0; i < t.rows.from.length; i++)
        if (t.rows.event[i] === c.event && passes(t.rows, i, t.rows.node[i]))
          out[this.cellAt(t.rows.from[i])] += values[i];
    }
    return out;
  }
  /* A span is in all cells that it goes through, with its part of each. */
  spread(out, spans, i, value) {
    const from = Math.max(0, spans.from[i]), to = Math.min(this.page.timeline.length, spans.to[i]);
    for (let k = this.cellAt(from), last = this.cellAt(to); k <= last; k++)
      out[k] += value * shareOf(spans, i, this.begin(k), this.begin(k) + this.long);
  }
  colour(value, most) {
    const dark = this.page.choice.dark, m = value ? 0.15 + 0.85 * Math.sqrt(value / most) : 0;
    return !value ? dark ? "#20242b" : "#f4f4f2" : `hsl(${45 - 40 * m}, 85%, ${dark ? 18 + 45 * m : 90 - 50 * m}%)`;
  }
  draw() {
    const box = this.canvas, w = box.clientWidth, h = box.clientHeight, ratio = window.devicePixelRatio || 1;
    if (!$("heat").open || !w)
      return;
    box.width = Math.round(w * ratio);
    box.height = Math.round(h * ratio);
    const c = box.getContext("2d"), p = this.page, high = (h - HEAT_AXIS) / this.rows, wide = Math.min(24, w / this.columns);
    this.wide = wide;
    this.high = high;
    this.counts = this.count();
    const most = this.counts.reduce((a, b) => Math.max(a, b), 0), k = laneColours(p.choice.dark);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, w, h);
    const inside = (i, range) => range && this.begin(i) < range[1] && this.begin(i) + this.long > range[0] && this.begin(i) < p.timeline.length;
    const chosen = p.choice.from === null ? null : [p.choice.from, p.choice.to];
    this.counts.forEach((value, i) => {
      const [x, y] = this.place(i);
      c.fillStyle = this.colour(value, most);
      c.fillRect(x, y, wide > 3 ? wide - 0.5 : wide, high > 3 ? high - 0.5 : high);
      if (inside(i, p.choice.base) || inside(i, chosen)) {
        c.fillStyle = inside(i, chosen) ? k.brush : "#8888";
        c.fillRect(x, y, wide, high);
      }
    });
    c.strokeStyle = k.edge;
    c.lineWidth = 2;
    for (const i of new Set([this.first, document.activeElement === box ? this.cell : -1]))
      if (i >= 0)
        c.strokeRect(...this.place(i), wide, high);
    this.axis(c, h, k);
  }
  axis(c, h, k) {
    const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(this.period / 1e9)))), step = Math.max(1, Math.ceil(70 / this.wide));
    c.fillStyle = k.soft;
    c.font = "12px system-ui, sans-serif";
    c.textBaseline = "middle";
    for (let column = 0; column < this.columns; column += step)
      c.fillText((column * this.period / 1e9).toFixed(digits), column * this.wide + 2, h - HEAT_AXIS / 2);
    for (let row = HEAT_STEPS; this.of !== "time" && row < HEAT_ROWS; row += 2 * HEAT_STEPS)
      c.fillText(timeText(this.least(row)), 2, h - HEAT_AXIS - row * this.high - this.high / 2);
  }
  place(i) {
    return [Math.floor(i / this.rows) * this.wide, (this.rows - 1 - i % this.rows) * this.high];
  }
  cellUnder(x, y) {
    const column = Math.floor(x / this.wide), row = this.rows - 1 - Math.floor(y / this.high);
    return column >= 0 && column < this.columns && row >= 0 && row < this.rows ? column * this.rows + row : -1;
  }
  say(i) {
    const p = this.page, a = this.begin(i), row = i % this.rows;
    if (this.of !== "time")
      return `${(a / 1e9).toFixed(6)} s, ${timeText(this.period)}: ${(this.counts ? this.counts[i] : 0).toLocaleString("en-US")} of ` +
        (row === HEAT_ROWS - 1 ? `${timeText(this.least(row))} or more` : `${timeText(this.least(row))} to ${timeText(this.least(row + 1))}`);
    return `${(a / 1e9).toFixed(6)} s, ${timeText(this.long)}: ${p.number(this.counts ? this.counts[i] : 0)}`;
  }
  /* The first time where a stretch begins, the second time where it ends. */
  choose(i) {
    if (i < 0)
      return;
    this.cell = i;
    if (this.first < 0) {
      this.first = i;
      this.draw();
      $("heat-status").textContent = `${this.say(i)}; the stretch goes on to the cell that is chosen next`;
      return;
    }
    const [a, b] = [this.first, i].sort((x, y) => x - y);
    this.first = -1;
    this.page.stretch(this.begin(a), this.begin(b) + this.long);
    $("heat-status").textContent = $("stretch-status").textContent;
  }
  listen() {
    const box = this.canvas;
    $("heat").addEventListener("toggle", () => this.draw());
    $("heat-of").addEventListener("change", () => {
      this.first = -1;
      this.cell = 0;
      this.draw();
    });
    box.addEventListener("click", (e) => this.choose(this.cellUnder(e.offsetX, e.offsetY)));
    box.addEventListener("mousemove", (e) => {
      const i = this.cellUnder(e.offsetX, e.offsetY);
      $("heat-status").textContent = i < 0 ? "" : this.say(i);
    });
    box.addEventListener("focus", () => this.draw());
    box.addEventListener("blur", () => this.draw());
    box.addEventListener("keydown", (e) => this.key(e));
  }
  key(e) {
    const by = { ArrowUp: 1, ArrowDown: -1, ArrowRight: this.rows, ArrowLeft: -this.rows }[e.key], to = this.cell + (by || 0);
    if (e.ctrlKey || e.altKey || e.metaKey)
      return;
    if (by && to >= 0 && to < this.columns * this.rows) {
      this.cell = to;
      $("heat-status").textContent = this.say(to);
    } else if (e.key === "Enter" || e.key === " ") {
      this.choose(this.cell);
    } else if (e.key === "Escape" && this.first >= 0) {
      this.first = -1;
    } else if (!by) {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
    this.draw();
  }
}
