// SPDX-License-Identifier: GPL-2.0-only
#include "util/script/sample-code.h"

#include <linux/perf_event.h>
#include <string.h>

#include "util/base/alloc.h"
#include "util/session/session.h"

void sample_code__init(struct sample_code *c, struct session *s)
{
	*c = (struct sample_code){ .kcore = session__path_inside(s, "kcore_dir/kcore") };
	trace_code__init(&c->code, session__host(s), c->kcore);
	(void)disasm__open(session__header(s)->arch, &c->disasm, c->error, sizeof(c->error));
}

void sample_code__exit(struct sample_code *c)
{
	trace_code__exit(&c->code);
	disasm__close(c->disasm);
	free(c->kcore);
	*c = (struct sample_code){ .kcore = NULL };
}

static bool is_guest(const struct session_sample *s)
{
	unsigned int mode = sample__cpumode(s->sample);

	return mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;
}

size_t sample_code__read(struct sample_code *c, const struct session_sample *s, uint64_t ip, void *buf, size_t size)
{
	/* Files of guests are not looked for. */
	if (!c->code.machine || s->machine != c->code.machine || is_guest(s))
		return 0;
	return trace_code__read(&c->code, &c->cache, &(struct trace_place){ s->pid, s->sample->time, ip }, buf, size);
}

bool sample_code__decode(struct sample_code *c, const unsigned char *code, size_t size, uint64_t ip,
			 struct disasm_insn *ret)
{
	*ret = (struct disasm_insn){ .size = 0 };
	return c->disasm && disasm__decode(c->disasm, code, size, ip, c->cache.bits32, ret);
}

unsigned int sample_code__insn(struct sample_code *c, const struct session_sample *s,
			       unsigned char ret[DISASM_MAX_INSN])
{
	struct disasm_insn insn;
	size_t size;

	if (s->trace && s->trace->insn_len) {
		memcpy(ret, s->trace->insn, s->trace->insn_len);
		return s->trace->insn_len;
	}
	if (!c->disasm || !s->sample->ip)
		return 0;
	size = sample_code__read(c, s, s->sample->ip, ret, DISASM_MAX_INSN);
	return size && sample_code__decode(c, ret, size, s->sample->ip, &insn) ? insn.size : 0;
}

void sample_code__each_missing(const struct sample_code *c, void (*fn)(void *ctx, const char *why), void *ctx)
{
	trace_code__each_missing(&c->code, fn, ctx);
}
