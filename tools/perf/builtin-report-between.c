// SPDX-License-Identifier: GPL-2.0-only
/* perf report --between: requests from one event to another one, as perf defer requests shows them. */
#include "builtin.h"
#include "builtin-report.h"
#include "util/base/log.h"
#include "util/base/options.h"
#include "util/base/std-out.h"
#include "util/defer/requests.h"
#include "util/output/pager.h"

/* Stacks that are shown as text. */
#define ROWS	20

void report__check_between(const struct report *r)
{
	const struct hists_opts *ho = &r->hists_opts;

	if (r->flamegraph || r->show_missing || r->stats || r->dump || r->header_only || r->tasks || r->mmaps || r->off_cpu.on ||
	    r->mem_mode || r->branch_mode == 1 || r->branch_history || r->total_cycles || ho->hierarchy || r->metrics.nr)
		usage_error("--between has rows of its own, which are time: it does not go with what makes other rows, or shows something else");
	if (r->columns_opts.sort || r->columns_opts.fields)
		usage_error("--between has rows of its own, states and whole stacks: without -s and -F");
	if (r->time || r->dsos || r->symbols || ho->symbol_filter || r->event_switch.on_name || r->event_switch.off_name)
		usage_error("--between takes requests by -c, --pid, --tid and -C only");
}

/* What is damaged is told as it is found. */
static const struct session_ops view = { .damaged = report__on_damaged };

int report__show_between(struct report *r)
{
	const struct requests_choice choice = { .between = r->between };
	struct session_opts opts = r->session_opts;
	struct diag diag = DIAG_INIT;
	struct requests requests;
	struct pager pager;
	bool damaged, any;

	opts.comms = r->comms;
	opts.pids = r->pids;
	opts.tids = r->tids;
	opts.gaps = opts.store_pipe = true;
	progress__init(&r->progress, false);
	if (requests__collect(&requests, &choice, &opts, &view, r, &diag)) {
		read_errors__fatal(&diag);
		requests__exit(&requests);
		return EXIT_FAILED;
	}
	any = requests.nr;
	pager__start(&pager, r->no_pager || r->json);
	if (r->json)
		requests__print_json(&requests, std_out());
	else
		requests__print_text(&requests, ROWS, std_out());
	pager__end(&pager);
	if (!any)
		pr_warning("perf: in '%s' no thread that passes the filters has both events, one after the other\n",
			   session__input_name(requests.session));
	damaged = read_errors__close(&r->errors, &requests.stats);
	requests__exit(&requests);
	return damaged ? EXIT_PARTIAL : any ? EXIT_OK : EXIT_FAILED;
}
