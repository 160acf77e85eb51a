/*
 * Two weights beside each other: the shares of another event, or of the number of samples, where a comparison has those of another
 * recording. What costs more of the one than of the other is red, and what costs less blue.
 */
Object.assign(Page.prototype, {
  /* What is counted beside the chosen weight: what countRows() wants to know, or null. */
  besideChoice() {
    const c = this.choice;
    if (c.beside === "")
      return null;
    if (c.beside === "unit")
      return { ...c, unit: c.unit === "samples" ? "period" : "samples" };
    return Number(c.beside) === c.event ? null : { ...c, event: Number(c.beside) };
  },
  /* How that is called; null: what is beside is another recording, or another stretch. */
  besideName() {
    const b = this.oldRows() ? null : this.besideChoice();
    return b && (this.choice.beside === "unit" ? b.unit : this.data.events[b.event].name);
  },
  besideNumber(v) {
    const b = this.besideName() && this.besideChoice();
    return b ? this.numberOf(v, b.unit === "samples" ? "samples" : this.data.events[b.event].unit) : this.number(v);
  },
  /* Sums of what is beside, or null. */
  besideSums(m) {
    const old = this.oldRows(), b = this.besideChoice();
    return old ? countRows(m, old, this.choice) : b ? countRows(m, this.rows(b.event), b) : null;
  },
  /* The words that tell which is which. */
  besideWords() {
    const name = this.besideName(), own = this.choice.beside === "unit" ? this.choice.unit : this.data.events[this.choice.event].name;
    return name ? { other: name, more: `more of ${own} than of ${name}`, same: "as much", less: "less", widths: [own, name] }
      : { other: "before", more: "more than before", same: "as before", less: "less", widths: ["new", "old"] };
  },
  showBeside() {
    const c = this.choice, box = $("beside"), words = this.besideWords(), other = c.unit === "samples" ? "period" : "samples";
    box.replaceChildren(new Option("nothing", ""), new Option(other, "unit"),
      ...this.data.events.map((e, i) => new Option(e.name, i)).filter((o) => Number(o.value) !== c.event));
    box.value = this.besideChoice() ? c.beside : "";
    $("beside-label").hidden = !!this.oldRows();
    [...$("widths").options].forEach((o, i) => { o.textContent = words.widths[i]; });
    /* Sums of different things cannot be compared, shares can. */
    $("norm-label").hidden = !this.oldSums || !!this.besideName();
  },
});
