/* The lanes: only those in sight are drawn, and of each no more than a bar for each pixel. */

const LANE = 30, AXIS = 18, LABEL = 170;	/* pixels */

function laneColours(dark) {
  return { sample: dark ? "#7fb2ff" : "#2456a6", off: dark ? ["#7a5a2a", "#7a3f3f", "#5f3a66", "#2f5f5a", "#4a4a4a"] : ["#f3d9a4", "#f2b5ae", "#dcc0e6", "#b9e0da", "#d8d8d8"],
    stay: dark ? "#4f9a6c" : "#5aa877", window: dark ? "#b58be0" : "#8250c4", uncertain: dark ? "#6d5a80" : "#c4a8e0", lost: dark ? "#ff6b6b" : "#d01616",
    text: dark ? "#e8e6e3" : "#1a1a1a", soft: dark ? "#a5a39f" : "#5a5a5a", line: dark ? "#3a3d44" : "#d0d0d0", panel: dark ? "#20242b" : "#f4f4f2",
    back: dark ? "#16181c" : "#fff", waking: dark ? "#e8a33d" : "#a85a00", path: dark ? "#ff7eb6" : "#c2185b", brush: dark ? "#8ab4f83a" : "#0b57d026", edge: dark ? "#8ab4f8" : "#0b57d0" };
}

class Lanes {
  constructor(page) {
    this.page = page;
    this.time = page.timeline;
    this.canvas = $("lanes-canvas");
    this.scroll = $("lanes-scroll");
    this.pixels = new LanePixels(this);
    this.drag = null;
    this.scroll.addEventListener("scroll", () => this.soon());
    new ResizeObserver(() => this.soon()).observe(this.scroll);
  }
  soon() {
    if (!this.pending)
      this.pending = requestAnimationFrame(() => {
        this.pending = 0;
        this.draw();
      });
  }
  shown() {
    const c = this.page.choice, wanted = (l) => l.kind !== "thread" || !c.group || threadsIn(this.page.data, c.group)[l.id];
    return this.time.lanes.filter((l) => (c.lanes === "both" || l.kind === c.lanes) && wanted(l));
  }
  /* Of the lanes, in pixels. Asking the document takes longer than all that is done with the answer, so draw() remembers it. */
  width() {
    return this.wide || Math.max(1, this.scroll.clientWidth - LABEL);
  }
  x(ns) {
    const { view0, view1 } = this.page.choice;
    return LABEL + (ns - view0) / (view1 - view0) * this.width();
  }
  ns(x) {
    const { view0, view1 } = this.page.choice;
    return Math.max(view0, Math.min(view1, view0 + (x - LABEL) / this.width() * (view1 - view0)));
  }
  draw() {
    const w = this.scroll.clientWidth, h = this.scroll.clientHeight, ratio = window.devicePixelRatio || 1, canvas = this.canvas;
    this.wide = 0;
    if (!w || !h)
      return;
    this.wide = this.width();
    const lanes = this.shown(), height = AXIS + lanes.length * LANE, from = this.scroll.scrollTop, c = canvas.getContext("2d");
    $("lanes-spacer").style.height = Math.max(0, height - h) + "px";
    canvas.style.height = h + "px";
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.colours = laneColours(this.page.choice.dark);
    c.fillStyle = this.colours.back;
    c.fillRect(0, 0, w, h);
    c.font = "12px system-ui, sans-serif";
    c.textBaseline = "middle";
    const first = Math.max(0, Math.floor((from) / LANE)), seen = [];
    for (let i = first; i < lanes.length && AXIS + i * LANE - from < h; i++)
      seen.push([lanes[i], AXIS + i * LANE - from]);
    this.bars(seen);
    this.pixels.draw(c, seen, ratio);
    for (const [lane, y] of seen)
      this.drawName(c, lane, y);
    this.page.waits.draw(c);
    this.drawBrush(c, h);
    this.drawAxis(c, w);
  }
  /* Samples by pixel of the lanes in sight, and the most that a pixel has. */
  bars(seen) {
    const { view0, view1 } = this.page.choice, r = this.time.rows, slice = this.time.slice, n = this.width(), scale = n / (view1 - view0);
    const wide = slice * scale;		/* of a slice: its samples are spread over so many pixels */
    const same = [view0, view1, n].join();
    if (this.counted !== same) {
      this.counted = same;
      this.counts = new Map();
      this.peaks = new Map();
    }
    for (const [lane] of seen) {
      if (this.counts.has(lane))
        continue;
      const count = new Float64Array(n), rows = this.time.rowsOf(lane), first = lowerBound(rows.from, view0 - slice), last = lowerBound(rows.from, view1);
      if (wide <= 1 && last - first > 8 * n) {
        /* Far more rows than pixels: sums tell as much. */
        for (let x = 0, at = first; x < n; x++) {
          const end = lowerBound(rows.from, view0 + (x + 1) / scale, at);
          count[x] = rows.sum[end] - rows.sum[at];
          at = end;
        }
      } else {
        for (let k = first; k < rows.from.length && rows.from[k] <= view1; k++) {
          const i = lane.rows[k], a = Math.max(0, Math.floor((r.from[i] - view0) * scale));
          const b = Math.min(n - 1, Math.max(a, Math.ceil((r.from[i] + slice - view0) * scale) - 1));
          if (r.from[i] + slice > view0)
            for (let x = a; x <= b; x++)
              count[x] += r.samples[i] / Math.max(1, wide);
        }
      }
      this.peaks.set(lane, count.reduce((a, b) => Math.max(a, b), 0));
      this.counts.set(lane, count);
    }
    this.most = seen.reduce((most, [lane]) => Math.max(most, this.peaks.get(lane)), 1);
  }
  /* Its name, and what tells that it is chosen. */
  drawName(c, lane, y) {
    const k = this.colours, choice = this.page.choice, w = this.scroll.clientWidth;
    const chosen = lane.kind === "cpu" ? choice.cpu === lane.id : choice.thread === lane.id;
    c.fillStyle = k.panel;
    c.fillRect(0, y, LABEL - 4, LANE - 1);
    c.fillStyle = chosen ? k.edge : k.line;
    c.fillRect(0, y + LANE - 1, w, 1);
    if (chosen) {
      c.fillRect(0, y, w, 1);
      c.fillRect(0, y, 4, LANE);
    }
    c.fillStyle = k.text;
    c.fillText(lane.label.length > 24 ? lane.label.slice(0, 23) + "\u2026" : lane.label, 8, y + LANE / 2, LABEL - 16);
  }
  /* Steps of 1, 2 or 5 that leave room for their numbers. */
  step() {
    const { view0, view1 } = this.page.choice, least = (view1 - view0) / Math.max(1, this.width() / 110);
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map((k) => k * power).find((k) => k >= least);
  }
  drawAxis(c, w) {
    const { view0, view1 } = this.page.choice, step = Math.max(1, this.step()), k = this.colours;
    const digits = Math.max(0, Math.min(9, 9 - Math.floor(Math.log10(step))));
    c.fillStyle = k.back;
    c.fillRect(0, 0, w, AXIS);
    c.fillStyle = k.soft;
    /* Where nothing has a time, none is told. */
    c.fillText(this.time.lanes.length ? "seconds" : "", 8, AXIS / 2);
    for (let t = this.time.lanes.length ? Math.ceil(view0 / step) * step : Infinity; t <= view1; t += step) {
      const x = this.x(t);
      c.fillRect(x, AXIS - 5, 1, 5);
      c.fillText((t / 1e9).toFixed(digits), x + 3, AXIS / 2);
    }
    c.fillStyle = k.line;
    c.fillRect(0, AXIS - 1, w, 1);
  }
  drawBrush(c, h) {
    const choice = this.page.choice, a = this.drag ? Math.min(this.drag.a, this.drag.b) : choice.from, b = this.drag ? Math.max(this.drag.a, this.drag.b) : choice.to;
    if (a === null || b < choice.view0 || a > choice.view1)
      return;
    const x = Math.max(LABEL, this.x(a)), to = Math.min(this.scroll.clientWidth, this.x(b));
    c.fillStyle = this.colours.brush;
    c.fillRect(x, 0, Math.max(1, to - x), h);
    c.fillStyle = this.colours.edge;
    c.fillRect(x, 0, 1, h);
    c.fillRect(to - 1, 0, 1, h);
  }
  laneAt(y) {
    return y < AXIS ? null : this.shown()[Math.floor((y - AXIS + this.scroll.scrollTop) / LANE)] || null;
  }
  show(lane) {
    const i = this.shown().indexOf(lane), y = i * LANE, h = this.scroll.clientHeight - AXIS;
    if (i < 0)
      return;
    if (y < this.scroll.scrollTop)
      this.scroll.scrollTop = y;
    else if (y + LANE > this.scroll.scrollTop + h)
      this.scroll.scrollTop = y + LANE - h;
  }
}
