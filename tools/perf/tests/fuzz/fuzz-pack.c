// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: what perf defer pack puts behind a recording. */
#include "tests/fuzz/fuzz.h"

#include "util/data/pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = DIAG_INIT;
	char path[FUZZ_PATH];
	struct pack *pack = NULL;
	int fd = fuzz__file(data, size, path);
	size_t i;

	if (fd < 0)
		return 0;
	if (!pack__open(path, &pack, &diag) && pack) {
		for (i = 0; i < pack->nr; i++) {
			const struct pack_member *m = &pack->members[i];
			int file = pack__unpack(pack, i, &diag);

			if (m->offset + m->stored > size || (file >= 0 && lseek(file, 0, SEEK_END) != (off_t)m->size))
				abort();
		}
	}
	pack__delete(pack);
	close(fd);
	return 0;
}
