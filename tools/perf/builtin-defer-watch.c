// SPDX-License-Identifier: GPL-2.0-only
/* perf defer watch: always on; profiles of slices of time, kept for some days and handed to collectors. */
#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "builtin-defer-watch.h"
#include "builtin-defer.h"
#include "builtin.h"
#include "util/base/log.h"
#include "util/base/shown.h"

#define NS		UINT64_C(1000000000)
/* How soon a process that sends and has failed is started again. */
#define ATTEND_MS	2000

static int run_generation(void *ctx, unsigned int nr)
{
	return watch__run(ctx, nr);
}

static bool ended(void *ctx, pid_t pid)
{
	(void)watch_senders__ended(ctx, (int)pid);
	return false;
}

static void attend(void *ctx)
{
	watch_senders__attend(ctx);
}

/* Slices begin at multiples of their length, by the wall clock as it is now. */
static uint64_t find_phase(unsigned int slice)
{
	uint64_t length = slice * NS;
	struct timespec mono, real;

	clock_gettime(CLOCK_MONOTONIC, &mono);
	clock_gettime(CLOCK_REALTIME, &real);
	return (((uint64_t)mono.tv_sec * NS + (uint64_t)mono.tv_nsec) % length + length -
		((uint64_t)real.tv_sec * NS + (uint64_t)real.tv_nsec) % length) % length;
}

/* A queue for each collector, and what its sender needs. */
static bool open_queues(struct watch_options *o, const char *host)
{
	char err[320];
	size_t i;

	for (i = 0; i < WATCH_COLLECTORS; i++) {
		struct sender *s = o->outputs.senders[i];
		struct http *http;
		bool able;
		int e;

		if (!s)
			continue;
		http = http__new(err, sizeof(err));
		if (!http) {
			pr_error("perf: --%s: %s (Debian has it as libcurl4)\n", s->collector.kind->name, err);
			return false;
		}
		able = !s->collector.kind->grpc || http__has_http2(http);
		http__delete(http);
		if (!able) {
			pr_error("perf: --otlp-protocol=grpc: the libcurl of this machine has no HTTP/2: use http/protobuf\n");
			return false;
		}
		s->collector.host = host;
		s->counts = &o->shared->counts[i];
		s->queue = (struct watch_queue){ .fd = -1, .most = (uint64_t)o->queue << 20,
						 .never_replaces = !o->input, .room = &s->counts->waits };
		s->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		e = s->wake < 0 ? -errno :
				  watch_queue__open(&s->queue, o->outputs.store.fd, s->collector.kind->name, s->collector.kind->suffix);
		if (e) {
			pr_error("perf: cannot make the folder of what waits for %s: %s\n", s->collector.kind->name, strerror(-e));
			return false;
		}
	}
	return true;
}

static void close_queues(struct watch_options *o)
{
	size_t i;

	for (i = 0; i < WATCH_COLLECTORS; i++)
		if (o->outputs.senders[i])
			watch_queue__exit(&o->outputs.senders[i]->queue);
}

static int run(struct watch_options *o)
{
	const struct live_ops ops = {
		.run = run_generation, .stop = watch__stop, .ended = ended, .attend = attend, .attend_ms = ATTEND_MS
	};
	struct utsname host;
	int status;

	if (uname(&host) || !open_queues(o, host.nodename))
		return EXIT_FAILED;
	watch_senders__start(o);
	if (o->input) {
		status = watch__run(o, 0);
	} else {
		o->shared->phase = find_phase(o->slice);
		status = live__run(&o->shared->live, &ops, o);
	}
	watch_senders__end(o);
	return status == EXIT_OK && atomic_load(&o->shared->unwritten) ? EXIT_PARTIAL : status;
}

int cmd_defer_watch(int argc, const char **argv)
{
	struct watch_options o = {
		.slice = 60, .keep = 1024, .queue = 256, .renew_at = 256, .timeout = 30, .service = "perf",
		.outputs = { .kept = export_format__find("pprof"), .labels = EXPORT_LABEL_UNIT | EXPORT_LABEL_CONTAINER, .store = { .fd = -1, .lock = -1, .days = 7 } },
	};
	struct diag diag = DIAG_INIT;
	int status = EXIT_FAILED;

	watch_options__parse(&o, argc, argv);
	o.shared = mmap(NULL, sizeof(*o.shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (o.shared == MAP_FAILED) {
		pr_error("perf: cannot share what the processes of perf defer watch need: %s\n", strerror(errno));
		watch_options__exit(&o);
		return EXIT_FAILED;
	}
	o.outputs.store.room = &o.shared->kept;
	if (watch_store__open(&o.outputs.store, o.output, &diag))
		pr_error("perf: %s\n", diag.text);
	else
		status = run(&o);
	close_queues(&o);
	watch_store__exit(&o.outputs.store);
	(void)munmap(o.shared, sizeof(*o.shared));
	watch_options__exit(&o);
	return status;
}
