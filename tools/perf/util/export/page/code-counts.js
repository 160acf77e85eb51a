/* What is counted at each row of a function's code, of what is chosen on the page. */

/* What the steps of a metric come to; @counts: of each event. */
function metricValue(steps, counts) {
  const two = { "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, min: Math.min, max: Math.max }, stack = [];
  for (const step of steps) {
    if (step === "neg")
      stack.push(-stack.pop());
    else if (typeof step === "string")
      stack.push(two[step](...stack.splice(-2)));
    else
      stack.push(typeof step === "number" ? step : counts[step[0]]);
  }
  return stack[0];
}

Object.assign(CodePane.prototype, {
  /*
   * The file that the instructions name, for one of the older build: that may have been made in another folder, so that files are the
   * same if they are called the same.
   */
  file(c, source) {
    const name = (i) => this.code.sources[i].path.replace(/.*\//, "");
    if (!c.named) {
      const own = new Set(c.place.filter((place) => place >= 0).map((place) => c.places[place][0])), first = new Map();
      own.forEach((i) => first.has(name(i)) || first.set(name(i), i));
      c.named = new Map(c.places.map(([i]) => [i, own.has(i) ? i : first.get(name(i)) ?? i]));
    }
    return c.named.get(source);
  },
  lineKey(c, place) {
    return place < 0 ? "" : this.file(c, c.places[place][0]) + ":" + c.places[place][1];
  },
  /* Do samples of what was called count? Of a function that has no others, always. */
  withCalls(c) {
    c.onlyCalls ??= !!c.hits.call && !c.hits.call.includes(0);
    return this.page.choice.codeCalls || c.onlyCalls;
  },
  /* Is what is chosen told apart? Else all of it counts. */
  isNarrow() {
    const choice = this.page.choice, who = choice.thread >= 0 || choice.comm !== null || choice.group;
    return !choice.steps.length && (this.code.threads || !who) && (this.code.cpus || choice.cpu === null);
  },
  /* Calls @add with row, event and place in the list of all hits that are chosen; @stretch: null for all times. */
  eachHit(c, choice, stretch, add) {
    const h = c.hits, calls = this.withCalls(c), slice = this.code.slice;
    if (h.at && !h.from)
      h.from = timesOf(h.at, slice).map((t) => t + this.code.first);
    for (let i = 0; i < h.row.length; i++)
      if ((calls || !h.call || !h.call[i]) && (!h.thread || takesThread(this.page.data, choice, h.thread[i])) &&
          (!h.cpu || choice.cpu === null || h.cpu[i] === choice.cpu) &&
          (!stretch || !h.from || (h.from[i] > stretch[0] - slice && h.from[i] < stretch[1])))
        add(h.row[i], h.event[i], i);
  },
  sumHits(c, choice, stretch) {
    const rows = new Float64Array(c.at.length), lines = new Map(), values = choice.unit === "samples" ? c.hits.samples : c.hits.period;
    let all = 0;
    this.eachHit(c, choice, stretch, (row, event, i) => {
      if (event !== choice.event)
        return;
      const key = this.lineKey(c, row < 0 ? -1 : c.place[row]);
      all += values[i];
      if (row >= 0)
        rows[row] += values[i];
      lines.set(key, (lines.get(key) || 0) + values[i]);
    });
    return { rows, lines, all };
  },
  /* Of the older recording only lines are known. */
  sumOld(c, choice) {
    const lines = new Map(), values = choice.unit === "samples" ? c.old.samples : c.old.period;
    let all = 0;
    c.old.event.forEach((event, i) => {
      const key = this.lineKey(c, c.old.place[i]);
      if (event !== choice.event)
        return;
      all += values[i];
      lines.set(key, (lines.get(key) || 0) + values[i]);
    });
    return { rows: null, lines, all };
  },
  /* The metrics of each row and line that has anything, and of the function. */
  sumMetrics(c, choice, stretch) {
    const n = this.page.data.events.length, rows = new Map(), lines = new Map(), all = new Float64Array(n);
    const of = (map, key) => map.get(key) || map.set(key, new Float64Array(n)).get(key);
    const values = (counts) => this.code.metrics.map(([, steps]) => metricValue(steps, counts));
    const valued = (map) => new Map([...map].map(([key, counts]) => [key, values(counts)]));
    if (this.code.metrics.length)
      this.eachHit(c, choice, stretch, (row, event, i) => {
        all[event] += c.hits.period[i];
        of(rows, row)[event] += c.hits.period[i];
        of(lines, this.lineKey(c, row < 0 ? -1 : c.place[row]))[event] += c.hits.period[i];
      });
    return { rows: valued(rows), lines: valued(lines), all: values(all) };
  },
  /* What is counted now, and what that is compared with: another recording, another stretch, or another weight. */
  count(c) {
    const p = this.page, { now, base } = p.stretches(), beside = p.oldRows() ? null : p.besideChoice();
    const here = this.sumHits(c, p.choice, now);
    const was = c.old ? this.sumOld(c, p.choice) : base ? this.sumHits(c, p.choice, base) : beside ? this.sumHits(c, beside, now) : null;
    return { ...here, was, before: was ? was.lines : new Map(), old: was ? was.all : 0, metrics: this.sumMetrics(c, p.choice, now) };
  },
  metricText(v) {
    return v === undefined ? "" : Number.isFinite(v) ? v.toFixed(2) : "x/0";
  },
});
