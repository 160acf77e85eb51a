/*
 * Notes that somebody writes about what is shown. Each keeps the link to what it is about; all are in the link of the page, and in the page
 * itself when it is saved.
 */

const MOST_NOTES = 200, LONGEST_NOTE = 2000;

/*
 * The page as it was written, before anything is changed in it: pieces of text, and scripts, which do not change. Of the scripts only
 * the elements are kept, since the one with the data is large.
 */
const WRITTEN = { head: document.head.outerHTML, body: [...document.body.childNodes].map((n) => n.nodeName === "SCRIPT" ? n
  : n.nodeType === Node.ELEMENT_NODE ? n.outerHTML : n.nodeType === Node.TEXT_NODE ? n.textContent : "") };

class Notes {
  constructor(page) {
    this.page = page;
    this.kept = this.checked(JSON.parse($("note-data").textContent));	/* in this file */
    this.list = this.kept.slice();
    this.removed = new Set();		/* their keys: the link of a step back still has them */
    $("note").addEventListener("click", () => this.begin());
    $("note-add").addEventListener("click", () => this.add($("note-text").value));
    $("note-save").addEventListener("click", () => this.save());
    $("note-text").addEventListener("keydown", (e) => {
      if (e.key === "Enter")
        this.add(e.target.value);
    });
  }
  /* What is a list of notes in @list; others are left out, since anybody may write a link. */
  checked(list) {
    return (Array.isArray(list) ? list : []).filter((n) => n && typeof n.text === "string" && n.text && typeof n.link === "string")
      .map((n) => ({ text: n.text.slice(0, LONGEST_NOTE), link: n.link.slice(0, 10 * LONGEST_NOTE) })).slice(0, MOST_NOTES);
  }
  key(n) {
    return n.link + "\n" + n.text;
  }
  has(list, n) {
    return list.some((o) => this.key(o) === this.key(n));
  }
  /* Those that are not in the file are in the link. */
  addToLink(q) {
    for (const n of this.list)
      if (!this.has(this.kept, n)) {
        q.append("note", n.text);
        q.append("of", n.link);
      }
  }
  fromLink(q) {
    const of = q.getAll("of");
    for (const n of this.checked(q.getAll("note").map((text, i) => ({ text, link: of[i] ?? "" }))))
      if (!this.has(this.list, n) && !this.removed.has(this.key(n)) && this.list.length < MOST_NOTES)
        this.list.push(n);
    this.show();
  }

  /* --- what one does with them --- */

  begin() {
    $("note-row").hidden = false;
    $("note-text").focus();
  }
  add(text) {
    const n = { text: text.trim().slice(0, LONGEST_NOTE), link: this.page.viewLink() };
    if (!n.text || this.list.length >= MOST_NOTES)
      return;
    this.removed.delete(this.key(n));
    if (!this.has(this.list, n))
      this.list.push(n);
    $("note-text").value = "";
    this.show();
    this.page.toLink(false);
  }
  remove(n) {
    this.removed.add(this.key(n));
    this.list = this.list.filter((o) => o !== n);
    this.show();
    this.page.toLink(false);
    $("note-text").focus();
  }
  /* To what it is about. The notes stay as they are. */
  go(n) {
    history.pushState(null, "", n.link || location.pathname + location.search);
    this.page.fromLink();
    this.page.apply();
    this.page.toLink(false);
  }
  show() {
    $("note-row").hidden = !this.list.length && document.activeElement !== $("note-text");
    $("note-list").replaceChildren(...this.list.map((n) => {
      const item = document.createElement("li"), go = document.createElement("button"), off = document.createElement("button");
      go.type = off.type = "button";
      go.textContent = n.text;
      go.title = "Show what it is about";
      go.addEventListener("click", () => this.go(n));
      off.textContent = "\u00d7";
      off.setAttribute("aria-label", `Remove the note ${n.text}`);
      off.addEventListener("click", () => this.remove(n));
      item.append(go, off);
      return item;
    }));
  }

  /* --- the file --- */

  /* In pieces: one text of it all might be too long for one. */
  written() {
    const json = (value) => JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
    const tag = "script", out = ["<!DOCTYPE html>\n<html lang=\"en\">\n", WRITTEN.head, "\n<body>"];
    for (const part of WRITTEN.body) {
      if (typeof part === "string") {
        out.push(part);
        continue;
      }
      const type = part.type ? ` type="${part.type}"` : "", id = part.id ? ` id="${part.id}"` : "";
      /* This text stands in a script itself, and its end must not. */
      out.push(`<${tag}${id}${type}>`, part.id === "note-data" ? json(this.list) : part.textContent, `</${tag}>`);
    }
    return out.concat("\n</body>\n</html>\n");
  }
  save() {
    const blob = new Blob(this.written(), { type: "text/html" }), url = URL.createObjectURL(blob), a = document.createElement("a");
    a.href = url;
    a.download = decodeURIComponent(location.pathname.split("/").pop() || "") || "page.html";
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    $("status").textContent = `${a.download}: ${(blob.size / 1e6).toFixed(2)} MB, with ${this.list.length} ${this.list.length === 1 ? "note" : "notes"}.`;
  }
}
