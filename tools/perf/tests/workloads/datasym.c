// SPDX-License-Identifier: GPL-2.0-only
/* Loads and stores of one variable that has a name, for samples with data addresses. */
#include "tests/workloads/workload.h"

/* Both parts lie in one cache line of the usual 64 bytes. */
static struct {
	volatile char data1;
	char reserved[55];
	volatile char data2;
} buf1 __attribute__((aligned(64)));

static int datasym(int argc, const char **argv)
{
	test_workload__start(argc, argv);
	while (!workload_done) {
		buf1.data1++;
		if (buf1.data1 == 123)
			buf1.data1 += 100;	/* breaks a pattern that would always hit the same sample */
		buf1.data2 += buf1.data1;
	}
	return 0;
}

const struct test_workload workload__datasym = {
	"datasym", "[SECONDS]", "loads and stores of the variable buf1", datasym,
};
