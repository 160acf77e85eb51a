// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/base/text-out.h"
#include "util/tui/code-state.h"
#include "util/tui/save-file.h"

void code__save(struct code *c)
{
	struct annotate_text text = *c->walk->text;
	const struct code_view *v = &c->walk->view;
	struct text_out out;
	char name[SAVE_FILE_NAME];
	int fd = save_file__new("perf.annotate", name), err;

	if (fd < 0) {
		code__say(c, "%s: %s", name, strerror(errno));
		return;
	}
	/* The file has the rows that are on the screen, in the layout of --stdio2. */
	text.no_source = !v->with_source;
	text.line_numbers = text.color = false;
	text_out__init(&out, fd);
	annotate_compact__print(&text, v->lines, &v->shares, &out);
	/* What is known about the files of sources has grown, and stays the screen's. */
	c->walk->text->source = text.source;
	err = -text_out__flush(&out);
	text_out__exit(&out);
	if (close(fd) && !err)
		err = errno;
	if (err)
		code__say(c, "%s: %s", name, strerror(err));
	else
		code__say(c, "Saved as %s", name);
}
