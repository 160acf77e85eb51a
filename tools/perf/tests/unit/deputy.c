// SPDX-License-Identifier: GPL-2.0-only
/* A process that makes calls which may never return, and what is known of mounts without asking them. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/deputy.h"
#include "util/base/mount-table.h"
#include "util/base/patient-open.h"
#include "util/base/silent-fs.h"

/* Long enough on any machine that answers at all, and as short as a test may wait for what never comes. */
#define LONG_MS		60000
#define SHORT_MS	50

/* The question comes back, with the descriptor of /dev/zero. */
static void echo(struct deputy_job *job)
{
	memcpy(job->out, job->in, job->in_size);
	job->out_size = job->in_size;
	job->out_fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);
}

static void never(struct deputy_job *job)
{
	(void)job;
	for (;;)
		pause();
}

static void die(struct deputy_job *job)
{
	(void)job;
	_exit(1);
}

/* Uses several times as much of a CPU as SHORT_MS. */
static void compute(struct deputy_job *job)
{
	struct timespec used = { 0 };

	while (used.tv_nsec < 300000000 && !used.tv_sec)
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	job->out_size = 0;
}

/* Sleeps most of the time, but never for long. */
static void sleep_often(struct deputy_job *job)
{
	const struct timespec pause = { .tv_nsec = 2000000 };
	int i;

	for (i = 0; i < 150; i++)
		(void)nanosleep(&pause, NULL);
	job->out_size = 0;
}

/* What is open beside the socket, and standard input and output, which lead nowhere. */
static void look_around(struct deputy_job *job)
{
	int nr = 0, fd;

	for (fd = 3; fd < 256; fd++)
		nr += fcntl(fd, F_GETFD) >= 0;
	job->out_size = sizeof(nr);
	memcpy(job->out, &nr, sizeof(nr));
	(void)raise(SIGINT);
	(void)raise(SIGTERM);
}

static int check_echo(struct deputy *d)
{
	char out[8] = "", zero = 1;
	size_t size;
	int fd;

	TEST_ASSERT_EQ(deputy__call(d, &(struct deputy_question){ echo, "hello", 6 }, out, sizeof(out), &size, &fd), 0);
	TEST_ASSERT_EQ(size, 6);
	TEST_ASSERT(!strcmp(out, "hello"));
	TEST_ASSERT(fd >= 0 && read(fd, &zero, 1) == 1 && !zero);
	close(fd);
	return TEST_OK;
}

static int test__answers(void)
{
	struct deputy *d = deputy__new(LONG_MS);
	char out[8];
	size_t size;
	int fd, nr = 0;

	TEST_ASSERT_EQ(check_echo(d), TEST_OK);
	TEST_ASSERT_EQ(deputy__call(d, &(struct deputy_question){ look_around, "", 1 }, &nr, sizeof(nr), &size, &fd), 0);
	TEST_ASSERT_EQ(nr, 1);
	/* More than there is room for; more than a question may have. */
	TEST_ASSERT_EQ(deputy__call(d, &(struct deputy_question){ echo, "hello to all", 13 }, out, sizeof(out), &size, &fd), -EPIPE);
	TEST_ASSERT_EQ(fd, -1);
	TEST_ASSERT_EQ(deputy__put(d, echo, "", DEPUTY_IN_MAX + 1, -1), -EMSGSIZE);
	/* Several at once: in their order. */
	TEST_ASSERT_EQ(deputy__put(d, echo, "1", 2, -1), 0);
	TEST_ASSERT_EQ(deputy__put(d, echo, "2", 2, -1), 0);
	TEST_ASSERT_EQ(deputy__unanswered(d), 2);
	for (nr = '1'; nr <= '2'; nr++) {
		while (!deputy__take(d, LONG_MS, out, sizeof(out), &size, &fd))
			;
		TEST_ASSERT_EQ(out[0], nr);
		close(fd);
	}
	TEST_ASSERT_EQ(deputy__take(d, 0, out, sizeof(out), &size, &fd), 0);
	TEST_ASSERT_EQ(check_echo(d), TEST_OK);
	deputy__delete(d);
	return TEST_OK;
}

static int test__silence(void)
{
	struct deputy *d = deputy__new(SHORT_MS);
	char out[8];
	size_t size;
	int fd;

	TEST_ASSERT_EQ(deputy__call(d, &(struct deputy_question){ never, "", 1 }, out, sizeof(out), &size, &fd), -ETIMEDOUT);
	/* What is slow is not silent. */
	TEST_ASSERT_EQ(deputy__call(d, &(struct deputy_question){ compute, "", 1 }, out, sizeof(out), &size, &fd), 0);
	TEST_ASSERT_EQ(deputy__call(d, &(struct deputy_question){ sleep_often, "", 1 }, out, sizeof(out), &size, &fd), 0);
	/* What was put behind one that is silent is lost with it. */
	TEST_ASSERT_EQ(deputy__put(d, never, "", 1, -1), 0);
	TEST_ASSERT_EQ(deputy__put(d, echo, "1", 2, -1), 0);
	while (!(fd = deputy__take(d, LONG_MS, out, sizeof(out), &size, &fd)))
		;
	TEST_ASSERT_EQ(fd, -ETIMEDOUT);
	TEST_ASSERT_EQ(deputy__unanswered(d), 0);
	TEST_ASSERT_EQ(deputy__call(d, &(struct deputy_question){ die, "", 1 }, out, sizeof(out), &size, &fd), -EPIPE);
	/* None of these waits where nothing ends it. */
	while (deputy__stuck(d))
		;
	deputy__set_limit(d, LONG_MS);
	TEST_ASSERT_EQ(check_echo(d), TEST_OK);
	deputy__delete(d);
	return TEST_OK;
}

/* The kernel's text about mounts, of this process and of one that there is not. */
static int test__mounts(void)
{
	struct mount_fs by_path = { 0 }, by_device = { 0 };
	struct stat st;

	TEST_ASSERT(!stat("/proc", &st));
	TEST_ASSERT(mount_table__by_path(0, "/proc/self", &by_path));
	TEST_ASSERT(by_path.maj == major(st.st_dev) && by_path.min == minor(st.st_dev) && by_path.local);
	TEST_ASSERT(mount_table__by_device((uint32_t)getpid(), by_path.maj, by_path.min, &by_device));
	TEST_ASSERT(by_device.local);
	TEST_ASSERT(!mount_table__by_device(0, 0xffffffff, 0xffffffff, &by_device));
	TEST_ASSERT(mount_table__by_path(0x7fffffff, "/proc", &by_path) && by_path.local);
	TEST_ASSERT(mount_table__by_path(0, "/procedures", &by_device));
	TEST_ASSERT(by_device.maj != by_path.maj || by_device.min != by_path.min);
	return TEST_OK;
}

/* That a name on a file system of the kernel's led to silence is nothing that other files there are to suffer for. */
static int test__blame(void)
{
	const struct file_place local = { .path = "/proc/stat" }, unknown = { .path = "/proc/stat", .maj = 0xffffffff, .min = 1 };
	struct deputy *d = deputy__new(SHORT_MS);
	struct silent_fs *s = silent_fs__new(d);

	TEST_ASSERT(!silent_fs__has(s, &local));
	silent_fs__add(s, &local);
	TEST_ASSERT(!silent_fs__has(s, &local));
	silent_fs__add(s, &unknown);
	TEST_ASSERT(!silent_fs__has(s, &unknown));
	silent_fs__delete(s);
	deputy__delete(d);
	return TEST_OK;
}

/* A deputy opens what open(2) would, with all that is known of it. */
static int test__open(void)
{
	char dir[] = "/tmp/perf-test-XXXXXX", path[64], link[64], *real;
	struct stat st, there;
	char text[8] = "";
	int fd;

	patient_open__expect_hostile();
	TEST_ASSERT(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/file", dir);
	snprintf(link, sizeof(link), "%s/link", dir);
	fd = open(path, O_WRONLY | O_CREAT, 0640);
	TEST_ASSERT(fd >= 0 && write(fd, "hello", 5) == 5 && !fstat(fd, &there));
	close(fd);
	TEST_ASSERT(!symlink("file", link));
	fd = patient_open(link, &st);
	TEST_ASSERT(fd >= 0 && read(fd, text, sizeof(text)) == 5 && !strcmp(text, "hello"));
	close(fd);
	TEST_ASSERT(st.st_ino == there.st_ino && st.st_dev == there.st_dev && st.st_mode == there.st_mode);
	real = patient_realpath(link);
	TEST_ASSERT(real && !strcmp(strrchr(real, '/'), "/file"));
	free(real);
	TEST_ASSERT_EQ(patient_open(dir, NULL), -EISDIR);
	unlink(link);
	TEST_ASSERT_EQ(patient_open(link, NULL), -ENOENT);
	TEST_ASSERT(!patient_realpath(link) && errno == ENOENT);
	TEST_ASSERT(!mkfifo(link, 0600));
	TEST_ASSERT_EQ(patient_open(link, NULL), -ENXIO);
	unlink(link);
	unlink(path);
	rmdir(dir);
	return TEST_OK;
}

DEFINE_SUITE("A process that waits for file systems in our place", deputy,
	     { "questions and answers", test__answers },
	     { "no answer", test__silence },
	     { "what is mounted", test__mounts },
	     { "which file system is to blame", test__blame },
	     { "files are opened", test__open })
