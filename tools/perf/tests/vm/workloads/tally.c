// SPDX-License-Identifier: GPL-2.0-only
/*
 * tally FILE: counts what is in a recording that lies in one file and is not packed, of any perf. Prints "SAMPLES LOST
 * LOST_SAMPLES": samples, the sum of the kernel's LOST records, and the sum of what the events' counters told in the end.
 * It shares nothing with the perfs that are compared by it.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define RECORD_LOST		2
#define RECORD_SAMPLE		9
#define RECORD_LOST_SAMPLES	13
#define RECORD_AUXTRACE		71	/* data follows that its size does not count */
#define MAGIC			"PERFILE2"

struct head {
	uint32_t type;
	uint16_t misc, size;
};

/* The head of a file: only where its records are matters here. */
struct file_head {
	char magic[8];
	uint64_t size, attr_size, attrs[2], data_offset, data_size;
};

int main(int argc, char **argv)
{
	unsigned long long samples = 0, lost = 0, lost_samples = 0;
	struct file_head file;
	struct head head;
	char body[65536];
	uint64_t left, n;
	FILE *f;

	f = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (!f || fread(&file, sizeof(file), 1, f) != 1 || memcmp(file.magic, MAGIC, sizeof(file.magic))) {
		fprintf(stderr, "usage: tally FILE, a recording of this machine's byte order\n");
		return 1;
	}
	if (fseek(f, (long)file.data_offset, SEEK_SET))
		return 1;
	for (left = file.data_size; left >= sizeof(head); left -= head.size) {
		if (fread(&head, sizeof(head), 1, f) != 1 || head.size < sizeof(head) || head.size > left ||
		    head.type == RECORD_AUXTRACE ||
		    fread(body, 1, head.size - sizeof(head), f) != head.size - sizeof(head)) {
			fprintf(stderr, "tally: '%s' is damaged, or holds AUX data\n", argv[1]);
			return 1;
		}
		switch (head.type) {
		case RECORD_SAMPLE:
			samples++;
			break;
		case RECORD_LOST:
			if (head.size >= sizeof(head) + 16) {
				memcpy(&n, body + 8, sizeof(n));
				lost += n;
			}
			break;
		case RECORD_LOST_SAMPLES:
			if (head.size >= sizeof(head) + 8) {
				memcpy(&n, body, sizeof(n));
				lost_samples += n;
			}
			break;
		}
	}
	printf("%llu %llu %llu\n", samples, lost, lost_samples);
	return 0;
}
