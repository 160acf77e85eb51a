/*
 * Times off the CPU explained: which were the longest, who ended them, what that one did meanwhile, and the path that led there; the
 * same as arrows in the lanes.
 */

const FIRST_WAITS = 20, FIRST_PARTS = 8, FIRST_FRAMES = 60, MOST_ARROWS = 3000;

function element(name, ...inside) {
  const e = document.createElement(name);
  e.append(...inside);
  return e;
}

class Waits {
  constructor(page) {
    this.page = page;
    this.time = page.timeline;
    this.wakings = new Wakings(this.time);
    this.shown = null;			/* what the explanation is of */
    $("waits").addEventListener("toggle", () => this.update());
    $("wakings").addEventListener("change", (e) => page.set({ arrows: e.target.checked }));
    $("waits-none").addEventListener("click", () => page.set({ why: -1 }));
    $("waits-see").addEventListener("click", () => this.see());
    $("wakings-label").hidden = !this.time.wakings.from.length;
    $("waits").hidden = !this.time.off.from.length;
  }

  /* --- names --- */

  thread(id) {
    const t = this.page.data.threads[id];
    return t ? `${t[0]} ${t[1] === t[2] ? t[2] : t[1] + "/" + t[2]}` : "somebody";
  }
  waker(k) {
    const by = this.time.wakings.kind[k];
    return by === NOBODY ? "an interrupt" : by === FILTERED ? "one that is not among what this page was made of" : this.thread(by);
  }
  /* Functions from the innermost one outwards. */
  stack(node) {
    const m = this.page.model, out = [];
    for (let n = node; n; n = m.parent[n])
      out.push(m.functions[m.frame[n]]);
    return out;
  }
  /* By which function one knows a wait: the innermost one of the program; in the kernel, the one that called the scheduler. */
  place(node) {
    const stack = this.stack(node), own = stack.find((f) => f.kind !== 1 && f.kind !== 4);
    const kernel = stack.find((f) => f.kind === 1 && !/^_*(schedule|preempt_schedule)/.test(f.name));
    return own ? own.name : kernel ? kernel.name : stack.length ? stack[0].name : "[no stack]";
  }
  /* Who ended entry @i, in words; of several, the one who ended most. */
  endedBy(i) {
    const l = this.time.wakings, of = new Map();
    for (const k of this.wakings.ended(i))
      of.set(this.waker(k), (of.get(this.waker(k)) || 0) + l.nr[k]);
    const list = [...of].sort((x, y) => y[1] - x[1]);
    return list.length ? list[0][0] + (list.length > 1 ? ` and ${list.length - 1} more` : "") : "";
  }
  span(i) {
    const s = this.time.off;
    return `${STATES[s.kind[i]]} ${timeText(s.ns[i])}${s.nr[i] > 1 ? ` (${s.nr[i]} times)` : ""}`;
  }
  seconds(ns) {
    return (ns / 1e9).toFixed(9);
  }

  /* --- which one --- */

  /* Those of the chosen lane, or of all that pass what is chosen, in the stretch. */
  wanted(a, b) {
    const p = this.page, c = p.choice, s = this.time.off, out = [];
    for (let i = 0; i < s.from.length && s.from[i] < b; i++)
      if (s.to[i] > a && (c.state < 0 || s.kind[i] === c.state) && takesThread(p.data, c, s.thread[i]) && (c.cpu === null || s.cpu[i] === c.cpu))
        out.push(i);
    return out;
  }
  longest() {
    const s = this.time.off;
    return this.wanted(...this.page.range()).sort((x, y) => s.ns[y] / s.nr[y] - s.ns[x] / s.nr[x] || x - y).slice(0, FIRST_WAITS);
  }
  /* What is under the pointer; of several the longest. -1: none. */
  at(lane, ns, around) {
    const s = this.time.off;
    let best = -1;
    for (const i of lane ? lane.off : []) {
      if (s.from[i] > ns + around)
        break;
      if (s.to[i] >= ns - around && (this.page.choice.state < 0 || s.kind[i] === this.page.choice.state) && (best < 0 || s.to[i] - s.from[i] > s.to[best] - s.from[best]))
        best = i;
    }
    return best;
  }
  /* The next one (@by 1) or the one before (-1) of the chosen lane. */
  step(by) {
    const list = this.wanted(...this.page.range()), now = list.indexOf(this.page.choice.why), to = now < 0 ? (by > 0 ? 0 : list.length - 1) : now + by;
    if (list[to] !== undefined)
      this.choose(list[to]);
  }
  choose(i) {
    $("waits").open = true;
    this.page.set({ why: i });
  }
  /* The axis goes to it, with some room. */
  see() {
    const s = this.time.off, i = this.page.choice.why, long = s.to[i] - s.from[i];
    this.page.look(s.from[i] - long * 0.2, s.to[i] + long * 0.2);
    const lane = this.page.lanes.shown().find((l) => l.kind === "thread" && l.id === s.thread[i]);
    if (lane)
      this.page.lanes.show(lane);
  }

  /* --- the panel --- */

  update() {
    const why = this.page.choice.why;
    $("wakings").checked = this.page.choice.arrows;
    $("waits-why").hidden = why < 0;
    this.path = why < 0 ? [] : this.wakings.path(this.time.off.thread[why], this.time.off.from[why], this.time.off.to[why]);
    if (!$("waits").open)
      return;
    $("waits-rows").replaceChildren(...this.longest().map((i) => this.row(i, why)));
    if (why >= 0)
      this.explain(why);
  }
  button(text, i) {
    const b = element("button", text);
    b.type = "button";
    b.addEventListener("click", () => this.choose(i));
    return b;
  }
  row(i, why) {
    const s = this.time.off, head = element("th", this.button(timeText(s.ns[i] / s.nr[i]), i));
    head.scope = "row";
    if (i === why)
      head.firstChild.setAttribute("aria-current", "true");
    return element("tr", head, element("td", STATES[s.kind[i]] + (s.nr[i] > 1 ? `, mean of ${s.nr[i]}` : "")), element("td", this.thread(s.thread[i])),
      element("td", this.seconds(s.from[i])), element("td", this.place(s.what[i])), element("td", this.endedBy(i)));
  }
  explain(i) {
    const s = this.time.off, l = this.time.wakings, by = this.wakings.ended(i), k = this.wakings.waking(i), said = [];
    said.push(`${this.thread(s.thread[i])}: ${this.span(i)}, from ${this.seconds(s.from[i])} to ${this.seconds(s.to[i])} s, in ${this.place(s.what[i])}.`);
    if (s.kind[i])
      said.push(this.sayReady(i));
    else if (!by.length)
      said.push(l.from.length ? "Nobody told who ended it." : "The recording does not tell who woke whom.");
    else
      said.push(`Ended by ${this.endedBy(i)}${l.nr[by[0]] > 1 ? ", as told by wakings that were merged" : ` on CPU ${l.cpu[by[0]]}`}.`);
    $("waits-text").textContent = said.join(" ");
    $("waits-stacks").replaceChildren(this.frames("Where it waited", s.what[i]),
      ...by.slice(0, 1).map((w) => this.frames(`Who ended it: ${this.waker(w)}`, l.what[w])));
    this.sayMeanwhile(k, s.from[i], s.to[i]);
    this.sayPath();
  }
  /* Of a time in which it was ready to run: who ran on its CPU. */
  sayReady(i) {
    const s = this.time.off, ran = s.cpu[i] === NOBODY ? [] : this.wakings.onCpu(s.cpu[i], s.from[i], s.to[i]);
    if (s.kind[i] === 4)
      return "Records are missing: it may have run meanwhile.";
    const who = ran.filter(([id]) => id !== s.thread[i]).slice(0, 3).map(([id, n]) => `${this.thread(id)} (${n} ${n === 1 ? "sample" : "samples"})`);
    return who.length ? `Meanwhile on CPU ${s.cpu[i]}: ${who.join(", ")}.` : `No sample tells who ran on CPU ${s.cpu[i]} meanwhile.`;
  }
  frames(title, node) {
    const all = this.stack(node), list = element("ol", ...all.slice(0, FIRST_FRAMES).map((f) => element("li", f.name))), box = element("section", element("h3", title), list);
    if (!all.length)
      list.replaceWith(element("p", "Its stack is not known."));
    if (all.length > FIRST_FRAMES)
      box.append(element("p", `${all.length - FIRST_FRAMES} callers more`));
    return box;
  }
  sayMeanwhile(k, from, to) {
    const box = $("waits-meanwhile");
    box.hidden = k < 0;
    if (k < 0)
      return;
    const by = this.time.wakings.kind[k], { parts, ran } = this.wakings.meanwhile(by, from, to);
    box.replaceChildren(element("h3", `What ${this.thread(by)} did meanwhile`), element("p", `It ran for ${timeText(ran)}${parts.length ? ", and was off its CPU:" : "."}`),
      element("ul", ...parts.slice(0, FIRST_PARTS).map(({ off, ns }) => element("li", this.button(timeText(ns), off),
        ` ${STATES[this.time.off.kind[off]]} in ${this.place(this.time.off.what[off])}${this.endedBy(off) ? `, ended by ${this.endedBy(off)}` : ""}`))));
    if (parts.length > FIRST_PARTS)
      box.append(element("p", `${parts.length - FIRST_PARTS} times more`));
  }
  /* Oldest first, as it went. */
  sayPath() {
    const rows = this.path.slice().reverse();
    $("waits-path").replaceChildren(element("h3", "What it depended on, in the order of time"), element("ol", ...rows.map((r) => element("li",
      `${this.thread(r.thread)}: `, ...(r.off < 0 ? [`ran ${timeText(r.to - r.from)}`]
        : [this.button(timeText(r.to - r.from), r.off), ` ${STATES[this.time.off.kind[r.off]]} in ${this.place(this.time.off.what[r.off])}`]),
      r.waking < 0 ? "" : `, and woke ${this.thread(this.time.wakings.thread[r.waking])}`))));
  }

  /* --- in the lanes --- */

  /* The middle of the lane of thread @id, below or above what is in sight too; NaN: it has none. */
  draw(c) {
    const lanes = this.page.lanes, k = lanes.colours, from = lanes.scroll.scrollTop, place = new Map();
    lanes.shown().forEach((l, i) => l.kind === "thread" && place.set(l.id, AXIS + i * LANE - from + 9));
    c.save();
    c.beginPath();
    c.rect(LABEL, AXIS, lanes.width(), lanes.scroll.clientHeight);
    c.clip();
    if (this.page.choice.arrows)
      this.drawAll(c, place);
    if (this.page.choice.why >= 0)
      this.drawPath(c, place, k);
    c.restore();
  }
  arrow(c, x, y, to) {
    const d = Math.sign(to - y) || 1;
    c.fillRect(x - 0.5, Math.min(y, to), 1, Math.abs(to - y));
    c.beginPath();
    c.moveTo(x, to);
    c.lineTo(x - 4, to - 6 * d);
    c.lineTo(x + 4, to - 6 * d);
    c.fill();
  }
  drawAll(c, place) {
    const { view0, view1 } = this.page.choice, w = this.wakings, l = this.time.wakings, lanes = this.page.lanes, drawn = new Set();
    c.fillStyle = lanes.colours.waking;
    for (let n = lowerBound(w.times, view0); n < w.order.length && w.times[n] <= view1 && drawn.size < MOST_ARROWS; n++) {
      const i = w.order[n], y = place.get(l.kind[i]), to = place.get(l.thread[i]), x = Math.round(lanes.x(l.to[i]));
      const key = `${x} ${l.kind[i]} ${l.thread[i]}`;
      if (to === undefined || drawn.has(key) || (y === undefined && l.kind[i] < FILTERED))
        continue;
      drawn.add(key);
      /* An interrupt comes from nowhere. */
      this.arrow(c, x, y === undefined ? to - 9 : y, to);
    }
  }
  drawPath(c, place, k) {
    const lanes = this.page.lanes, s = this.time.off, why = this.page.choice.why, y = place.get(s.thread[why]);
    c.strokeStyle = c.fillStyle = k.path;
    c.lineWidth = 2;
    if (y !== undefined)
      c.strokeRect(lanes.x(s.from[why]), y - 9, Math.max(2, lanes.x(s.to[why]) - lanes.x(s.from[why])), 19);
    for (const r of this.path) {
      const at = place.get(r.thread), to = r.waking < 0 ? undefined : place.get(this.time.wakings.thread[r.waking]);
      if (at !== undefined)
        c.fillRect(lanes.x(r.from), at - 2, Math.max(2, lanes.x(r.to) - lanes.x(r.from)), 4);
      if (at !== undefined && to !== undefined)
        this.arrow(c, Math.round(lanes.x(r.to)), at, to);
    }
    if (y !== undefined && this.wakings.ended(why).some((w) => this.time.wakings.kind[w] >= FILTERED))
      this.arrow(c, Math.round(lanes.x(s.to[why])), y - 18, y);
  }
}
