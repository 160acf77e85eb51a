// SPDX-License-Identifier: GPL-2.0-only
#include "tests/junit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/base/alloc.h"
#include "util/base/file.h"
#include "util/base/new-file.h"
#include "util/base/strbuf.h"

struct junit_suite {
	char *name;
	struct strbuf cases;		/* their elements */
	unsigned int nr, failed, skipped;
	double seconds;
};

struct junit {
	struct junit_suite *suites;
	size_t nr, cap;
};

struct junit *junit__new(void)
{
	return xcalloc(1, sizeof(struct junit));
}

void junit__delete(struct junit *j)
{
	size_t i;

	if (!j)
		return;
	for (i = 0; i < j->nr; i++) {
		free(j->suites[i].name);
		strbuf__exit(&j->suites[i].cases);
	}
	free(j->suites);
	free(j);
}

void junit__suite(struct junit *j, const char *suite)
{
	GROW(j->suites, j->nr, j->cap);
	j->suites[j->nr++] = (struct junit_suite){ .name = xstrdup(suite), .cases = STRBUF_INIT };
}

/* XML allows no control characters, whatever way they are written; bytes above ASCII may be no UTF-8. */
static void add_escaped(struct strbuf *sb, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		switch (c) {
		case '&': strbuf__addstr(sb, "&amp;"); break;
		case '<': strbuf__addstr(sb, "&lt;"); break;
		case '>': strbuf__addstr(sb, "&gt;"); break;
		case '"': strbuf__addstr(sb, "&quot;"); break;
		default:
			if ((c >= ' ' && c < 0x7f) || c == '\n' || c == '\t')
				strbuf__addf(sb, "%c", c);
			else
				strbuf__addstr(sb, "?");
		}
	}
}

static void add_text(struct strbuf *sb, const char *text)
{
	add_escaped(sb, text, strlen(text));
}

void junit__add(struct junit *j, const char *name, const struct test_result *r)
{
	struct junit_suite *s = &j->suites[j->nr - 1];
	struct strbuf *sb = &s->cases;

	s->nr++;
	s->seconds += r->seconds;
	strbuf__addstr(sb, "\t\t<testcase classname=\"");
	add_text(sb, s->name);
	strbuf__addstr(sb, "\" name=\"");
	add_text(sb, name);
	strbuf__addf(sb, "\" time=\"%.3f\"", r->seconds);
	if (r->status == TEST_OK) {
		strbuf__addstr(sb, "/>\n");
		return;
	}
	s->skipped += r->status == TEST_SKIP;
	s->failed += r->status == TEST_FAIL;
	strbuf__addf(sb, ">\n\t\t\t<%s message=\"", r->status == TEST_SKIP ? "skipped" : "failure");
	add_text(sb, r->reason);
	strbuf__addstr(sb, "\"/>\n");
	if (r->status == TEST_FAIL && r->output_len) {
		strbuf__addstr(sb, "\t\t\t<system-out>");
		add_escaped(sb, r->output, r->output_len);
		strbuf__addstr(sb, "</system-out>\n");
	}
	strbuf__addstr(sb, "\t\t</testcase>\n");
}

static void add_all(struct strbuf *out, const struct junit *j)
{
	size_t i;

	strbuf__addstr(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
	for (i = 0; i < j->nr; i++) {
		const struct junit_suite *s = &j->suites[i];
		struct strbuf name = STRBUF_INIT;

		add_text(&name, s->name);
		strbuf__addf(out, "\t<testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" skipped=\"%u\" time=\"%.3f\">\n%s"
			     "\t</testsuite>\n", strbuf__str(&name), s->nr, s->failed, s->skipped, s->seconds,
			     strbuf__str(&s->cases));
		strbuf__exit(&name);
	}
	strbuf__addstr(out, "</testsuites>\n");
}

int junit__write(const struct junit *j, const char *path)
{
	struct strbuf out = STRBUF_INIT;
	struct new_file f;
	int err = new_file__create(&f, path, new_file__usual_mode());

	if (err)
		return err;
	add_all(&out, j);
	err = file__write_all(f.fd, out.buf, out.len);
	if (!err)
		err = new_file__commit(&f);
	new_file__exit(&f);
	strbuf__exit(&out);
	return err;
}
