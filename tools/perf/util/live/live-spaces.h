/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The address spaces of the recorded processes as they are now, while a recording is made. util/machine keeps all that ever was,
 * since a reader may ask for any time; a recorder that runs for days cannot, and need not: it takes all records in the order of
 * time, so that what is now is what was when a sample was taken.
 *
 * Processes that a fork has made share their parent's maps until one of them changes.
 */
#ifndef PERF_LIVE_LIVE_SPACES_H
#define PERF_LIVE_LIVE_SPACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/event/record.h"

/* So many of those that have started a process are remembered. */
#define LIVE_ABOVE	6

/* A file that processes have mapped. Two records that agree in name and identity mean the same file. */
struct live_file {
	char *name;			/* as the record has it; owned */
	uint32_t maj, min;		/* the device; these three are 0 where the record has a build id instead */
	uint64_t ino, ino_generation;
	uint8_t build_id[BUILD_ID_MAX], build_id_size;
	uint32_t nr;			/* counts from 1 */
	/* A process that has it mapped, and where: for those who open it. */
	uint32_t pid;
	uint32_t above[LIVE_ABOVE];	/* its parent, the parent of that, and so on, which often see the same files; 0: not known */
	uint64_t start, end;
	void *tables;			/* what its user keeps of it; NULL: nothing yet */
	struct live_memory *memory;	/* it is none, but code that was copied from a process (memory-code.h); NULL: else */
};

struct live_map {
	uint64_t start, end;		/* [start, end) */
	uint64_t pgoff;			/* file offset of start, bytes */
	uint64_t since;			/* ns: the time of the record that told of it */
	struct live_file *file;		/* NULL: no file: code that a JIT has made, or data */
	bool is_probe;			/* the kernel's code that uretprobes have functions return to */
};

struct live_spaces;
/* The maps of a process as they were at some moment. */
struct map_list;

struct live_spaces *live_spaces__new(void);
/* @free_tables is called for each file's tables; may be NULL. */
void live_spaces__delete(struct live_spaces *s, void (*free_tables)(void *tables));

/*
 * Takes a record that may change an address space: MMAP, MMAP2, COMM (of an execve), FORK, EXIT. Others, and those that cannot be
 * decoded, change nothing. @time: of the record, ns; to be called in the order of time.
 */
void live_spaces__add(struct live_spaces *s, const struct record *r, uint64_t time);
/*
 * Is @r about to put code of process *@ret_pid where other code is? What is looked up there for a sample that was taken before must
 * be looked up before @r is taken.
 */
bool live_spaces__replaces(struct live_spaces *s, const struct record *r, uint32_t *ret_pid);
/* Does another program, or a new process, have the number *@ret_pid from @r on? */
bool live_spaces__begins(const struct record *r, uint32_t *ret_pid);
/* The map of process @pid that contains @addr now; NULL: there is none. Valid until the next live_spaces__add(). */
const struct live_map *live_spaces__find(struct live_spaces *s, uint32_t pid, uint64_t addr);
/* The first map of process @pid that ends behind @addr; NULL: there is none. Valid as the one above. */
const struct live_map *live_spaces__next(struct live_spaces *s, uint32_t pid, uint64_t addr);
/*
 * Keeps the maps that process @pid has now, none among them, as they are, whatever it has later: until map_list__put(). Their files are
 * those of @s.
 */
struct map_list *live_spaces__keep(struct live_spaces *s, uint32_t pid);
/* Ends what live_spaces__keep() has begun; @list may be NULL. */
void map_list__put(struct map_list *list);
/* The map of @list that contains @addr; NULL: there is none. Valid as long as the list. */
const struct live_map *map_list__at(const struct map_list *list, uint64_t addr);
/* Is @r about to change what process @pid has in [@start, @end): does it map something there, or does another program begin? */
bool live_spaces__touches(const struct record *r, uint32_t pid, uint64_t start, uint64_t end);
/*
 * Frees what belonged to processes that have ended long before @time (ns, the newest of all records), if @exists says that
 * they are gone. To be called now and then.
 */
void live_spaces__tidy(struct live_spaces *s, uint64_t time, bool (*exists)(uint32_t pid));

#endif /* PERF_LIVE_LIVE_SPACES_H */
