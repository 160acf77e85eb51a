#!/bin/sh
# perf record: BPF programs that were there before have names, those that come while it runs, too
# SPDX-License-Identifier: GPL-2.0-only
set -eu
# shellcheck source-path=SCRIPTDIR source=lib/record.sh
. "$PERF_TEST_DIR/shell/lib/record.sh"
need_tools gcc

# Loads a program of two functions, once without names for them and once with, and runs both for a while.
cat > "$dir/load.c" << 'E'
#include <linux/bpf.h>
#include <linux/btf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define INFO(kind, nr)	((uint32_t)(kind) << 24 | (nr))
#define LENGTH		400	/* multiplications of each function */

static const char strings[] = "\0int\0outer_fn\0inner_fn";
static const struct {
	struct btf_header h;
	uint32_t types[4 + 3 + 3 + 3];
	char strings[sizeof(strings)];
} btf = {
	{ .magic = BTF_MAGIC, .version = 1, .hdr_len = sizeof(struct btf_header), .type_len = 13 * 4,
	  .str_off = 13 * 4, .str_len = sizeof(strings) },
	{ 1, INFO(BTF_KIND_INT, 0), 4, BTF_INT_SIGNED << 24 | 32, 0, INFO(BTF_KIND_FUNC_PROTO, 0), 1,
	  5, INFO(BTF_KIND_FUNC, 0), 2, 14, INFO(BTF_KIND_FUNC, 0), 2 },
	"\0int\0outer_fn\0inner_fn",
};

static int bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

static int function(struct bpf_insn *to, int call)
{
	int i, n = 0;

	to[n++] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 1 };
	for (i = 0; i < LENGTH; i++)
		to[n++] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MUL | BPF_K, .imm = i | 1 };
	if (call)
		to[n++] = (struct bpf_insn){ .code = BPF_JMP | BPF_CALL, .src_reg = BPF_PSEUDO_CALL, .imm = 2 };
	to[n++] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 1 };
	to[n++] = (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT };
	return n;
}

static int load(const char *name, int btf_fd)
{
	static char log[1 << 16];
	struct bpf_insn code[2 * LENGTH + 16];
	int first = function(code, 1), nr = first + function(code + first, 0), fd;
	struct bpf_func_info functions[2] = { { 0, 3 }, { (uint32_t)first, 4 } };
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_SOCKET_FILTER;
	attr.insns = (uintptr_t)code;
	attr.insn_cnt = (uint32_t)nr;
	attr.license = (uintptr_t)"GPL";
	attr.log_buf = (uintptr_t)log;
	attr.log_size = sizeof(log);
	attr.log_level = 1;
	strcpy(attr.prog_name, name);
	if (btf_fd >= 0) {
		attr.prog_btf_fd = (uint32_t)btf_fd;
		attr.func_info_rec_size = sizeof(functions[0]);
		attr.func_info = (uintptr_t)functions;
		attr.func_info_cnt = 2;
	}
	fd = bpf(BPF_PROG_LOAD, &attr);
	if (fd < 0) {
		perror("BPF programs cannot be loaded");
		fputs(log, stderr);
	}
	return fd;
}

int main(void)
{
	int fds[2], btf_fd, i;
	union bpf_attr attr;
	time_t end;

	memset(&attr, 0, sizeof(attr));
	attr.btf = (uintptr_t)&btf;
	attr.btf_size = sizeof(btf.h) + sizeof(btf.types) + sizeof(strings);
	btf_fd = bpf(BPF_BTF_LOAD, &attr);
	if (btf_fd < 0)
		perror("BTF cannot be loaded");
	fds[0] = btf_fd < 0 ? -1 : load("plain", -1);
	fds[1] = fds[0] < 0 ? -1 : load("typed", btf_fd);
	if (fds[1] < 0)
		return 2;
	puts("loaded");
	fflush(stdout);
	for (end = time(NULL) + 30; time(NULL) < end && getppid() != 1;)
		for (i = 0; i < 2; i++) {
			char packet[64] = { 0 };

			memset(&attr, 0, sizeof(attr));
			attr.test.prog_fd = (uint32_t)fds[i];
			attr.test.data_in = (uintptr_t)packet;
			attr.test.data_size_in = sizeof(packet);
			attr.test.repeat = 20000;
			if (bpf(BPF_PROG_TEST_RUN, &attr))
				return 3;
		}
	return 0;
}
E
gcc -O1 -o "$dir/load" "$dir/load.c" 2> "$dir/log" ||
	skip "no headers for BPF: $(head -n 1 "$dir/log")"
need_events
"$dir/load" > "$dir/said" 2> "$dir/err" &
load=$!
wait_for "what the program says" '[ -s "$dir/said" ] || ! kill -0 $load 2> /dev/null'
[ -s "$dir/said" ] || skip "$(head -n 1 "$dir/err")"
functions() { # RECORDING: the names of functions that it was told of
	"$PERF" script -i "$1" --show-bpf-events 2> "$dir/err" |
		sed -n 's/.*PERF_RECORD_KSYMBOL .* flags 0x0 name \(bpf_prog_[0-9a-f]*_\(F\|plain\|outer_fn\|inner_fn\)\)$/\1/p' |
		sort -u
}
# They were there before.
"$PERF" record -q -N -e cpu-clock -F 2000 -o "$dir/data" -p $load -- sh -c "$(until_used $load 40)" 2> "$dir/err" || bad "record: $(cat "$dir/err")"
kill $load
wait $load 2> /dev/null || :
"$PERF" record -q -N -e cpu-clock -F 2000 -o "$dir/other" \
	-- sh -c "'$dir/load' & $(until_used '$!' 40); kill \$!" > "$dir/log" 2> "$dir/err" || :
functions "$dir/other" > "$dir/want"
[ -s "$dir/want" ] || skip "the kernel tells of no BPF program's code"
grep -q _plain "$dir/want" || skip "this kernel's names are those of old ones"
[ "$(wc -l < "$dir/want")" = 4 ] || bad "functions that the kernel told of: $(cat "$dir/want")"
functions "$dir/data" | cmp - "$dir/want" || bad "names of programs that were there before: $(functions "$dir/data")"
"$PERF" script -i "$dir/data" --show-bpf-events | grep -q 'PERF_RECORD_BPF_EVENT type 1, flags 0, id [1-9]' || bad "no BPF_EVENT"
for data in data other; do
	"$PERF" report -i "$dir/$data" --stdio -s sym -F sym > "$dir/out" 2> "$dir/log"
	while read -r name; do
		grep -q "\[k\] $name *\$" "$dir/out" || bad "$data: no sample in $name: $(grep bpf_prog "$dir/out")"
	done < "$dir/want"
done
"$PERF" record -q -N -e cpu-clock --no-bpf-event -o "$dir/data" -- true
"$PERF" script -i "$dir/data" --show-bpf-events | grep -q PERF_RECORD_BPF && bad "--no-bpf-event does not help"
finish
