// SPDX-License-Identifier: GPL-2.0-only
#include "util/defer/request-match.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/event/evsel.h"
#include "util/event/sample.h"
#include "util/event/tracepoint-format.h"

int request_match__parse(struct request_match *m, const char *option, const char *text, struct diag *diag)
{
	const char *tilde = text ? strchr(text, '~') : NULL;
	char why[128];
	int err;

	*m = (struct request_match){ .text = STRBUF_INIT };
	if (!text)
		return 0;
	if (!*text || tilde == text || (tilde && !tilde[1]))
		return diag__msg(diag, -EINVAL, "--%s '%s': it is FIELD, or FIELD~EXPRESSION (as in 'buf~id=([0-9]+)')", option, text);
	if (tilde) {
		err = regcomp(&m->regex, tilde + 1, REG_EXTENDED);
		if (err) {
			regerror(err, &m->regex, why, sizeof(why));
			return diag__msg(diag, -EINVAL, "--%s '%s': invalid regular expression: %s", option, text, why);
		}
		m->has_regex = true;
	}
	m->name = tilde ? xstrndup(text, (size_t)(tilde - text)) : xstrdup(text);
	return 0;
}

void request_match__exit(struct request_match *m)
{
	if (m->has_regex)
		regfree(&m->regex);
	free(m->name);
	strbuf__exit(&m->text);
	*m = (struct request_match){ .name = NULL };
}

int request_match__find(struct request_match *m, struct evsel *evsel, struct diag *diag)
{
	const struct tracepoint_format *format = evsel->tp_format;
	struct strbuf names = STRBUF_INIT;
	size_t i;

	if (!m->name)
		return 0;
	m->evsel = evsel;
	m->field = format ? tracepoint_format__field(format, m->name) : NULL;
	if (m->field)
		return 0;
	for (i = 0; format && i < format->nr_fields; i++)
		if (!format->fields[i].is_common)
			strbuf__addf(&names, "%s%s", names.len ? ", " : "", format->fields[i].name);
	diag__msg(diag, -EINVAL, "'%s' is no field of '%s'; it has %s", m->name, evsel__name(evsel),
		  names.len ? strbuf__str(&names) : "none, as it is no tracepoint and no probe");
	strbuf__exit(&names);
	return -EINVAL;
}

const char *request_match__text(struct request_match *m, const struct perf_sample *s)
{
	regmatch_t found[2], *group = &found[m->has_regex && m->regex.re_nsub];

	if (!s->raw_data || m->field->offset > s->raw_size || m->field->size > s->raw_size - m->field->offset)
		return NULL;
	strbuf__reset(&m->text);
	tracepoint_format__print_field(m->evsel->tp_format, m->field, s->raw_data, s->raw_size, &m->text);
	if (!m->has_regex)
		return strbuf__str(&m->text);
	if (regexec(&m->regex, strbuf__str(&m->text), ARRAY_SIZE(found), found, 0) || group->rm_so < 0)
		return NULL;
	strbuf__truncate(&m->text, (size_t)group->rm_eo);
	return strbuf__str(&m->text) + group->rm_so;
}
