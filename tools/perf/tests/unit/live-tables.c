// SPDX-License-Identifier: GPL-2.0-only
/* Questions about unwind tables, to a real helper process. */
#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/base/deputy.h"
#include "util/code/unwind-row.h"
#include "util/live/live-tables.h"
#include "util/live/table-answer-time.h"
#include "util/live/table-process.h"

/* Long enough on any machine that answers at all. */
#define LONG_MS		60000

/* Makes of an address of code where that is in the file of this program; 0: it is not there. */
static int to_offset(struct dl_phdr_info *info, size_t size, void *data)
{
	uint64_t *offset = data, at = *offset - info->dlpi_addr;
	size_t i;

	(void)size;
	*offset = 0;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && at >= p->p_vaddr && at - p->p_vaddr < p->p_filesz)
			*offset = at - p->p_vaddr + p->p_offset;
	}
	/* This program comes first. */
	return 1;
}

static char self[4096];

static struct live_file file_of(const char *name, uint32_t nr)
{
	return (struct live_file){ .name = (char *)(uintptr_t)name, .nr = nr, .pid = (uint32_t)getpid() };
}

/* What is known as soon as it can be known. */
static enum live_found ask(struct live_tables *t, struct live_file *file, uint64_t offset, struct live_answer *ret)
{
	enum live_found found;

	do
		found = live_tables__find(t, file, offset, ret);
	while (found == LIVE_LATER && live_tables__exchange(t, LONG_MS));
	return found;
}

static bool begin(struct live_tables **ret, uint64_t *ret_offset)
{
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int err;

	*ret_offset = (uint64_t)(uintptr_t)to_offset;
	dl_iterate_phdr(to_offset, ret_offset);
	self[n > 0 ? n : 0] = 0;
	*ret = live_tables__new(&err);
	return *ret && *ret_offset && n > 0;
}

/* A function begins at @offset, and the tables know it. */
static int check_known(struct live_tables *t, struct live_file *file, uint64_t offset)
{
	struct live_answer a = { .row = NULL };

	TEST_ASSERT_EQ(ask(t, file, offset, &a), LIVE_FOUND);
	TEST_ASSERT(a.row->base != UNWIND_NO_ROW);
	TEST_ASSERT(a.is_begin && a.is_first);
	return TEST_OK;
}

static int check_none(struct live_tables *t, struct live_file *file, uint64_t offset)
{
	struct live_answer a = { .row = NULL };

	TEST_ASSERT_EQ(ask(t, file, offset, &a), LIVE_NONE);
	return TEST_OK;
}

static int test__this_program(void)
{
	struct live_file file = file_of(self, 1), vdso = file_of("[vdso]", 2);
	struct live_tables_stats stats;
	struct live_answer a = { .row = NULL };
	struct live_tables *t;
	struct live_place_in_file place = { .file = &file };
	uint64_t at;

	TEST_ASSERT(begin(&t, &at));
	place.offset = at;
	TEST_ASSERT(!live_tables__awaits(t, &place));
	TEST_ASSERT_EQ(live_tables__find(t, &file, at, &a), LIVE_LATER);
	TEST_ASSERT(live_tables__awaits(t, &place));
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	TEST_ASSERT(!live_tables__awaits(t, &place));
	TEST_ASSERT_EQ(ask(t, &file, at + 1, &a), LIVE_FOUND);
	TEST_ASSERT(!a.is_begin);
	/* What is known is not asked again. */
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.asked, 2);
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.asked, 2);
	/* Where the file has nothing. */
	TEST_ASSERT_EQ(check_none(t, &file, 1ULL << 40), TEST_OK);
	TEST_ASSERT_EQ(check_none(t, &file, UINT64_MAX), TEST_OK);
	TEST_ASSERT(ask(t, &vdso, 0x1000, &a) != LIVE_LATER);
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.restarts, 0);
	TEST_ASSERT(!stats.refused);
	free(file.tables);
	free(vdso.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* Others are asked with it, each once. */
static struct live_file *more_file;
static uint64_t more_at;

static size_t more(void *ctx, struct live_place_in_file *ret, size_t max)
{
	size_t i;

	(void)ctx;
	for (i = 0; i < max; i++)
		ret[i] = (struct live_place_in_file){ .file = more_file, .offset = more_at + i / 2 };
	return max;
}

/* Where this function returns to. */
static uint64_t __attribute__((noinline)) behind_a_call(void)
{
	uint64_t at = (uint64_t)(uintptr_t)__builtin_return_address(0);

	dl_iterate_phdr(to_offset, &at);
	return at;
}

static int test__more(void)
{
	struct live_file file = file_of(self, 1);
	struct live_tables_stats stats;
	struct live_answer a = { .row = NULL };
	struct live_tables *t;
	uint64_t at, asked, i, nr_returns = 0;

	TEST_ASSERT(begin(&t, &at));
	more_file = &file;
	more_at = behind_a_call();
	TEST_ASSERT(more_at);
	live_tables__guess_more(t, more, NULL);
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	live_tables__stats(t, &stats);
	asked = stats.asked;
	TEST_ASSERT(asked > 1 && asked <= TABLE_PLACES_MAX);
	live_tables__guess_more(t, NULL, NULL);
	for (i = 0; i < asked - 1; i++) {
		TEST_ASSERT_EQ(ask(t, &file, more_at + i, &a), LIVE_FOUND);
		TEST_ASSERT(i || a.is_return);
		nr_returns += a.is_return;
	}
	/* Of those that were guessed return addresses are known; all else is looked up only when it is asked for. */
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.asked, 2 * asked - 1 - nr_returns);
	TEST_ASSERT(nr_returns < asked - 1);
	free(file.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* Where a row is all that is asked for, answers hold for the code around them: they are those of each address asked by itself. */
static int test__rows(void)
{
	struct live_file file = file_of(self, 1), same = file_of(self, 1);
	char text[UNWIND_ROW_TEXT], exact[UNWIND_ROW_TEXT];
	struct live_tables *t, *one_by_one;
	const struct unwind_row *row;
	struct live_tables_stats stats;
	struct live_answer a = { .row = NULL };
	uint64_t at, i;
	enum { BYTES = 1500 };

	TEST_ASSERT(begin(&one_by_one, &at));
	TEST_ASSERT(begin(&t, &at));
	for (i = 0; i < BYTES; i++)
		(void)live_tables__find(one_by_one, &same, at + i, &a);
	for (i = 0; i < BYTES; i++) {
		while (live_tables__row(t, &file, at + i, &row) == LIVE_LATER)
			TEST_ASSERT(live_tables__exchange(t, LONG_MS));
		TEST_ASSERT_EQ(ask(one_by_one, &same, at + i, &a), LIVE_FOUND);
		TEST_ASSERT(row);
		unwind_row__text(row, text);
		unwind_row__text(a.row, exact);
		TEST_ASSERT_STR(text, exact);
	}
	live_tables__stats(one_by_one, &stats);
	TEST_ASSERT_EQ(stats.asked, BYTES);
	live_tables__stats(t, &stats);
	TEST_ASSERT(stats.asked < BYTES / 3);
	/* Beside them nothing else is known of such an address: it has to be asked for. */
	for (i = 0; live_tables__find(t, &file, at + i, &a) != LIVE_LATER; i++)
		TEST_ASSERT(i < BYTES);
	TEST_ASSERT_EQ(live_tables__row(t, &file, 1ULL << 50, &row), LIVE_NONE);
	TEST_ASSERT(!row);
	free(file.tables);
	free(same.tables);
	live_tables__delete(t);
	live_tables__delete(one_by_one);
	return TEST_OK;
}

/* --- files that are none ---------------------------------------------------------------------- */

static bool write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	return f && fputs(text, f) >= 0 && !fclose(f);
}

/* False: this file system does not tell. */
static bool set_generation(struct live_file *file)
{
	uint32_t generation[2] = { 0 };
	struct stat st;
	int fd = open(file->name, O_RDONLY);
	bool tells = fd >= 0 && !fstat(fd, &st) && !ioctl(fd, FS_IOC_GETVERSION, generation) && generation[0];

	if (fd >= 0)
		close(fd);
	if (!tells)
		return false;
	file->ino = st.st_ino;
	file->ino_generation = generation[0];
	return true;
}

static int test__no_tables(void)
{
	char dir[] = "/tmp/perf-test-XXXXXX", paths[4][64];
	struct live_file files[5], good = file_of(self, 9);
	struct live_tables_stats stats;
	struct live_tables *t;
	uint64_t at;
	size_t i;

	TEST_ASSERT(begin(&t, &at));
	TEST_ASSERT(mkdtemp(dir));
	for (i = 0; i < 4; i++)
		snprintf(paths[i], sizeof(paths[i]), "%s/%zu", dir, i);
	TEST_ASSERT(write_file(paths[0], "no ELF file at all, but longer than the head of one would have to be"));
	TEST_ASSERT(write_file(paths[1], ""));
	/* Who opens it for reading, waits for ever. */
	TEST_ASSERT(!mkfifo(paths[2], 0600));
	TEST_ASSERT(!mkdir(paths[3], 0700));
	for (i = 0; i < 5; i++) {
		files[i] = file_of(i < 4 ? paths[i] : "/no/such/file", (uint32_t)i + 1);
		TEST_ASSERT_EQ(check_none(t, &files[i], 64), TEST_OK);
		TEST_ASSERT_EQ(check_none(t, &files[i], 128), TEST_OK);
		free(files[i].tables);
	}
	/* Another file of the same name. */
	files[0] = file_of(self, 8);
	files[0].ino = 1;
	TEST_ASSERT_EQ(check_none(t, &files[0], at), TEST_OK);
	free(files[0].tables);
	/* Another one that has got its number. */
	files[1] = file_of(self, 10);
	if (set_generation(&files[1])) {
		TEST_ASSERT_EQ(check_known(t, &files[1], at), TEST_OK);
		free(files[1].tables);
		files[2] = file_of(self, 11);
		files[2].ino = files[1].ino;
		files[2].ino_generation = files[1].ino_generation + 1;
		/* But for what this process has mapped itself. */
		files[2].pid = 0x7fffffff;
		TEST_ASSERT_EQ(check_none(t, &files[2], at), TEST_OK);
		free(files[2].tables);
	}
	TEST_ASSERT_EQ(check_known(t, &good, at), TEST_OK);
	free(good.tables);
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.restarts, 0);
	live_tables__delete(t);
	unlink(paths[0]);
	unlink(paths[1]);
	unlink(paths[2]);
	rmdir(paths[3]);
	rmdir(dir);
	return TEST_OK;
}

/* What cannot be opened by one process is asked for again when another one has it. */
static int test__other_process(void)
{
	struct live_file file = file_of(self, 1);
	struct live_tables *t;
	uint64_t at;

	TEST_ASSERT(begin(&t, &at));
	file.name = (char *)(uintptr_t)"/no/such/file";
	file.pid = 1;
	TEST_ASSERT_EQ(check_none(t, &file, at), TEST_OK);
	TEST_ASSERT_EQ(check_none(t, &file, at), TEST_OK);
	file.name = self;
	TEST_ASSERT_EQ(check_none(t, &file, at), TEST_OK);
	file.pid = (uint32_t)getpid();
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	free(file.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* --- a process that ends ---------------------------------------------------------------------- */

static bool is_deputy(pid_t pid)
{
	char path[64], name[32] = "";
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/comm", (int)pid);
	f = fopen(path, "r");
	if (!f)
		return false;
	if (!fgets(name, sizeof(name), f))
		name[0] = 0;
	fclose(f);
	return !strcmp(name, DEPUTY_NAME "\n");
}

/* The one child that this process has, beside the one that opens files. */
static pid_t only_child(void)
{
	char path[64];
	int pid = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	f = fopen(path, "r");
	if (!f)
		return -1;
	while (fscanf(f, "%d", &pid) == 1 && is_deputy(pid))
		pid = 0;
	fclose(f);
	return pid;
}

/* Somebody ends it, which is nobody's fault: the next question starts another, and all files are answered for. */
static int test__killed(void)
{
	struct live_file file = file_of(self, 1), copy = file_of(self, 2);
	struct live_tables_stats stats;
	struct live_tables *t;
	uint64_t at;
	pid_t pid;
	int i;

	TEST_ASSERT(begin(&t, &at));
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	for (i = 0; i < 3; i++) {
		struct live_answer a = { .row = NULL };

		pid = only_child();
		if (pid < 0)
			return test_skip("this kernel does not list children (CONFIG_PROC_CHILDREN)");
		TEST_ASSERT(pid > 0);
		TEST_ASSERT(!kill(pid, SIGKILL));
		/* It is gone for certain, and not only about to go. */
		TEST_ASSERT(!waitid(P_PID, (id_t)pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT));
		/* A file that it had, and one that it never got. */
		TEST_ASSERT_EQ(ask(t, i == 1 ? &copy : &file, at + 1 + (uint64_t)i, &a), LIVE_FOUND);
	}
	TEST_ASSERT_EQ(check_known(t, &copy, at), TEST_OK);
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.restarts, 3);
	free(file.tables);
	free(copy.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* Ends the process while it has a question about @file. False: it cannot be found. */
static bool end_with(struct live_tables *t, struct live_file *file, uint64_t offset)
{
	struct live_answer a = { .row = NULL };
	pid_t pid = only_child();
	siginfo_t info;

	/* The questions that came with others. */
	while (live_tables__exchange(t, LONG_MS))
		;
	if (pid <= 0 || kill(pid, SIGSTOP) || waitid(P_PID, (id_t)pid, &info, WSTOPPED))
		return false;
	if (live_tables__find(t, file, offset, &a) != LIVE_LATER || live_tables__exchange(t, 0) || kill(pid, SIGKILL) ||
	    waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT))
		return false;
	return true;
}

/* It ends twice with the same question: the file is the reason, and no other one. */
static int test__reason(void)
{
	struct live_file good = file_of(self, 1), evil = file_of(self, 2);
	struct live_tables_stats stats;
	struct live_answer a = { .row = NULL };
	struct live_tables *t;
	uint64_t at;

	TEST_ASSERT(begin(&t, &at));
	if (only_child() < 0)
		return test_skip("this kernel does not list children (CONFIG_PROC_CHILDREN)");
	TEST_ASSERT_EQ(check_known(t, &evil, at), TEST_OK);
	/* It is asked about with the other one: both are suspects, and answered for. */
	more_file = &good;
	more_at = at;
	live_tables__guess_more(t, more, NULL);
	TEST_ASSERT(end_with(t, &evil, at + 1));
	TEST_ASSERT_EQ(ask(t, &evil, at + 1, &a), LIVE_FOUND);
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.restarts, 1);
	TEST_ASSERT(!stats.refused);
	TEST_ASSERT(end_with(t, &evil, at + 2));
	TEST_ASSERT_EQ(check_none(t, &evil, at + 2), TEST_OK);
	TEST_ASSERT_EQ(check_none(t, &evil, at + 3), TEST_OK);
	TEST_ASSERT_EQ(check_known(t, &good, at), TEST_OK);
	live_tables__stats(t, &stats);
	TEST_ASSERT_EQ(stats.restarts, 2);
	TEST_ASSERT(stats.refused == evil.name);
	TEST_ASSERT(!stats.gone);
	free(good.tables);
	free(evil.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* Again and again: some day it stays away, and what is asked then has no answer. */
static int test__killed_often(void)
{
	struct live_file file = file_of(self, 1);
	struct live_tables *t;
	uint64_t at;
	int i;

	TEST_ASSERT(begin(&t, &at));
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	for (i = 0; i < 1000; i++) {
		struct live_answer a = { .row = NULL };
		pid_t pid = only_child();

		if (pid < 0)
			return test_skip("this kernel does not list children (CONFIG_PROC_CHILDREN)");
		if (!pid)
			break;
		TEST_ASSERT(!kill(pid, SIGKILL));
		TEST_ASSERT(!waitid(P_PID, (id_t)pid, &(siginfo_t){ 0 }, WEXITED | WNOWAIT));
		TEST_ASSERT(ask(t, &file, at + 1 + (uint64_t)i, &a) != LIVE_LATER);
	}
	TEST_ASSERT(i < 100);
	TEST_ASSERT_EQ(check_none(t, &file, at + 2000), TEST_OK);
	/* What is known stays known. */
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	free(file.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* --- what the process may do ------------------------------------------------------------------ */

/* The number behind @name in /proc/PID/status, in base @base; UINT64_MAX: the kernel does not tell it. */
static uint64_t status_of(pid_t pid, const char *name, int base)
{
	uint64_t found = UINT64_MAX;
	char path[64], line[256];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, name, strlen(name)) && line[strlen(name)] == ':')
			found = strtoull(line + strlen(name) + 1, NULL, base);
	if (f)
		fclose(f);
	return found;
}

/* How many descriptors it has; -1: they cannot be seen. */
static int nr_descriptors(pid_t pid)
{
	struct dirent *e;
	char path[64];
	int nr = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	d = opendir(path);
	if (!d)
		return -1;
	while ((e = readdir(d)))
		nr += e->d_name[0] != '.';
	closedir(d);
	return nr;
}

static int test__no_rights(void)
{
	struct live_file file = file_of(self, 1);
	struct live_tables *t;
	uint64_t at;
	pid_t pid;
	int nr;

	/* Before the first answer it may still be on its way there. */
	TEST_ASSERT(begin(&t, &at));
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	pid = only_child();
	if (pid < 0)
		return test_skip("this kernel does not list children (CONFIG_PROC_CHILDREN)");
	TEST_ASSERT(status_of(pid, "Uid", 10) != 0);
	TEST_ASSERT_EQ(status_of(pid, "NoNewPrivs", 10), 1);
	TEST_ASSERT_EQ(status_of(pid, "CapEff", 16), 0);
	TEST_ASSERT_EQ(status_of(pid, "CapPrm", 16), 0);
	if (status_of(getpid(), "Seccomp", 10) != UINT64_MAX)
		TEST_ASSERT_EQ(status_of(pid, "Seccomp", 10), 2);
	nr = nr_descriptors(pid);
	TEST_ASSERT(nr == 1 || nr == -1);
	free(file.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* --- a process that does not answer ----------------------------------------------------------- */

static int test__stopped(void)
{
	struct live_file file = file_of(self, 1);
	struct live_answer a = { .row = NULL };
	struct live_tables *t;
	uint64_t at;
	pid_t pid;

	TEST_ASSERT(begin(&t, &at));
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	pid = only_child();
	if (pid < 0)
		return test_skip("this kernel does not list children (CONFIG_PROC_CHILDREN)");
	TEST_ASSERT(!kill(pid, SIGSTOP));
	TEST_ASSERT(!waitid(P_PID, (id_t)pid, &(siginfo_t){ 0 }, WSTOPPED));
	/* Not yet; what was known before is known meanwhile. */
	TEST_ASSERT_EQ(live_tables__find(t, &file, at + 1, &a), LIVE_LATER);
	TEST_ASSERT(!live_tables__exchange(t, 0));
	TEST_ASSERT_EQ(live_tables__find(t, &file, at + 1, &a), LIVE_LATER);
	TEST_ASSERT_EQ(live_tables__find(t, &file, at + 2, &a), LIVE_LATER);
	TEST_ASSERT(!live_tables__exchange(t, 0));
	TEST_ASSERT_EQ(check_known(t, &file, at), TEST_OK);
	TEST_ASSERT(!kill(pid, SIGCONT));
	TEST_ASSERT_EQ(ask(t, &file, at + 2, &a), LIVE_FOUND);
	TEST_ASSERT_EQ(ask(t, &file, at + 1, &a), LIVE_FOUND);
	free(file.tables);
	live_tables__delete(t);
	return TEST_OK;
}

/* Who waits for something else than a CPU has the time that there is, who computes what it needs of it, if that comes to an end. */
static int test__answer_time(void)
{
	const uint64_t second = 1000000000;

	TEST_ASSERT(!table_answer__is_late(4 * second, 4 * second, false));
	TEST_ASSERT(table_answer__is_late(5 * second, 0, false));
	TEST_ASSERT(!table_answer__is_late(50 * second, 4 * second, true));
	TEST_ASSERT(table_answer__is_late(50 * second, 5 * second, true));
	TEST_ASSERT(table_answer__is_late(60 * second, 0, true));
	return TEST_OK;
}

DEFINE_SUITE("Unwind tables, asked while recording", live_tables,
	     { "this program", test__this_program },
	     { "several questions at once", test__more },
	     { "rows for the code around an address", test__rows },
	     { "files that are none, or another one", test__no_tables },
	     { "a file that another process has, too", test__other_process },
	     { "the process is ended", test__killed },
	     { "a file is the reason", test__reason },
	     { "the process is ended again and again", test__killed_often },
	     { "the process has no rights", test__no_rights },
	     { "the process does not answer", test__stopped },
	     { "how long an answer may take", test__answer_time })
