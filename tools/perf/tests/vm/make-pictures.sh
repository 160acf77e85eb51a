#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# make-pictures.sh [-p PERF]: makes the pictures of README.md anew (Documentation/pictures): where the threads of tests/truth wait,
# recorded in the guest of boot.sh with frame pointers alone, and deferred and repaired; and who ended one of these waits, on the page
# of a timeline. Needs what boot.sh needs, gcc, chromium.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
perf=$(cd "$here/../.." && pwd)/build/perf
while getopts p: opt; do
	case $opt in
	p) perf=$OPTARG ;;
	*) sed -n 4,6p "$0" >&2; exit 129 ;;
	esac
done

dir=$(mktemp -d "${TMPDIR:-/tmp}/perf-vm-pictures.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

sh "$here/../truth/build.sh" "$dir/built" O2-fp-shared
cp "$dir"/built/O2-fp-shared/* "$dir/"
rm -rf "$dir/built"
# Three threads that share a lock.
cat >"$dir/queue.c" <<'END'
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long sink;

__attribute__((noinline)) static void works_alone(int i)
{
	for (i *= 40000; i; i--)
		sink++;
}

__attribute__((noinline)) static void holds_the_lock(int i)
{
	for (i *= 100000; i; i--)
		sink++;
}

__attribute__((noinline)) static void takes_the_lock(int i)
{
	pthread_mutex_lock(&lock);
	holds_the_lock(i);
	pthread_mutex_unlock(&lock);
}

static void *handles_orders(void *name)
{
	int i;

	pthread_setname_np(pthread_self(), name);
	for (i = 1; i <= 25; i++) {
		works_alone(1 + i % 3);
		takes_the_lock(1 + i % 5);
	}
	return NULL;
}

int main(void)
{
	static char names[3][8] = { "anna", "ben", "carla" };
	pthread_t t[3];
	int i;

	for (i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, handles_orders, names[i]);
	for (i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
END
gcc -D_GNU_SOURCE -O1 -g -fno-omit-frame-pointer -pthread -o "$dir/queue" "$dir/queue.c"

cat >"$dir/run.sh" <<'END'
for how in fp fp,defer,repair; do
	perf record -q --off-cpu --call-graph $how -o data -- ./truth run 40 nap cond mutex || exit 1
	# With names, so that the host can show it. What is not there is told; libc has few names in any case.
	perf defer pack -i data -o out/$how.data || [ $? = 2 ] || exit 1
done
perf defer record -q -a --off-cpu --wall -F 500 -o data -- ./queue || exit 1
perf defer pack -i data -o out/orders.data || [ $? = 2 ] || exit 1
END
"$here/boot.sh" -p "$perf" "$dir"

show="--off-cpu --state blocked -c nap,cond,mutex"
# shellcheck disable=SC2086 # words
"$perf" report -q --flamegraph="$dir/before.html" $show --as-recorded -i "$dir/out/fp.data"
# shellcheck disable=SC2086
"$perf" report -q --flamegraph="$dir/after.html" $show -i "$dir/out/fp,defer,repair.data"
out=$here/../../Documentation/pictures
mkdir -p "$out"
for which in before after; do
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$here/../build" python3 - "$dir/$which.html" "$out/off-cpu-$which.svg" <<-'END'
		import sys
		import browser
		with browser.Page("file://" + sys.argv[1], width=1200, height=700) as page:
		    page.frame()
		    picture = page.run("svgOf(flame.view)")
		    if page.errors or "__schedule" not in picture:
		        sys.exit(f"no picture: {page.errors} {picture[:200]}")
		with open(sys.argv[2], "w", encoding="utf-8") as f:
		    f.write(picture + "\n")
	END
done

(cd "$dir/out" && "$perf" defer export -q --format=timeline -c queue,anna,ben,carla -i orders.data -o ../orders.html)
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$here/../build" python3 - "$dir/orders.html" "$out/timeline.png" <<-'END'
	import sys
	import browser
	with browser.Page("file://" + sys.argv[1], width=1200, height=1000) as page:
	    page.frame()
	    # The longest wait that another thread ended, with what lies around it.
	    page.run("""(() => { const w = flame.waits, s = flame.timeline.off, wanted = [...s.from.keys()].filter((i) => !s.kind[i] && s.nr[i] === 1 &&
	        flame.data.threads[s.thread[i]][0] !== 'queue' && w.wakings.ended(i).some((k) => flame.timeline.wakings.kind[k] < FILTERED));
	        const i = wanted.reduce((a, b) => s.ns[b] > s.ns[a] ? b : a);
	        $('lanes-scroll').style.height = '230px';
	        w.choose(i), flame.set({ lanes: 'thread', arrows: true, event: flame.data.timeline.offCpuEvent });
	        flame.look(s.from[i] - 2 * s.ns[i], s.to[i] + 2 * s.ns[i]); })()""")
	    page.frame()
	    told = page.run("$('waits-text').textContent")
	    if page.errors or "Ended by " not in told:
	        sys.exit(f"no picture: {page.errors} {told}")
	    page.picture(sys.argv[2])
END
ls -l "$out"
