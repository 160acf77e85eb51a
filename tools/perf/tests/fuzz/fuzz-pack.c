// SPDX-License-Identifier: GPL-2.0-only
/* libFuzzer: what perf defer pack puts behind a recording. */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <unistd.h>

#include "util/base/open-regular.h"
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
			char *name = pack__path(pack, i, &diag);
			int file = name ? open_regular(name, 0, NULL) : -1;

			if (m->offset + m->stored > size || (name && (file < 0 || lseek(file, 0, SEEK_END) != (off_t)m->size)))
				abort();
			if (file >= 0)
				close(file);
			free(name);
		}
	}
	pack__delete(pack);
	close(fd);
	return 0;
}
