/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* libperf: what another program links. Nothing here prints or ends the process. */
#ifndef LIBPERF_CORE_H
#define LIBPERF_CORE_H

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, "MAJOR.MINOR.PATCH"; static. */
const char *libperf_version(void);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERF_CORE_H */
