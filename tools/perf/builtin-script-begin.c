// SPDX-License-Identifier: GPL-2.0-only
/* perf script: what is settled when the head of the recording is known. */
#include "builtin-script.h"

#include <errno.h>
#include <string.h>

#include "builtin-header.h"
#include "builtin-script-dlfilter.h"
#include "util/base/log.h"
#include "util/base/std-out.h"

static int open_event_dump(struct script *s, const struct session *session)
{
	const char *input = s->session_opts.input;
	char err[512];
	int ret;

	if (!input || !strcmp(input, "-"))
		input = "perf.data";
	ret = event_dump__open(&s->event_dump, input, session__evlist(session), err, sizeof(err));
	if (ret)
		pr_error("perf: %s\n", err);
	return ret;
}

static int begin_code(struct script *s, struct session *session)
{
	if (!script_fields__any(&s->fields, SCRIPT_CODE_FIELDS) && !s->dlfilter)
		return 0;
	sample_code__init(&s->code, session);
	script_text__set_code(&s->text, &s->code);
	if (s->code.disasm)
		return 0;
	if (script_fields__any(&s->fields, SCRIPT_BRSTACK_CODE | SCRIPT_DISASM)) {
		pr_error("perf: fields disasm and brstackinsn need a disassembler: %s\n", s->code.error);
		return -EINVAL;
	}
	if (script_fields__any(&s->fields, SCRIPT_INSN | SCRIPT_INSNLEN) &&
	    !perf_header__has(session__header(session), HEADER_AUXTRACE))
		pr_warning("perf: fields insn and insnlen are known of decoded traces only: %s\n", s->code.error);
	return 0;
}

/* What is looked at in samples. */
static unsigned int needs_of(const struct script *s, struct session *session)
{
	unsigned int needs = script_fields__needs(&s->fields, session__evlist(session));

	/* Of a sample that is shown when somebody comes to it, no more than where it is. */
	if (s->on_screen)
		needs = SESSION_NEEDS_TID | SESSION_NEEDS_TIME | SESSION_NEEDS_COMM | SESSION_NEEDS_STAY;
	if (s->ranges.nr || s->debug)
		needs |= SESSION_NEEDS_TIME;
	/* Filters and the rest of perf may look at anything. */
	if (s->dlfilter || s->python.on || script_filter__is_any(&s->filter))
		needs = SESSION_NEEDS_ALL;
	return s->text_opts.no_chains ? needs & ~SESSION_NEEDS_CHAIN : needs;
}

static bool chooses_samples(const struct script *s)
{
	return s->on_screen || s->off_cpu.spans || s->dlfilter || s->ranges.nr || s->debug || s->per_event_dump || s->python.on ||
	       script_filter__is_any(&s->filter);
}

int script__begin(void *ctx, struct session *session)
{
	struct script *s = ctx;
	char err[512];

	if (s->header || s->header_only)
		recording_header__print(s->out, session, s->full_header);
	if (s->python.on)
		(void)std_out__flush();
	if (s->header_only)
		return SCRIPT_STOPPED;
	if (s->dump)
		return 0;
	if (session__lacks_cpus(session)) {
		pr_error("File does not contain CPU events. Remove -C option to proceed.\n");
		return -EINVAL;
	}
	if (!s->off_cpu.on && script_fields__any(&s->fields, SCRIPT_STATE)) {
		pr_error("perf: field 'state' is about the spans of --off-cpu\n");
		return -EINVAL;
	}
	script_text__set_events(&s->text, session__evlist(session));
	script_text__set_recording(&s->text, session__header(session), &s->facts);
	if (script_fields__check(&s->fields, session__evlist(session), s->text_opts.no_chains, err, sizeof(err)) < 0) {
		pr_error("%s\n", err);
		return -EINVAL;
	}
	if (script_fields__any(&s->fields, SCRIPT_BRCNTR) && !branch_counters__width(session__header(session))) {
		pr_error("perf: field 'brcntr': the recording does not tell how wide its counters are "
			 "(branch_counter_width of the PMU)\n");
		return -EINVAL;
	}
	if (begin_code(s, session) < 0)
		return -EINVAL;
	if (script_fields__any(&s->fields, SCRIPT_TOD) && !session__header(session)->clock_data_tod) {
		pr_error("Can't provide 'tod' time, missing clock data. Please record with -k/--clockid option.\n");
		return -EINVAL;
	}
	if (script_filter__set_events(&s->filter, session__evlist(session), err, sizeof(err)) < 0) {
		pr_error("perf: %s\n", err);
		return -EINVAL;
	}
	if (s->dlfilter && dlfilter__start(s->dlfilter, session, &s->code) < 0)
		return -EINVAL;
	if (!chooses_samples(s))
		session__set_receiver(session, script_text__sample, &s->text);
	session__set_needs(session, needs_of(s, session));
	return s->per_event_dump ? open_event_dump(s, session) : 0;
}
