# SPDX-License-Identifier: GPL-2.0-only
"""The leaves of random programs of seeds from 200000 on: callbacks of libc, stacks of all kinds (random_asm.py has those in assembler).

As in random_program.py: the text of C with leaf_NAME(path), and the tokens behind the layers' functions. Tokens that begin with '^' are
those of another stack, on which nothing of the path is.
"""

def say(name):
    """A function say_NAME() that tells the path."""
    return f"STEP long say_{name}(int fd, long path)\n{{\n\tlong n = TELL(fd, path);\n\n\tBACK();\n\treturn n;\n}}\n"


CALLBACKS = {
    "tsearch": (r"""
STEP static int compare_tsearch(const void *a, const void *b)
{
	TELL(-1, current);
	BACK();
	return *(const int *)a - *(const int *)b;
}

STEP static long leaf_tsearch(long path)
{
	static int one = 1, two = 2;
	void *root = NULL;

	current = path;
	tsearch(&one, &root, compare_tsearch);
	tsearch(&two, &root, compare_tsearch);
	tdelete(&two, &root, compare_tsearch);
	tdelete(&one, &root, compare_tsearch);
	BACK();
	return root != NULL;
}
""", "leaf_tsearch;*;compare_tsearch;*"),
    "walk": (r"""
STEP static void see_node(const void *node, VISIT which, int depth)
{
	(void)node;
	(void)which;
	(void)depth;
	TELL(-1, current);
	BACK();
}

STEP static int compare_ints(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

STEP static long leaf_walk(long path)
{
	static int keys[5] = { 4, 2, 6, 1, 3 };
	void *root = NULL;

	for (int i = 0; i < 5; i++)
		tsearch(&keys[i], &root, compare_ints);
	current = path;
	twalk(root, see_node);
	for (int i = 0; i < 5; i++)
		tdelete(&keys[i], &root, compare_ints);
	BACK();
	return root != NULL;
}
""", "leaf_walk;*;see_node;*"),
    "atfork": (r"""
/* The other leaves that fork come here, too. */
static long forking;

STEP static void at_fork(void)
{
	if (forking)
		TELL(-1, forking);
	BACK();
}

STEP static long leaf_atfork(long path)
{
	static int done;

	if (!done++)
		pthread_atfork(at_fork, at_fork, at_fork);
	forking = path;
	pid_t pid = fork();
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	BACK();
	forking = 0;
	return 1;
}
""", "leaf_atfork;*;at_fork;*"),
    "nftw": (r"""
STEP static int see_file(const char *name, const struct stat *status, int flag, struct FTW *where)
{
	(void)name;
	(void)status;
	(void)flag;
	(void)where;
	TELL(-1, current);
	BACK();
	return 1;
}

STEP static long leaf_nftw(long path)
{
	current = path;
	long n = nftw("/dev/null", see_file, 1, FTW_PHYS);
	BACK();
	return n;
}
""", "leaf_nftw;*;see_file;*"),
    "glob": (r"""
STEP static int on_error(const char *name, int error)
{
	(void)name;
	(void)error;
	TELL(-1, current);
	BACK();
	return 1;
}

STEP static long leaf_glob(long path)
{
	glob_t g;

	current = path;
	long n = glob("/proc/self/nothing/*", GLOB_ERR, on_error, &g);
	BACK();
	return n;
}
""", "leaf_glob;*;on_error;*"),
    "scandir": (r"""
STEP static int wanted(const struct dirent *entry)
{
	(void)entry;
	TELL(-1, current);
	BACK();
	return 0;
}

STEP static long leaf_scandir(long path)
{
	struct dirent **list;

	current = path;
	long n = scandir("/proc/self/fdinfo", &list, wanted, NULL);
	BACK();
	if (n >= 0)
		free(list);
	return n;
}
""", "leaf_scandir;*;wanted;*"),
    "qsort_big": (r"""
STEP static int compare_big(const void *a, const void *b)
{
	if (current) {
		TELL(-1, current);
		current = 0;
	}
	return *(const long *)a < *(const long *)b ? -1 : *(const long *)a > *(const long *)b;
}

/* An order that needs memory, and calls of itself. */
STEP static long leaf_qsort_big(long path)
{
	static long values[600][4];

	for (int i = 0; i < 600; i++)
		values[i][0] = (path * 31 + i * 7919) % 601;
	current = path;
	qsort(values, 600, sizeof(values[0]), compare_big);
	BACK();
	return values[3][0];
}
""", "leaf_qsort_big;*;compare_big;*"),
    "lsearch": (r"""
STEP static int compare_lsearch(const void *a, const void *b)
{
	TELL(-1, current);
	BACK();
	return *(const int *)a - *(const int *)b;
}

STEP static long leaf_lsearch(long path)
{
	int values[3] = { 2, 3, 4 }, key = 2;
	size_t n = 2;

	current = path;
	void *found = lfind(&key, values, &n, sizeof(values[0]), compare_lsearch);
	BACK();
	return found != NULL;
}
""", "leaf_lsearch;*;compare_lsearch;*"),
    "printf_hook": (r"""
#ifdef __GLIBC__
STEP static int print_own(FILE *f, const struct printf_info *info, const void *const *args)
{
	(void)f;
	(void)info;
	(void)args;
	TELL(-1, current);
	BACK();
	return 0;
}

STEP static int own_size(const struct printf_info *info, size_t n, int *types, int *sizes)
{
	(void)info;
	if (n)
		types[0] = PA_INT;
	(void)sizes;
	return 1;
}

STEP static long leaf_printf_hook(long path)
{
	static int done;
	char text[40];

	if (!done++)
		register_printf_specifier('Y', print_own, own_size);
	current = path;
	snprintf(text, sizeof(text), "%d %Y", 1, 2);
	KEEP(text);
	BACK();
	return text[0];
}
#else
STEP static long print_own(void)
{
	TELL(-1, current);
	BACK();
	return 1;
}

STEP static long leaf_printf_hook(long path)
{
	current = path;
	long n = print_own();
	BACK();
	return n;
}
#endif
""", "leaf_printf_hook;*;print_own;*"),
    "memory_stream": (r"""
STEP static long leaf_memory_stream(long path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	fprintf(f, "%ld %g", path, 1.25);
	TELL(-1, path);
	fclose(f);
	free(text);
	BACK();
	return (long)size;
}
""", "leaf_memory_stream;*"),
}

THREADS = {
    "key": (r"""
static pthread_key_t key;

STEP static void in_key(void *path)
{
	TELL(-1, (long)path);
	BACK();
}

STEP static void *keyed(void *path)
{
	pthread_setspecific(key, path);
	BACK();
	return NULL;
}

STEP static long leaf_key(long path)
{
	static int done;
	pthread_t thread;

	if (!done++)
		pthread_key_create(&key, in_key);
	if (!pthread_create(&thread, NULL, keyed, (void *)path))
		pthread_join(thread, NULL);
	BACK();
	return 0;
}
""", "^in_key;*"),
    "cancel": (r"""
STEP static void clean_up(void *path)
{
	TELL(-1, (long)path);
	BACK();
}

STEP static void *waits(void *path)
{
	pthread_cleanup_push(clean_up, path);
	for (;;)
		pause();
	pthread_cleanup_pop(0);
	return NULL;
}

STEP static long leaf_cancel(long path)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, waits, (void *)path)) {
		pthread_cancel(thread);
		pthread_join(thread, NULL);
	}
	BACK();
	return 0;
}
""", "^?waits;*;clean_up;*"),
    "leave": (r"""
STEP static void at_leave(void *path)
{
	TELL(-1, (long)path);
	BACK();
}

STEP static void go_away(void)
{
	pthread_exit(NULL);
}

STEP static void *leaves(void *path)
{
	pthread_cleanup_push(at_leave, path);
	go_away();
	pthread_cleanup_pop(0);
	return NULL;
}

STEP static long leaf_leave(long path)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, leaves, (void *)path))
		pthread_join(thread, NULL);
	BACK();
	return 0;
}
""", "^?leaves;*;at_leave;*"),
    "clone": (r"""
STEP static int in_clone(void *path)
{
	TELL(-1, (long)path);
	BACK();
	return 0;
}

STEP static long leaf_clone(long path)
{
	static char room[32768] __attribute__((aligned(16)));

	pid_t pid = clone(in_clone, room + sizeof(room), CLONE_VM | SIGCHLD, (void *)path);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	BACK();
	return 1;
}
""", "^in_clone;*"),
    "vfork_deep": (r"""
STEP static void in_child(long path)
{
	char array[300];

	KEEP(array);
	TELL(-1, path);
	BACK();
	_exit(0);
}

STEP static long leaf_vfork_deep(long path)
{
	pid_t pid = vfork();

	if (!pid)
		in_child(path);
	waitpid(pid, NULL, 0);
	BACK();
	return pid;
}
""", "leaf_vfork_deep;in_child;*"),
    "own_attr_stack": (r"""
/* A thread whose stack is an array of this program. */
STEP static void *on_own(void *path)
{
	TELL(-1, (long)path);
	BACK();
	return NULL;
}

STEP static long leaf_own_attr_stack(long path)
{
	static char room[65536] __attribute__((aligned(4096)));
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, room, sizeof(room));
	if (!pthread_create(&thread, &attr, on_own, (void *)path))
		pthread_join(thread, NULL);
	pthread_attr_destroy(&attr);
	BACK();
	return 0;
}
""", "^on_own;*"),
    "notified": (r"""
#ifdef __GLIBC__
STEP static void *serve(void *path)
{
	TELL(-1, (long)path);
	BACK();
	if (!zero)
		pthread_exit(NULL);
	return NULL;
}

/* A thread that ends in the middle of two others' functions. */
STEP static void *serve_outer(void *path)
{
	serve(path);
	BACK();
	return NULL;
}
#else
STEP static void serve(void *path)
{
	TELL(-1, (long)path);
	BACK();
}

STEP static void *serve_outer(void *path)
{
	serve(path);
	BACK();
	return NULL;
}
#endif

STEP static long leaf_notified(long path)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, serve_outer, (void *)path))
		pthread_join(thread, NULL);
	BACK();
	return 0;
}
""", "^serve_outer;serve;*"),
}

STACKS = {
    "two_contexts": (r"""
#ifdef __GLIBC__
static ucontext_t base, first, second;
static char room_first[40000], room_second[40000];

STEP static void in_second(void)
{
	TELL(-1, current);
	BACK();
	swapcontext(&second, &first);
	BACK();
}

STEP static void in_first(void)
{
	getcontext(&second);
	second.uc_stack.ss_sp = room_second;
	second.uc_stack.ss_size = sizeof(room_second);
	second.uc_link = &first;
	makecontext(&second, in_second, 0);
	swapcontext(&first, &second);
	BACK();
}

STEP static long leaf_two_contexts(long path)
{
	current = path;
	getcontext(&first);
	first.uc_stack.ss_sp = room_first;
	first.uc_stack.ss_size = sizeof(room_first);
	first.uc_link = &base;
	makecontext(&first, in_first, 0);
	swapcontext(&base, &first);
	BACK();
	return 0;
}
#else
STEP static void in_second(void)
{
}

STEP static long leaf_two_contexts(long path)
{
	(void)path;
	in_second();
	return 0;
}
#endif
""", "^in_second;*"),
    "generator": (r"""
#ifdef __GLIBC__
static ucontext_t user, maker;
static char room_maker[40000];

STEP static void make_deep(int n)
{
	char array[200];

	KEEP(array);
	if (n > 0)
		make_deep(n - 1);
	else
		TELL(-1, current);
	BACK();
}

STEP static void in_maker(int a, int b)
{
	KEEP(a);
	for (;;) {
		make_deep(b - 3);
		swapcontext(&maker, &user);
	}
}

/* Goes on where it was. */
STEP static long leaf_generator(long path)
{
	static int done;

	current = path;
	if (!done++) {
		getcontext(&maker);
		maker.uc_stack.ss_sp = room_maker;
		maker.uc_stack.ss_size = sizeof(room_maker);
		makecontext(&maker, (void (*)(void))in_maker, 2, 1, 5);
	}
	swapcontext(&user, &maker);
	BACK();
	return 0;
}
#else
STEP static void make_deep(void)
{
}

STEP static void in_maker(void)
{
}

STEP static long leaf_generator(long path)
{
	(void)path;
	in_maker();
	make_deep();
	return 0;
}
#endif
""", "^in_maker;make_deep;make_deep;make_deep;*"),
    "signal_in_context": (r"""
#ifdef __GLIBC__
static ucontext_t before, within;
static char room_within[40000];

STEP static void in_within(void)
{
	raise(SIGUSR2);
	BACK();
}

STEP static long leaf_signal_in_context(long path)
{
	current = path;
	getcontext(&within);
	within.uc_stack.ss_sp = room_within;
	within.uc_stack.ss_size = sizeof(room_within);
	within.uc_link = &before;
	makecontext(&within, in_within, 0);
	swapcontext(&before, &within);
	BACK();
	return 0;
}
#else
STEP static void in_within(void)
{
}

STEP static long leaf_signal_in_context(long path)
{
	(void)path;
	in_within();
	return 0;
}
#endif
""", "^in_within;*;on_usr2;*"),
    "other_jump": (r"""
/* Leaves a handler on the other stack by a jump. */
STEP static void on_other_jump(int number)
{
	char array[500];

	(void)number;
	KEEP(array);
	TELL(-1, current);
	siglongjmp(out_of_signal, 1);
}

STEP static long leaf_other_jump(long path)
{
	struct sigaction action = { .sa_handler = on_other_jump, .sa_flags = SA_ONSTACK | SA_NODEFER };

	current = path;
	sigaction(SIGXCPU, &action, NULL);
	if (!sigsetjmp(out_of_signal, 1))
		raise(SIGXCPU);
	BACK();
	return 1;
}
""", "leaf_other_jump;*;on_other_jump;*"),
    "after_other_jump": (r"""
STEP static void on_quick_jump(int number)
{
	(void)number;
	siglongjmp(out_of_signal, 1);
}

STEP static long leaf_after_other_jump(long path)
{
	struct sigaction action = { .sa_handler = on_quick_jump, .sa_flags = SA_ONSTACK | SA_NODEFER };

	sigaction(SIGXFSZ, &action, NULL);
	if (!sigsetjmp(out_of_signal, 1))
		raise(SIGXFSZ);
	else
		seen += TELL(-1, path);
	BACK();
	return 1;
}
""", "leaf_after_other_jump;*"),
    "injected": (r"""
/* A handler that lets the program go on in another function, as if the place of the fault had called it. */
STEP void landed(void)
{
	TELL(-1, current);
	BACK();
	siglongjmp(out_of_signal, 1);
}

STEP static void on_bus(int number, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;

	(void)number;
	(void)info;
	regs[REG_RSP] = (regs[REG_RSP] - 128) & -16L;
	regs[REG_RSP] -= 8;
	*(greg_t *)regs[REG_RSP] = regs[REG_RIP];
	regs[REG_RIP] = (greg_t)landed;
}

STEP static long trap_here(void)
{
	__asm__ volatile("ud2");
	return 1;
}

STEP static long leaf_injected(long path)
{
	struct sigaction action = { .sa_sigaction = on_bus, .sa_flags = SA_SIGINFO | SA_NODEFER };

	current = path;
	sigaction(SIGILL, &action, NULL);
	if (!sigsetjmp(out_of_signal, 1))
		seen += trap_here();
	BACK();
	return 1;
}
""", "leaf_injected;trap_here;landed;*"),
    "redirected": (r"""
/* A handler that lets the program go on in another function, in the place of the one that was interrupted. */
STEP void taken_over(void)
{
	TELL(-1, current);
	BACK();
	siglongjmp(out_of_signal, 1);
}

STEP static void on_vtalrm(int number, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;

	(void)number;
	(void)info;
	regs[REG_RSP] = ((regs[REG_RSP] - 128) & -16L) - 8;
	*(greg_t *)regs[REG_RSP] = 0;
	regs[REG_RIP] = (greg_t)taken_over;
}

STEP static long leaf_redirected(long path)
{
	struct sigaction action = { .sa_sigaction = on_vtalrm, .sa_flags = SA_SIGINFO | SA_NODEFER };

	current = path;
	sigaction(SIGVTALRM, &action, NULL);
	if (!sigsetjmp(out_of_signal, 1))
		raise(SIGVTALRM);
	BACK();
	return 1;
}
""", "leaf_redirected;*;taken_over;*"),
    "fault_on_other": (r"""
/* A fault in a handler on the other stack. */
STEP static void on_stkflt(int number)
{
	(void)number;
	mprotect(page, 4096, PROT_NONE);
	seen += *(volatile char *)page;
	BACK();
}

STEP static long leaf_fault_on_other(long path)
{
	struct sigaction action = { .sa_handler = on_stkflt, .sa_flags = SA_ONSTACK | SA_NODEFER };

	current = path;
	sigaction(SIGSTKFLT, &action, NULL);
	raise(SIGSTKFLT);
	BACK();
	return 0;
}
""", "leaf_fault_on_other;*;on_stkflt;*;on_segv;*"),
}

# Tables that jumps go through, and a call below much of the stack.
FRAMES = {
    "tail_table": (say("tail") + r"""
STEP static long tail_one(long path)
{
	long n = say_tail(-1, path);

	BACK();
	return n;
}

STEP static long leaf_tail_table(long path)
{
	static long (*volatile const table[])(long) = { tail_one, tail_one };

	return table[path & 1](path);
}
""", "?leaf_tail_table;tail_one;say_tail;*"),
    "deep": (say("deep") + r"""
STEP static long go_deep(long path, int n)
{
	char array[n * 8 + 100];

	KEEP(array);
	long result = n ? go_deep(path, n - 1) : say_deep(-1, path);
	BACK();
	return result + array[n];
}

STEP static long leaf_deep(long path)
{
	long n = go_deep(path, 20);

	BACK();
	return n;
}
""", "leaf_deep" + ";go_deep" * 21 + ";say_deep;*"),
    "big": (say("big") + r"""
STEP static long with_big(long path)
{
	char array[9000], *more = alloca((size_t)(path % 5000 + 1));

	array[8000] = 1;
	more[path % 5000] = 1;
	KEEP(array);
	KEEP(*more);
	long n = say_big(-1, path);
	BACK();
	return n + array[8000] + more[0];
}

STEP static long leaf_big(long path)
{
	long n = with_big(path);

	BACK();
	return n;
}
""", "leaf_big;with_big;say_big;*"),
    "many": (say("many") + r"""
STEP static long with_many(long path, double a, double b, long c, long d, long e, long f, long g, long h, struct { long v[9]; } s)
{
	long n = say_many(-1, path);

	BACK();
	return n + (long)(a + b) + c + d + e + f + g + h + s.v[3];
}
""".replace("struct { long v[9]; } s", "struct nine s").replace("STEP static long with_many", "struct nine { long v[9]; };\n\nSTEP static long with_many") + r"""
STEP static long leaf_many(long path)
{
	struct nine s = { { path, 2, 3, path, 5, 6, 7, 8, 9 } };
	long n = 0;

	for (int i = 0; i < 2; i++) {
		char *room = alloca((size_t)(path % 100 + i * 40 + 1));

		room[0] = 1;
		KEEP(*room);
		n += with_many(path, 1.5, (double)path, 3, 4, 5, 6, 7, 8, s);
	}
	BACK();
	return n;
}
""", "leaf_many;with_many;say_many;*"),
    "nested_function": (r"""
/* A function that is told which frame called. */
__attribute__((cold)) STEP static long rarely(long path)
{
	long n = TELL(-1, path);

	BACK();
	return n + 1;
}

STEP static long leaf_nested_function(long path)
{
	long n = 0, more[4] = { path, 1, 2, 3 };

	if (__builtin_expect(path == 3, 1))
		return 7;
	KEEP(more);
	n += rarely(path) + more[path & 3];
	BACK();
	return n;
}
""", "leaf_nested_function;rarely;*"),
}

NEWEST_LEAVES = {**CALLBACKS, **THREADS, **STACKS, **FRAMES}
