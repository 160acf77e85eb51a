// SPDX-License-Identifier: GPL-2.0-only
/* What a script's process may still write, with Landlock and in a kernel that has none. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/python/write-access.h"

#define LANDLOCK_CREATE	444
#define LANDLOCK_VERSION	1

static bool has_landlock(void)
{
	return syscall(LANDLOCK_CREATE, NULL, (size_t)0, LANDLOCK_VERSION) > 0;
}

/* From now on, this kernel has no Landlock. */
static bool hide_landlock(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LANDLOCK_CREATE, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = ARRAY_SIZE(filter), .filter = filter };

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static bool refused(int ret)
{
	if (ret >= 0)
		(void)close(ret);
	return ret < 0 && errno == EACCES;
}

/* In a process of its own. Returns which step was wrong, 0: none. The present folder is an empty one. */
static int try_all(const struct write_access *w)
{
	const char *folder;
	int fd;

	if (write_access__give_up(w, &folder))
		return 1;
	if (!refused(open("made", O_WRONLY | O_CREAT, 0600)) || !refused(openat(AT_FDCWD, "there", O_RDWR)))
		return 2;
	if (!refused(mkdir("folder", 0700)) || !refused(rename("there", "here")) || !refused(unlink("there")) ||
	    !refused(symlink("there", "link")) || !refused(truncate("there", 0)))
		return 3;
	if (!refused(chmod("there", 0600)) || !refused(socket(AF_UNIX, SOCK_STREAM, 0)))
		return 4;
	fd = open("there", O_RDONLY);
	if (fd < 0)
		return 5;
	(void)close(fd);
	return 0;
}

static void remove_from(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);

	(void)unlink(path);
	free(path);
}

/* Returns what @try returns in a process whose present folder has a file "there"; -1: it did not end by itself. */
static int in_child(const struct write_access *w, bool hidden, int (*try)(const struct write_access *w))
{
	char dir[] = "/tmp/perf-write-access-XXXXXX";
	int fd, status = 0;
	pid_t pid;

	if (!mkdtemp(dir))
		return -1;
	pid = fork();
	if (!pid) {
		fd = chdir(dir) ? -1 : open("there", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		_exit(fd < 0 ? 98 : hidden && !hide_landlock() ? 99 : try(w));
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		status = -1;
	remove_from(dir, "there");
	remove_from(dir, "made");
	(void)rmdir(dir);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int test__landlock(void)
{
	const struct write_access w = { .everywhere = false };

	if (!has_landlock())
		return test_skip("this kernel has no Landlock");
	TEST_ASSERT_EQ(in_child(&w, false, try_all), 0);
	return TEST_OK;
}

static int test__seccomp_alone(void)
{
#if defined(__x86_64__) || defined(__aarch64__)
	const struct write_access w = { .everywhere = false };
	int wrong = in_child(&w, true, try_all);

	if (wrong == 99)
		return test_skip("this kernel has no seccomp");
	TEST_ASSERT_EQ(wrong, 0);
	return TEST_OK;
#else
	return test_skip("calls are filtered on x86-64 and arm64");
#endif
}

static int may_write(const struct write_access *w)
{
	const char *folder;
	int fd;

	if (write_access__give_up(w, &folder))
		return 1;
	fd = open("made", O_WRONLY | O_CREAT, 0600);
	return fd < 0 ? 2 : 0;
}

static int try_folder(const struct write_access *w)
{
	const char *folder = NULL;

	return write_access__give_up(w, &folder) == -EOPNOTSUPP && folder == w->folders.names[0] ? 0 : 1;
}

static int test__allowed(void)
{
	const struct write_access all = { .everywhere = true };
	struct write_access below = { .everywhere = false };
	int wrong;

	TEST_ASSERT_EQ(in_child(&all, false, may_write), 0);
	name_list__add_one(&below.folders, ".");
	if (has_landlock())
		TEST_ASSERT_EQ(in_child(&below, false, may_write), 0);
	/* A folder is Landlock's matter. */
	wrong = in_child(&below, true, try_folder);
	name_list__exit(&below.folders);
	TEST_ASSERT(!wrong || wrong == 99);
	return TEST_OK;
}

DEFINE_SUITE("What a script may write", write_access,
	     { "with Landlock", test__landlock },
	     { "with seccomp alone", test__seccomp_alone },
	     { "where it is allowed", test__allowed })
