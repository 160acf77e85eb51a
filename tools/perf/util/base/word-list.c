// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/word-list.h"

#include <string.h>

#include "util/base/alloc.h"
#include "util/base/file.h"

#define FILE_MAX	(16u << 20)

void word_list__add_one(struct word_list *l, const char *word)
{
	GROW(l->words, l->nr + 1, l->cap);
	l->words[l->nr++] = xstrdup(word);
	l->words[l->nr] = NULL;
}

static int add_file(struct word_list *l, const char *path, struct diag *diag)
{
	char *text, *rest, *line;
	size_t size;
	int err = file__read_given(path, FILE_MAX, &text, &size);

	if (err)
		return diag__msg(diag, err, "cannot read the names in '%s': %s", path, strerror(-err));
	rest = text;
	while ((line = strsep(&rest, "\r\n")) != NULL)
		if (*line)
			word_list__add_one(l, line);
	free(text);
	return 0;
}

int word_list__add(struct word_list *l, const char *text, struct diag *diag)
{
	char *copy, *rest, *word;
	int err = 0;

	if (!text)
		return 0;
	copy = rest = xstrdup(text);
	while (!err && (word = strsep(&rest, ",")) != NULL) {
		if (!strncmp(word, "file://", 7))
			err = add_file(l, word + 7, diag);
		else if (*word)
			word_list__add_one(l, word);
	}
	free(copy);
	return err;
}

bool word_list__has(const struct word_list *l, const char *word)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (!strcmp(l->words[i], word))
			return true;
	return false;
}

void word_list__exit(struct word_list *l)
{
	while (l->nr)
		free(l->words[--l->nr]);
	zfree(&l->words);
	l->cap = 0;
}
