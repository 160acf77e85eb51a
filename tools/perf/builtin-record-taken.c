// SPDX-License-Identifier: GPL-2.0-only
/* Options of other perfs' record that this one takes so that command lines carry over: it says what becomes of them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-record.h"
#include "util/base/alloc.h"
#include "util/base/log.h"
#include "util/record/record-parse.h"

#define AIO_MOST	4

/* @text is said when it is known whether anything is to be said. Returns 0. */
static int take(const struct option *opt, const char *text)
{
	struct record_cmd *cmd = opt->value;

	cmd->taken = xrealloc(cmd->taken, (cmd->nr_taken + 1) * sizeof(*cmd->taken));
	cmd->taken[cmd->nr_taken++] = text;
	return 0;
}

void record__say_taken(const struct record_cmd *cmd)
{
	size_t i;

	for (i = 0; i < cmd->nr_taken; i++)
		pr_notice("perf record: %s\n", cmd->taken[i]);
}

/* Reads a number from @least to @most. Returns 0, or -1 with a message. */
static int read_number(const struct option *opt, const char *arg, unsigned long least, unsigned long most, unsigned long *ret)
{
	char *end = NULL;

	errno = 0;
	*ret = strtoul(arg, &end, 10);
	if (*arg >= '0' && *arg <= '9' && !*end && !errno && *ret >= least && *ret <= most)
		return 0;
	pr_error("perf: option '--%s': '%s' is not a number from %lu to %lu\n", opt->long_name, arg, least, most);
	return -1;
}

int record__on_aio(const struct option *opt, const char *arg, bool unset)
{
	unsigned long blocks;

	if (unset || (arg && read_number(opt, arg, 1, AIO_MOST, &blocks)))
		return unset ? 0 : -1;
	return take(opt, "--aio has no effect: what is written waits for no disk, and buffers are large enough meanwhile (-m; "
			 "several threads: --threads)");
}

int record__on_synthesize_threads(const struct option *opt, const char *arg, bool unset)
{
	unsigned long nr;

	if (unset || read_number(opt, arg, 1, UINT16_MAX, &nr))
		return unset ? 0 : -1;
	return take(opt, "--num-thread-synthesize has no effect: one thread lists what runs, and empties the buffers in between");
}

int record__on_map_timeout(const struct option *opt, const char *arg, bool unset)
{
	unsigned long ms;

	if (unset || read_number(opt, arg, 1, UINT32_MAX, &ms))
		return unset ? 0 : -1;
	return take(opt, "--proc-map-timeout has no effect: the maps of every process are read to their end");
}

int record__on_off_cpu_thresh(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = opt->value;
	unsigned long ms;

	cmd->off_cpu_thresh = !unset;
	return unset || !read_number(opt, arg, 0, UINT32_MAX, &ms) ? 0 : -1;
}

int record__on_vmlinux(const struct option *opt, const char *arg, bool unset)
{
	(void)unset;
	if (access(arg, R_OK)) {
		pr_error("perf: option '--vmlinux': cannot read '%s': %s\n", arg, strerror(errno));
		return -1;
	}
	return take(opt, "--vmlinux has no effect: functions of the kernel that runs are found in /proc/kallsyms; perf report and "
		  "perf script take --vmlinux");
}

int record__on_setup_filter(const struct option *opt, const char *arg, bool unset)
{
	(void)opt;
	(void)unset;
	usage_error("--setup-filter %s: this perf makes no filters of BPF programs. Samples of tracepoints are chosen by --filter, those of a "
		    "user's processes by -u, those of a service by -G; all others when they are read (perf script -h: --comm, --pid, --tid, "
		    "--cpu, --time)", arg);
	return -1;
}

int record__on_exclude_perf(const struct option *opt, const char *arg, bool unset)
{
	struct record_cmd *cmd = opt->value;
	struct diag diag = DIAG_INIT;
	char *filter;
	int err;

	(void)arg;
	if (unset)
		return 0;
	filter = xasprintf("common_pid != %d", (int)getpid());
	err = record_parse__filter(cmd->evlist, cmd->last_event, filter, &diag);
	free(filter);
	if (err)
		pr_error("perf: --exclude-perf stands behind the -e of the tracepoint that it is for; of other events, samples of perf can be "
			 "told by their name when they are read\n");
	return err ? -1 : 0;
}
