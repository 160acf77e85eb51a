// SPDX-License-Identifier: GPL-2.0-only
/* Each page/FILE is made a list of bytes by the build (Makefile.perf), FILE.inc. */
#include "util/export/page-parts.h"

static const unsigned char head[] = {
#include <head.html.inc>
};

static const unsigned char lanes[] = {
#include <timeline.html.inc>
};

static const unsigned char flame[] = {
#include <flame.html.inc>
};

static const unsigned char css[] = {
#include <flame.css.inc>
};

static const unsigned char model[] = {
#include <model.js.inc>
};

static const unsigned char steps[] = {
#include <steps.js.inc>
};

static const unsigned char ways[] = {
#include <ways.js.inc>
};

static const unsigned char menu[] = {
#include <function-menu.js.inc>
};

static const unsigned char tree[] = {
#include <tree-table.js.inc>
};

static const unsigned char search[] = {
#include <search.js.inc>
};

static const unsigned char pixels[] = {
#include <pixels.js.inc>
};

static const unsigned char view[] = {
#include <view.js.inc>
};

static const unsigned char code[] = {
#include <code.js.inc>
};

static const unsigned char counts[] = {
#include <code-counts.js.inc>
};

static const unsigned char page[] = {
#include <page.js.inc>
};

static const unsigned char notes[] = {
#include <notes.js.inc>
};

static const unsigned char beside[] = {
#include <beside.js.inc>
};

static const unsigned char link[] = {
#include <link.js.inc>
};

static const unsigned char hands[] = {
#include <hands.js.inc>
};

static const unsigned char functions[] = {
#include <function-table.js.inc>
};

static const unsigned char start[] = {
#include <start.js.inc>
};

static const unsigned char timeline_model[] = {
#include <timeline-model.js.inc>
};

static const unsigned char heat[] = {
#include <heat.js.inc>
};

static const unsigned char in_time[] = {
#include <in-time.js.inc>
};

static const unsigned char wakings[] = {
#include <wakings.js.inc>
};

static const unsigned char waits[] = {
#include <waits.js.inc>
};

static const unsigned char lane_pixels[] = {
#include <lane-pixels.js.inc>
};

static const unsigned char timeline_view[] = {
#include <timeline-view.js.inc>
};

static const unsigned char timeline[] = {
#include <timeline.js.inc>
};

#define PART(x)	{ x, sizeof(x) }
#define END	{ 0, 0 }

const struct page_part page_styles[] = { PART(css), END };
const struct page_part page_flame[] = { PART(head), PART(flame), END };
const struct page_part page_flame_scripts[] = {
	PART(model), PART(steps), PART(ways), PART(search), PART(pixels), PART(view), PART(code), PART(counts), PART(page),
	PART(beside), PART(link), PART(notes), PART(functions), PART(hands), PART(menu), PART(tree), PART(start), END
};
const struct page_part page_timeline[] = { PART(head), PART(lanes), PART(flame), END };
const struct page_part page_timeline_scripts[] = {
	PART(model), PART(steps), PART(ways), PART(search), PART(pixels), PART(view), PART(code), PART(counts), PART(page),
	PART(beside), PART(link), PART(notes), PART(functions), PART(hands), PART(menu), PART(tree), PART(timeline_model), PART(lane_pixels),
	PART(timeline_view), PART(heat), PART(in_time), PART(wakings), PART(waits), PART(timeline), END
};
