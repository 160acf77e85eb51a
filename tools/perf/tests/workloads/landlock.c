// SPDX-License-Identifier: GPL-2.0-only
/* Two landlock_add_rule(2) that fail, with arguments that a trace of system calls can tell. */
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

#ifndef SYS_landlock_add_rule
#define SYS_landlock_add_rule	445
#endif

/* From landlock(7): what the two kinds of rules are made of. */
#define RULE_PATH_BENEATH	1
#define RULE_NET_PORT		2
#define ACCESS_FS_READ_FILE	(1ULL << 2)
#define ACCESS_NET_CONNECT_TCP	(1ULL << 1)

struct path_rule {
	uint64_t allowed_access;
	int32_t parent_fd;
} __attribute__((packed));

struct port_rule {
	uint64_t allowed_access, port;
};

#define RULESET_FD	11
#define PARENT_FD	14
#define PORT		19
#define FLAGS		45	/* there are no such flags: EINVAL */

static int landlock(int argc, const char **argv)
{
	const struct path_rule path = { ACCESS_FS_READ_FILE, PARENT_FD };
	const struct port_rule port = { ACCESS_NET_CONNECT_TCP, PORT };

	(void)argc;
	(void)argv;
	(void)syscall(SYS_landlock_add_rule, RULESET_FD, RULE_PATH_BENEATH, &path, FLAGS);
	(void)syscall(SYS_landlock_add_rule, RULESET_FD, RULE_NET_PORT, &port, FLAGS);
	return 0;
}

const struct test_workload workload__landlock = {
	"landlock", "", "two system calls landlock_add_rule, which fail", landlock,
};
