// SPDX-License-Identifier: GPL-2.0-only
#include "util/callchain/infer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "util/base/alloc.h"
#include "util/base/arena.h"
#include "util/base/hash.h"
#include "util/callchain/fp-health.h"

/* A search that was made. */
struct known_way {
	const void *space;
	struct code_file *outer, *inner;	/* @inner NULL: only the owner was wanted */
	uint64_t outer_addr, inner_addr;
	struct call_way way;
};

static inline uint64_t known_ways__hash(const struct known_way *k)
{
	uint64_t hash = hash_combine(hash_combine((uintptr_t)k->outer, k->outer_addr), (uintptr_t)k->space);

	return hash_combine(hash_combine(hash, (uintptr_t)k->inner), k->inner_addr);
}

static inline bool known_ways__is(const struct known_way *k, const struct known_way *key)
{
	return k->space == key->space && k->outer == key->outer && k->outer_addr == key->outer_addr &&
	       k->inner == key->inner && k->inner_addr == key->inner_addr;
}

HASH_SET(known_ways, const struct known_way *, struct known_way *)

struct infer {
	struct call_spaces *spaces;
	struct known_ways ways;
	struct arena arena;
	struct infer_step step;		/* what was told last */
};

struct infer *infer__new(void)
{
	struct infer *inf = xzalloc(sizeof(*inf));

	inf->spaces = call_spaces__new();
	return inf;
}

void infer__delete(struct infer *inf)
{
	if (!inf)
		return;
	call_spaces__delete(inf->spaces);
	known_ways__exit(&inf->ways);
	arena__exit(&inf->arena);
	free(inf);
}

bool infer__is_uretprobe(const struct map *map)
{
	return map && map->dso->kind == DSO_KIND_USER && infer__is_uretprobe_name(map->dso->long_name);
}

bool infer__is_uretprobe_name(const char *name)
{
	return !strcmp(name, "[uprobes]");
}

static void locate(struct infer *inf, struct infer_entry *entry)
{
	struct code_file *file = entry->map ? code_files__get(call_spaces__files(inf->spaces), entry->map->dso) : NULL;

	entry->located = true;
	entry->has_code = file;
	if (!file || !code_file__from_dso(file, map__to_dso(entry->map, entry->ip - entry->is_caller), &entry->file_addr))
		return;
	entry->file = file;
	entry->file_addr += entry->is_caller;
}

/* Is there a file of the code that is mapped at @entry? */
static bool has_code(struct infer *inf, struct infer_entry *entry)
{
	if (!entry->located)
		locate(inf, entry);
	return entry->has_code;
}

/* The file of @entry, and its address there, as linked; of a caller, the one it returns to. NULL: not known. */
static struct code_file *file_of(struct infer *inf, struct infer_entry *entry, uint64_t *ret)
{
	if (!entry->located)
		locate(inf, entry);
	if (entry->file)
		*ret = entry->file_addr;
	return entry->file;
}

/* Does a program or a thread begin there? What is outward of it is libc's own, and not a caller that anybody looks for. */
static bool is_entry_point(struct infer *inf, struct infer_entry *entry)
{
	const struct symbol *sym = dso__find_symbol(entry->map->dso, map__to_dso(entry->map, entry->ip - entry->is_caller));
	struct code_file *file;
	uint64_t addr;

	if (sym && fp_health__is_entry(sym->name))
		return true;
	/* Libc's names of these places are not for others, and may have been stripped. */
	file = entry->is_caller ? file_of(inf, entry, &addr) : NULL;
	return file && (code_file__is_behind_main(file, addr) || code_file__is_behind_thread(file, addr));
}

static bool is_first_byte(struct code_file *file, uint64_t addr)
{
	const struct code_function *f = code_file__function(file, addr);

	return f && f->start == addr;
}

/*
 * Is @inner, which another entry returns to, where a coroutine begins (makecontext(), libraries)? Nobody has called it: whoever made
 * the stack has put the address of a function's first byte there. Behind it the walk follows what the frame pointer was in
 * the function that made the stack, which is none of its callers.
 */
static bool is_first_of_stack(struct infer *inf, struct infer_entry *before, struct infer_entry *inner)
{
	struct code_target to;
	struct code_file *file;
	uint64_t addr;

	if (!before->map || inner->is_caller || inner->signal_return || inner->interrupted)
		return false;
	file = file_of(inf, inner, &addr);
	if (!file || !is_first_byte(file, addr))
		return false;
	code_file__call_before(file, addr, &to);
	return to.kind == CODE_TARGET_NONE && code_file__state(file, addr) != FRAME_STATE_SIGNAL &&
	       !code_file__makes_system_call(file, addr) && !code_file__comes_back(file, addr);
}

static void search(struct call_space *space, struct known_way *k)
{
	struct code_file *file = k->outer;
	struct code_target to;

	code_file__call_before(file, k->outer_addr, &to);
	/* libc calls main by its address, and only one function can be main. */
	if (to.kind == CODE_TARGET_UNKNOWN && code_file__is_behind_main(file, k->outer_addr) &&
	    call_space__main(space, &file, &to.addr))
		to.kind = CODE_TARGET_HERE;
	if (to.kind == CODE_TARGET_NONE)
		k->way = (struct call_way){ .possible = true };
	else
		call_search__find(space, file, &to, k->inner, k->inner_addr, &k->way);
}

/* How the call in front of @outer came to @addr of @inner. */
static const struct call_way *way_of(struct infer *inf, struct call_space *space, struct infer_entry *outer,
				     struct code_file *inner, uint64_t addr)
{
	struct known_way key = { .inner = inner, .inner_addr = addr }, *k;
	const struct code_function *f;

	key.outer = file_of(inf, outer, &key.outer_addr);
	if (!key.outer)
		return NULL;
	key.space = call_space__identity(space);
	f = inner ? code_file__function(inner, addr) : NULL;
	/* It does not matter where in the function; entries of linkage tables have one table for all. */
	if (f && f->entry)
		key.inner_addr = f->start;
	k = known_ways__find(&inf->ways, &key);
	if (k)
		return &k->way;
	k = arena__memdup(&inf->arena, &key, sizeof(key));
	search(space, k);
	*known_ways__place(&inf->ways, k) = k;
	return &k->way;
}

/* @return_to: where the call in it returns to, as linked, or 0. */
static bool add_function(struct infer_step *step, struct call_space *space, const struct code_function *f, uint64_t return_to)
{
	struct infer_frame *frame = &step->frames[step->nr];

	frame->call = 0;
	/* The byte behind a call may be in no map. */
	if (return_to && !call_space__locate(space, f->file, return_to - 1, &frame->call))
		frame->call = 0;

	frame->map = call_space__locate(space, f->file, f->start, &frame->ip);
	step->nr += frame->map != NULL;
	return frame->map;
}

static void add_way(struct infer_step *step, struct call_space *space, const struct call_way *way, bool all)
{
	unsigned int i;

	for (i = 0; all && i < way->nr_between; i++)
		all = add_function(step, space, way->between[i], way->between_returns[i]);
	if (!all)
		step->nr = 0;
	if (add_function(step, space, way->owner, all ? way->owner_return : 0) && all)
		step->kind = INFER_FILLED;
}

/* @inner has no frame: who called it? */
static void find_callers(struct infer *inf, struct call_space *space, struct infer_entry *outer,
			 struct code_file *inner, uint64_t addr)
{
	const struct call_way *way = way_of(inf, space, outer, inner, addr);

	if (!way)
		return;
	/* Whether the caller is there, as in chains that were repaired, only the code between the two would tell. */
	if (outer->maybe_repaired && !code_file__can_follow(inner)) {
		inf->step = (struct infer_step){ .kind = INFER_UNKNOWN };
		return;
	}
	/*
	 * Where the outer call leads to the inner function, and that cannot come to itself again, the chain has the caller: it
	 * was repaired, or is of a probe where the kernel looked for it. If it can, either may be.
	 */
	/* A handler was called by nobody: it is the frame that the kernel made, or one that the handler called has none. */
	inf->step.on_stack = outer->signal_return;
	if (way->direct && !way->possible) {
		inf->step.kind = INFER_WHOLE;
		inf->step.by_call = !outer->maybe_repaired;
	}
	/*
	 * No function with a frame that was called there can have led to the inner one: the register held something else, which
	 * led to an old frame that was left on the stack.
	 */
	else if (!way->possible)
		inf->step.astray = true;
	else if (way->owner && way->reached && !(way->direct && outer->maybe_repaired))
		add_way(&inf->step, space, way, way->only);
}

/* Are the entries addresses of calls, not what they return to? So are those of stacks that somebody unwound by tables. */
static bool is_call_address(struct infer *inf, struct infer_entry *outer)
{
	struct infer_entry behind = { .map = outer->map, .ip = outer->ip + 1, .is_caller = true };
	struct code_target to;
	struct code_file *file;
	uint64_t addr;

	file = has_code(inf, outer) ? file_of(inf, &behind, &addr) : NULL;
	if (!file)
		return false;
	code_file__call_before(file, addr, &to);
	if (to.kind == CODE_TARGET_NONE)
		return false;
	code_file__call_before(file, addr - 1, &to);
	return to.kind == CODE_TARGET_NONE;
}

static void find_interrupted(struct infer *inf, struct call_space *space, struct infer_entry *outer)
{
	const struct call_way *way = way_of(inf, space, outer, NULL, 0);

	/* What has no calls was interrupted itself; else it may have been in something that it called. */
	if (way && way->owner)
		add_way(&inf->step, space, way, way->leaf);
}

static void set_gap(struct infer *inf, enum infer_why why)
{
	inf->step.kind = INFER_GAP;
	inf->step.why = why;
}

/* The return address of @before is hidden: it lies in the function that the outer call leads to, or below that. */
static void find_probed(struct infer *inf, struct call_space *space, struct infer_entry *before,
			struct infer_entry *outer)
{
	uint64_t addr;
	struct code_file *inner = file_of(inf, before, &addr);
	const struct call_way *way;

	set_gap(inf, INFER_URETPROBE);
	/* Behind several probes in a row: one hidden caller is that which was called, the others are not known. */
	if (infer__is_uretprobe(before->map)) {
		way = outer->map ? way_of(inf, space, outer, NULL, 0) : NULL;
		if (way && way->owner)
			add_way(&inf->step, space, way, false);
		return;
	}
	way = inner && outer->map ? way_of(inf, space, outer, inner, addr - before->is_caller) : NULL;
	if (way && way->owner && way->reached)
		add_way(&inf->step, space, way, way->only);
}

bool infer__hidden_return(struct infer *inf, const struct maps *maps, struct infer_entry *inner,
			  struct infer_entry *outer, uint64_t *ret_ip)
{
	struct call_space *space = call_spaces__get(inf->spaces, maps);
	struct code_file *file;
	const struct call_way *way;
	uint64_t addr;

	file = outer->map && !infer__is_uretprobe(outer->map) ? file_of(inf, inner, &addr) : NULL;
	if (!file)
		return false;
	/* Behind the return from a signal's handler is what was interrupted: that may be the code of a probe. */
	if (inner->is_caller && code_file__state(file, addr) == FRAME_STATE_SIGNAL)
		return false;
	/* The probe stands where the frame pointer of the inner function led, which must be its own. */
	addr -= inner->is_caller;
	if (code_file__state(file, addr) != FRAME_STATE_OWN)
		return false;
	way = way_of(inf, space, outer, file, addr);
	if (!way || !way->only || !way->owner || !way->return_to)
		return false;
	/* The byte behind a call may be in no map. */
	if (!call_space__locate(space, way->owner->file, way->return_to - 1, ret_ip))
		return false;
	++*ret_ip;
	return true;
}

/*
 * Behind a frame that is not there the walk followed a register that may have held anything. Is it certain that @outer is no
 * return address?
 */
static bool is_astray(struct infer *inf, struct infer_entry *outer)
{
	struct code_target to;
	struct code_file *file;
	uint64_t addr;

	/* Data of a file may look like the end of a call. */
	if (!outer->map || (outer->map->prot && !(outer->map->prot & PROT_EXEC)))
		return true;
	file = outer->signal_return ? NULL : file_of(inf, outer, &addr);
	if (!file)
		return false;
	code_file__call_before(file, addr, &to);
	return to.kind == CODE_TARGET_NONE && code_file__state(file, addr) != FRAME_STATE_SIGNAL && !code_file__begins_stack(file, addr);
}

/*
 * Neither table nor code tells what @file's function at @addr has done with the frame pointer. Then it was its own if the outer call
 * leads to just this function: from a function without a frame the walk would have come to a call of the one before it.
 */
static void judge_by_call(struct infer *inf, struct call_space *space, struct infer_entry *outer, struct code_file *file,
			  uint64_t addr)
{
	const struct call_way *way;

	if (is_astray(inf, outer)) {
		set_gap(inf, INFER_OTHER_USE);
		inf->step.astray = true;
		return;
	}
	way = way_of(inf, space, outer, file, addr);
	set_gap(inf, INFER_NO_TABLE);
	if (way && way->direct) {
		inf->step.kind = INFER_WHOLE;
		inf->step.by_call = true;
	} else if (way && way->owner && way->reached)
		add_way(&inf->step, space, way, way->only);
	else if (way && !way->possible)
		inf->step.astray = true;
}

/*
 * The inner entry is of code that cannot be read, as that which a JIT has made. It may have used the frame pointer for anything, and what is
 * no return address was none. Where the outer call leads to a function that can be read, that one was on the stack, and is missing.
 */
static void judge_unreadable(struct infer *inf, struct call_space *space, struct infer_entry *outer)
{
	const struct call_way *way;

	/* All zero: nothing follows. */
	if ((outer->ip || outer->map) && is_astray(inf, outer)) {
		set_gap(inf, INFER_NO_TABLE);
		inf->step.astray = true;
		return;
	}
	way = outer->map ? way_of(inf, space, outer, NULL, 0) : NULL;
	if (!way || !way->owner)
		return;
	set_gap(inf, INFER_NO_TABLE);
	add_way(&inf->step, space, way, false);
}

/* The step of a chain that was unwound by tables. @file: of the inner entry, or NULL; @addr: its call there, or where it is. */
static void judge_unwound(struct infer *inf, struct call_space *space, struct infer_entry *outer, struct code_file *file,
			  uint64_t addr)
{
	inf->step.no_file = !file;
	if (file && code_file__state(file, addr) == FRAME_STATE_OUTERMOST)
		inf->step.kind = INFER_WHOLE;
	else if (!outer->ip && file)
		set_gap(inf, INFER_END);
	else if (file && !code_file__has_table(file, addr) && code_file__state(file, addr) != FRAME_STATE_OWN)
		judge_by_call(inf, space, outer, file, addr);
	else if (file)
		inf->step.kind = INFER_WHOLE;
}

bool infer__is_main(struct infer *inf, const struct maps *maps, struct infer_entry *entry)
{
	struct call_space *space = call_spaces__get(inf->spaces, maps);
	const struct code_function *f;
	struct code_file *file, *program;
	uint64_t addr, start;

	file = file_of(inf, entry, &addr);
	f = file ? code_file__function(file, addr - entry->is_caller) : NULL;
	return f && call_space__main(space, &program, &start) && program == file && f->start == start;
}

bool infer__is_root(struct infer *inf, struct infer_entry *entry)
{
	struct code_file *file;
	uint64_t addr;

	if (!entry->map)
		return false;
	if (is_entry_point(inf, entry))
		return true;
	file = file_of(inf, entry, &addr);
	return file && code_file__state(file, addr - entry->is_caller) == FRAME_STATE_OUTERMOST;
}

const struct infer_step *infer__step(struct infer *inf, const struct maps *maps, struct infer_entry *before,
				     struct infer_entry *inner, struct infer_entry *outer)
{
	struct call_space *space;
	struct code_file *file;
	enum frame_state state;
	uint64_t addr;

	inf->step = (struct infer_step){ .kind = INFER_UNKNOWN };
	if (!inner->map)
		return &inf->step;
	if (before->map && infer__is_uretprobe(inner->map)) {
		/* Of several in a row the last one tells of all: the call behind it shows where they begin. */
		if (infer__is_uretprobe(outer->map)) {
			inf->step.kind = INFER_WHOLE;
			return &inf->step;
		}
		find_probed(inf, call_spaces__get(inf->spaces, maps), before, outer);
		return &inf->step;
	}
	if (!inner->by_tables && is_call_address(inf, outer)) {
		inf->step.kind = INFER_WHOLE;
		return &inf->step;
	}
	if (is_entry_point(inf, inner)) {
		inf->step.kind = INFER_WHOLE;
		inf->step.astray = !inner->by_tables && is_astray(inf, outer);
		return &inf->step;
	}
	if (inner->by_tables) {
		file = file_of(inf, inner, &addr);
		judge_unwound(inf, call_spaces__get(inf->spaces, maps), outer, file, addr - inner->is_caller);
		return &inf->step;
	}
	if (is_first_of_stack(inf, before, inner)) {
		inf->step = (struct infer_step){ .kind = INFER_WHOLE, .astray = true, .planted = true };
		return &inf->step;
	}
	file = file_of(inf, inner, &addr);
	inf->step.no_file = !file;
	if (!file) {
		judge_unreadable(inf, call_spaces__get(inf->spaces, maps), outer);
		return &inf->step;
	}
	addr -= inner->is_caller;
	state = inner->signal_return ? FRAME_STATE_SIGNAL : code_file__state(file, addr);
	switch (state) {
	case FRAME_STATE_OWN:
		inf->step.kind = INFER_WHOLE;
		/* It has a caller, of which nobody tells. */
		if (!outer->map && !outer->ip)
			set_gap(inf, INFER_END);
		return &inf->step;
	case FRAME_STATE_OUTERMOST:
		inf->step.kind = INFER_WHOLE;
		return &inf->step;
	case FRAME_STATE_CALLERS:
		set_gap(inf, INFER_NO_FRAME);
		break;
	case FRAME_STATE_LOST:
		set_gap(inf, INFER_OTHER_USE);
		break;
	case FRAME_STATE_SIGNAL:
		set_gap(inf, INFER_SIGNAL);
		break;
	case FRAME_STATE_SAVED:
		/* The code would tell, but cannot be taken apart. */
		break;
	default:
		if (outer->ip) {
			judge_by_call(inf, call_spaces__get(inf->spaces, maps), outer, file, addr);
			return &inf->step;
		}
		/* Nobody has called it from there. What else is in the chain stays. */
		set_gap(inf, INFER_NO_TABLE);
		inf->step.on_stack = true;
		return &inf->step;
	}
	if (inf->step.kind == INFER_UNKNOWN)
		return &inf->step;
	inf->step.astray = is_astray(inf, outer);
	/*
	 * Who unwinds by tables comes from a signal's return to the very address that was interrupted. Frame pointers may lead to one
	 * that an earlier handler has left; but not from there to where the program begins.
	 */
	if (state == FRAME_STATE_SIGNAL && inf->step.astray && outer->map && outer->maybe_repaired) {
		inf->step = (struct infer_step){ .kind = INFER_WHOLE, .by_call = true, .why = INFER_SIGNAL };
		return &inf->step;
	}
	if (inf->step.astray || inf->step.why == INFER_OTHER_USE)
		return &inf->step;
	space = call_spaces__get(inf->spaces, maps);
	if (inf->step.why == INFER_SIGNAL)
		find_interrupted(inf, space, outer);
	else
		find_callers(inf, space, outer, file, addr);
	/* Nobody calls a signal's handler. Where it is about to begin, what was interrupted is on the stack all the same. */
	if (!inner->is_caller && is_first_byte(file, addr))
		inf->step.astray = false;
	return &inf->step;
}
