// SPDX-License-Identifier: GPL-2.0-only
#include "builtin-header.h"

#include "util/auxtrace/aux-header.h"
#include "util/output/header-print.h"
#include "util/session/session.h"

void recording_header__print(struct text_out *out, struct session *s, bool full)
{
	header_print(out, session__header(s), session__input_name(s), full);
	aux_header__print(out, s);
}

void recording_header__add(void *session, struct strbuf *out)
{
	struct text_out text;

	text_out__init(&text, -1);
	recording_header__print(&text, session, true);
	strbuf__add(out, text.buf, text.len);
	text_out__exit(&text);
}
