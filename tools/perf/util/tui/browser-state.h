/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of the screen share. Internal to browser*.c. */
#ifndef PERF_TUI_BROWSER_STATE_H
#define PERF_TUI_BROWSER_STATE_H

#include "util/tui/browser.h"
#include "util/tui/keys.h"
#include "util/view/view-stack.h"
#include "util/view/view.h"

#define BROWSER_MAX_COLUMNS	64

struct browser {
	const struct browser_opts *opts;
	struct report_stdio stdio;	/* for the text of cells */
	struct view *views;		/* one for each event that has samples */
	size_t nr_views, current;
	struct view *view;		/* the current one */
	bool headers, mouse, left;
	bool back;			/* from a stretch to the whole */
	int key;			/* the last one */
	bool files;			/* paths, and files of frames, are shown: as with -v */
	size_t skipped;			/* columns that are left out at the beginning */
	int widths[BROWSER_MAX_COLUMNS];	/* cells of each shown column; 0: it is not on the screen */
	int first_line;			/* of the screen, with a row */
	bool whole_names;		/* nothing is cut, and the picture can be moved */
	int shift;			/* cells at the left that are out of sight then */
	int widest;			/* the cells of the widest line that was drawn last */
	struct time_line times;		/* of the samples of @times_of, if somebody has asked for them */
	const struct hist *times_of;
	char message[256];		/* for the line at the bottom, until the next key */
};

/* Where a line is written. */
struct browser_pen {
	int y, x;
	unsigned int chosen;		/* STYLE_CHOSEN, or 0 */
	bool whole;			/* names are not cut */
	int shift;			/* so many cells of the line lie left of the screen; @x counts them */
};

/* browser-rows.c: writes @text with blanks behind it, or with something cut out of its middle. */
void pen__add_fitted(struct browser_pen *p, unsigned int style, const char *text, int width);
int browser__bar_width(void);
/* Sets b->widths: columns of names become narrower where all together do not fit, unless they shall be whole. */
void browser__choose_widths(struct browser *b);
void browser__draw_row(const struct browser *b, struct browser_pen *p, struct view_pos pos, const struct view_line *l);
void browser__draw_frame(const struct browser *b, struct browser_pen *p, const struct view_line *l);

/* browser-draw.c: moves the picture by so many quarters of the screen, as far as there is something. Only while names are whole. */
void browser__shift(struct browser *b, int quarters);
/* The whole picture but for what lies over it. For redraw() of struct line_edit and others. */
void browser__draw(void *browser);
/* After another event was chosen: columns are as wide as its rows need. */
void browser__fit(struct browser *b);
/* Appends a frame's function, and its file while files are shown. */
void browser__add_place(const struct browser *b, const struct place *p, struct strbuf *out);
/*
 * Columns are printed with paths, and with what else -v shows, while files are shown. Returns what is to be given back:
 * rows are made, found and compared without, as the report was.
 */
int browser__begin_files(const struct browser *b);
void browser__end_files(const struct browser *b, int before);
/* The text of a frame's line without its indentation: "- 50.00% main". */
void browser__frame_text(const struct view_line *l, struct strbuf *out);
/* The text of a cell, as long as it is. */
void browser__cell(const struct browser *b, const struct column_use *u, const struct hist_entry *e, struct strbuf *out);

/* Does nothing and returns false if the command is not one that chooses rows, their order, or an event. */
bool browser__choose(struct browser *b, enum tui_command command);
/* The event number @n of those with samples. */
void browser__choose_event(struct browser *b, size_t n);

/* What looks at so many rows takes a moment, and is announced. */
#define BROWSER_MANY_ROWS	100000
#define browser__say(b, ...)	snprintf((b)->message, sizeof((b)->message), __VA_ARGS__)

/* browser-time.c: the samples over time, until the user goes back. */
void browser__time(struct browser *b);

/*
 * browser-other.c: runs a command on the samples, or leaves this recording for another one, if the user chooses one
 * from a menu. Does nothing and returns false if @command is another one.
 */
bool browser__leave_for(struct browser *b, enum tui_command command);

/* browser-flame.c: the view as a flame graph, until the user goes back. */
void browser__flame(struct browser *b);

/* browser-callers.c: callers and callees of the chosen function, until the user goes back. */
void browser__callers(struct browser *b);

/* browser-stacks.c: is @command about what stacks are looked at, and how? */
bool browser__is_change(enum tui_command command);
/*
 * Does it, with @function, which may be NULL for TUI_STACKS_SHORTENED. Returns false if nothing has changed. What is to be said about it is
 * b->message.
 */
bool browser__change_stacks(struct browser *b, enum tui_command command, const struct place *function);

/* browser-copy.c: sends a stack to the clipboard of whoever sits there, and says so; the second one that of the chosen line. */
void browser__copy(struct browser *b, const struct view_stack *s);
void browser__copy_chosen(struct browser *b);

/*
 * browser-samples.c: the samples of the chosen row or frame, or what they lack, until the user goes back. Does nothing and returns false if
 * @command is another one.
 */
bool browser__samples(struct browser *b, enum tui_command command);

/* Appends the name of the chosen frame or row: of a row that is no function, what its keys are. */
void browser__add_chosen_name(const struct browser *b, struct strbuf *out);
/* The function of the chosen row or frame, or what is in its place. NULL: rows are no functions, or there is none; b->message says so. */
const struct place *browser__chosen_function(struct browser *b);

/* browser-code.c: the code of the chosen line's function, until the user comes back. */
void browser__code(struct browser *b);

/* browser-text.c: the chosen line with everything in full. */
void browser__whole(const struct browser *b, struct strbuf *out);
/* The same of a frame; @n: NULL: that of a whole row. */
void browser__whole_frame(const struct view_node *n, const struct place *p, struct strbuf *out);
/* Appends a frame's line as it is saved. */
void browser__add_frame(const struct browser *b, const struct view_line *l, struct strbuf *out);
/* Writes what is shown, to its end, into perf.hist.N. The outcome is b->message. */
void browser__save(struct browser *b);
/* The same with @text, which is empty afterwards. */
void browser__save_text(struct browser *b, struct strbuf *text);
/* Shows the list of keys; @redraw draws what lies behind it. */
void browser__show_help(void (*redraw)(void *ctx), void *ctx);

#endif /* PERF_TUI_BROWSER_STATE_H */
