// SPDX-License-Identifier: GPL-2.0-only
/* Links to source lines: which patterns are taken, and that no path leads elsewhere. */
#include "tests/test.h"
#include "util/export/source-link.h"

static int test__patterns(void)
{
	static const char *const good[] = {
		"https://host/{path}#L{line}", "http://[::1]:8080/x/{path}?line={line}", "vscode://file/{path}:{line}",
		"idea://open?file=/{path}&line={line}", "https://git.example.org/tree/{path}?id=1.0#n{line}", "https://h/{path}/{path}",
	};
	static const char *const wrong[] = {
		"", "https", "https://", "https:///{path}", "https://{path}", "https://a{line}/{path}", "https://h/x", "https://h/{line}",
		"https://h/{path}{", "https://h/{path}}", "https://h/{pat", "https://h/{path}\n", "https://h/<{path}", "https://h/'{path}",
		"https://h\\/{path}", "https://me@h/{path}", "https://h/ {path}", "https://h/\x7f{path}", "https://h/\xc3\xa4{path}",
		"javascript://h/{path}", "data://h/{path}", "file://h/{path}", "HTTPS://h/{path}", " https://h/{path}", "blob://h/{path}",
	};
	struct diag diag = DIAG_INIT;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		TEST_ASSERT(!source_link__check(good[i], &diag));
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		TEST_ASSERT(source_link__check(wrong[i], &diag) < 0);
	return TEST_OK;
}

static int check_link(const char *root, const char *path, const char *want)
{
	const struct source_link link = { .pattern = "https://h/{path}#L{line}", .root = root };
	struct strbuf sb = STRBUF_INIT;
	bool got = source_link__make(&link, path, &sb);

	TEST_ASSERT(got == (want != NULL));
	TEST_ASSERT_STR(strbuf__str(&sb), want ? want : "");
	strbuf__exit(&sb);
	return TEST_OK;
}

static int test__paths(void)
{
	const struct source_link none = { 0 };
	struct strbuf sb = STRBUF_INIT;
	int err = 0;

	err |= check_link(NULL, "/a/b.c", "https://h/a/b.c#L{line}");
	err |= check_link(NULL, "a/b.c", "https://h/a/b.c#L{line}");
	err |= check_link(NULL, "//a/./x/../b.c", "https://h/a/b.c#L{line}");
	err |= check_link(NULL, "/../b.c", NULL);
	err |= check_link(NULL, "a/../../b.c", NULL);
	err |= check_link(NULL, "a/x/../../b.c", "https://h/b.c#L{line}");
	err |= check_link(NULL, "", NULL);
	err |= check_link(NULL, "/a/..", NULL);
	/* Nothing of a path is a part of the link other than a path: neither a placeholder nor a query, an attribute's end, a script. */
	err |= check_link(NULL, "/{line}?a=b#c&d", "https://h/%7Bline%7D%3Fa%3Db%23c%26d#L{line}");
	err |= check_link(NULL, "/a b\"'<>\\%\xff\n:@", "https://h/a%20b%22%27%3C%3E%5C%25%FF%0A%3A%40#L{line}");
	err |= check_link("/src", "/src/a.c", "https://h/a.c#L{line}");
	err |= check_link("/src/", "/src/x/../a.c", "https://h/a.c#L{line}");
	err |= check_link("/src", "/srcs/a.c", NULL);
	err |= check_link("/src", "/src/../a.c", NULL);
	err |= check_link("/src", "src/a.c", NULL);
	err |= check_link("/src", "/src", NULL);
	err |= check_link("/", "/src", "https://h/src#L{line}");
	TEST_ASSERT(!source_link__make(&none, "/a.c", &sb) && !sb.len);
	return err ? TEST_FAIL : TEST_OK;
}

DEFINE_SUITE("links to source lines", source_link, { "patterns", test__patterns }, { "paths", test__paths })
