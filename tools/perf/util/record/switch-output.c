// SPDX-License-Identifier: GPL-2.0-only
#include "util/record/switch-output.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/let-go.h"
#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/record/record-parse.h"
#include "util/record/record-unwind.h"
#include "util/record/recorder-internal.h"
#include "util/record/ring-compress.h"

int switch_output__parse_time(const char *text, uint64_t *ret_ms)
{
	static const struct {
		const char *unit;
		uint64_t ms;
	} units[] = { { "ms", 1 }, { "s", 1000 }, { "m", 60 * 1000 }, { "h", 3600 * 1000 }, { "d", 24 * 3600 * 1000 } };
	uint64_t v = 0;
	char *end = NULL;
	size_t i;

	if (isdigit((unsigned char)*text))
		v = strtoull(text, &end, 10);
	for (i = 0; v && v < UINT32_MAX && i < ARRAY_SIZE(units); i++) {
		if (strcmp(end, units[i].unit))
			continue;
		*ret_ms = v * units[i].ms;
		return 0;
	}
	return -EINVAL;
}

int switch_output__parse(const char *text, struct switch_output *ret, struct diag *diag)
{
	struct diag ignored = DIAG_INIT;

	*ret = (struct switch_output){ .when = SWITCH_AT_SIGNAL };
	if (!*text || !strcmp(text, "signal"))
		return 0;
	ret->when = SWITCH_AT_TIME;
	if (!switch_output__parse_time(text, &ret->value))
		return 0;
	ret->when = SWITCH_AT_SIZE;
	if (record_parse__size(text, &ret->value, &ignored))
		return diag__msg(diag, -EINVAL,
				 "'%s' is neither 'signal', nor a size (a number and B, K, M or G), nor a "
				 "time (a number and ms, s, m, h or d)",
				 text);
	return 0;
}

/* Nobody looks at the file before a ring holds that much: it grows by as much at a time. */
void switch_output__check_size(const struct switch_output *s, size_t wakeup_bytes)
{
	static const char units[] = "BKMG";
	size_t n = wakeup_bytes, i = 0;

	if (s->when != SWITCH_AT_SIZE || s->value >= n)
		return;
	for (; n / 1024 > 1 && i + 2 < sizeof(units); i++)
		n /= 1024;
	pr_warning("WARNING: switch-output data size lower than wakeup kernel buffer size (%zu%c) expect bigger "
		   "perf.data sizes\n", n, units[i]);
}

int switch_output__until(const struct recorder *r)
{
	int64_t left;

	if (r->opts->switch_output.when != SWITCH_AT_TIME)
		return -1;
	left = r->file_since + (int64_t)r->opts->switch_output.value - monotonic__ms();
	return left < 0 ? 0 : left < INT32_MAX ? (int)left : INT32_MAX;
}

bool switch_output__is_due(const struct recorder *r, bool usr2)
{
	switch (r->opts->switch_output.when) {
	case SWITCH_AT_SIGNAL:
		return usr2;
	case SWITCH_AT_SIZE:
		return perf_writer__bytes(r->writer) >= r->opts->switch_output.value;
	case SWITCH_AT_TIME:
		return switch_output__until(r) == 0;
	default:
		return false;
	}
}

const char *switch_output__path(const struct recorder *r)
{
	return r->opts->output ? r->opts->output : "perf.data";
}

#define HUNDREDTHS	100

/* Local time as hundredths of a second since 1970, as if that were UTC: sorted like the names that are made of it. */
static int64_t local_time(void)
{
	struct timeval now;
	struct tm tm;

	gettimeofday(&now, NULL);
	localtime_r(&now.tv_sec, &tm);
	return (int64_t)timegm(&tm) * HUNDREDTHS + now.tv_usec / 10000;
}

/* "perf.data.2026112116165962": year to hundredths of a second. Caller frees. */
static char *stamped(const char *path, int64_t at)
{
	time_t seconds = (time_t)(at / HUNDREDTHS);
	struct tm tm;
	char text[32];

	gmtime_r(&seconds, &tm);
	strftime(text, sizeof(text), "%Y%m%d%H%M%S", &tm);
	return xasprintf("%s.%s%02d", path, text, (int)(at % HUNDREDTHS));
}

/* A clock that is set back, or the end of summer time, may not bring a newer file before an older one. */
char *switch_output__free_name(const char *path, int64_t *last)
{
	int64_t now = local_time();
	char *name;

	*last = now > *last ? now : *last + 1;
	name = stamped(path, *last);
	while (!access(name, F_OK)) {
		free(name);
		name = stamped(path, ++*last);
	}
	return name;
}

int switch_output__rename(struct recorder *r, const char *path)
{
	struct record_result *res = r->result;
	char *name = switch_output__free_name(path, &r->last_name);

	if (rename(path, name)) {
		int err = -errno;

		diag__msg(r->diag, err, "cannot rename '%s' to '%s': %s", path, name, strerror(errno));
		free(name);
		return err;
	}
	pr_notice("[ perf record: Dump %s ]\n", name);
	res->files = xrealloc(res->files, (res->nr_files + 1) * sizeof(*res->files));
	res->files[res->nr_files++] = name;
	if (r->opts->switch_max_files && res->nr_files > r->opts->switch_max_files) {
		int err = file__let_go(AT_FDCWD, res->files[0]);

		if (err)
			pr_warning("cannot remove '%s': %s\n", res->files[0], strerror(-err));
		free(res->files[0]);
		memmove(res->files, res->files + 1, --res->nr_files * sizeof(*res->files));
	}
	return 0;
}

int switch_output__next(struct recorder *r)
{
	int err = recorder__flush_unwinding(r);

	if (!err)
		err = recorder__write_end(r);
	if (!err)
		err = switch_output__rename(r, switch_output__path(r));
	if (err)
		return err;
	perf_writer__delete(r->writer);
	r->writer = NULL;
	ring_compress__delete(r->stats.compress);
	r->stats.compress = NULL;
	r->stats.first_time = r->stats.last_time = 0;
	err = perf_writer__open(&r->writer, switch_output__path(r), r->diag);
	if (!err)
		err = recorder__write_head(r);
	if (!err)
		err = perf_writer__publish(r->writer, r->diag);
	r->file_since = monotonic__ms();
	return err ? err : recorder__synthesize(r);
}
