// SPDX-License-Identifier: GPL-2.0-only
#include "util/live/sandbox.h"

#include <errno.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/base/alloc.h"
#include "util/base/children.h"

#if defined(__x86_64__)
#define OUR_ARCH	AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCH	AUDIT_ARCH_AARCH64
#endif

/* Sanitizers have mapped memory of their own, which would be more than any limit. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SHADOW	1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SHADOW	1
#endif
#endif
#ifndef HAS_SHADOW
#define HAS_SHADOW	0
#endif

/* "nobody": whoever this is, it owns nothing. */
#define NOBODY		65534

static void limit(int which, rlim_t to)
{
	const struct rlimit r = { to, to };

	(void)setrlimit((__rlimit_resource_t)which, &r);
}

/* Not that a failure would matter: then there were no rights to give up. */
static void give_up_rights(void)
{
	/* Without root's number a process has rights where the file of perf has them: setcap(8). */
	const struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	const struct __user_cap_data_struct none[2] = { { 0 } };

	int err = geteuid() ? 0 : setgroups(0, NULL) | setresgid(NOBODY, NOBODY, NOBODY) | setresuid(NOBODY, NOBODY, NOBODY);

	(void)err;
	(void)syscall(SYS_capset, &head, none);
}

#ifdef OUR_ARCH
#define LOAD(member)	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ALLOW(nr)	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/* Of mmap only what makes no code, and of mprotect nothing: whoever takes the process over has no more than these calls. */
static void filter_calls(void)
{
	static struct sock_filter filter[] = {
		LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0),
		REFUSE,
		LOAD(nr),
		ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_recvmsg), ALLOW(SYS_sendto), ALLOW(SYS_close),
		ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_brk), ALLOW(SYS_madvise), ALLOW(SYS_fstat),
		ALLOW(SYS_futex), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_clock_gettime),
		ALLOW(SYS_exit), ALLOW(SYS_exit_group),
#ifdef SYS_newfstatat
		ALLOW(SYS_newfstatat),
#endif
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
		REFUSE,
		LOAD(args[2]),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 4 /* PROT_EXEC */, 0, 1),
		REFUSE,
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { .len = ARRAY_SIZE(filter), .filter = filter };

	(void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#endif

void sandbox__enter(int fd, size_t memory)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	children__close_others(fd);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
	if (!HAS_SHADOW)
		limit(RLIMIT_DATA, memory);
	give_up_rights();
	/* setresuid() has taken it back. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)prctl(PR_SET_DUMPABLE, 0);
	limit(RLIMIT_NPROC, 0);
#ifdef OUR_ARCH
	filter_calls();
#endif
}
