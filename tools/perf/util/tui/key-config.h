/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys of screens as the configuration has them:
 *
 *	[keys]				of all screens that have the action
 *		search = g, Ctrl-F
 *	[keys "report"]			of one screen, which counts more: see tui_screens
 *		sort = o
 *		zoom-comm = none
 *
 * The keys of an action are those of its setting, and no others. A key that was another action's is taken from it,
 * unless that has a setting, too: then the one that comes first in the files keeps it.
 */
#ifndef PERF_TUI_KEY_CONFIG_H
#define PERF_TUI_KEY_CONFIG_H

#include "util/base/config.h"

/*
 * Changes the tables of tui_screens. Calls @tell ("FILE:LINE: key: ...") for screens, actions and keys that there are not, for keys that
 * two settings want, and for actions that have no key any more and no setting that says so.
 */
void key_config__apply(const struct config *c, void (*tell)(const struct diag *diag));
/* Is @key, in the spelling of entries, a setting of keys with a screen and an action that exist? */
bool key_config__knows(const char *key);
/* Returns 0 if @value is keys, or "none"; -EINVAL with @diag set. */
int key_config__check(const char *value, struct diag *diag);
/* Calls @name for each setting that there could be: "keys.report.sort". */
void key_config__each(void (*name)(void *ctx, const char *key), void *ctx);

#endif /* PERF_TUI_KEY_CONFIG_H */
