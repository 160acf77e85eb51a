# SPDX-License-Identifier: GPL-2.0-only
"""Notes on a page, in a browser: by keys, in the link, in the page that is saved, whatever their text is."""
import json

import browser
from flame_page import same

HOSTILE = "</script><script>window.bad = 1</script><!-- \u2028 <img src=x onerror='window.bad = 1'> & \"quotes\""


def listed(page):
    return page.run("[...$('note-list').children].map((li) => li.firstChild.textContent)")


def write(page, text):
    page.run("$('canvas').focus()")
    page.key("n", "n")
    same("n leads to the note", "note-text", page.run("document.activeElement.id"))
    page.call("Input.insertText", text=text)
    page.key("Enter", "\r")


def check_written(page):
    same("no note at first", [True, ""], page.run("[$('note-row').hidden, location.hash]"))
    page.run("flame.set({reverse: true})")
    shown = page.run("location.hash")
    write(page, "callers of what costs")
    page.run("flame.set({reverse: false, search: 'a'})")
    write(page, HOSTILE)
    same("both", ["callers of what costs", HOSTILE], listed(page))
    write(page, "   ")
    same("nothing is no note", 2, len(listed(page)))
    page.run("$('note-list').querySelector('button').click()")
    same("a note leads to what it is about", [True, ""], page.run("[flame.choice.reverse, flame.choice.search]"))
    same("its own link has no notes in it", shown, page.run("flame.notes.list[0].link"))
    same("and the notes stay", 2, len(listed(page)))
    page.run("history.back()")
    page.run("new Promise((done) => setTimeout(done, 50))")
    page.frame()
    same("Back leads back", [False, "a"], page.run("[flame.choice.reverse, flame.choice.search]"))


def check_link(page):
    link = page.run("location.href")
    page.open("about:blank")
    page.open(link)
    page.frame()
    same("the link has them", ["callers of what costs", HOSTILE], listed(page))
    same("text is text", None, page.run("window.bad"))
    for wrong in ("#note=", "#note=x&note=y", "#of=%23reverse%3D1", "#note=%00%3Cb%3E&of=%23zoom%3D99999999"):
        page.open("about:blank")
        page.open(link.split("#")[0] + wrong)
        page.run("[...$('note-list').querySelectorAll('button:first-child')].forEach((b) => b.click())")
    page.open("about:blank")
    page.open(link)


def check_saved(page, path, saved):
    was = page.run("flame.sums.total[0]")
    with open(saved, "w", encoding="utf-8") as f:
        f.write(page.run("flame.notes.written().join('')"))
    page.run("URL.createObjectURL = (blob) => (window.kept = blob.size, 'data:,'); HTMLAnchorElement.prototype.click = function () { window.named = this.download; }; $('note-save').click()")
    same("the file's name", path.split("/")[-1], page.run("window.named"))
    with open(saved, "rb") as f:
        size = len(f.read())
    same("its size, as is told", [size, True], page.run("[window.kept, $('status').textContent.includes((window.kept / 1e6).toFixed(2) + ' MB, with 2 notes')]"))
    page.open("file://" + saved)
    page.frame()
    same("the saved page has them", ["callers of what costs", HOSTILE], listed(page))
    same("and is the same page", was, page.run("flame.sums.total[0]"))
    same("text is text there, too", None, page.run("window.bad"))
    same("its link need not have them", "", page.run("location.hash"))
    with open(saved, encoding="utf-8") as f:
        same("saved again it is the same", f.read(), page.run("flame.notes.written().join('')"))
    same("its policy stays", True, page.run("document.querySelector('meta[http-equiv]').content.startsWith(\"default-src 'none'\")"))
    page.run("$('note-list').querySelector('button:last-child').click()")
    same("a note can be removed", [HOSTILE], listed(page))
    page.run("flame.set({icicle: true})")
    same("and stays away", [HOSTILE], listed(page))


def look(path, saved):
    with browser.Page("file://" + path) as page:
        page.frame()
        check_written(page)
        check_link(page)
        check_saved(page, path, saved)
        same("a field has a name", True, page.run("!!$('note-text').labels.length"))
        same("what the page complains of", [], page.errors)
        same("what the page asks for", [], [u for u in page.requests if not u.startswith(("file://", "data:,", "blob:", "about:"))])
