// SPDX-License-Identifier: GPL-2.0-only
/* The terms that every event understands. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/choose/callgraph-parse.h"
#include "util/choose/event-terms.h"
#include "util/event/branch-type.h"

enum term_id {
	TERM_CONFIG, TERM_CONFIG1, TERM_CONFIG2, TERM_CONFIG3, TERM_CONFIG4, TERM_NAME, TERM_PERIOD, TERM_FREQ,
	TERM_BRANCH_TYPE, TERM_TIME, TERM_CALLGRAPH, TERM_STACK_SIZE, TERM_NO_INHERIT, TERM_INHERIT,
	TERM_MAX_STACK, TERM_MAX_EVENTS, TERM_NO_OVERWRITE, TERM_OVERWRITE, TERM_DRIVER_CONFIG, TERM_PERCORE,
	TERM_AUX_OUTPUT, TERM_AUX_ACTION, TERM_AUX_SAMPLE_SIZE, TERM_METRIC_ID, TERM_RAW, TERM_CPU,
	TERM_RATIO_TO_PREV,
};

/* What may stand behind the '='. */
enum term_value {
	VALUE_NUMBER,
	VALUE_FLAG,		/* a number, 1 when left out */
	VALUE_TEXT,
};

static const struct {
	const char *name;
	enum term_id id;
	enum term_value value;
} generic_terms[] = {
	{ "config",		TERM_CONFIG,		VALUE_NUMBER },
	{ "config1",		TERM_CONFIG1,		VALUE_NUMBER },
	{ "config2",		TERM_CONFIG2,		VALUE_NUMBER },
	{ "config3",		TERM_CONFIG3,		VALUE_NUMBER },
	{ "config4",		TERM_CONFIG4,		VALUE_NUMBER },
	{ "name",		TERM_NAME,		VALUE_TEXT },
	{ "period",		TERM_PERIOD,		VALUE_NUMBER },
	{ "freq",		TERM_FREQ,		VALUE_NUMBER },
	{ "branch_type",	TERM_BRANCH_TYPE,	VALUE_TEXT },
	{ "time",		TERM_TIME,		VALUE_FLAG },
	{ "call-graph",		TERM_CALLGRAPH,		VALUE_TEXT },
	{ "stack-size",		TERM_STACK_SIZE,	VALUE_NUMBER },
	{ "no-inherit",		TERM_NO_INHERIT,	VALUE_FLAG },
	{ "inherit",		TERM_INHERIT,		VALUE_FLAG },
	{ "max-stack",		TERM_MAX_STACK,		VALUE_NUMBER },
	{ "nr",			TERM_MAX_EVENTS,	VALUE_NUMBER },
	{ "no-overwrite",	TERM_NO_OVERWRITE,	VALUE_FLAG },
	{ "overwrite",		TERM_OVERWRITE,		VALUE_FLAG },
	{ "driver-config",	TERM_DRIVER_CONFIG,	VALUE_TEXT },
	{ "percore",		TERM_PERCORE,		VALUE_FLAG },
	{ "aux-output",		TERM_AUX_OUTPUT,	VALUE_FLAG },
	{ "aux-action",		TERM_AUX_ACTION,	VALUE_TEXT },
	{ "aux-sample-size",	TERM_AUX_SAMPLE_SIZE,	VALUE_NUMBER },
	{ "metric-id",		TERM_METRIC_ID,		VALUE_TEXT },
	{ "raw",		TERM_RAW,		VALUE_NUMBER },
	{ "cpu",		TERM_CPU,		VALUE_TEXT },
	{ "ratio-to-prev",	TERM_RATIO_TO_PREV,	VALUE_TEXT },
};

const char event_terms_generic[] =
	"config,config1,config2,config3,config4,name,period,freq,branch_type,time,call-graph,stack-size,"
	"no-inherit,inherit,max-stack,nr,no-overwrite,overwrite,driver-config,percore,aux-output,aux-action,"
	"aux-sample-size,metric-id,raw,cpu,ratio-to-prev";

static int set_aux_action(struct evsel *evsel, const struct event_term *term, struct parse_events_error *err)
{
	struct evsel_config *config = evsel__get_config(evsel);
	enum aux_action action;

	if (!strcmp(term->value, "start-paused"))
		action = AUX_ACTION_START_PAUSED;
	else if (!strcmp(term->value, "pause"))
		action = AUX_ACTION_PAUSE;
	else if (!strcmp(term->value, "resume"))
		action = AUX_ACTION_RESUME;
	else
		return parse_events_error__set(err, term->value_pos,
					       xstrdup("valid actions: start-paused, pause, resume"),
					       "Bad aux-action '%s'", term->value);
	if (config->aux_action && config->aux_action != action)
		return parse_events_error__set(err, term->value_pos, NULL,
					       "an event can have only one aux-action");
	config->aux_action = action;
	evsel->attr.aux_start_paused = action == AUX_ACTION_START_PAUSED;
	evsel->attr.aux_pause = action == AUX_ACTION_PAUSE;
	evsel->attr.aux_resume = action == AUX_ACTION_RESUME;
	return 0;
}

static int set_ratio(struct evsel *evsel, const struct event_term *term, struct parse_events_error *err)
{
	char *end;
	double ratio = strtod(term->value, &end);

	/* strtod() takes words for what is no number, too. */
	if (strspn(term->value, "0123456789.eE+-") != strlen(term->value) || *end || !(ratio > 0) || !isfinite(ratio))
		return parse_events_error__set(err, term->value_pos, NULL, "Invalid ratio-to-prev value %s: a number above 0 is expected",
					       term->value);
	evsel__get_config(evsel)->ratio_to_prev = ratio;
	return 0;
}

static int set_text(struct evsel *evsel, enum term_id id, const struct event_term *term,
		    struct parse_events_error *err)
{
	struct evsel_config *config = evsel__get_config(evsel);
	struct diag diag = DIAG_INIT;

	switch (id) {
	case TERM_NAME:
		evsel__set_name(evsel, term->value);
		return 0;
	case TERM_BRANCH_TYPE:
		config->has_branch_type = true;
		if (!strcmp(term->value, "no"))
			config->branch_type = 0;
		else if (branch_type__parse(term->value, &config->branch_type, &diag))
			return parse_events_error__set(err, term->value_pos, NULL, "%s", diag.text);
		return 0;
	case TERM_CALLGRAPH:
		if (callgraph_param__parse(term->value, &config->callgraph, &diag))
			return parse_events_error__set(err, term->value_pos, NULL, "%s", diag.text);
		config->has_callgraph = true;
		return 0;
	case TERM_DRIVER_CONFIG:
		evsel_config__add_drv_config(config, term->value);
		return 0;
	case TERM_AUX_ACTION:
		return set_aux_action(evsel, term, err);
	case TERM_RATIO_TO_PREV:
		return set_ratio(evsel, term, err);
	case TERM_CPU:
		free(config->cpus);
		config->cpus = xstrdup(term->value);
		config->cpus_said = true;
		return 0;
	default:		/* metric-id: of use to perf stat alone */
		return 0;
	}
}

static bool is_flag(enum term_id id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(generic_terms); i++)
		if (generic_terms[i].id == id)
			return generic_terms[i].value == VALUE_FLAG;
	return false;
}

static int set_number(struct evsel *evsel, enum term_id id, uint64_t v, const struct event_term *term,
		      struct parse_events_error *err)
{
	struct evsel_config *config = evsel__get_config(evsel);
	struct perf_event_attr *attr = &evsel->attr;
	/* What the fields hold. */
	uint64_t max = is_flag(id) ? 1 : id == TERM_MAX_STACK ? UINT16_MAX : id == TERM_AUX_SAMPLE_SIZE ? UINT32_MAX :
		       id == TERM_STACK_SIZE ? CALLGRAPH_DUMP_SIZE_MAX : UINT64_MAX;

	if (v > max)
		return parse_events_error__set(err, term->value_pos, NULL,
					       "value too big for '%s', maximum is %llu", term->name,
					       (unsigned long long)max);
	switch (id) {
	case TERM_CONFIG: attr->config = v; evsel__get_config(evsel)->config_said = UINT64_MAX; break;
	case TERM_CONFIG1: attr->config1 = v; break;
	case TERM_CONFIG2: attr->config2 = v; break;
	case TERM_CONFIG3: attr->config3 = v; break;
	case TERM_CONFIG4: attr->config4 = v; break;
	case TERM_RAW: attr->type = PERF_TYPE_RAW; attr->config = v; break;
	case TERM_PERIOD:
		config->has_period = true;
		config->has_freq = false;
		attr->freq = 0;
		attr->sample_period = v;
		break;
	case TERM_FREQ:
		config->has_freq = true;
		config->has_period = false;
		attr->freq = 1;
		attr->sample_freq = v;
		break;
	case TERM_TIME: config->time = v ? EVSEL_YES : EVSEL_NO; break;
	case TERM_STACK_SIZE: config->has_stack_size = true; config->stack_size = ((uint32_t)v + 7) & ~7U; break;
	case TERM_INHERIT: config->inherit = v ? EVSEL_YES : EVSEL_NO; break;
	case TERM_NO_INHERIT: config->inherit = v ? EVSEL_NO : EVSEL_YES; break;
	case TERM_OVERWRITE: config->overwrite = v ? EVSEL_YES : EVSEL_NO; break;
	case TERM_NO_OVERWRITE: config->overwrite = v ? EVSEL_NO : EVSEL_YES; break;
	case TERM_MAX_STACK: config->max_stack = (uint16_t)v; break;
	case TERM_MAX_EVENTS: config->max_events = v; break;
	case TERM_PERCORE: config->percore = v != 0; break;
	case TERM_AUX_OUTPUT:
		config->aux_output = v != 0;
		attr->aux_output = v != 0;
		break;
	default:		/* TERM_AUX_SAMPLE_SIZE */
		config->has_aux_sample_size = true;
		config->aux_sample_size = (uint32_t)v;
	}
	return 0;
}

int evsel__apply_generic_term(struct evsel *evsel, const struct event_term *term,
			      struct parse_events_error *err)
{
	uint64_t value = 1;
	size_t i;

	if (term->name[0] == '@') {
		char *text = xasprintf("%s%s%s", term->name + 1, term->value ? "=" : "",
				       term->value ? term->value : "");

		evsel_config__add_drv_config(evsel__get_config(evsel), text);
		free(text);
		return 0;
	}
	for (i = 0; i < ARRAY_SIZE(generic_terms); i++)
		if (!strcmp(generic_terms[i].name, term->name))
			break;
	if (i == ARRAY_SIZE(generic_terms))
		return 1;
	if (generic_terms[i].value == VALUE_TEXT) {
		if (!term->value || !*term->value)
			return parse_events_error__set(err, term->value_pos, NULL, "expected string value");
		return set_text(evsel, generic_terms[i].id, term, err);
	}
	if (!term->value && generic_terms[i].value == VALUE_NUMBER)
		return parse_events_error__set(err, term->pos, NULL, "'%s' needs a value", term->name);
	if (term->value && parse_u64(term->value, &value))
		return parse_events_error__set(err, term->value_pos, NULL, "expected numeric value");
	return set_number(evsel, generic_terms[i].id, value, term, err);
}
