/* SPDX-License-Identifier: GPL-2.0-only */
/* Attrs of AUX events on a machine that is made up: a tree of files with Intel PT in it, and a command line. */
#ifndef PERF_TESTS_AUX_ATTRS_H
#define PERF_TESTS_AUX_ATTRS_H

#include "util/base/diag.h"
#include "util/event/evlist.h"
#include "util/record/attr-config.h"

/* Makes the tree (tests/unit/fake-tree.h), which the caller removes: TEST_OK or TEST_FAIL. */
int aux_attrs__tree(void);
/* The attrs of a command line, without a kernel. Returns evlist__config()'s answer; the caller deletes *@ret. */
int aux_attrs__config(const char *events, const struct record_opts *opts, const struct target *target,
		  struct evlist **ret, struct attr_config *ret_config, struct diag *diag);
/* One task that is not there, and two CPUs. */
struct target aux_attrs__target(void);

#endif /* PERF_TESTS_AUX_ATTRS_H */
