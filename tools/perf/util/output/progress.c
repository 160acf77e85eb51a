// SPDX-License-Identifier: GPL-2.0-only
#include "util/output/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/base/turns.h"

#define NSEC		1000000000ULL
#define FIRST_AFTER	NSEC
#define EVERY		(NSEC / 5)

void progress__init(struct progress *p, bool stdout_is_text)
{
	*p = (struct progress){
		.on = verbose > LOG_QUIET && isatty(STDERR_FILENO) && !(stdout_is_text && isatty(STDOUT_FILENO)),
		.start_ns = (uint64_t)monotonic__ns(),
	};
}

const char *progress__text(char *buf, unsigned long size, const char *what, uint64_t done, uint64_t total,
			   uint64_t elapsed_ns)
{
	double mb = (double)(total ? total : done) / 1e6;
	uint64_t sec = elapsed_ns / NSEC;
	/* A damaged file may claim a total below what is done. */
	unsigned int percent = done >= total ? 100 : (unsigned int)((double)done / (double)total * 100);
	size_t len = strlen(what);

	if (len > 7 && !strcmp(what + len - 7, "samples"))
		snprintf(buf, size, "%s: %u%% of %" PRIu64 ", %" PRIu64 " s", what, percent, total, sec);
	else if (total)
		snprintf(buf, size, "%s: %u%% of %.1f MB, %" PRIu64 " s", what, percent, mb, sec);
	else
		snprintf(buf, size, "%s: %.1f MB, %" PRIu64 " s", what, mb, sec);
	return buf;
}

void progress__update(struct progress *p, const char *what, uint64_t done, uint64_t total)
{
	char text[120];
	uint64_t t;

	if (!what)
		progress__end(p);
	if (!what || !p->on || turns__is_worker())
		return;
	t = (uint64_t)monotonic__ns();
	if (t - p->start_ns < FIRST_AFTER || t - p->last_ns < EVERY)
		return;
	p->last_ns = t;
	p->shown = true;
	fprintf(stderr, "\r%s\033[K", progress__text(text, sizeof(text), what, done, total, t - p->start_ns));
	fflush(stderr);
}

void progress__end(struct progress *p)
{
	if (!p->shown || turns__is_worker())
		return;
	p->shown = false;
	fputs("\r\033[K", stderr);
	fflush(stderr);
}
