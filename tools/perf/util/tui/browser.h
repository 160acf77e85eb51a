/* SPDX-License-Identifier: GPL-2.0-only */
/* The screen of perf report. */
#ifndef PERF_TUI_BROWSER_H
#define PERF_TUI_BROWSER_H

#include <stdbool.h>

#include "util/report/report-stdio.h"
#include "util/rows/hist.h"
#include "util/view/time-line.h"

/* What rows have in a key. */
struct browser_choice {
	const char *key;		/* the column's name; NULL: they are of the kernel */
	const char *text;
};

/* A row of the screen, or a frame below it. */
struct browser_row {
	size_t hist;			/* number of its histogram in the list */
	const struct hist *h;
	const struct hist_entry *entry;
	const struct place *const *frames;	/* from the row's on to the frame, in the order of its call graph */
	size_t nr_frames;		/* 0: the row itself */
	/* 0: all; a row of --hierarchy: so many of its levels, and it stands for all rows that are equal in these */
	size_t nr_keys;
	const struct browser_choice *choices;	/* with @nr_keys: and that have all this */
	size_t nr_choices;
	uint64_t nr;			/* samples that were counted there */
	const char *name;
};

struct browser_command {
	const char *name, *shell;
};

struct browser_opts {
	struct hists *hists;		/* finished */
	double percent_limit;
	bool is_open;			/* the screen, already: see opening.h */
	bool colors, mouse;
	bool headers;			/* titles of columns */
	const char *time_text, *sort_words;	/* as in struct report_stdio */
	const char *input;		/* the name of the recording */
	/* Writes what is known about the recording, for a key. */
	void (*info)(void *ctx, struct strbuf *out);
	/*
	 * Shows the samples that were counted there, until the user goes back. What is to be said is written to
	 * @message, of @size bytes.
	 */
	void (*samples)(void *samples_ctx, const struct browser_row *row, char *message, size_t size);
	/* Appends what these samples lack, as with --missing; @row: NULL: all of the recording. Without a text @message says why. */
	void (*missing)(void *samples_ctx, const struct browser_row *row, struct strbuf *text, char *message, size_t size);
	void *ctx, *samples_ctx;
	/*
	 * Shows the code of @sym of @dso, with the samples of the event with that index and its group, until the user comes back. Returns
	 * false if perf is to end. What is to be said is written to @message, of @size bytes.
	 */
	bool (*code)(void *ctx, struct dso *dso, const struct symbol *sym, size_t event, char *message, size_t size);
	void *ctx_of_code;
	const char *no_code;		/* why there is none; NULL: there is */
	/*
	 * For the time line. Reads the times of the samples of @h; false: that is not possible, and @message says why.
	 * And shows the report of a stretch, until the user goes back (true) or wants to leave perf (false); @message
	 * is what is to be said then, if anything.
	 */
	bool (*times)(void *report, const struct hist *h, struct time_line *ret, char *message, size_t size);
	bool (*stretch)(void *report, struct time_stretch s, char *message, size_t size);
	void *report;
	/* What the user may run on the samples: a name, and words for a shell, in which "$@" are the arguments. All is borrowed. */
	const struct browser_command *commands;
	size_t nr_commands;
	char *const *arguments;		/* which recording, and which of its samples, as options of perf script; ends with NULL */
	/* Gets the path of another recording, when the user leaves this one for it; to be freed. NULL: there is no such way. */
	char **other;
	bool is_stretch;		/* it is the report of one: one goes back from it, and the screen stays open */
};

enum browser_end { BROWSER_LEFT, BROWSER_BACK };

/*
 * Shows the report until the user leaves. Returns false, and nothing has happened, if there is no terminal that can show it; *@ret_why
 * says why (static).
 */
bool browser__run(const struct browser_opts *o, const char **ret_why);
/* The same where the screen is open (is_stretch): whether the user wants to go back, or to leave perf. There are samples. */
enum browser_end browser__run_stretch(const struct browser_opts *o);

#endif /* PERF_TUI_BROWSER_H */
