# SPDX-License-Identifier: GPL-2.0-only
# Part of Makefile.perf: the shared libperf, man pages, install and uninstall.
# Variables: prefix (/usr/local), bindir libdir includedir mandir datadir libexecdir docdir, DESTDIR;
# sysconfdir (/etc, where perfconfig is looked for) when building.

prefix ?= /usr/local
bindir ?= $(prefix)/bin
sysconfdir ?= /etc
libdir ?= $(prefix)/lib
includedir ?= $(prefix)/include
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/perf
libexecdir ?= $(prefix)/libexec
testsdir = $(libexecdir)/perf-core/tests
completiondir = $(datadir)/bash-completion/completions
zshdir = $(datadir)/zsh/vendor-completions
ASCIIDOCTOR ?= asciidoctor

# --- libperf.so: only what libperf.map names is visible -----------------------
LIBPERF_VERSION := $(VERSION)
LIBPERF_SONAME := libperf.so.$(firstword $(subst ., ,$(VERSION)))
LIBPERF_SO := $(O)/libperf.so.$(LIBPERF_VERSION)
LIBPERF_DOC := ../lib/perf/Documentation

$(LIBPERF_SO): $(LIBPERF_OBJ) ../lib/perf/libperf.map
	@echo "  LINK    $@"
	@$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,$(LIBPERF_SONAME) \
		-Wl,--version-script=../lib/perf/libperf.map -o $@ $(LIBPERF_OBJ)
	@ln -sf $(@F) $(O)/$(LIBPERF_SONAME) && ln -sf $(LIBPERF_SONAME) $(O)/libperf.so

$(O)/libperf.pc: ../lib/perf/libperf.pc.in VERSION FORCE
	@sed -e '/^#/d' -e 's|@PREFIX@|$(prefix)|' -e 's|@LIBDIR@|$(libdir)|' \
		-e 's|@INCLUDEDIR@|$(includedir)|' -e 's|@VERSION@|$(LIBPERF_VERSION)|' $< > $@

# --- man pages: perf-*.txt in section 1, libperf-*.txt in section 3 -----------
MAN_OUT ?= $(O)/man
MAN_TEXT := $(wildcard Documentation/perf.txt Documentation/perf-*.txt)
MAN1 := $(patsubst Documentation/%.txt,$(MAN_OUT)/%.1,$(MAN_TEXT))
MAN3_TEXT := $(wildcard $(LIBPERF_DOC)/libperf-*.txt)
MAN3 := $(patsubst $(LIBPERF_DOC)/%.txt,$(MAN_OUT)/%.3,$(MAN3_TEXT))

man: asciidoctor-is-there $(MAN_OUT)/.made

asciidoctor-is-there:
	@command -v $(ASCIIDOCTOR) > /dev/null || \
		{ echo "make man: $(ASCIIDOCTOR) not found: install asciidoctor" >&2; exit 1; }

# All by one asciidoctor: to start it takes ten times as long as a page does.
$(MAN_OUT)/.made: $(MAN_TEXT) $(MAN3_TEXT) $(wildcard $(LIBPERF_DOC)/examples/*) VERSION | asciidoctor-is-there
	@mkdir -p $(@D)
	@echo "  MAN     $(@D)"
	@$(ASCIIDOCTOR) -b manpage -d manpage --failure-level=INFO -a manmanual='perf' -a mansource='perf $(VERSION)' \
		-D $(@D) $(MAN_TEXT) $(MAN3_TEXT)
	@touch $@

$(MAN1) $(MAN3): $(MAN_OUT)/.made ;

# --- install -------------------------------------------------------------------
# The tests that run beside an installed perf: all but the C sources of the suites in the binary.
INSTALL_TESTS = $(shell cd tests && find . -type f ! -path './unit/*' ! -path './fuzz/*.c' \
	! -name '*.pyc' ! -path './*.h' \( ! -name '*.c' -o -path './*/*' \) | sort)
INSTALL_UNITS = perf-last.service perf-watch.service
INSTALL_HEADERS = $(wildcard ../lib/perf/include/perf/*.h include/perf/*.h)
INSTALL_DOC = $(filter-out Documentation/perf.txt Documentation/perf-%.txt,$(wildcard Documentation/*.txt))
INSTALL_EXAMPLES = $(wildcard $(LIBPERF_DOC)/examples/*.c)
BUILT_MAN = $(wildcard $(MAN1) $(MAN3))
D = $(DESTDIR)

# Installing makes the manual pages; without asciidoctor those that are there already, and the texts of all,
# which perf help shows then.
ifneq ($(shell command -v $(ASCIIDOCTOR) 2> /dev/null),)
MAN_GOAL := man
else
INSTALL_MAN_TEXT := $(MAN_TEXT)
endif

install: all $(O)/libperf.pc $(MAN_GOAL)
	@echo "  INSTALL $(D)$(prefix)"
	@$(INSTALL) -d $(D)$(bindir) $(D)$(libdir)/pkgconfig $(D)$(includedir)/perf $(D)$(docdir)/examples \
		$(D)$(testsdir) $(D)$(completiondir) $(D)$(zshdir)
	@$(INSTALL) -m 755 $(O)/perf $(D)$(bindir)/perf
	@ln -sf perf $(D)$(bindir)/perf-defer
	@$(INSTALL) -m 644 $(O)/libperf.a $(D)$(libdir)/libperf.a
	@$(INSTALL) -m 755 $(LIBPERF_SO) $(D)$(libdir)/libperf.so.$(LIBPERF_VERSION)
	@ln -sf libperf.so.$(LIBPERF_VERSION) $(D)$(libdir)/$(LIBPERF_SONAME)
	@ln -sf $(LIBPERF_SONAME) $(D)$(libdir)/libperf.so
	@$(INSTALL) -m 644 $(O)/libperf.pc $(D)$(libdir)/pkgconfig/libperf.pc
	@$(INSTALL) -m 644 $(INSTALL_HEADERS) $(D)$(includedir)/perf/
	@$(INSTALL) -m 644 $(INSTALL_DOC) $(INSTALL_MAN_TEXT) $(D)$(docdir)/
	@[ -z "$(INSTALL_MAN_TEXT)" ] || \
		echo "  $(ASCIIDOCTOR) is not there: manual pages are installed as text, for perf help, not for man(1)"
	@$(INSTALL) -m 644 $(INSTALL_EXAMPLES) $(D)$(docdir)/examples/
	@for unit in $(INSTALL_UNITS); do \
		sed 's|@BINDIR@|$(bindir)|' packaging/$$unit > $(D)$(docdir)/$$unit && chmod 644 $(D)$(docdir)/$$unit || exit 1; \
	done
	@$(INSTALL) -m 644 perf-completion.sh $(D)$(completiondir)/perf
	@ln -sf perf $(D)$(completiondir)/perf-defer
	@$(INSTALL) -m 644 perf-completion.zsh $(D)$(zshdir)/_perf
	@for page in $(BUILT_MAN); do \
		dir=$(D)$(mandir)/man$${page##*.}; \
		$(INSTALL) -d $$dir && $(INSTALL) -m 644 $$page $$dir/ || exit 1; \
	done
	@for file in $(INSTALL_TESTS); do \
		dir=$(D)$(testsdir)/$${file%/*}; mode=644; \
		if [ -x tests/$$file ]; then mode=755; fi; \
		$(INSTALL) -d $$dir && $(INSTALL) -m $$mode tests/$$file $$dir/ || exit 1; \
	done

# Upstream's name; here it is one file, and nothing is compiled. It finds the perf that is installed.
PYTHON ?= python3
PYTHONDIR ?= $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
install-python_ext:
	@[ -n "$(PYTHONDIR)" ] || { echo "make install-python_ext: $(PYTHON) not found: set PYTHONDIR to where modules belong" >&2; exit 1; }
	@echo "  INSTALL $(D)$(PYTHONDIR)/perf_defer.py"
	@$(INSTALL) -d $(D)$(PYTHONDIR)
	@sed 's|^_PERF = ""$$|_PERF = "$(bindir)/perf"|' python/perf_defer.py > $(D)$(PYTHONDIR)/perf_defer.py
	@chmod 644 $(D)$(PYTHONDIR)/perf_defer.py

uninstall-python_ext:
	@rm -f $(D)$(PYTHONDIR)/perf_defer.py

# Only what install puts there: the folders of others stay.
uninstall:
	@echo "  REMOVE  from $(D)$(prefix)"
	@rm -f $(D)$(bindir)/perf $(D)$(bindir)/perf-defer $(D)$(libdir)/libperf.a $(D)$(libdir)/libperf.so \
		$(D)$(libdir)/$(LIBPERF_SONAME) $(D)$(libdir)/libperf.so.$(LIBPERF_VERSION) \
		$(D)$(libdir)/pkgconfig/libperf.pc $(D)$(completiondir)/perf $(D)$(completiondir)/perf-defer \
		$(D)$(zshdir)/_perf
	@rm -f $(addprefix $(D)$(includedir)/perf/,$(notdir $(INSTALL_HEADERS)))
	@rm -f $(MAN1:$(MAN_OUT)/%=$(D)$(mandir)/man1/%) $(MAN3:$(MAN_OUT)/%=$(D)$(mandir)/man3/%)
	@rm -rf $(D)$(testsdir) $(D)$(docdir)
	@rmdir --ignore-fail-on-non-empty $(wildcard $(D)$(libexecdir)/perf-core $(D)$(includedir)/perf)

# --- perf-defer alone: beside another perf, which offers it as `perf defer` ------------------------
# Its pages under names that the other perf has not: packaging/defer-pages.sh.
install-defer: all $(MAN_GOAL)
	@echo "  INSTALL $(D)$(bindir)/perf-defer"
	@$(INSTALL) -d $(D)$(bindir) $(D)$(docdir)-defer $(D)$(completiondir) $(D)$(zshdir)
	@rm -f $(D)$(bindir)/perf-defer
	@$(INSTALL) -m 755 $(O)/perf $(D)$(bindir)/perf-defer
	@$(INSTALL) -m 644 $(INSTALL_DOC) $(if $(MAN_GOAL),,$(MAN_TEXT) $(MAN3_TEXT)) $(D)$(docdir)-defer/
	@for unit in $(INSTALL_UNITS); do \
		sed 's|@BINDIR@|$(bindir)|' packaging/$$unit > $(D)$(docdir)-defer/$$unit && chmod 644 $(D)$(docdir)-defer/$$unit || exit 1; \
	done
	@$(INSTALL) -m 644 perf-completion.sh $(D)$(completiondir)/perf-defer
	@$(INSTALL) -m 644 perf-completion.zsh $(D)$(zshdir)/_perf-defer
	@[ -z "$(MAN_GOAL)" ] || packaging/defer-pages.sh $(D)$(mandir) $(MAN1) $(MAN3)

uninstall-defer:
	@echo "  REMOVE  $(D)$(bindir)/perf-defer"
	@rm -f $(D)$(bindir)/perf-defer $(D)$(mandir)/man1/perf-defer.1 $(D)$(mandir)/man1/perf-defer-*.1 \
		$(MAN3:$(MAN_OUT)/%=$(D)$(mandir)/man3/%) $(D)$(completiondir)/perf-defer $(D)$(zshdir)/_perf-defer
	@rm -rf $(D)$(docdir)-defer

# Debian packages, into the build directory: see packaging/deb.sh -h.
deb: all
	@packaging/deb.sh $(O) $(O)/deb

FORCE:
.PHONY: man asciidoctor-is-there install uninstall install-defer uninstall-defer deb FORCE
