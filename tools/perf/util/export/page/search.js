/* What is typed into the search: a regular expression, and what is wrong with one that is none. */

function shortened(text, letters) {
  return text.length <= letters ? text : text.slice(0, letters - 1) + "\u2026";
}

/* A capital letter tells the cases apart; those of \S, \W and \p{Lu} are no letters that are looked for. */
function isExact(text) {
  return /\p{Lu}/u.test(text.replace(/\\(?:[pPu]\{[^}]*\}?|x[\da-f]{2}|u[\da-f]{4}|[\s\S])/gi, ""));
}

/*
 * The expression that finds the functions of this name and no others. Where one of them differs in the case alone, a capital letter
 * that is not looked for makes it exact.
 */
function exactly(name, functions) {
  const text = `^${name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
  const alike = functions.some((f) => f.name !== name && f.name.toLowerCase() === name.toLowerCase());
  return alike && !isExact(text) ? text + "(?!A)" : text;
}

/* What the expression lacks, at which letter; where that is not known here, as the browser says it (@message). */
function whatIsWrong(text, message) {
  const open = [], at = (i) => `at letter ${Array.from(text.slice(0, i)).length + 1}`;
  let set = -1, ahead = false;		/* where a set of letters began; is there something that can be repeated? */
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") {
      if (++i === text.length)
        return "nothing follows the \\ at the end: \\\\ finds one";
      ahead = true;
    } else if (set >= 0) {
      if (c === "]") {
        set = -1;
        ahead = true;
      }
    } else if (c === "[") {
      set = i;
    } else if (c === "(") {
      open.push(i);
      if (text[i + 1] === "?")
        i++;
      ahead = false;
    } else if (c === ")") {
      if (!open.length)
        return `no ( for the ) ${at(i)}: \\) finds one`;
      open.pop();
      ahead = true;
    } else if (/[*+?]/.test(c)) {
      if (!ahead)
        return `nothing to repeat before the ${c} ${at(i)}: \\${c} finds one`;
      ahead = text[i + 1] === "?";
    } else if (c === "{") {
      const times = /^\{\d+(,\d*)?\}/.exec(text.slice(i));
      if (!times || !ahead)
        return times ? `nothing to repeat before the { ${at(i)}` : `the { ${at(i)} tells no number of times: \\{ finds one`;
      i += times[0].length - 1;
      ahead = text[i + 1] === "?";
    } else if (c === "]" || c === "}") {
      return `no ${c === "]" ? "[" : "{"} for the ${c} ${at(i)}: \\${c} finds one`;
    } else {
      ahead = !/[|^]/.test(c);
    }
  }
  if (set >= 0)
    return `no ] for the [ ${at(set)}: \\[ finds one`;
  if (open.length)
    return `no ) for the ( ${at(open.pop())}: \\( finds one`;
  return message.slice(message.lastIndexOf(": ") + 1).trim();
}
