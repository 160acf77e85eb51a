/* A link to the page: what is chosen stands in its end, behind the #. */

const LINK_AGAIN = 500;			/* ms, until the browser is asked once more */

Object.assign(Page.prototype, {
  /* The link to what is shown, without the notes. */
  viewLink() {
    const c = this.choice, q = new URLSearchParams(), zoom = this.view.zoom;
    if (c.event) q.set("event", c.event);
    if (c.thread >= 0 && c.comm === null) q.set("thread", c.thread);
    if (c.comm !== null) q.set("comm", c.comm);
    if (c.cpu !== null) q.set("cpu", c.cpu);
    if (c.unit !== "period") q.set("unit", c.unit);
    if (c.group) q.set("group", c.group);
    if (c.beside !== "") q.set("beside", c.beside);
    if (c.widths !== "new") q.set("widths", c.widths);
    if (!c.norm) q.set("norm", 0);
    if (c.reverse) q.set("reverse", 1);
    if (c.icicle) q.set("icicle", 1);
    if (c.callers >= 0) q.set("callers", c.callers);
    if (c.callers >= 0 && c.ways !== "callers") q.set("ways", c.ways);
    c.steps.forEach((s) => q.append("step", writeStep(s)));
    if (c.list !== "functions") q.set("list", c.list);
    if (c.search) q.set("search", c.search);
    if (c.code >= 0) q.set("code", c.code);
    if (c.code >= 0 && c.codeView !== (this.data.old ? "source" : "code")) q.set("show", c.codeView);
    if (c.code >= 0 && c.codeCalls) q.set("calls", 1);
    if (zoom) q.set("zoom", zoom);
    this.addToLink(q);
    return String(q) ? "#" + q : "";
  },
  /* What is not as it is at first stands in the link's end. With @step the browser's Back leads to what was shown before. */
  toLink(step) {
    const q = new URLSearchParams(this.viewLink().slice(1));
    this.notes.addToLink(q);
    this.link = String(q) ? "#" + q : "";
    clearTimeout(this.linkAgain);
    if (location.hash === this.link)
      return;
    try {
      history[step ? "pushState" : "replaceState"](null, "", this.link || location.pathname + location.search);
    } catch (e) {
      /* As below. */
    }
    /* A browser takes no more than some hundred links in ten seconds; it says so, or leaves the old one without a word. */
    if (location.hash !== this.link)
      this.linkAgain = setTimeout(() => this.toLink(step), LINK_AGAIN);
  },
  fromLink() {
    const q = new URLSearchParams(location.hash.slice(1)), c = this.choice, d = this.data;
    const number = (key, none, limit) => {
      const v = parseInt(q.get(key), 10);
      return v >= 0 && v < limit ? v : none;
    };
    c.event = number("event", 0, d.events.length);
    c.comm = d.threads.some((t) => t[0] === q.get("comm")) ? q.get("comm") : null;
    c.thread = c.comm === null ? number("thread", -1, d.threads.length) : -1;
    c.cpu = number("cpu", null, 2 ** 32);
    c.unit = q.get("unit") === "samples" ? "samples" : "period";
    c.group = this.groups.includes(q.get("group")) ? q.get("group") : "";
    c.beside = q.get("beside") === "unit" ? "unit" : String(number("beside", "", d.events.length));
    c.widths = q.get("widths") === "old" ? "old" : "new";
    c.norm = q.get("norm") !== "0";
    c.reverse = q.get("reverse") === "1";
    c.icicle = q.get("icicle") === "1";
    c.callers = number("callers", -1, this.model.functions.length);
    c.ways = Object.hasOwn(WAYS, q.get("ways") ?? "") ? q.get("ways") : "callers";
    c.steps = q.getAll("step").map((text) => readStep(text, this.model)).filter((s) => s);
    c.list = q.get("list") === "tree" ? "tree" : "functions";
    c.search = q.get("search") || "";
    c.code = number("code", -1, this.code.all.length);
    c.codeView = ["code", "source"].includes(q.get("show")) ? q.get("show") : d.old ? "source" : "code";
    c.codeCalls = q.get("calls") === "1";
    this.wantedZoom = number("zoom", 0, 2 ** 31);
    this.notes.fromLink(q);
    this.readLink(q);
  },
});
