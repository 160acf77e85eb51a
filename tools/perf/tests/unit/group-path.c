// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "tests/test.h"
#include "util/base/alloc.h"
#include "util/export/export-labels.h"

#define ID	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define OTHER	"fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"

static const struct {
	const char *path, *unit, *container;
} paths[] = {
	{ "/", "", "" },
	{ "", "", "" },
	{ "/system.slice/nginx.service", "nginx.service", "" },
	{ "/system.slice/nginx.service/worker", "nginx.service", "" },
	{ "/user.slice/user-1000.slice/user@1000.service/app.slice/app-editor.scope", "user@1000.service", "" },
	{ "/system.slice/docker-" ID ".scope", "docker-" ID ".scope", ID },
	{ "/docker/" ID, "", ID },
	{ "/docker/" OTHER "/docker/" ID "/init.scope", "init.scope", ID },
	{ "/kubepods.slice/kubepods-pod1.slice/cri-containerd-" ID ".scope", "cri-containerd-" ID ".scope", ID },
	{ "/machine.slice/libpod-" ID ".scope/container", "libpod-" ID ".scope", ID },
	{ "/lxc.payload.web/system.slice/cron.service", "cron.service", "web" },
	{ "/machine.slice/machine-deb.scope", "machine-deb.scope", "deb" },
	{ "/machine.slice/systemd-nspawn@deb.service/payload", "systemd-nspawn@deb.service", "deb" },
	/* Not what they look like. */
	{ "/" ID "0", "", "" },
	{ "/machine-.scope", "machine-.scope", "" },
	{ "/.service/lxc.payload.", "", "" },
	{ "//a//b.service//", "b.service", "" },
};

static bool is(struct group_part p, const char *text)
{
	return p.len == strlen(text) && !strncmp(p.text, text, p.len);
}

static int names(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		TEST_ASSERT(is(group_path__unit(paths[i].path), paths[i].unit));
		TEST_ASSERT(is(group_path__container(paths[i].path), paths[i].container));
	}
	return TEST_OK;
}

static int lists(void)
{
	struct diag diag = DIAG_INIT;
	unsigned int labels = 0;

	TEST_ASSERT(!export_labels__parse("task,unit", &labels, &diag) && labels == (EXPORT_LABEL_TASK | EXPORT_LABEL_UNIT));
	TEST_ASSERT(export_labels__grain(labels) == (EXPORT_BY_TASK | EXPORT_BY_GROUP));
	TEST_ASSERT(!export_labels__parse("cpu", &labels, &diag) && labels == EXPORT_LABEL_CPU);
	TEST_ASSERT(export_labels__parse("", &labels, &diag) < 0);
	TEST_ASSERT(export_labels__parse("cpu,", &labels, &diag) < 0);
	TEST_ASSERT(export_labels__parse("units", &labels, &diag) < 0 && labels == EXPORT_LABEL_CPU);
	TEST_ASSERT(!strcmp(export_label__name(EXPORT_LABEL_CGROUP), "cgroup"));
	return TEST_OK;
}

DEFINE_SUITE("Labels: units and containers by the paths of control groups", group_path, { "names in paths", names }, { "lists", lists })
