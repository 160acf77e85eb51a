// SPDX-License-Identifier: GPL-2.0-only
#include "util/python/write-access.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/base/alloc.h"

/* --- Landlock: linux/landlock.h of older distributions lacks half of this ---------------------- */

#define LANDLOCK_CREATE		444	/* the same numbers on all architectures */
#define LANDLOCK_ADD_RULE	445
#define LANDLOCK_RESTRICT	446
#define LANDLOCK_VERSION	1U	/* a flag of LANDLOCK_CREATE */
#define LANDLOCK_BENEATH	1	/* a kind of rule */

#define MAY_WRITE_FILE		(1ULL << 1)
#define MAY_REMOVE_MAKE		(0x1ffULL << 4)	/* folders and files removed; seven kinds of them made */
#define MAY_REFER		(1ULL << 13)	/* from version 2 on */
#define MAY_TRUNCATE		(1ULL << 14)	/* from version 3 on */
#define SCOPE_SIGNAL		(1ULL << 1)	/* from version 6 on: none to processes outside */

struct ruleset_attr {
	uint64_t fs, net, scoped;
};

struct beneath_attr {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

static int landlock_version(void)
{
	return (int)syscall(LANDLOCK_CREATE, NULL, (size_t)0, LANDLOCK_VERSION);
}

static int allow_fd(int ruleset, int fd, uint64_t what)
{
	struct beneath_attr rule = { .allowed = what, .parent = fd };

	return syscall(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_BENEATH, &rule, 0U) ? -errno : 0;
}

static int allow_path(int ruleset, const char *path, int flags, uint64_t what)
{
	int fd = open(path, O_PATH | O_CLOEXEC | flags), err;

	if (fd < 0)
		return -errno;
	err = allow_fd(ruleset, fd, what);
	(void)close(fd);
	return err;
}

/* What is no place to keep anything in, and what is open already: a shell's `> /dev/stdout` opens it once more. */
static void allow_usual(int ruleset, uint64_t of_files)
{
	static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/tty" };
	size_t i;
	int fd;

	for (i = 0; i < ARRAY_SIZE(devices); i++)
		(void)allow_path(ruleset, devices[i], 0, of_files);
	for (fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		(void)allow_fd(ruleset, fd, of_files);
}

static int restrict_files(const struct write_access *w, int version, const char **ret_folder)
{
	uint64_t of_files = MAY_WRITE_FILE | (version >= 3 ? MAY_TRUNCATE : 0);
	struct ruleset_attr attr = { .fs = of_files | MAY_REMOVE_MAKE | (version >= 2 ? MAY_REFER : 0),
				     .scoped = version >= 6 ? SCOPE_SIGNAL : 0 };
	size_t size = version >= 6 ? sizeof(attr) : offsetof(struct ruleset_attr, net), i;
	int ruleset = (int)syscall(LANDLOCK_CREATE, &attr, size, 0U), err = 0;

	if (ruleset < 0)
		return -errno;
	allow_usual(ruleset, of_files);
	for (i = 0; !err && i < w->folders.nr; i++) {
		*ret_folder = w->folders.names[i];
		err = allow_path(ruleset, w->folders.names[i], O_DIRECTORY, attr.fs);
	}
	if (!err) {
		*ret_folder = NULL;
		err = syscall(LANDLOCK_RESTRICT, ruleset, 0U) ? -errno : 0;
	}
	(void)close(ruleset);
	return err;
}

/* --- what Landlock has no word for ------------------------------------------------------------- */

#if defined(__x86_64__)
#define OUR_ARCH	AUDIT_ARCH_X86_64
#define OTHER_ABI	0x40000000	/* x32: the same arch, other numbers */
#elif defined(__aarch64__)
#define OUR_ARCH	AUDIT_ARCH_AARCH64
#define OTHER_ABI	0x7fffffff
#endif

#ifdef OUR_ARCH
/* Modes, owners, times and attributes of files; sockets, behind which others write; what has system calls of its own. */
static const int never[] = {
	SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
	SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_socket, SYS_ptrace, SYS_process_vm_writev, SYS_mq_open, SYS_mq_unlink,
#ifdef SYS_chmod
	SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
	425 /* io_uring_setup */, 452 /* fchmodat2 */, 463 /* setxattrat */, 466 /* removexattrat */, 469 /* file_setattr */,
};

/* What changes folders, or opens files in ways that a filter cannot see; only where there is no Landlock. */
static const int of_folders[] = {
	SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_mkdirat, SYS_mknodat, SYS_symlinkat, SYS_linkat, SYS_truncate,
	437 /* openat2 */,
#ifdef SYS_unlink
	SYS_unlink, SYS_rmdir, SYS_rename, SYS_mkdir, SYS_mknod, SYS_symlink, SYS_link, SYS_creat,
#endif
};

#define MAX_STEPS	160

struct steps {
	struct sock_filter list[MAX_STEPS];
	unsigned short nr;
};

static void add(struct steps *s, struct sock_filter step)
{
	if (s->nr < MAX_STEPS)
		s->list[s->nr++] = step;
}

static void refuse_call(struct steps *s, int nr)
{
	add(s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)nr, 0, 1));
	add(s, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
}

/* If the call is @nr, it is allowed or refused by its argument @arg: flags of open(2). */
static void refuse_writing_open(struct steps *s, int nr, unsigned int arg)
{
	const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
	/* The lower half of the argument. */
	uint32_t at = (uint32_t)(offsetof(struct seccomp_data, args) + arg * sizeof(uint64_t));

	add(s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)nr, 0, 4));
	add(s, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at));
	add(s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, writing, 0, 1));
	add(s, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
	add(s, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

static void filter_calls(bool landlock)
{
	struct steps s = { .nr = 0 };
	struct sock_fprog program = { .filter = s.list };
	size_t i;

	add(&s, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
	add(&s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0));
	add(&s, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
	add(&s, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
	add(&s, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 0, 1));
	add(&s, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
	for (i = 0; i < ARRAY_SIZE(never); i++)
		refuse_call(&s, never[i]);
	for (i = 0; !landlock && i < ARRAY_SIZE(of_folders); i++)
		refuse_call(&s, of_folders[i]);
	if (!landlock) {
		refuse_writing_open(&s, SYS_openat, 2);
#ifdef SYS_open
		refuse_writing_open(&s, SYS_open, 1);
#endif
	}
	add(&s, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
	program.len = s.nr;
	(void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#endif

/* Root keeps one right: to read what is others'. (Where there were none, there is nothing to give up.) */
static void give_up_rights(void)
{
	const struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[2] = { { 0 } };
	int cap;

	if (syscall(SYS_capget, &head, sets))
		return;
	/* A program that root starts would have all rights again. */
	for (cap = 0; cap < 64; cap++)
		if (cap != CAP_DAC_READ_SEARCH)
			(void)prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
	sets[0].permitted = sets[0].effective = sets[0].permitted & (1U << CAP_DAC_READ_SEARCH);
	sets[0].inheritable = 0;
	memset(&sets[1], 0, sizeof(sets[1]));
	(void)syscall(SYS_capset, &head, sets);
}

int write_access__give_up(const struct write_access *w, const char **ret_folder)
{
	int version = landlock_version(), err;

	*ret_folder = NULL;
	if (w->everywhere)
		return 0;
	if (version <= 0 && w->folders.nr) {
		*ret_folder = w->folders.names[0];
		return -EOPNOTSUPP;
	}
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (version > 0) {
		err = restrict_files(w, version, ret_folder);
		if (err)
			return err;
	}
	give_up_rights();
#ifdef OUR_ARCH
	filter_calls(version > 0);
#endif
	return 0;
}
