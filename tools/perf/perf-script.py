# Functions for `perf script -s perf-script.py`, made by `perf script -g python`; perf-script-python(1) explains them.
import os
import sys

sys.path.append(os.environ['PERF_EXEC_PATH'] + '/scripts/python/Perf-Trace-Util/lib/Perf/Trace')

from perf_trace_context import *
from Core import *


def trace_begin():
    print("in trace_begin")


def trace_end():
    print("in trace_end")


def trace_unhandled(event_name, context, event_fields_dict, perf_sample_dict):
    print(event_name, " ".join("%s=%s" % item for item in sorted(event_fields_dict.items())))


def process_event(param_dict):
    sample = param_dict["sample"]
    print(param_dict["ev_name"], param_dict["comm"], sample["pid"], sample["tid"], sample["time"])
    for entry in param_dict["callchain"]:
        print("\t%x %s (%s)" % (entry["ip"], entry.get("sym", {}).get("name", "[unknown]"), entry.get("dso", "[unknown]")))


def print_header(event_name, cpu, secs, nsecs, pid, comm):
    print("%-20s %5u %05u.%09u %8u %-20s " % (event_name, cpu, secs, nsecs, pid, comm), end="")
