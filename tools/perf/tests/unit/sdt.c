// SPDX-License-Identifier: GPL-2.0-only
/*
 * Markers of user space: notes of a file that is made here, whole and damaged; arguments; the probes that are made of
 * them.
 */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/unit/fake-tree.h"
#include "util/base/alloc.h"
#include "util/base/kernel-paths.h"
#include "util/choose/parse-events.h"
#include "util/code/sdt-args.h"
#include "util/code/sdt-notes.h"
#include "util/record/event-probes.h"
#include "util/record/sdt-fetch.h"

/* A file that is loaded at 0x400000, with what is at 0x400 of it at 0x601000 as well. */
#define BASE_ADDR 0x400200ULL
#define NOTES_AT 0x600
#define FILE_SIZE 0x1000

static const char names[] = "\0.note.stapsdt\0.stapsdt.base\0.shstrtab";

struct made {
	unsigned char bytes[FILE_SIZE];
	size_t notes;			/* bytes */
};

/* One note; @moved: how far its file was moved after it was written. */
static void add_note(struct made *m, uint64_t place, uint64_t semaphore, uint64_t moved, const char *texts, size_t len)
{
	unsigned char *p = m->bytes + NOTES_AT + m->notes;
	const uint32_t head[] = { 8, (uint32_t)(24 + len), 3 };
	const uint64_t desc[] = { place - moved, BASE_ADDR - moved, semaphore ? semaphore - moved : 0 };

	memcpy(p, head, sizeof(head));
	memcpy(p + 12, "stapsdt", 8);
	memcpy(p + 20, desc, sizeof(desc));
	memcpy(p + 44, texts, len);
	m->notes += 20 + (24 + len + 3) / 4 * 4;
}

#define NOTE(m, place, semaphore, moved, texts) add_note(m, place, semaphore, moved, texts, sizeof(texts))

static void finish(struct made *m, uint16_t machine)
{
	const Elf64_Ehdr head = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			     __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ELFDATA2MSB : ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_EXEC,
		.e_machine = machine,
		.e_phoff = 0x40,
		.e_shoff = 0x100,
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 2,
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = 4,
		.e_shstrndx = 3,
	};
	const Elf64_Phdr loads[] = {
		{ .p_type = PT_LOAD, .p_vaddr = 0x400000, .p_filesz = 0x400, .p_memsz = 0x400 },
		{ .p_type = PT_LOAD, .p_offset = 0x400, .p_vaddr = 0x601000, .p_filesz = 0x100, .p_memsz = 0x100 },
	};
	const Elf64_Shdr sections[] = {
		{ .sh_type = SHT_NULL },
		{ .sh_name = 1, .sh_type = SHT_NOTE, .sh_offset = NOTES_AT, .sh_size = m->notes },
		{ .sh_name = 15, .sh_type = SHT_PROGBITS, .sh_addr = BASE_ADDR, .sh_offset = 0x200, .sh_size = 1 },
		{ .sh_name = 29, .sh_type = SHT_STRTAB, .sh_offset = 0x500, .sh_size = sizeof(names) },
	};

	memcpy(m->bytes, &head, sizeof(head));
	memcpy(m->bytes + 0x40, loads, sizeof(loads));
	memcpy(m->bytes + 0x100, sections, sizeof(sections));
	memcpy(m->bytes + 0x500, names, sizeof(names));
}

static void make_file(struct made *m)
{
	memset(m, 0, sizeof(*m));
	NOTE(m, 0x400310, 0, 0, "app\0one\0-4@%edi 8@%rsi");
	/* Its semaphore is in the second part; moved by prelink after it was written. */
	NOTE(m, 0x400320, 0x601010, 0x1000, "app\0two\0");
	/* The same marker again: arguments of the same types, then of others, then one that cannot be fetched. */
	NOTE(m, 0x400330, 0, 0, "app\0one\0-4@$-7 8@16(%rsp)");
	NOTE(m, 0x400340, 0, 0, "app\0one\0-8@%r15 8@%rsi");
	NOTE(m, 0x400350, 0, 0,
	     "other\0one\0"
	     "8@(%rax,%rbx,8) 1@%cl");
	/* In no part of the file. */
	NOTE(m, 0x900000, 0, 0, "app\0far\0");
	finish(m, EM_X86_64);
}

static int read_made(const struct made *m, size_t size, struct sdt_notes *notes, struct diag *diag)
{
	struct elf_view view;
	int err = elf_view__open(&view, m->bytes, size, diag);

	if (!err)
		err = sdt_notes__read(notes, &view, diag);
	elf_view__close(&view);
	return err;
}

static int test__notes(void)
{
	struct sdt_notes notes = { 0 };
	struct diag diag = DIAG_INIT;
	struct made m;

	make_file(&m);
	TEST_ASSERT_EQ(read_made(&m, sizeof(m.bytes), &notes, &diag), 0);
	TEST_ASSERT_EQ(notes.nr, 5);
	TEST_ASSERT_EQ(notes.machine, EM_X86_64);
	TEST_ASSERT_STR(notes.at[0].provider, "app");
	TEST_ASSERT_STR(notes.at[0].name, "one");
	TEST_ASSERT_STR(notes.at[0].args, "-4@%edi 8@%rsi");
	TEST_ASSERT_EQ(notes.at[0].offset, 0x310);
	TEST_ASSERT_EQ(notes.at[0].semaphore, 0);
	TEST_ASSERT_EQ(notes.at[1].offset, 0x320);
	TEST_ASSERT_EQ(notes.at[1].semaphore, 0x410);
	TEST_ASSERT_STR(notes.at[1].args, "");
	TEST_ASSERT_STR(notes.at[4].provider, "other");
	sdt_notes__exit(&notes);
	return TEST_OK;
}

/* Nothing is read that is not there, and what stands before the damage counts. */
static int test__damaged(void)
{
	struct sdt_notes notes = { 0 };
	struct diag diag = DIAG_INIT;
	size_t i, sound;
	struct made m;

	make_file(&m);
	for (i = 0, sound = 0; i < m.notes; i++) {
		struct diag d = DIAG_INIT;
		struct made changed;

		make_file(&changed);
		changed.bytes[NOTES_AT + i] ^= 0xff;
		sound += !read_made(&changed, sizeof(changed.bytes), &notes, &d);
		TEST_ASSERT(notes.nr <= 6);
		sdt_notes__exit(&notes);
	}
	/* Most bytes are of texts and places; sizes are seen. */
	TEST_ASSERT(sound > m.notes / 2 && sound < m.notes);
	/* A text without an end. */
	make_file(&m);
	memset(m.bytes + NOTES_AT + 44, 'x', 24);
	TEST_ASSERT_EQ(read_made(&m, sizeof(m.bytes), &notes, &diag), -EBADMSG);
	TEST_ASSERT_EQ(notes.nr, 0);
	sdt_notes__exit(&notes);
	/* Cut anywhere. */
	make_file(&m);
	for (i = 0; i < NOTES_AT + m.notes; i += 4) {
		struct diag d = DIAG_INIT;

		(void)read_made(&m, i, &notes, &d);
		sdt_notes__exit(&notes);
	}
	return TEST_OK;
}

static int test__args(void)
{
	static const struct {
		uint16_t machine;
		const char *args, *want, *left_out;
	} cases[] = {
		{ EM_X86_64, "", "", "" },
		{ EM_X86_64, "-4@%edi 8@%r8 2@%r15w 1@%sil 1@%al 4@%r10d 8@%rbp -8@%rsp",
		  " arg1=%di:s32 arg2=%r8:u64 arg3=%r15:u16 arg4=%si:u8 arg5=%ax:u8 arg6=%r10:u32 arg7=%bp:u64 arg8=%sp:s64", "" },
		{ EM_X86_64, "-4@$-5 8@$0x10 8@-16(%rbp) -4@(%rax) 4@8(%r12)",
		  " arg1=\\-5:s32 arg2=\\16:u64 arg3=-16(%bp):u64 arg4=+0(%ax):s32 arg5=+8(%r12):u32", "" },
		{ EM_X86_64, "8@%rdi 8@(%rax,%rbx,8) 4f@%xmm0 1@%ah 8@counter(%rip) -4@%esi", " arg1=%di:u64 arg6=%si:s32",
		  "arg2 at 8@(%rax,%rbx,8), arg3 at 4f@%xmm0, arg4 at 1@%ah, arg5 at 8@counter(%rip)" },
		{ EM_X86_64, "%rdi  $3", " arg1=%di:u64 arg2=\\3:u64", "" },
		{ EM_X86_64, "8@ @%rdi 3@%rdi 8@%r16 8@%r7 8@% 8@$ 8@4(%rdi", "",
		  "arg1 at 8@, arg2 at @%rdi, arg3 at 3@%rdi, arg4 at 8@%r16, arg5 at "
		  "8@%r7, arg6 at 8@%, arg7 at 8@$, arg8 at 8@4(%rdi" },
		{ EM_AARCH64, "-4@w0 8@x19 8@[sp, 16] 4@[x29] -8@[x1, -8] 4@5 8@sp 2@[x2, #4]",
		  " arg1=%x0:s32 arg2=%x19:u64 arg3=+16(%sp):u64 arg4=+0(%x29):u32 arg5=-8(%x1):s64 arg6=\\5:u32 arg7=%sp:u64 arg8=+4(%x2):u16",
		  "" },
		{ EM_AARCH64, "8@[x0, x1] 8@[x0, w1, sxtw 3] 8@d0 8@x31 8@[x0", "",
		  "arg1 at 8@[x0, x1], arg2 at 8@[x0, w1, sxtw 3], "
		  "arg3 at 8@d0, arg4 at 8@x31, arg5 at 8@[x0" },
		{ EM_S390, "8@%r2", "", "arg1 at 8@%r2" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct strbuf out = STRBUF_INIT, left_out = STRBUF_INIT;

		sdt_args__translate(cases[i].args, cases[i].machine, &out, &left_out);
		TEST_ASSERT_STR(strbuf__str(&out), cases[i].want);
		TEST_ASSERT_STR(strbuf__str(&left_out), cases[i].left_out);
		strbuf__exit(&out);
		strbuf__exit(&left_out);
	}
	return TEST_OK;
}

static int test__chosen_args(void)
{
	static const char all[] = " arg1=%di:s32 arg3=-4(%bp):u64 arg10=%si:u64";
	static const struct {
		const char *wanted, *want;	/* NULL: there is no such argument */
	} cases[] = {
		{ "arg3", " arg3=-4(%bp):u64" },
		{ "  name=arg3:string  arg1:x32", " name=+0(-4(%bp)):string arg1=%di:x32" },
		{ "arg10:ustring who=$comm %sp:x64", " arg10=+0(%si):ustring who=$comm %sp:x64" },
		{ "", "" },
		{ "arg2", NULL },
		{ "arg", NULL },
		{ "name", NULL },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct strbuf out = STRBUF_INIT;
		struct diag diag = DIAG_INIT;
		int err = sdt_fetch__choose(all, cases[i].wanted, "sdt_a:b", &out, &diag);

		TEST_ASSERT_EQ(err, cases[i].want ? 0 : -ENOENT);
		if (cases[i].want)
			TEST_ASSERT_STR(strbuf__str(&out), cases[i].want);
		else
			TEST_ASSERT(strstr(diag.text, "has no argument"));
		strbuf__exit(&out);
	}
	return TEST_OK;
}

/* --- probes ------------------------------------------------------------------------------------------------ */

static char path[64];

static int write_made(void)
{
	struct made m;
	FILE *f;
	int fd;

	make_file(&m);
	snprintf(path, sizeof(path), "/tmp/perf-sdt-XXXXXX");
	fd = mkstemp(path);
	f = fd >= 0 ? fdopen(fd, "w") : NULL;
	TEST_ASSERT(f);
	TEST_ASSERT_EQ(fwrite(m.bytes, sizeof(m.bytes), 1, f), 1);
	return fclose(f) ? TEST_FAIL : 0;
}

/* A tracefs in which event number i has the id 2000 + i. */
static int make_tracefs(void)
{
	char file[128], id[16];
	int i;

	if (fake_tree__make() || fake_tree__write("tracing/uprobe_events", "") || fake_tree__write("tracing/kprobe_events", ""))
		return TEST_FAIL;
	for (i = 0; i < 6; i++) {
		snprintf(file, sizeof(file), "tracing/events/%s/event%d/id", probe_events__group(), i);
		snprintf(id, sizeof(id), "%d\n", 2000 + i);
		if (fake_tree__write(file, id))
			return TEST_FAIL;
	}
	return 0;
}

static int parse(struct evlist *list, const char *fmt, const char *file)
{
	struct parse_events_error err = PARSE_EVENTS_ERROR_INIT;
	char *text = xasprintf("%s%s%s", file ? "usdt:" : "", file ?: "", fmt);
	int ret = parse_events(list, text, &err);

	parse_events_error__exit(&err);
	free(text);
	return ret;
}

static int test__probes(void)
{
	const struct range_scope nowhere = { 0 };
	struct event_probes probes = { 0 };
	struct evlist *list = evlist__new();
	struct diag diag = DIAG_INIT;
	char *text, want[1024];

	TEST_ASSERT(!write_made() && !make_tracefs());
	TEST_ASSERT_EQ(parse(list, "cpu-clock", NULL), 0);
	TEST_ASSERT_EQ(parse(list, ":app:*/call-graph=fp/,dummy", path), 0);
	TEST_ASSERT_EQ(list->nr, 3);
	TEST_ASSERT_EQ(event_probes__make(&probes, list, &nowhere, false, &diag), 0);
	TEST_ASSERT_EQ(list->nr, 5);
	TEST_ASSERT_STR(evsel__name(list->evsels[1]), "sdt_app:one");
	TEST_ASSERT_STR(evsel__name(list->evsels[2]), "sdt_app:one_1");
	TEST_ASSERT_STR(evsel__name(list->evsels[3]), "sdt_app:two");
	TEST_ASSERT_STR(evsel__name(list->evsels[4]), "dummy");
	TEST_ASSERT_EQ(list->evsels[2]->attr.config, 2001);
	TEST_ASSERT_EQ(list->evsels[2]->attr.type, PERF_TYPE_TRACEPOINT);
	TEST_ASSERT(list->evsels[3]->config->has_callgraph && list->evsels[3]->idx == 3);
	TEST_ASSERT_STR(list->evsels[3]->config->probe_sys, "sdt_app");
	text = read_text_filef("%s/uprobe_events", getenv("TRACEFS_PATH"));
	snprintf(want, sizeof(want),
		 "p:%1$s/event0 %2$s:0x310 arg1=%%di:s32 arg2=%%si:u64\n"
		 "p:%1$s/event0 %2$s:0x330 arg1=\\-7:s32 arg2=+16(%%sp):u64\np:%1$s/event1 %2$s:0x340 arg1=%%r15:s64 arg2=%%si:u64\n"
		 "p:%1$s/event2 %2$s:0x320(0x410)",
		 probe_events__group(), path);
	TEST_ASSERT_STR(text, want);
	free(text);
	evlist__delete(list);
	event_probes__exit(&probes);
	text = read_text_filef("%s/uprobe_events", getenv("TRACEFS_PATH"));
	snprintf(want, sizeof(want), "\n-:%s/event2", probe_events__group());
	TEST_ASSERT(strstr(text, want));
	free(text);
	fake_tree__remove();
	TEST_ASSERT(!unlink(path));
	return TEST_OK;
}

/* What the kernel refuses it has a reason for, which is told; but not one that it gave somebody else. */
static int test__refused(void)
{
	const struct range_scope nowhere = { 0 };
	struct event_probes probes = { 0 };
	char log[256];
	int i;

	TEST_ASSERT(!write_made());
	for (i = 0; i < 2; i++) {
		struct evlist *list = evlist__new();
		struct diag diag = DIAG_INIT;

		/* Nobody can write into a folder. */
		TEST_ASSERT(!fake_tree__make() && !fake_tree__write("tracing/uprobe_events/x", ""));
		snprintf(log, sizeof(log), "[  1.0] trace_uprobe: error: An old one\n  Command: p:other/x /x:1\n       ^\n"
			 "[  2.0] trace_uprobe: error: Invalid register name\n  Command: p:%s/event0 /x:1 a=%%zz\n       ^\n",
			 i ? "other" : probe_events__group());
		TEST_ASSERT(!fake_tree__write("tracing/error_log", log));
		TEST_ASSERT_EQ(parse(list, ":app:two", path), 0);
		TEST_ASSERT_EQ(event_probes__make(&probes, list, &nowhere, false, &diag), -EISDIR);
		TEST_ASSERT(strstr(diag.text, i ? "': Is a directory" : "': Invalid register name"));
		evlist__delete(list);
		event_probes__exit(&probes);
		fake_tree__remove();
	}
	TEST_ASSERT(!unlink(path));
	return TEST_OK;
}

/* In a group all of an event's tracepoints are members; the names of perf probe; what is not there. */
static int test__names(void)
{
	const struct range_scope here = { .program = path };
	struct event_probes probes = { 0 };
	struct evlist *list = evlist__new();
	struct diag diag = DIAG_INIT;

	TEST_ASSERT(!write_made() && !make_tracefs());
	TEST_ASSERT_EQ(parse(list, "{sdt_app:one,dummy},%sdt_app:two , %other:one arg2,sched:sched_switch", NULL), 0);
	TEST_ASSERT_EQ(event_probes__make(&probes, list, &here, true, &diag), 0);
	TEST_ASSERT_EQ(list->nr, 6);
	TEST_ASSERT(list->evsels[0]->nr_members == 3 && list->evsels[1]->leader == list->evsels[0]);
	TEST_ASSERT_STR(evsel__name(list->evsels[3]), "sdt_app:two");
	TEST_ASSERT_STR(evsel__name(list->evsels[4]), "sdt_other:one");
	evlist__delete(list);
	event_probes__exit(&probes);
	list = evlist__new();
	TEST_ASSERT_EQ(parse(list, "sdt_app:onee", NULL), 0);
	TEST_ASSERT_EQ(event_probes__make(&probes, list, &here, true, &diag), -ENOENT);
	TEST_ASSERT(strstr(diag.text, "has a marker 'sdt_app:onee'; did you mean 'sdt_app:one'?"));
	TEST_ASSERT(strstr(diag.text, "usdt:FILE:app:onee"));
	evlist__delete(list);
	list = evlist__new();
	TEST_ASSERT(parse(list, "app:one", NULL) < 0);
	TEST_ASSERT_EQ(parse(list, "usdt:", NULL), 0);
	diag = (struct diag)DIAG_INIT;
	TEST_ASSERT_EQ(event_probes__make(&probes, list, &here, true, &diag), -EINVAL);
	evlist__delete(list);
	fake_tree__remove();
	TEST_ASSERT(!unlink(path));
	return TEST_OK;
}

DEFINE_SUITE("markers of user space (SDT)", sdt, { "notes of a file", test__notes }, { "damaged notes", test__damaged },
	     { "where arguments are", test__args },
	     { "arguments that are chosen", test__chosen_args }, { "probes for them", test__probes },
	     { "what the kernel refuses", test__refused }, { "names, groups, what is missing", test__names })
