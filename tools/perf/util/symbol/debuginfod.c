// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one file that uses libdebuginfod. It is loaded when it is needed: it brings a web client and some
 * twenty more libraries along, which no other run should wait for.
 */
#include "util/symbol/debuginfod.h"

#include <elfutils/debuginfod.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/hash.h"
#include "util/base/library.h"
#include "util/base/log.h"
#include "util/base/monotonic.h"
#include "util/symbol/download-limits.h"

#define NSEC			1000000000ULL
#define DEFAULT_BUDGET		120	/* seconds */
/* Servers that cannot be reached so often in a row will not be later. */
#define MAX_FAILURES		3
/*
 * The library keeps the time itself; what we interrupt it takes for "not there", and remembers that. So
 * this is for libraries that do not know DEBUGINFOD_MAXTIME.
 */
#define GRACE			(3 * NSEC)

struct library {
	debuginfod_client *(*begin)(void);
	void (*end)(debuginfod_client *client);
	int (*find_debuginfo)(debuginfod_client *client, const unsigned char *id, int size, char **path);
	int (*find_executable)(debuginfod_client *client, const unsigned char *id, int size, char **path);
	void (*set_progressfn)(debuginfod_client *client, debuginfod_progressfn_t fn);
	void (*set_user_data)(debuginfod_client *client, void *data);
};

/* Set once, with the library: a callback has its client, and no other way to what belongs to that. */
static void *(*get_user_data)(debuginfod_client *client);

struct answer {
	enum debuginfod_what what;
	size_t size;
	uint8_t id[20];
	char *path;			/* NULL: nobody has it */
};

static inline uint64_t answers__hash(const struct answer *a)
{
	return hash_bytes(a->id, a->size, a->what);
}

static inline bool answers__is(const struct answer *a, const struct answer *key)
{
	return a->what == key->what && a->size == key->size && !memcmp(a->id, key->id, key->size);
}

HASH_SET(answers, const struct answer *, struct answer *)

struct debuginfod {
	struct library lib;
	debuginfod_client *client;
	struct answers answers;
	uint64_t budget_ns, spent_ns, asked_ns;	/* in all, so far, when this request began */
	struct download_limits limits;
	unsigned int failures, not_asked, too_large;
	bool stopped, warned;
	bool fetching;			/* a server is asked: the library has no copy */
	/* The request at hand. */
	const char *name;
	dsos_progress_fn progress;
	void *progress_ctx;
};

static uint64_t now(void)
{
	return (uint64_t)monotonic__ns();
}

static bool load(struct library *lib, char *err, size_t err_size)
{
	const struct library_function functions[] = {
		{ "debuginfod_begin", &lib->begin },
		{ "debuginfod_end", &lib->end },
		{ "debuginfod_find_debuginfo", &lib->find_debuginfo },
		{ "debuginfod_find_executable", &lib->find_executable },
		{ "debuginfod_set_progressfn", &lib->set_progressfn },
		{ "debuginfod_set_user_data", &lib->set_user_data },
		{ "debuginfod_get_user_data", &get_user_data },
	};

	return library__load(DEBUGINFOD_SONAME, functions, ARRAY_SIZE(functions), err, err_size);
}

/* Called every second or more often while a request runs; nonzero ends it. */
static int on_progress(debuginfod_client *client, long done, long total)
{
	struct debuginfod *d = get_user_data(client);
	char what[80];

	d->fetching = true;
	snprintf(what, sizeof(what), "debuginfod: '%.60s'", d->name);
	if (d->progress)
		d->progress(d->progress_ctx, what, done > 0 ? (uint64_t)done : 0, total > 0 ? (uint64_t)total : 0);
	if (!download_limits__allow(&d->limits, done > 0 ? (uint64_t)done : 0, total > 0 ? (uint64_t)total : 0))
		return 1;
	return d->spent_ns + (now() - d->asked_ns) > d->budget_ns + GRACE;
}

static uint64_t budget(void)
{
	const char *text = getenv(DEBUGINFOD_MAXTIME_ENV_VAR);
	unsigned long seconds = text ? strtoul(text, NULL, 10) : 0;

	return (seconds && seconds < UINT32_MAX ? seconds : DEFAULT_BUDGET) * NSEC;
}

struct debuginfod *debuginfod__new(const char *urls)
{
	char err[320] = "its library does not start";
	struct debuginfod *d;

	if (*urls)
		xsetenv(DEBUGINFOD_URLS_ENV_VAR, urls, true);
	urls = getenv(DEBUGINFOD_URLS_ENV_VAR);
	if (!urls || !urls[strspn(urls, " ")]) {
		pr_warning("debuginfod: no server is known: give --debuginfod=URL or set " DEBUGINFOD_URLS_ENV_VAR "\n");
		return NULL;
	}
	d = xzalloc(sizeof(*d));
	d->budget_ns = budget();
	download_limits__init(&d->limits);
	if (load(&d->lib, err, sizeof(err)))
		d->client = d->lib.begin();
	if (!d->client) {
		pr_warning("debuginfod: no server is asked: %s (Debian has it as libdebuginfod1)\n", err);
		debuginfod__delete(d);
		return NULL;
	}
	d->lib.set_user_data(d->client, d);
	d->lib.set_progressfn(d->client, on_progress);
	return d;
}

void debuginfod__delete(struct debuginfod *d)
{
	size_t i;

	if (!d)
		return;
	if (d->not_asked)
		pr_debug("debuginfod: not asked for %u files\n", d->not_asked);
	if (d->too_large > 1)
		pr_warning("debuginfod: %u files in all were too large to be fetched\n", d->too_large);
	HASH_EACH(&d->answers, i) {
		struct answer *a = d->answers.slots[i].val;

		free(a->path);
		free(a);
	}
	answers__exit(&d->answers);
	if (d->client)
		d->lib.end(d->client);
	free(d);
}

static void stop(struct debuginfod *d, const char *why)
{
	d->stopped = true;
	pr_warning("debuginfod: %s: names that are missing now stay missing\n", why);
}

static void stop_in_time(struct debuginfod *d)
{
	char text[64];

	snprintf(text, sizeof(text), "gave up after %llu seconds in all", (unsigned long long)(d->budget_ns / NSEC));
	stop(d, text);
}

static void stop_in_size(struct debuginfod *d)
{
	char text[120];

	snprintf(text, sizeof(text), "gave up after %" PRIu64 " MB in all ('perf -c buildid-cache.debuginfod-limit=MB ...' allows more)",
		 d->limits.run >> 20);
	stop(d, text);
}

static void refuse_large(struct debuginfod *d)
{
	if (!d->too_large++)
		pr_warning("debuginfod: '%s' is not fetched: it has more than %" PRIu64 " MB "
			   "('perf -c buildid-cache.debuginfod-file-limit=MB ...' allows more)\n",
			   d->name, d->limits.file >> 20);
}

/* What came of a request; 0 or negative errno. */
static void judge(struct debuginfod *d, int err)
{
	if (d->limits.excess == DOWNLOAD_RUN_TOO_LARGE) {
		stop_in_size(d);
	} else if (d->limits.excess == DOWNLOAD_FILE_TOO_LARGE || err == -EFBIG) {
		refuse_large(d);
	} else if (err && d->spent_ns >= d->budget_ns) {
		stop_in_time(d);
	} else if (!err || err == -ENOENT) {
		d->failures = 0;
	} else if (++d->failures == MAX_FAILURES) {
		stop(d, strerror(-err));
	} else if (!d->warned) {
		d->warned = true;
		pr_warning("debuginfod: '%s' cannot be had: %s\n", d->name, strerror(-err));
	}
}

/*
 * A file that has come between two looks at it. Returns 0, or negative errno: @fd if that is one. Copies of earlier runs
 * are taken, whatever their size.
 */
static int check_size(struct debuginfod *d, int fd, const char *path)
{
	struct stat st;

	if (fd >= 0) {
		if (d->fetching && !fstat(fd, &st) && !download_limits__allow(&d->limits, (uint64_t)st.st_size, 0))
			unlink(path);
		close(fd);
	}
	/* What was interrupted the library takes for something that nobody has, and would remember that for minutes. */
	if (d->limits.excess)
		download_limits__forget(&d->limits);
	return fd < 0 ? fd : d->limits.excess ? -EFBIG : 0;
}

static char *ask(struct debuginfod *d, enum debuginfod_what what, const uint8_t *id, size_t size)
{
	char *path = NULL, seconds[32];
	int fd;

	snprintf(seconds, sizeof(seconds), "%llu",
		 (unsigned long long)((d->budget_ns - d->spent_ns + NSEC - 1) / NSEC));
	xsetenv(DEBUGINFOD_MAXTIME_ENV_VAR, seconds, true);
	d->fetching = false;
	download_limits__begin(&d->limits, id, size);
	d->asked_ns = now();
	fd = what == DEBUGINFOD_EXECUTABLE ? d->lib.find_executable(d->client, id, (int)size, &path)
					   : d->lib.find_debuginfo(d->client, id, (int)size, &path);
	d->spent_ns += now() - d->asked_ns;
	if (d->progress)
		d->progress(d->progress_ctx, NULL, 0, 0);
	fd = check_size(d, fd, path);
	download_limits__end(&d->limits);
	judge(d, fd);
	if (!fd)
		return path;
	free(path);
	return NULL;
}

char *debuginfod__find(struct debuginfod *d, const struct debuginfod_file *f, dsos_progress_fn progress, void *ctx)
{
	struct answer key = { .what = f->what, .size = f->size }, *a;

	if (!d || !f->size || f->size > sizeof(key.id))
		return NULL;
	memcpy(key.id, f->id, f->size);
	a = answers__find(&d->answers, &key);
	if (a)
		return a->path ? xstrdup(a->path) : NULL;
	if (!d->stopped && d->spent_ns >= d->budget_ns)
		stop_in_time(d);
	if (d->stopped) {
		d->not_asked++;
		return NULL;
	}
	d->name = f->name;
	d->progress = progress;
	d->progress_ctx = ctx;
	key.path = ask(d, f->what, f->id, f->size);
	a = xmemdup(&key, sizeof(key));
	*answers__place(&d->answers, a) = a;
	return a->path ? xstrdup(a->path) : NULL;
}
