// SPDX-License-Identifier: GPL-2.0-only
/* Each page/FILE is made a list of bytes by the build (Makefile.perf), FILE.inc. */
#include "util/export/page-parts.h"

static const unsigned char html[] = {
#include <flame.html.inc>
};

static const unsigned char css[] = {
#include <flame.css.inc>
};

static const unsigned char model[] = {
#include <model.js.inc>
};

static const unsigned char view[] = {
#include <view.js.inc>
};

static const unsigned char page[] = {
#include <page.js.inc>
};

const struct page_part page_html = { html, sizeof(html) };
const struct page_part page_css = { css, sizeof(css) };
const struct page_part page_scripts[] = {
	{ model, sizeof(model) }, { view, sizeof(view) }, { page, sizeof(page) }, { NULL, 0 }
};
