/* SPDX-License-Identifier: GPL-2.0-only */
/* perf top: what its files share. */
#ifndef PERF_BUILTIN_TOP_H
#define PERF_BUILTIN_TOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "builtin-offcpu.h"
#include "builtin-live.h"
#include "builtin-screen.h"
#include "util/base/strbuf.h"
#include "util/base/text-out.h"
#include "util/columns/columns-parse.h"
#include "util/filter/event-switch.h"
#include "util/output/read-errors.h"
#include "util/rows/hist.h"
#include "util/session/session.h"

struct json;
struct option;

/* After each @every refreshes, @num / @den of a row's numbers are left; after @forgotten refreshes it is less than 2 %. */
struct top_decay {
	uint32_t num, den;
	unsigned int every, forgotten;
};

/* 7/8 each time, as with upstream. */
#define TOP_DECAY_USUAL	{ .num = 7, .den = 8, .every = 1, .forgotten = 32 }

struct top_options {
	struct session_opts session;
	struct hists_opts hists;
	struct columns_opts columns;
	struct off_cpu_view off_cpu;	/* rows of the time that threads did not run */
	const char *input;		/* a recording instead of what happens now; or NULL */
	uint64_t delay;			/* between two refreshes, ns */
	uint64_t half;			/* after which a sample counts half, ns; 0: as usual */
	struct top_decay decay;
	unsigned int iterations;	/* refreshes until the end; 0: there is none */
	unsigned int entries;		/* rows of a block */
	unsigned int renew_at;		/* MB: see builtin-top-generations.c; 0: never */
	double percent_limit;
	double text_limit;		/* the same of rows as text */
	bool entries_set, zero, hide_kernel, hide_user, children, json;
	struct screen_choice choice;
	bool screen;			/* instead of text */
	const char *last;		/* --last of the recorder; NULL: the last seconds are not kept */
	bool last_said;
	const char *ignore_callees, *dsos, *symbols;
	unsigned int count_filter;
	bool no_effect;			/* this and the next: options that change nothing */
	const char *unused;
	struct event_switch event_switch;
	struct live_record code;	/* how a report of the last seconds shows code: options of perf report */
	struct live_record record;	/* what the recorder gets; its place, for the head: "all", or what of the system is looked at */
};

/* What the configuration files say; the command line comes afterwards, and counts more. */
void top_options__configure(struct top_options *o);
/* Exits where the command line is wrong. top_options__exit() frees what was made. */
void top_options__parse(struct top_options *o, int argc, const char **argv);
void top_options__exit(struct top_options *o);

/* builtin-top-settle.c: what follows from what was said on the command line. Exits where that contradicts itself. */
void top_options__settle(struct top_options *o);

/*
 * builtin-top-decay.c: the callback of --decay, of a struct top_options: 0, or -1 once it has told what is wrong. settle() makes @decay of
 * what was said, once all was; it exits where that contradicts itself.
 */
int top_decay__set(const struct option *opt, const char *arg, bool unset);
void top_decay__settle(struct top_options *o);

/* Processes that follow each other and show the rows in turn: what they share, in memory of all of them. */
struct top_shared;

/* builtin-top-screen.c's own. */
struct top_screen {
	bool open, failed;
	struct tables rows;		/* that are shown */
	char title[512], message[512];
	bool message_stays;		/* until something is typed; otherwise until the next refresh */
	int wanted;			/* the key of a look that waits for the next refresh; 0: none */
	struct strbuf messages;		/* that wait until the screen is gone */
	pid_t looker;			/* a copy of this process that has the screen, or a program; 0: there is none */
	bool lent, mouse;		/* it is a program; whether the mouse was on before */
	int looker_ends;		/* a pipe that ends with it */
};

/* What the last seconds, which the recorder keeps, are wanted for. */
enum top_last_use { TOP_LAST_NOTHING, TOP_LAST_SAVE, TOP_LAST_LOOK, TOP_LAST_FAILED };

/* builtin-top-last.c's own. */
struct top_last {
	bool on;
	int ask, answer;		/* descriptors: where a command goes, and where its answer comes from */
	int recorder_reads, recorder_answers;	/* the recorder's ends */
	enum top_last_use use;		/* of those that were asked for */
	char *path;			/* where they are written then; owned */
	int64_t last_name;		/* see switch_output__free_name() */
};

/* One of these processes, or the reader of a recording. */
struct top {
	const struct top_options *opts;
	struct top_shared *shared;	/* NULL: there are no others */
	unsigned int generation;	/* which of them this is, from 0 on */
	pid_t recorder;			/* 0: there is none */
	struct session *session;
	struct off_cpu_view off_cpu;
	struct event_switch event_switch;
	struct columns *columns;
	struct hists *hists;		/* NULL until the events are known */
	struct read_errors errors;
	struct live_counts counts;	/* since the last refresh */
	uint64_t next;			/* when the next refresh is, ns: of the clock, or of the recording; 0: not known yet */
	uint64_t last, last_cpu;	/* of the last one: when it was, and the CPU time until then, ns */
	struct live_memory first_memory;	/* when most symbols were known */
	unsigned int refreshes, ask_again;	/* how many there were; before this one nobody is asked to follow */
	bool has_shown;			/* a refresh had samples */
	bool done;			/* the last refresh was shown, or somebody else shows them now */
	bool left;			/* the user has left the screen */
	struct top_last kept;
	int terminal;			/* what was standard input, before that became the recorder's stream */
	struct top_screen screen;
};

/*
 * builtin-top-rows.c: reads a stream from standard input while it is written, or o->input, and shows the rows at each refresh. Returns the exit
 * status.
 */
int top__run(struct top *t);
/* Ends the next wait of top__run(). Safe in a signal's handler. */
void top__stop(void);

/* builtin-top-refresh.c: a refresh of @t->hists, if there are any, at @at, ns. Returns whether it was the last one. */
bool top__refresh(struct top *t, uint64_t at);

/* builtin-top-head.c: what is known beside the rows: as lines, and as an object. @seconds: since the last refresh; @cpu: in percent of one CPU. */
struct top_head {
	const struct top *top;
	double seconds, cpu;
};

void top_head__print(const struct top_head *h, struct text_out *out);
/* The same as one short line, with what matters most first. */
void top_head__title(const struct top_head *h, char *text, size_t size);
void top_head__add_json(const struct top_head *h, struct json *j);
/* CPU time of this process, of the recorder and of what that has started, ns. */
uint64_t top__cpu_ns(const struct top *t);
struct live_memory top__memory(const struct top *t);

/* builtin-top-screen.c: only if opts->screen. Shows the rows of a refresh, if the screen is this process's. */
void top_screen__show(struct top *t, const struct top_head *head);
/* Waits until there is something to be read from @fd, something was typed, or @ms have passed. The first one opens the screen. */
enum top_wait { TOP_WAIT_AGAIN, TOP_WAIT_DATA, TOP_WAIT_LEAVE };
enum top_wait top_screen__wait(struct top *t, int fd, int ms);
/* Gives the terminal back, if it has it, and says what was held. Returns whether the user has left meanwhile. */
bool top_screen__end(struct top *t);

/*
 * builtin-top-last.c: the last seconds, as a recording. open() makes what a recorder needs (top_last__control() is its option, the caller
 * frees it), begun() is called when that has been forked; exit() removes a temporary recording.
 */
bool top_last__open(struct top_last *l);
char *top_last__control(const struct top_last *l);
void top_last__begun(struct top_last *l);
void top_last__exit(struct top_last *l);
/* Asks for them. Returns NULL, or why there are none (static). */
const char *top_last__ask(struct top_last *l, enum top_last_use use);
/* Returns what they are wanted for once they are at l->path, which forget() frees, and removes if they were to be looked at. */
enum top_last_use top_last__ready(struct top_last *l);
void top_last__forget(struct top_last *l);
/* A handler: save them. serve() does it, and, where the output is text, tells where they are; to be called now and then. */
void top_last__on_signal(int sig);
void top_last__serve(struct top *t);
/* Returns the command of perf report that shows those at kept.path, ended by NULL; the caller frees the array. */
const char **top_last__report(const struct top *t);

/* builtin-top-generations.c: the terminal is one process's at a time. False: it is not free. */
bool top_shared__take_terminal(struct top *t);
void top_shared__leave_terminal(struct top *t);

/* builtin-top-generations.c: the processes that show what happens now. Returns the exit status. */
int top__run_live(const struct top_options *o);
/* To be asked at each refresh: is it to be shown by @t? If so it counts. */
bool top_shared__shows(struct top *t);

#endif /* PERF_BUILTIN_TOP_H */
