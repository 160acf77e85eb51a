/*
 * The lanes as pixels, written one by one: a canvas takes longer for each of ten thousand small boxes than all of it takes here. Each lane
 * is a strip that is kept as long as it would be the same, so that to scroll, or to draw a stretch, moves strips only.
 */

class LanePixels {
  constructor(lanes) {
    this.lanes = lanes;
    this.time = lanes.time;
    this.strips = new Map();		/* lane -> its pixels, @wide * @high */
  }
  /* Draws the lanes @seen (each with the pixel where it begins) to the right of their names. */
  draw(c, seen, ratio) {
    const choice = this.lanes.page.choice, canvas = this.lanes.canvas, left = Math.round(LABEL * ratio), wide = canvas.width - left;
    const same = [choice.view0, choice.view1, choice.state, choice.dark, canvas.width, ratio, this.lanes.most].join();
    if (wide < 1)
      return;
    if (this.same !== same) {
      this.same = same;
      this.strips.clear();
      this.wide = wide;
      this.ratio = ratio;
      this.high = Math.ceil(LANE * ratio);
      this.pixels = Object.fromEntries(Object.entries(laneColours(choice.dark)).filter(([name]) => name !== "brush")
        .map(([name, colour]) => [name, Array.isArray(colour) ? colour.map(pixelOf) : pixelOf(colour)]));
    }
    if (!this.image || this.image.width !== wide || this.image.height !== canvas.height)
      this.image = c.createImageData(wide, canvas.height);
    const all = new Uint32Array(this.image.data.buffer);
    all.fill(this.pixels.back);
    for (const [lane, y] of seen) {
      /* What lies above the canvas, and below it, is left out. */
      const top = Math.round(y * ratio), from = Math.max(0, -top), to = Math.min(this.high, canvas.height - top);
      if (from < to)
        all.set(this.strip(lane).subarray(from * wide, to * wide), (top + from) * wide);
    }
    c.putImageData(this.image, left, 0);
  }
  strip(lane) {
    let out = this.strips.get(lane);
    if (!out) {
      const t = this.time, k = this.pixels, state = this.lanes.page.choice.state;
      out = new Uint32Array(this.wide * this.high).fill(k.back);
      this.spans(out, lane.off, t.off, 1, 18, (i) => state < 0 || t.off.kind[i] === state ? k.off[t.off.kind[i]] : 0);
      this.bars(out, this.lanes.counts.get(lane));
      this.spans(out, lane.stays, t.stays, 19, 23, () => k.stay);
      this.spans(out, lane.windows, t.windows, 24, 28, (i) => t.windows.kind[i] ? k.uncertain : k.window);
      this.spans(out, lane.losses, t.losses, 1, LANE - 2, () => k.lost);
      this.strips.set(lane, out);
    }
    return out;
  }
  /* Spans, from row @from of the lane to row @to; @colour: a pixel, 0: it is not drawn. Of what is in one pixel the last one is seen. */
  spans(out, list, spans, from, to, colour) {
    const { view0, view1 } = this.lanes.page.choice, wide = this.wide, scale = wide / (view1 - view0), line = new Uint32Array(wide), back = this.pixels.back;
    let some = false;
    for (let k = lowerBound(this.time.ends(list, spans), view0); k < list.length && spans.from[list[k]] <= view1; k++) {
      const i = list[k], pixel = colour(i), long = spans.to[i] - spans.from[i];
      if (!pixel || spans.to[i] < view0)
        continue;
      const a = Math.min(wide - 1, Math.max(0, Math.round((spans.from[i] - view0) * scale)));
      const b = Math.max(a + 1, Math.min(wide, Math.round((spans.to[i] - view0) * scale)));
      /* Several that are drawn as one: the paler, the less of it they are. */
      const drawn = spans.nr[i] > 1 && long > spans.ns[i] ? blended(pixel, back, Math.max(0.25, spans.ns[i] / long)) : pixel;
      for (let x = a; x < b; x++)
        line[x] = drawn;
      some = true;
    }
    for (let row = Math.round(from * this.ratio), end = Math.round(to * this.ratio); some && row < end; row++)
      for (let x = 0, at = row * wide; x < wide; x++, at++)
        if (line[x])
          out[at] = line[x];
  }
  /* Samples: as high as the square root of how many there are. @count: by pixel of the window. */
  bars(out, count) {
    const wide = this.wide, ratio = this.ratio, bottom = Math.round(18 * ratio), pixel = this.pixels.sample;
    for (let x = 0; x < wide; x++) {
      const n = count[Math.floor(x / ratio)];
      if (!n)
        continue;
      const top = Math.round((18 - Math.max(2, 16 * Math.sqrt(n / this.lanes.most))) * ratio);
      for (let at = top * wide + x, end = bottom * wide; at < end; at += wide)
        out[at] = pixel;
    }
  }
}
