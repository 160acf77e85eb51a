// SPDX-License-Identifier: GPL-2.0-only
/* perf defer pack: a recording with the files that its names come from, in one file that is read anywhere. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "builtin.h"
#include "builtin-defer.h"
#include "util/base/alloc.h"
#include "util/base/config.h"
#include "util/base/file.h"
#include "util/base/log.h"
#include "util/base/new-file.h"
#include "util/base/open-regular.h"
#include "util/base/options.h"
#include "util/base/shown.h"
#include "util/data/pack.h"
#include "util/session/session.h"
#include "util/symbol/packed.h"
#include "util/symbol/symbol-options.h"

static const char *const usage[] = { "perf defer pack [-i FILE] [-o FILE]", NULL };

#define PIPE_HEADER	16	/* bytes, as its own length field says; a file's header is longer */

struct packing {
	struct defer_view view;		/* first: the context of session_ops */
	struct session_opts session_opts;
	const char *input;
	char *data;			/* the file of the recording: @input, or in that folder */
	char *kcore;			/* the kernel's code in that folder; NULL: there is none */
	char *output;
	struct pack_writer writer;
	struct new_file file;
	unsigned int missing;
	int err;			/* of writing */
};

/* The size of the header, behind the magic number, tells streams from files. */
static bool begins_a_stream(const char *data, size_t size)
{
	uint64_t header;

	if (size < 8 + sizeof(header))
		return false;
	memcpy(&header, data + 8, sizeof(header));
	return header == PIPE_HEADER || header == __builtin_bswap64(PIPE_HEADER);
}

/* The recording as it is. Its size, or negative errno with a message. */
static int64_t copy_recording(struct packing *p)
{
	size_t room = (size_t)1 << 20;
	char *buf = xmalloc(room);
	int in = open_regular(p->data, 0, NULL);
	int64_t size = 0;
	ssize_t n = in < 0 ? -1 : 1;
	int err = 0;

	while (in >= 0 && !err && (n = read(in, buf, room)) > 0) {
		if (!size && begins_a_stream(buf, (size_t)n))
			err = -EOPNOTSUPP;
		if (!err)
			err = file__write_all(p->file.fd, buf, (size_t)n);
		size += n;
	}
	if (n < 0 && !err)
		err = in < 0 ? in : -errno;
	if (err == -EOPNOTSUPP)
		pr_error("perf: '%s' is a stream, to which nothing can be added: perf inject -i %s -o FILE makes a file of it\n",
			 shown__in_message(p->input), shown__in_message(p->input));
	else if (err)
		pr_error("perf: cannot copy '%s' to '%s': %s\n", shown__in_message(p->input), shown__in_message(p->output), strerror(-err));
	if (in >= 0)
		close(in);
	free(buf);
	return err ? err : size;
}

static int add_file(void *ctx, const struct dso *dso, enum pack_kind kind, const char *path, const void *data, size_t size)
{
	struct packing *p = ctx;
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) : memfd_create("perf-pack", MFD_CLOEXEC);
	int err = fd < 0 ? -errno : 0;

	/* The kernel's symbols name its modules, too: one copy is enough. */
	if (pack_writer__has(&p->writer, kind, kind == PACK_KALLSYMS ? "[kernel.kallsyms]" : dso->path, dso->build_id,
			     dso->build_id_size) &&
	    kind != PACK_DEBUG)
		goto out;
	if (!err && !path)
		err = file__write_all(fd, data, size);
	if (!err && !path && lseek(fd, 0, SEEK_SET) < 0)
		err = -errno;
	if (err)
		goto out;
	pr_debug("packing %s%s%s\n", dso->long_name, path ? ": " : "", path ? path : "");
	err = p->err = kind == PACK_KALLSYMS ? pack_writer__add(&p->writer, kind, "[kernel.kallsyms]", NULL, 0, fd)
					     : pack_writer__add(&p->writer, kind, dso->path, dso->build_id, dso->build_id_size, fd);
out:
	if (fd >= 0)
		close(fd);
	return err;
}

/* All that lies in the memory of the kernel: for instructions in it, and for the decoding of traces. */
static int add_kcore(struct packing *p, struct session *session)
{
	const struct dso kernel = { .dsos = session__dsos(session), .path = "[kernel.kallsyms]", .long_name = "[kernel.kallsyms]" };

	return p->kcore ? add_file(p, &kernel, PACK_KCORE, p->kcore, NULL, 0) : 0;
}

/* What reading has looked into: the same that another reader will want. */
static int add_dso(struct dso *dso, void *ctx)
{
	struct packing *p = ctx;
	int err;

	if (!dso->symbols)
		return 0;
	err = dso__each_file(dso, add_file, p);
	if (p->err)
		return p->err;
	if (!err)
		return 0;
	p->missing++;
	pr_warning("perf: '%s' is not packed: %s\n", dso->long_name,
		   dso__load_error(dso) ? dso__load_error(dso) : err == -ENOENT ? "no file of it is there" : strerror(-err));
	return 0;
}

static int write_pack(struct packing *p, struct session *session)
{
	int64_t size = copy_recording(p);
	int err;

	if (size < 0)
		return EXIT_FAILED;
	pack_writer__init(&p->writer, p->file.fd, (uint64_t)size);
	err = dsos__for_each(session__dsos(session), add_dso, p);
	if (!err)
		err = add_kcore(p, session);
	if (!err)
		err = pack_writer__end(&p->writer);
	if (!err)
		err = new_file__commit(&p->file);
	if (err) {
		pr_error("perf: cannot write '%s': %s\n", shown__in_message(p->output), strerror(-err));
		return EXIT_FAILED;
	}
	pr_notice("[ perf defer pack: Wrote %.3f MB to %s (%zu files, %.3f MB of them) ]\n",
		  (double)lseek(p->file.fd, 0, SEEK_CUR) / 1048576, shown__in_message(p->output), p->writer.nr,
		  (double)(p->writer.at - (uint64_t)size) / 1048576);
	return p->missing ? EXIT_PARTIAL : EXIT_OK;
}

/*
 * Finds the file of the recording. `perf record --kcore` makes a folder with a single one, `--threads` one of many files. Exits with
 * advice if one file is not all.
 */
static void find_data(struct packing *p)
{
	char *data = xasprintf("%s/data", p->input), *more = xasprintf("%s/data.0", p->input);

	if (!access(more, F_OK))
		usage_error("'%s' has several files of records: perf inject -i %s -o FILE makes one of them", shown__in_message(p->input),
			    shown__in_message(p->input));
	if (!access(data, F_OK)) {
		p->data = data;
		p->kcore = xasprintf("%s/kcore_dir/kcore", p->input);
		if (access(p->kcore, R_OK))
			zfree(&p->kcore);
	} else {
		p->data = xstrdup(p->input);
		free(data);
	}
	free(more);
}

static bool is_packed(const char *path)
{
	struct diag diag = DIAG_INIT;
	struct pack *pack;
	int err = pack__open(path, &pack, &diag);

	pack__delete(pack);
	return pack || err == -EBADMSG;
}

static int run(struct packing *p)
{
	struct diag diag = DIAG_INIT;
	struct session *session = session__new(&p->session_opts, &defer_view_ops, &p->view, &diag);
	int err, status = EXIT_FAILED;
	bool damaged;

	if (!session) {
		read_errors__fatal(&diag);
		return EXIT_FAILED;
	}
	err = session__process(session, &diag);
	progress__end(&p->view.progress);
	if (err < 0)
		read_errors__fatal(&diag);
	else
		status = write_pack(p, session);
	damaged = read_errors__close(&p->view.errors, session__stats(session));
	session__delete(session);
	return status == EXIT_OK && damaged ? EXIT_PARTIAL : status;
}

int cmd_defer_pack(int argc, const char **argv)
{
	struct packing p = { .file = NEW_FILE_NONE };
	struct session_opts *so = &p.session_opts;
	const char *output = NULL;
	const struct option options[] = {
		OPT_STRING('i', "input", &so->input, "FILE", "the recording (perf.data)"),
		OPT_STRING('o', "output", &output, "FILE", "where to write (FILE.packed)"),
		OPT_BOOL('f', "force", &so->force, "read the file, no matter who owns it"),
		SYMBOL_OPTIONS(&so->symbols),
		OPT_GROUP("Messages"),
		OPT_INCR('v', "verbose", &verbose, "say more: each file that is packed"),
		OPT_CALLBACK_FLAGS('q', "quiet", NULL, NULL, "no warnings", option__set_quiet, OPT_NOARG),
		OPT_END()
	};
	const struct config_key keys[] = { SYMBOL_CONFIG_KEY(&so->symbols), { 0 } };
	int err, status;

	perf_config__apply(keys);
	argc = parse_options(argc, argv, options, usage, 0);
	defer_verb__take_input("pack", argc, argv, &so->input);
	if (!so->input)
		so->input = "perf.data";
	p.input = so->input;
	if (!strcmp(p.input, "-"))
		usage_error("perf defer pack needs a file: nothing can be added to a stream");
	find_data(&p);
	if (is_packed(p.data))
		usage_error("'%s' is packed already", p.input);
	/* As perf report does it by default; all that it looks at is packed. */
	so->gaps = so->symbols.inlines = true;
	p.output = output ? xstrdup(output) : xasprintf("%s.packed", p.input);
	progress__init(&p.view.progress, false);
	err = new_file__create(&p.file, p.output, 0600);
	if (err) {
		pr_error("perf: cannot make '%s': %s\n", shown__in_message(p.output), strerror(-err));
		status = EXIT_FAILED;
	} else {
		status = run(&p);
	}
	new_file__exit(&p.file);
	pack_writer__exit(&p.writer);
	free(p.output);
	free(p.data);
	free(p.kcore);
	return status;
}
