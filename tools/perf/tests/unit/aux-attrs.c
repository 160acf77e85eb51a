// SPDX-License-Identifier: GPL-2.0-only
#include "tests/unit/aux-attrs.h"

#include <stdlib.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/choose/aux-action.h"
#include "util/choose/parse-events.h"

#define PT	"sys/bus/event_source/devices/intel_pt/"

/* A PMU as newer machines have it. */
int aux_attrs__tree(void)
{
	static const struct fake_file files[] = {
		{ PT "format/pt", "config:0\n" },	{ PT "format/cyc", "config:1\n" },
		{ PT "format/mtc", "config:9\n" },	{ PT "format/tsc", "config:10\n" },
		{ PT "format/noretcomp", "config:11\n" }, { PT "format/branch", "config:13\n" },
		{ PT "format/mtc_period", "config:14-17\n" },
		{ PT "format/cyc_thresh", "config:19-22\n" },
		{ PT "format/psb_period", "config:24-27\n" },
		{ PT "caps/mtc", "1\n" },		{ PT "caps/mtc_periods", "249\n" },
		{ PT "caps/psb_cyc", "1\n" },		{ PT "caps/psb_periods", "3f\n" },
		{ PT "caps/cycle_thresholds", "3fff\n" }, { PT "max_nonturbo_ratio", "24\n" },
		{ PT "nr_addr_filters", "2\n" },
		{ "sys/bus/event_source/devices/intel_bts/type", "12\n" },
	};

	return fake_tree__make() ? TEST_FAIL : fake_tree__write_all(files, ARRAY_SIZE(files));
}

int aux_attrs__config(const char *events, const struct record_opts *opts, const struct target *target,
		  struct evlist **ret, struct attr_config *ret_config, struct diag *diag)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	struct record_opts of_619 = *opts;
	struct kernel_features features;
	int ret_err;

	of_619.kernel = RECORD_LINUX_619_WITHOUT_DEFERRAL;
	*ret = evlist__new();
	kernel_features__of_619(&features, false);
	ret_err = parse_events(*ret, events, &err);
	if (ret_err)
		diag__msg(diag, ret_err, "%s", err.reason);
	if (!ret_err)
		ret_err = evlist__group_aux(*ret, diag);
	if (!ret_err)
		ret_err = evlist__config(*ret, &of_619, target, &features, ret_config, diag);
	parse_events_error__exit(&err);
	return ret_err;
}

struct target aux_attrs__target(void)
{
	struct target t = { .workload = true, .inherit = true, .threads = perf_thread_map__new(1) };

	if (perf_cpu_map__parse("0-1", &t.cpus))
		t.cpus = NULL;
	return t;
}
