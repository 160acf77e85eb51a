// SPDX-License-Identifier: GPL-2.0-only
#include "util/tui/key-config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "util/base/alloc.h"
#include "util/base/near-names.h"
#include "util/tui/key-name.h"
#include "util/tui/keys.h"
#include "util/tui/screen.h"

#define SECTION	"keys."

/* A setting that counts for an entry of the table; NULL: none. */
typedef const struct config_entry *setting_t;

/* What is wrong for several screens is told once. */
struct telling {
	void (*tell)(const struct diag *diag);
	struct strbuf told;		/* a line each */
};

static const char *place(const struct config_entry *e, char *buf, size_t size)
{
	if (e->line)
		snprintf(buf, size, "%s:%u", e->file, e->line);
	else
		snprintf(buf, size, "%s", e->file);
	return buf;
}

static void say(struct telling *t, const struct config_entry *e, const char *what)
{
	struct diag diag = DIAG_INIT;
	size_t before = t->told.len;
	char where[300];

	diag__msg(&diag, -EINVAL, "%s: %s: %s", place(e, where, sizeof(where)), e->key, what);
	strbuf__addf(&t->told, "\n%s\n", diag.text);
	if (t->tell && strstr(strbuf__str(&t->told), t->told.buf + before) == t->told.buf + before)
		t->tell(&diag);
}

/* The action of a setting of @screen, or of all screens; NULL: it is none. */
static const char *action_of(const char *key, const char *screen, bool *ret_special)
{
	size_t n = strlen(screen);

	if (strncmp(key, SECTION, strlen(SECTION)))
		return NULL;
	key += strlen(SECTION);
	*ret_special = strchr(key, '.');
	if (!*ret_special)
		return key;
	return !strncmp(key, screen, n) && key[n] == '.' ? key + n + 1 : NULL;
}

/* Do the files call this entry of a table so? */
static bool is_action(const struct tui_key *k, const char *action)
{
	return k->help && !strcmp(tui_command__action(k->command), action);
}

bool key_config__knows(const char *key)
{
	const struct tui_screen_keys *s;
	const struct tui_key *k;
	bool special;

	for (s = tui_screens; s->name; s++) {
		const char *action = action_of(key, s->name, &special);

		for (k = s->table; action && k->command != TUI_NONE; k++)
			if (is_action(k, action))
				return true;
	}
	return false;
}

void key_config__each(void (*name)(void *ctx, const char *key), void *ctx)
{
	const struct tui_screen_keys *s;
	const struct tui_key *k;
	char key[64];

	for (s = tui_screens; s->name; s++)
		for (k = s->table; k->command != TUI_NONE; k++) {
			if (!k->help)
				continue;
			snprintf(key, sizeof(key), SECTION "%s.%s", s->name, tui_command__action(k->command));
			name(ctx, key);
			snprintf(key, sizeof(key), SECTION "%s", tui_command__action(k->command));
			name(ctx, key);
		}
}

/* Sets @keys, which has room for TUI_MOST_KEYS and a 0. */
static int parse_keys(const char *value, int *keys, struct diag *diag)
{
	size_t nr = 0, n;
	int key;

	memset(keys, 0, (TUI_MOST_KEYS + 1) * sizeof(*keys));
	if (!strcasecmp(value, "none"))
		return 0;
	for (value += strspn(value, " \t,"); *value; value += n, value += strspn(value, " \t,")) {
		n = strcspn(value, " \t,");
		key = key_name__parse(value, n, diag);
		if (key < 0)
			return key;
		if (nr == TUI_MOST_KEYS)
			return diag__msg(diag, -EINVAL, "an action has %d keys at most", TUI_MOST_KEYS);
		keys[nr++] = key;
	}
	return nr ? 0 : diag__msg(diag, -EINVAL, "there is no key in it; 'none' means that there shall be none");
}

int key_config__check(const char *value, struct diag *diag)
{
	int keys[TUI_MOST_KEYS + 1];

	return parse_keys(value, keys, diag);
}

/* --- one screen ----------------------------------------------------------------------------------- */

static bool has_key(const struct tui_key *k, int key)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(k->keys) && k->keys[i]; i++)
		if (k->keys[i] == key)
			return true;
	return false;
}

static void drop_key(struct tui_key *k, size_t at)
{
	memmove(&k->keys[at], &k->keys[at + 1], (ARRAY_SIZE(k->keys) - at - 1) * sizeof(k->keys[0]));
	k->keys[ARRAY_SIZE(k->keys) - 1] = 0;
}

/* The settings of the table's entries: of this screen before those of all, and of equals the last one. */
static void find_settings(const struct config *c, const struct tui_screen_keys *s, setting_t *settings)
{
	bool special, *specials = xcalloc(c->nr + 1, sizeof(*specials));
	size_t i, n;

	for (i = 0; i < c->nr; i++) {
		const char *action = action_of(c->entries[i].key, s->name, &special);

		specials[i] = special;
		for (n = 0; action && s->table[n].command != TUI_NONE; n++)
			if (is_action(&s->table[n], action) && (special || !settings[n] || !specials[settings[n] - c->entries]))
				settings[n] = &c->entries[i];
	}
	free(specials);
}

/* A signal that wants perf to end does, whatever keys there are. */
static void set_keys(struct tui_key *k, const int *keys)
{
	bool ends = has_key(k, SCREEN_KEY_GONE);
	size_t nr = 0;

	memset(k->keys, 0, sizeof(k->keys));
	for (; keys[nr]; nr++)
		k->keys[nr] = keys[nr];
	if (ends)
		k->keys[nr] = SCREEN_KEY_GONE;
}

/* Two settings want the same key. */
static void settle(struct tui_key *table, const setting_t *settings, size_t n, struct telling *tell)
{
	struct strbuf what = STRBUF_INIT;
	char where[300];
	size_t other, i;

	for (other = 0; table[other].command != TUI_NONE; other++)
		for (i = 0; settings[other] && settings[other] < settings[n] && table[n].keys[i]; i++) {
			if (!has_key(&table[other], table[n].keys[i]))
				continue;
			strbuf__reset(&what);
			strbuf__addch(&what, '\'');
			key_name__add(table[n].keys[i], &what);
			strbuf__addf(&what, "' is the key of %s already (%s); it stays with that",
				     tui_command__action(table[other].command), place(settings[other], where, sizeof(where)));
			say(tell, settings[n], strbuf__str(&what));
			drop_key(&table[n], i--);
		}
	strbuf__exit(&what);
}

/* What has no setting gives up the keys of setting @n. */
static void give_up(const struct tui_screen_keys *s, const setting_t *settings, size_t n, struct telling *tell)
{
	struct strbuf what = STRBUF_INIT;
	size_t other, i;

	for (other = 0; s->table[other].command != TUI_NONE; other++)
		for (i = 0; !settings[other] && s->table[other].help && i < ARRAY_SIZE(s->table[other].keys) && s->table[other].keys[i];) {
			const char *action = tui_command__action(s->table[other].command);

			if (!has_key(&s->table[n], s->table[other].keys[i])) {
				i++;
				continue;
			}
			strbuf__reset(&what);
			strbuf__addch(&what, '\'');
			key_name__add(s->table[other].keys[i], &what);
			strbuf__addf(&what, "' was the last key of %s in the screen '%s'; give that another one, or none: " SECTION "%s.%s",
				     action, s->name, s->name, action);
			drop_key(&s->table[other], i);
			if (!s->table[other].keys[0])
				say(tell, settings[n], strbuf__str(&what));
		}
	strbuf__exit(&what);
}

static void apply(const struct config *c, const struct tui_screen_keys *s, struct telling *tell)
{
	int keys[TUI_MOST_KEYS + 1];
	setting_t *settings;
	size_t nr = 0, n;

	while (s->table[nr].command != TUI_NONE)
		nr++;
	settings = xcalloc(nr + 1, sizeof(*settings));
	find_settings(c, s, settings);
	for (n = 0; n < nr; n++) {
		/* What is wrong with the value is told once, for all screens. */
		if (settings[n] && parse_keys(settings[n]->value ? settings[n]->value : "", keys, NULL))
			settings[n] = NULL;
		if (settings[n] && s->types && tui_keys__any_typed(keys)) {
			say(tell, settings[n], "characters are typed in this line; it takes other keys (Ctrl-A, F1, Enter)");
			settings[n] = NULL;
		}
		if (settings[n])
			set_keys(&s->table[n], keys);
	}
	for (n = 0; n < nr; n++)
		if (settings[n])
			settle(s->table, settings, n, tell);
	for (n = 0; n < nr; n++)
		if (settings[n])
			give_up(s, settings, n, tell);
	free(settings);
}

/* --- all of them ---------------------------------------------------------------------------------- */

static void look_at(void *near, const char *key)
{
	near_names__look_at(near, key, strlen(key));
}

static void check_entry(const struct config_entry *e, struct telling *tell)
{
	struct near_names near = { .want = e->key, .want_len = strlen(e->key) };
	struct strbuf what = STRBUF_INIT;
	struct diag why = DIAG_INIT;

	if (!key_config__knows(e->key)) {
		key_config__each(look_at, &near);
		strbuf__addstr(&what, "no screen has such an action");
		near_names__print(&near, &what);
	} else if (key_config__check(e->value ? e->value : "", &why)) {
		strbuf__addf(&what, "%s; the setting is ignored", why.text);
	}
	if (what.len)
		say(tell, e, strbuf__str(&what));
	near_names__exit(&near);
	strbuf__exit(&what);
}

void key_config__apply(const struct config *c, void (*tell)(const struct diag *diag))
{
	struct telling telling = { .tell = tell };
	const struct tui_screen_keys *s;
	bool any = false;
	size_t i;

	for (i = 0; i < c->nr; i++)
		if (!strncmp(c->entries[i].key, SECTION, strlen(SECTION))) {
			any = true;
			check_entry(&c->entries[i], &telling);
		}
	for (s = tui_screens; any && s->name; s++)
		apply(c, s, &telling);
	strbuf__exit(&telling.told);
}
