/* What happened when: columns of numbers, and the lanes that they belong to. Times are ns from the begin of the axis. */

const NOBODY = 4294967295;
const STATES = [ "blocked", "waits for a CPU", "preempted", "throttled", "not known" ];	/* as the file numbers them */

function spansOf(s) {
  const from = timesOf(s.from, 1), to = from.map((f, i) => f + s.long[i]);
  return { from, to, ns: Float64Array.from(s.ns), nr: Float64Array.from(s.nr), amount: Float64Array.from(s.amount),
    thread: Uint32Array.from(s.thread), cpu: Uint32Array.from(s.cpu), kind: s.kind, what: Uint32Array.from(s.what) };
}

/* Of each number in a column, at which places it stands. */
function placesOfEach(column) {
  const count = new Map(), out = new Map();
  for (const id of column)
    count.set(id, (count.get(id) || 0) + 1);
  for (const [id, n] of count)
    out.set(id, { list: new Int32Array(n), nr: 0 });
  column.forEach((id, i) => {
    const o = out.get(id);
    o.list[o.nr++] = i;
  });
  return new Map([...out].map(([id, o]) => [id, o.list]));
}

/* The first place, @low or behind it, from which on no number is below @value. */
function lowerBound(list, value, low = 0) {
  let high = list.length;
  while (low < high) {
    const mid = low + high >> 1;
    if (list[mid] < value)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

/* How much of span @i lies between @a and @b, as a share of it. */
function shareOf(s, i, a, b) {
  const length = s.to[i] - s.from[i];
  if (!length)
    return s.from[i] >= a && s.from[i] <= b ? 1 : 0;
  return Math.max(0, Math.min(s.to[i], b) - Math.max(s.from[i], a)) / length;
}

class Timeline {
  constructor(data) {
    const t = data.timeline, r = data.rows;
    this.data = data;
    this.length = t.length;
    this.slice = t.slice;
    this.rows = { from: timesOf(r.at, t.slice), event: Uint32Array.from(r.event), thread: Uint32Array.from(r.thread),
      cpu: Uint32Array.from(r.cpu), node: Uint32Array.from(r.node), samples: Float64Array.from(r.samples),
      period: Float64Array.from(r.period) };
    this.off = spansOf(t.offCpu);
    this.wakings = spansOf(t.wakings);
    this.stays = spansOf(t.stays);
    this.windows = spansOf(t.windows);
    this.losses = spansOf(t.losses);
    this.lanes = this.makeLanes();
  }
  makeLanes() {
    const none = new Int32Array(0), out = [], cpus = new Set([...this.rows.cpu, ...this.windows.cpu, ...this.losses.cpu]);
    const by = (key) => Object.fromEntries(["rows", "off", "stays", "windows", "losses"].map((list) => [list, placesOfEach(this[list][key])]));
    const cpu = by("cpu"), thread = by("thread"), d = this.data;
    const lane = (kind, id, label, lists, of) => out.push({ kind, id, label, rows: of.rows.get(id) || none,
      ...Object.fromEntries(["off", "stays", "windows", "losses"].map((k) => [k, lists.includes(k) && of[k].get(id) || none])) });
    cpus.delete(NOBODY);
    [...cpus].sort((a, b) => a - b).forEach((id) => lane("cpu", id, `CPU ${id}`, ["windows", "losses"], cpu));
    /* The busiest first, by samples and then by spans. */
    const weight = d.threads.map(() => 0);
    this.rows.thread.forEach((id, i) => { weight[id] += this.rows.samples[i] * 1e6; });
    for (const list of [this.off, this.stays])
      list.thread.forEach((id, i) => { weight[id] += list.nr[i]; });
    /* Of one who is here only because it woke somebody there is nothing to draw. */
    const has = (id) => weight[id] > 0 || thread.windows.has(id);
    d.threads.map((t, id) => id).filter(has).sort((a, b) => weight[b] - weight[a] || a - b).forEach((id) => {
      const t = d.threads[id];
      lane("thread", id, `${t[0]} ${t[1] === t[2] ? t[2] : t[1] + "/" + t[2]}`, ["off", "stays", "windows"], thread);
    });
    return out;
  }
  /* Of a lane (null: all), when its rows begin, and how many samples are in front of each. They are in the order of time. */
  rowsOf(lane) {
    const of = lane || this;
    if (!of.byTime) {
      const r = this.rows, n = lane ? lane.rows.length : r.from.length, from = new Float64Array(n), sum = new Float64Array(n + 1);
      for (let k = 0; k < n; k++) {
        const i = lane ? lane.rows[k] : k;
        from[k] = r.from[i];
        sum[k + 1] = sum[k] + r.samples[i];
      }
      of.byTime = { from, sum };
    }
    return of.byTime;
  }
  /* How late any of the first spans of a lane's @list ends: the first number that is not below a time is where to begin to look. */
  ends(list, spans) {
    if (!list.ends) {
      list.ends = new Float64Array(list.length);
      list.forEach((i, k) => { list.ends[k] = Math.max(k ? list.ends[k - 1] : 0, spans.to[i]); });
    }
    return list.ends;
  }
  /* The rows of a stretch, in columns: what a slice that is only partly within holds counts as a whole. */
  rowsWithin(a, b) {
    const first = lowerBound(this.rows.from, a - this.slice + 1), last = lowerBound(this.rows.from, b);
    return Object.fromEntries(Object.entries(this.rows).map(([key, list]) => [key, list.subarray(first, Math.max(first, last))]));
  }
  /* Times off the CPU as rows of the event @event; @state: of one state only, -1: of all. */
  offWithin(a, b, event, state) {
    const s = this.off, out = { event: [], thread: [], cpu: [], node: [], samples: [], period: [] };
    for (let i = 0; i < s.from.length && s.from[i] < b; i++) {
      const share = shareOf(s, i, a, b);
      if (!share || (state >= 0 && s.kind[i] !== state))
        continue;
      out.event.push(event);
      out.thread.push(s.thread[i]);
      out.cpu.push(s.cpu[i]);
      out.node.push(s.what[i]);
      out.samples.push(s.nr[i]);
      out.period.push(s.ns[i] * share);
    }
    return out;
  }
  /* What a lane (null: all) has between @a and @b. */
  sums(lane, a, b) {
    const out = { samples: 0, off: STATES.map(() => 0), stays: 0, stayTime: 0, windows: 0, lost: 0, bytes: 0 };
    const each = (list, spans, add) => {
      const n = list ? list.length : spans.from.length;
      for (let k = 0; k < n; k++) {
        const i = list ? list[k] : k;
        if (spans.from[i] >= b && spans.from[i] > a)
          break;
        const share = shareOf(spans, i, a, b);
        if (share)
          add(i, share);
      }
    };
    const rows = this.rowsOf(lane), first = lowerBound(rows.from, a - this.slice + 1e-6);
    out.samples = rows.sum[Math.max(first, lowerBound(rows.from, b))] - rows.sum[first];
    each(lane && lane.off, this.off, (i, share) => { out.off[this.off.kind[i]] += this.off.ns[i] * share; });
    each(lane && lane.stays, this.stays, (i, share) => {
      out.stays += this.stays.nr[i];
      out.stayTime += this.stays.ns[i] * share;
    });
    each(lane && lane.windows, this.windows, (i) => {
      out.windows += this.windows.nr[i];
      out.bytes += this.windows.amount[i];
    });
    each(lane && lane.losses, this.losses, (i) => { out.lost += this.losses.amount[i]; });
    return out;
  }
  /* Stays by their names, the longest time first. */
  calls(lane, a, b) {
    const s = this.stays, out = new Map(), list = lane ? lane.stays : null, n = list ? list.length : s.from.length;
    for (let k = 0; k < n; k++) {
      const i = list ? list[k] : k, share = shareOf(s, i, a, b);
      if (!share)
        continue;
      const name = s.what[i] === NOBODY ? "several" : this.data.timeline.calls[s.what[i]];
      const c = out.get(name) || { name, nr: 0, ns: 0, longest: 0 };
      c.nr += s.nr[i];
      c.ns += s.ns[i] * share;
      c.longest = Math.max(c.longest, s.nr[i] === 1 ? s.ns[i] : 0);
      out.set(name, c);
    }
    return [...out.values()].sort((x, y) => y.ns - x.ns || (x.name < y.name ? -1 : 1));
  }
}

function timeText(ns) {
  return ns >= 1e9 ? (ns / 1e9).toFixed(3) + " s" : ns >= 1e6 ? (ns / 1e6).toFixed(2) + " ms" : ns >= 1e3 ? (ns / 1e3).toFixed(1) + " \u00b5s" :
    Math.round(ns) + " ns";
}
