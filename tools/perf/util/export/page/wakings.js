/* Who ended whose waits, and the path that led to a moment: from the one who waited to the one who woke it, and so on, back in time. */

const FILTERED = NOBODY - 1;		/* a waker that is not among what was asked for */
const MOST_PARTS = 300;			/* of a path */

class Wakings {
  constructor(time) {
    this.time = time;
    this.list = time.wakings;
    this.ofThread = placesOfEach(this.list.thread);
    this.offOf = placesOfEach(time.off.thread);
    /* By when they were. */
    this.order = Int32Array.from(this.list.to, (to, k) => k).sort((x, y) => this.list.to[x] - this.list.to[y] || x - y);
    this.times = Float64Array.from(this.order, (k) => this.list.to[k]);
  }
  /* The wakings that ended what is in entry @i of the times off the CPU: one if nothing was merged; none if nobody told of it. */
  ended(i) {
    const s = this.time.off, l = this.list, all = this.ofThread.get(s.thread[i]), out = [];
    if (s.kind[i] || !all)
      return out;
    for (const k of all) {
      if (l.from[k] > s.to[i])
        break;
      const within = l.from[k] >= s.from[i] && l.to[k] <= s.to[i], around = l.from[k] <= s.from[i] && l.to[k] >= s.to[i];
      if (s.nr[i] > 1 ? within : l.nr[k] > 1 ? around : l.from[k] === s.from[i] && l.to[k] === s.to[i])
        out.push(k);
    }
    return out;
  }
  /* The same, if it is one waking by a thread; else -1. */
  waking(i) {
    const by = this.time.off.nr[i] === 1 ? this.ended(i) : [];
    return by.length === 1 && this.list.nr[by[0]] === 1 && this.list.kind[by[0]] < FILTERED ? by[0] : -1;
  }
  /* The time off the CPU of thread @id that began last before @at; -1: none did. */
  offBefore(id, at) {
    const all = this.offOf.get(id), s = this.time.off;
    if (!all)
      return -1;
    let low = 0, high = all.length;
    while (low < high) {
      const mid = low + high >> 1;
      if (s.from[all[mid]] < at)
        low = mid + 1;
      else
        high = mid;
    }
    return low ? all[low - 1] : -1;
  }
  /*
   * What thread @id depended on between @from and @to, newest first: parts of { thread, from, to, off, waking }. off: the time off the
   * CPU, -1: it ran, or was not seen at all. waking: through which the part after this one, of another thread, began; -1: none.
   */
  path(id, from, to) {
    const s = this.time.off, out = [];
    let at = to, waking = -1;
    while (at > from && out.length < MOST_PARTS) {
      const i = this.offBefore(id, at), end = i < 0 ? from : Math.max(from, Math.min(s.to[i], at));
      if (end < at) {
        out.push({ thread: id, from: end, to: at, off: -1, waking });
        [at, waking] = [end, -1];
        continue;
      }
      const k = s.to[i] === at ? this.waking(i) : -1, by = k < 0 ? -1 : this.list.kind[k], before = k < 0 ? -1 : this.offBefore(by, at);
      /* It waited for another one, if that one did something before. */
      if (k >= 0 && (before < 0 || s.to[before] < at)) {
        [id, waking] = [by, k];
        continue;
      }
      out.push({ thread: id, from: Math.max(from, s.from[i]), to: at, off: i, waking });
      [at, waking] = [s.from[i], -1];
    }
    return out;
  }
  /* What thread @id did between @a and @b: its times off the CPU with how much of each is within, the longest first; and how long it ran. */
  meanwhile(id, a, b) {
    const s = this.time.off, parts = [];
    let off = 0;
    for (const i of this.offOf.get(id) || []) {
      if (s.from[i] >= b)
        break;
      const ns = s.ns[i] * shareOf(s, i, a, b);
      if (ns > 0)
        parts.push({ off: i, ns });
      off += ns;
    }
    parts.sort((x, y) => y.ns - x.ns || x.off - y.off);
    return { parts, ran: Math.max(0, b - a - off) };
  }
  /* Samples on @cpu between @a and @b by thread, the most first. */
  onCpu(cpu, a, b) {
    const r = this.time.rows, out = new Map(), first = lowerBound(r.from, a - this.time.slice + 1), last = lowerBound(r.from, b);
    for (let i = first; i < last; i++)
      if (r.cpu[i] === cpu)
        out.set(r.thread[i], (out.get(r.thread[i]) || 0) + r.samples[i]);
    return [...out].sort((x, y) => y[1] - x[1] || x[0] - y[0]);
  }
}
