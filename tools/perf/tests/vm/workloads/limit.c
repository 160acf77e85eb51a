// SPDX-License-Identifier: GPL-2.0-only
/* limit DEVICE UID KIB: this user may have so much on the file system of the device, which counts what users have. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/quota.h>

int main(int argc, char **argv)
{
	struct dqblk limit = { .dqb_valid = QIF_BLIMITS };

	if (argc != 4) {
		fprintf(stderr, "usage: limit DEVICE UID KIB\n");
		return 2;
	}
	limit.dqb_bhardlimit = limit.dqb_bsoftlimit = strtoull(argv[3], NULL, 10);
	if (quotactl(QCMD(Q_SETQUOTA, USRQUOTA), argv[1], atoi(argv[2]), (caddr_t)&limit)) {
		perror("limit");
		return 1;
	}
	return 0;
}
