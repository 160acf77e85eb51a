/* The page with a timeline above the flame graph: the graph is of the stretch of time that is chosen there. */

const FIRST_LANES = 200;
const LINK_EVERY = 200;			/* ms, while the axis moves */

class TimelinePage extends Page {
  prepare() {
    this.timeline = new Timeline(this.data);
    this.data.rows = this.timeline.rows;
    Object.assign(this.choice, { from: null, to: null, view0: 0, view1: this.timeline.length, lanes: "both", base: null, inTime: false, why: -1, arrows: false, state: -1 });
    this.waits = new Waits(this);
    /* Which states there are. */
    this.states = STATES.map((name, i) => i).filter((i) => this.timeline.off.kind.includes(i));
    this.states.forEach((i) => $("state").append(new Option(STATES[i], i)));
    $("state-label").hidden = this.states.length < 2;
    $("state").addEventListener("change", (e) => this.set({ state: Number(e.target.value) }));
    this.lanes = new Lanes(this);
    this.heat = new Heat(this);
    this.linked = -LINK_EVERY;
    $("notes").textContent = this.data.timeline.notes.join(" ");
    const keys = [["in the lanes:", ""], ["left, right", "move the stretch; with Shift, its end"], ["up, down", "choose a lane"],
      ["+, -", "zoom the axis; the wheel with Ctrl, too"], ["w, W", "explain the next time off the CPU, the one before"], ["Enter, Escape", "zoom to the stretch; take it away"]];
    for (const [key, does] of keys) {
      const dt = document.createElement("dt"), dd = document.createElement("dd");
      dt.textContent = key;
      dd.textContent = does || "\u00a0";
      $("keys").querySelector("dl").append(dt, dd);
    }
    $("stretch-tables").addEventListener("toggle", () => this.tables());
    this.hear();
  }
  range() {
    const c = this.choice;
    return c.from === null ? [0, this.timeline.length] : [c.from, c.to];
  }
  rows(event = this.choice.event) {
    const whole = this.choice.from === null && event !== this.data.timeline.offCpuEvent;
    return whole ? this.timeline.rows : this.rowsOf(...this.range(), event);
  }
  rowsOf(a, b, event = this.choice.event) {
    const t = this.timeline;
    return event === this.data.timeline.offCpuEvent ? t.offWithin(a, b, event, this.choice.state) : t.rowsWithin(a, b);
  }
  /* The order of time is one of a thread. */
  canBeInTime() {
    return this.choice.thread >= 0 && this.choice.comm === null && this.choice.callers < 0 && !this.choice.reverse && !this.oldSums;
  }
  chosenTree(m) {
    return this.choice.inTime && this.canBeInTime() ? inTime(m, this.rows(), this.choice) : super.chosenTree(m);
  }
  rootName() {
    return super.rootName() + (this.choice.inTime && this.canBeInTime() ? ", in the order of time" : "");
  }
  /* What a stretch is compared with is another one. */
  oldRows() {
    const base = this.choice.base;
    return base && this.choice.from !== null ? this.rowsOf(...base) : null;
  }
  stretches() {
    const c = this.choice, now = c.from === null ? null : [c.from, c.to];
    return { now, base: now && c.base ? c.base : null };
  }
  apply() {
    super.apply();
    $("lanes").value = this.choice.lanes;
    $("state").value = String(this.choice.state);
    $("in-time").checked = this.choice.inTime;
    $("in-time").disabled = !this.canBeInTime();
    $("in-time-label").title = this.canBeInTime() ? "" : "Of one thread: choose its lane first; not of callers, a reverse graph or a comparison";
    for (const id of ["from", "to"])
      $(id).value = this.choice[id] === null ? "" : (this.choice[id] / 1e9).toFixed(9).replace(/0{1,6}$/, "");
    $("lanes-scroll").style.setProperty("--lanes", this.lanes.shown().length);
    this.laneLegend();
    this.sayStretch();
    this.tables();
    this.waits.update();
    this.lanes.soon();
    this.heat.draw();
  }
  laneLegend() {
    const k = laneColours(this.choice.dark), t = this.timeline, items = [[k.sample, "samples"]];
    STATES.forEach((s, i) => t.off.kind.includes(i) && items.push([k.off[i], s]));
    if (t.stays.from.length)
      items.push([k.stay, "in the kernel"]);
    if (t.windows.from.length)
      items.push([k.window, "AUX trace runs"]);
    if (t.losses.from.length)
      items.push([k.lost, "records lost"]);
    $("lanes-legend").replaceChildren(...items.map(([colour, text]) => {
      const span = document.createElement("span"), i = document.createElement("i");
      i.style.background = colour;
      span.append(i, text);
      return span;
    }));
  }
  chosenLane() {
    const c = this.choice;
    if (c.comm !== null)
      return null;
    return this.timeline.lanes.find((l) => l.kind === "thread" ? c.thread === l.id : c.cpu === l.id && c.thread < 0) || null;
  }
  sayBase() {
    const base = this.choice.base;
    $("base-text").hidden = !base;
    $("base-text").textContent = base ? `compared with ${(base[0] / 1e9).toFixed(6)} to ${(base[1] / 1e9).toFixed(6)} s` : "";
    $("stretch-base").textContent = base ? "No comparison" : "Compare with it";
    $("stretch-base").disabled = !base && this.choice.from === null;
  }
  sayStretch() {
    this.sayBase();
    const [a, b] = this.range(), lane = this.chosenLane(), s = this.timeline.sums(lane, a, b), parts = [];
    parts.push(`${s.samples.toLocaleString("en-US")} ${s.samples === 1 ? "sample" : "samples"}`);
    STATES.forEach((name, i) => s.off[i] && parts.push(`${name} ${timeText(s.off[i])}`));
    if (s.stays)
      parts.push(`${s.stays.toLocaleString("en-US")} stays in the kernel, ${timeText(s.stayTime)}`);
    if (s.windows)
      parts.push(`${s.windows} AUX windows`);
    if (s.lost)
      parts.push(`${s.lost.toLocaleString("en-US")} records lost`);
    $("stretch-status").textContent = !this.timeline.lanes.length ? "No CPU and no thread has anything to show." : `${(a / 1e9).toFixed(6)} to ${(b / 1e9).toFixed(6)} s (${timeText(b - a)}), ` +
      `${lane ? lane.label : "all lanes"}: ${parts.join("; ")}`;
  }
  tables() {
    if (!$("stretch-tables").open)
      return;
    const [a, b] = this.range();
    const row = (texts) => {
      const tr = document.createElement("tr");
      texts.forEach((text, i) => {
        const cell = document.createElement(i ? "td" : "th");
        if (i)
          cell.className = "n";
        else
          cell.scope = "row";
        cell.textContent = text;
        tr.append(cell);
      });
      return tr;
    };
    const lanes = this.lanes.shown();
    $("lane-rows").replaceChildren(...lanes.slice(0, FIRST_LANES).map((lane) => {
      const s = this.timeline.sums(lane, a, b);
      return row([lane.label, s.samples, timeText(s.off[0]), timeText(s.off[1] + s.off[2] + s.off[3]), timeText(s.off[4]),
        s.stays ? `${s.stays}, ${timeText(s.stayTime)}` : 0, s.windows, s.lost]);
    }));
    if (lanes.length > FIRST_LANES)
      $("lane-rows").append(row([`${lanes.length - FIRST_LANES} lanes more`]));
    $("call-rows").replaceChildren(...this.timeline.calls(this.chosenLane(), a, b).slice(0, FIRST_LANES)
      .map((c) => row([c.name, c.nr, timeText(c.ns), c.longest ? timeText(c.longest) : ""])));
  }

  /* --- choosing --- */

  addToLink(q) {
    const c = this.choice;
    if (c.from !== null) q.set("from", Math.round(c.from)), q.set("to", Math.round(c.to));
    if (c.view0 > 0 || c.view1 < this.timeline.length) q.set("view", `${Math.round(c.view0)}-${Math.round(c.view1)}`);
    if (c.lanes !== "both") q.set("lanes", c.lanes);
    if (c.inTime) q.set("order", "time");
    if (c.why >= 0) q.set("why", c.why);
    if (c.arrows) q.set("wakings", 1);
    if (c.state >= 0) q.set("state", c.state);
    if (c.base) q.set("base", c.base.map(Math.round).join("-"));
  }
  readLink(q) {
    const c = this.choice, all = this.timeline.length, view = (q.get("view") || "").split("-").map(Number), from = Number(q.get("from") ?? NaN);
    const to = Number(q.get("to") ?? NaN);
    [c.from, c.to] = from >= 0 && to > from && from < all ? [from, Math.min(to, all)] : [null, null];
    [c.view0, c.view1] = view.length === 2 && view[0] >= 0 && view[1] > view[0] ? [view[0], Math.min(view[1], all)] : [0, all];
    c.inTime = q.get("order") === "time";
    const why = Number(q.get("why") ?? NaN);
    c.why = Number.isInteger(why) && why >= 0 && why < this.timeline.off.from.length ? why : -1;
    c.arrows = q.get("wakings") === "1";
    c.state = this.states.includes(Number(q.get("state") ?? -1)) ? Number(q.get("state")) : -1;
    if (c.why >= 0)
      $("waits").open = true;
    const base = (q.get("base") || "").split("-").map(Number);
    c.base = base.length === 2 && base[0] >= 0 && base[1] > base[0] && base[0] < all ? [base[0], Math.min(base[1], all)] : null;
    c.lanes = ["cpu", "thread"].includes(q.get("lanes")) ? q.get("lanes") : "both";
  }
  /* The axis shows from @a to @b, as far as there is something. */
  look(a, b) {
    const all = this.timeline.length, long = Math.max(Math.min(b - a, all), Math.min(all, 10));
    const from = Math.max(0, Math.min(a, all - long));
    this.set({ view0: from, view1: from + long });
  }
  /* Where only the axis moves nothing is counted anew. */
  set(what) {
    if (!Object.keys(what).every((key) => key === "view0" || key === "view1")) {
      super.set(what);
      return;
    }
    Object.assign(this.choice, what);
    this.lanes.soon();
    this.linkSoon();
  }
  /* A browser refuses to take hundreds of links in a row, and each takes longer than the picture. */
  linkSoon() {
    clearTimeout(this.later);
    if (performance.now() > this.linked + LINK_EVERY) {
      this.linked = performance.now();
      this.toLink(false);
    } else {
      this.later = setTimeout(() => this.toLink(false), LINK_EVERY);
    }
  }
  /* @often: many follow each other, a key is held down; what is counted of it is counted once for each picture. */
  stretch(a, b, often = false) {
    const all = this.timeline.length, from = Math.max(0, Math.min(a, b)), to = Math.min(all, Math.max(a, b));
    const what = to > from ? { from, to } : { from: null, to: null };
    if (!often) {
      this.set(what);
      return;
    }
    Object.assign(this.choice, what);
    this.applying = this.applying || requestAnimationFrame(() => {
      this.applying = 0;
      this.apply();
      this.linkSoon();
    });
  }
  chooseLane(lane, why = -1) {
    /* Another time off the CPU in the lane that is chosen already leaves that chosen. */
    const same = lane && lane === this.chosenLane() && (why < 0 || why === this.choice.why);
    if (why >= 0 && !same)
      $("waits").open = true;
    this.set({ why: same ? -1 : why, comm: null, thread: lane && !same && lane.kind === "thread" ? lane.id : -1, cpu: lane && !same && lane.kind === "cpu" ? lane.id : null });
  }

  /* --- hands --- */

  hear() {
    const canvas = $("lanes-canvas"), lanes = this.lanes;
    $("lanes").addEventListener("change", (e) => this.set({ lanes: e.target.value }));
    for (const id of ["from", "to"])
      $(id).addEventListener("change", () => {
        const a = parseFloat($("from").value) * 1e9, b = parseFloat($("to").value) * 1e9;
        if ($("from").value === "" && $("to").value === "")
          this.set({ from: null, to: null });
        else
          this.stretch(a >= 0 ? a : 0, b >= 0 ? b : this.timeline.length);
      });
    $("stretch-form").addEventListener("submit", (e) => e.preventDefault());
    $("stretch-zoom").addEventListener("click", () => this.look(...this.range()));
    $("stretch-none").addEventListener("click", () => this.set({ from: null, to: null, view0: 0, view1: this.timeline.length }));
    $("in-time").addEventListener("change", (e) => this.set({ inTime: e.target.checked }));
    $("stretch-base").addEventListener("click", () => this.set(this.choice.base ? { base: null } : { base: this.range(), from: null, to: null }));
    canvas.addEventListener("pointerdown", (e) => {
      if (e.button || e.offsetX < LABEL)
        return;
      canvas.setPointerCapture(e.pointerId);
      lanes.drag = { x: e.offsetX, a: lanes.ns(e.offsetX), b: lanes.ns(e.offsetX) };
    });
    canvas.addEventListener("pointermove", (e) => {
      if (lanes.drag) {
        lanes.drag.b = lanes.ns(e.offsetX);
        lanes.draw();
      }
      this.laneTip(e);
    });
    canvas.addEventListener("pointerleave", () => { $("tip").hidden = true; });
    canvas.addEventListener("pointercancel", () => { lanes.drag = null; });
    canvas.addEventListener("pointerup", (e) => {
      const drag = lanes.drag;
      lanes.drag = null;
      if (drag && Math.abs(e.offsetX - drag.x) > 3)
        this.stretch(drag.a, lanes.ns(e.offsetX));
      else if (lanes.laneAt(e.offsetY))
        this.chooseLane(lanes.laneAt(e.offsetY), this.offAt(e));
    });
    canvas.addEventListener("wheel", (e) => {
      if (!e.ctrlKey || e.offsetX < LABEL)
        return;
      e.preventDefault();
      const at = lanes.ns(e.offsetX), k = 2 ** (Math.max(-240, Math.min(240, e.deltaY)) / 240);
      this.look(at - (at - this.choice.view0) * k, at + (this.choice.view1 - at) * k);
    }, { passive: false });
    canvas.addEventListener("dblclick", () => this.look(...this.range()));
    canvas.addEventListener("keydown", (e) => this.laneKey(e));
  }
  /* The time off the CPU under the pointer; -1: none. */
  offAt(e) {
    const lane = this.lanes.laneAt(e.offsetY), pixel = (this.choice.view1 - this.choice.view0) / this.lanes.width();
    return e.offsetX < LABEL ? -1 : this.waits.at(lane, this.lanes.ns(e.offsetX), pixel);
  }
  laneTip(e) {
    const lane = this.lanes.laneAt(e.offsetY), tip = $("tip"), t = this.timeline, { view0, view1 } = this.choice;
    tip.hidden = !lane || !!this.lanes.drag;
    if (tip.hidden)
      return;
    const lines = [lane.label];
    if (e.offsetX >= LABEL) {
      const pixel = (view1 - view0) / this.lanes.width(), a = this.lanes.ns(e.offsetX), b = a + pixel, s = t.sums(lane, a, b);
      lines.push(`at ${(a / 1e9).toFixed(9)} s`);
      if (s.samples)
        lines.push(`${s.samples} ${s.samples === 1 ? "sample" : "samples"}`);
      const over = (list, spans, text) => {
        for (const i of list)
          if (spans.from[i] < b && spans.to[i] >= a && lines.length < 12)
            lines.push(text(i) + (spans.nr[i] > 1 ? ` (${spans.nr[i]} merged)` : ""));
      };
      over(lane.off, t.off, (i) => `${STATES[t.off.kind[i]]} ${timeText(t.off.ns[i])}${this.waits.endedBy(i) ? `, ended by ${this.waits.endedBy(i)}` : ""}`);
      over(lane.stays, t.stays, (i) => `in the kernel: ${t.stays.what[i] === NOBODY ? "several" : this.data.timeline.calls[t.stays.what[i]]} ${timeText(t.stays.ns[i])}`);
      over(lane.windows, t.windows, (i) => `${t.windows.what[i] === NOBODY ? "several traces" : this.data.timeline.traces[t.windows.what[i]]}: ` +
        `${timeText(t.windows.ns[i])}, ${t.windows.amount[i]} bytes${t.windows.kind[i] ? ", uncertain" : ""}`);
      over(lane.losses, t.losses, (i) => `${t.losses.amount[i]} records lost`);
    }
    tip.replaceChildren(...lines.map((text, i) => {
      const line = document.createElement(i ? "span" : "b");
      line.textContent = text;
      return line;
    }));
    tip.style.left = Math.max(0, Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = Math.max(0, Math.min(e.clientY + 18, innerHeight - tip.offsetHeight - 4)) + "px";
  }
  laneKey(e) {
    const c = this.choice, span = c.view1 - c.view0, mid = (c.view0 + c.view1) / 2, all = this.timeline.length;
    if (e.ctrlKey || e.altKey || e.metaKey)
      return;
    const [a, b] = c.from === null ? [mid - span / 20, mid + span / 20] : [c.from, c.to], step = span / 50;
    const lanes = this.lanes.shown(), at = lanes.indexOf(this.chosenLane());
    const zoom = (k) => {
      const centre = c.from === null ? mid : (c.from + c.to) / 2;
      this.look(centre - span * k / 2, centre + span * k / 2);
    };
    const move = (by) => {
      const d = Math.max(-a, Math.min(all - b, by));
      this.stretch(a + d, b + d, e.repeat);
    };
    const lane = (to) => {
      if (!lanes[to] || to === at)
        return;
      this.chooseLane(lanes[to]);
      this.lanes.show(lanes[to]);
    };
    const keys = { ArrowLeft: () => e.shiftKey ? this.stretch(a, Math.max(b - step, a + step / 10), e.repeat) : move(c.from === null ? 0 : -step),
      ArrowRight: () => e.shiftKey ? this.stretch(a, b + step, e.repeat) : move(c.from === null ? 0 : step),
      ArrowDown: () => lane(at + 1), ArrowUp: () => at <= 0 ? at === 0 && this.chooseLane(lanes[0]) : lane(at - 1),
      "w": () => this.waits.step(1), "W": () => this.waits.step(-1), "+": () => zoom(0.5), "-": () => zoom(2), Enter: () => this.look(a, b),
      Escape: () => c.why >= 0 ? this.set({ why: -1 }) : c.from !== null ? this.set({ from: null, to: null }) : this.look(0, all) }[e.key];
    if (!keys)
      return;
    e.preventDefault();
    e.stopPropagation();
    keys();
  }
}

window.flame = new TimelinePage(JSON.parse($("data").textContent));
