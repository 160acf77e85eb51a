/*
 * The boxes of the graph as pixels, written one by one: a canvas takes longer for each of ten thousand small boxes than all of them take here.
 */

/* A colour, "#rgb" or "#rrggbb", as a pixel has it. */
function pixelOf(colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((d) => d + d).join("") : colour.slice(1), n = parseInt(digits, 16);
  return new Uint32Array(Uint8Array.of(n >> 16, n >> 8 & 255, n & 255, 255).buffer)[0];
}

/* @share of one pixel, and what is left of the other one. */
function blended(pixel, ground, share) {
  let out = 0;
  for (let shift = 0; shift < 32; shift += 8)
    out += Math.round((pixel >>> shift & 255) * share + (ground >>> shift & 255) * (1 - share)) * 2 ** shift;
  return out;
}

class BoxPixels {
  constructor(view) {
    this.view = view;
    this.of = new Map();		/* a colour -> its pixel */
    this.functions = [false, true].map(() => new Uint32Array(view.page.model.functions.length));	/* on a light page, and on a dark one; 0: not known yet */
  }
  /* Any colour of CSS: a canvas tells what it is. */
  pixel(c, colour) {
    let out = this.of.get(colour);
    if (out === undefined) {
      c.fillStyle = colour;
      out = pixelOf(c.fillStyle);
      this.of.set(colour, out);
    }
    return out;
  }
  /* What function @f has where nothing is compared; @i: a node of it. */
  pixelOf(c, f, i) {
    const known = this.functions[Number(this.view.page.choice.dark)];
    return known[f] || (known[f] = this.pixel(c, this.view.colour(i)));
  }
  /* Draws the boxes of @rows (row -> its boxes), whose window begins at @from; all of them have @height. */
  draw(c, rows, from, height, ratio) {
    const v = this.view, { width: wide, height: high } = v.canvas, match = v.page.matches, t = v.tree, found = this.pixel(c, matchColour(v.page.choice.dark));
    if (!this.image || this.image.width !== wide || this.image.height !== high)
      this.image = c.createImageData(wide, high);
    const all = new Uint32Array(this.image.data.buffer), line = new Uint32Array(wide);
    all.fill(0);
    rows.forEach((boxes, row) => {
      const y = v.top(row, height) - from, top = Math.max(0, Math.round(y * ratio)), bottom = Math.min(high, Math.round((y + ROW - 1) * ratio));
      if (top >= bottom)
        return;
      line.fill(0);
      for (const b of boxes) {
        const f = t.frame[b.node], begin = Math.round(b.x * ratio);
        const pixel = match && b.node && match[f] ? found : b.node && !t.oldTotal ? this.pixelOf(c, f, b.node) : this.pixel(c, v.colour(b.node));
        const end = Math.max(begin + 1, Math.round((b.x + b.w - (b.w > 3 ? 1 : 0)) * ratio));
        for (let x = begin; x < end; x++)
          line[x] = pixel;
      }
      for (let k = top; k < bottom; k++)
        all.set(line, k * wide);
    });
    c.putImageData(this.image, 0, 0);
  }
}
