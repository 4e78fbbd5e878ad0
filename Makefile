# ptx2c.  Quiet unless V=1.  Everything made lies in build/ (and ./ptx2c, a link to build/ptx2c).
#
#   make                 the compiler                 make demo        build it and run two samples
#   make check           all tests                    make check-long  also the slow ones
#   make fuzz            changed files, with clang's libFuzzer for FUZZ_SECONDS=600
#   make bench           kernels, the translator  make asan        a sanitised compiler in build/asan
#   make install         to PREFIX under DESTDIR      make uninstall, make clean
#   make web             a page with the compiler in it, in build/web: clang, lld, wasi-libc, libclang-rt-…-dev-wasm32
#   make cuda            libraries for whole CUDA programs, in build/cuda      make install-cuda
#
# CC=clang, CFLAGS=…, GETOPT=gnulib (getopt_long from gnulib instead of libc), OPENMP=0 (tests without -fopenmp).

.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

ifeq ($(origin CC),default)
CC = cc
endif
BUILD    = build
PREFIX   = /usr/local
DESTDIR  =
GETOPT   = libc
OPENMP   = 1
CFLAGS   = -O2 -g
WARN     = -Wall -Wextra -Wpedantic -Werror
BASE     = -std=c11 -D_POSIX_C_SOURCE=200809L $(WARN) -Isrc -I$(BUILD) -fPIC -fvisibility=hidden # libcuda.so.1 holds them, too

OBJCOPY  = objcopy

Q = $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' $(1) $(2);)

version   := $(shell sed -n 's/.*PTX2C_VERSION "\(.*\)".*/\1/p' src/support/util.h)
isa       := $(sort $(wildcard templates/isa/*.isa))
headers   := $(sort $(wildcard runtime/*.h runtime/ptx2c/*.h))
templates := $(sort $(wildcard templates/*.c templates/*.h templates/*.html templates/*.ptx))
sources   := $(sort $(filter-out src/tools/% src/interp/%,$(wildcard src/*/*.c src/*/*/*.c)))
objects    = $(sources:src/%.c=$(BUILD)/%.o) $(BUILD)/isa_table.o $(BUILD)/embedded.o $(BUILD)/runtime_parts.o
main_o     = $(BUILD)/driver/main.o
mkisa_o    = $(patsubst src/tools/%.c,$(BUILD)/tools/%.o,$(sort $(wildcard src/tools/mkisa*.c))) $(BUILD)/support/util.o
parts_o    = $(BUILD)/tools/parts.o $(BUILD)/support/util.o

.PHONY: all web cuda install-cuda demo check check-long fuzz bench install uninstall clean asan deps FORCE
all: $(BUILD)/ptx2c $(if $(filter build,$(BUILD)),ptx2c)

# ---- the compiler -------------------------------------------------------------------------------------------------

# What was used to compile and which files there are: what depends on that is made again when it changes.
$(BUILD)/flags: text = $(CC) $(CFLAGS) $(BASE) $(GETOPT)
$(BUILD)/files: text = $(objects) $(mkisa_o) $(isa) $(headers) $(templates) $(LDFLAGS)
$(BUILD)/flags $(BUILD)/files: FORCE
	@mkdir -p $(BUILD)/tools $(sort $(dir $(objects)))
	@printf '%s\n' '$(subst ','\'',$(text))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(text))' > $@
FORCE:

$(BUILD)/ptx2c: $(main_o) $(BUILD)/libptx2c.a
	$(call say,LINK,$@) $(CC) $(CFLAGS) -o $@ $^ $(getopt_lib) $(LDFLAGS) -lm -ldl

# All but main: what tests link.
$(BUILD)/libptx2c.a: $(filter-out $(main_o),$(objects)) $(BUILD)/files
	$(call say,AR,$@) rm -f $@ && $(AR) rc $@ $(filter %.o,$^)

ptx2c: $(BUILD)/ptx2c
	$(Q)ln -sf $(BUILD)/ptx2c $@

$(filter-out $(mkisa_o),$(objects)): | $(BUILD)/isa_names.h

$(BUILD)/%.o: src/%.c $(BUILD)/flags
	$(call say,CC,$<) $(CC) $(BASE) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tools/%.o: src/tools/%.c $(BUILD)/flags
	$(call say,CC,$<) $(CC) $(BASE) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	$(call say,CC,$<) $(CC) $(BASE) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/mkisa: $(mkisa_o) $(BUILD)/files
	$(call say,LINK,$@) $(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(LDFLAGS)

$(BUILD)/parts: $(parts_o) $(BUILD)/files
	$(call say,LINK,$@) $(CC) $(CFLAGS) -o $@ $(filter %.o,$^) $(LDFLAGS)

$(BUILD)/isa_table.c: $(BUILD)/mkisa $(isa) $(BUILD)/files
	$(call say,MKISA,$@) $(BUILD)/mkisa $(isa) > $@

# Left alone where nothing changes: almost all is compiled with it.
$(BUILD)/isa_names.h: $(BUILD)/isa_names.new ;
$(BUILD)/isa_names.new: $(BUILD)/mkisa $(isa) $(BUILD)/files
	$(call say,MKISA,$(BUILD)/isa_names.h) $(BUILD)/mkisa -n $(isa) > $@ && { cmp -s $@ $(BUILD)/isa_names.h || cp $@ $(BUILD)/isa_names.h; }

$(BUILD)/embedded.c: $(BUILD)/parts $(templates) $(BUILD)/files
	$(call say,PARTS,$@) $(BUILD)/parts $@ $(foreach t,$(templates),$(notdir $t)=$t)

$(BUILD)/runtime_parts.c: $(BUILD)/parts $(headers) $(BUILD)/files
	$(call say,PARTS,$@) $(BUILD)/parts $@ runtime/ptx2c.h $(filter-out runtime/ptx2c.h,$(headers))

-include $(wildcard $(BUILD)/*.d $(BUILD)/*/*.d $(BUILD)/*/*/*.d $(BUILD)/*/*/*/*.d $(BUILD)/*/*/*/*/*.d)

# ---- the playground: the compiler as WebAssembly, and a page around it ----------------------------------------------------

WEB_CC   = clang --target=wasm32-wasi
WEB_BASE = -std=c11 -D_POSIX_C_SOURCE=200809L -D_WASI_EMULATED_SIGNAL $(WARN) -Isrc -Isrc/interp -I$(BUILD) -ffp-contract=off -Os
web_o    = $(patsubst %.c,$(BUILD)/wasm/%.o,$(filter-out src/driver/output.c src/driver/embed.c src/driver/program.c \
    src/support/fatbin.c src/report/dot.c,$(sources)) templates/web/wasi.c $(addprefix $(BUILD)/,isa_table.c embedded.c runtime_parts.c))
run_o    = $(patsubst %.c,$(BUILD)/wasm/%.o,templates/web/run.c $(sort $(wildcard src/interp/*.c)))

web: $(addprefix $(BUILD)/web/,index.html ptx2c.js run.js samples.js wasm.js)

$(BUILD)/wasm/ptx2c.wasm: $(web_o) $(BUILD)/wasm/flags
	$(call say,LINK,$@) $(WEB_CC) -o $@ $(filter %.o,$^) -lwasi-emulated-signal -Wl,-z,stack-size=8388608

$(BUILD)/wasm/run.wasm: $(run_o) $(BUILD)/wasm/flags
	$(call say,LINK,$@) $(WEB_CC) -o $@ $(filter %.o,$^) -lm

$(BUILD)/wasm/%.o: %.c $(BUILD)/wasm/flags | $(BUILD)/isa_names.h
	$(call say,CC,$@) mkdir -p $(@D) && $(WEB_CC) $(WEB_BASE) -MMD -MP -c -o $@ $<

$(BUILD)/wasm/flags: text = $(WEB_CC) $(WEB_BASE) $(web_o) $(run_o)
$(BUILD)/wasm/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(text))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(text))' > $@

# In scripts, so that the page works as a file, too.
$(BUILD)/web/wasm.js: $(BUILD)/wasm/ptx2c.wasm $(BUILD)/wasm/run.wasm
	$(Q)mkdir -p $(@D) && for f in $^; do \
	    printf 'const %s_wasm = "' $$(basename $$f .wasm); base64 $$f | tr -d '\n'; echo '";'; done > $@

$(BUILD)/web/samples.js: $(sort $(wildcard samples/*.ptx)) samples/launches
	$(Q)mkdir -p $(@D) && { echo 'const ptx2c_samples = {'; for f in $(filter %.ptx,$^); do \
	    printf '%s: atob("%s"),\n' $$(basename $$f .ptx) $$(base64 $$f | tr -d '\n'); done; echo '};'; \
	    echo 'const ptx2c_launches = `'; cat samples/launches; echo '`;'; } > $@

$(BUILD)/web/%: templates/web/%
	$(Q)mkdir -p $(@D) && cp $< $@

# ---- CUDA's libraries over the compiler: for whole programs ----------------------------------------------------------

cuda_sources = $(sort $(wildcard runtime/cuda/*.c))
driver_o   = $(patsubst runtime/cuda/%.c,$(BUILD)/cuda/%.o,$(filter-out runtime/cuda/rt_%,$(cuda_sources)))
runtime_o  = $(foreach v,12 13,$(patsubst runtime/cuda/%.c,$(BUILD)/cuda/$v/%.o,$(filter runtime/cuda/rt_%,$(cuda_sources))))
CUDA_BASE  = -std=c11 -D_GNU_SOURCE $(WARN) -Isrc -Iruntime -I$(BUILD)/cuda -fPIC -fvisibility=hidden -pthread

cuda: $(addprefix $(BUILD)/cuda/,libcuda.so.1 libcudart.so.12 libcudart.so.13 libnvJitLink.so.12 libnvJitLink.so.13 \
    libptx2c-hook.so ptx2c-run ptx2c-translate libcuda.a 12/libcudart.a 13/libcudart.a)

# For programs whose kernels are linked in (ptx2c --embed): all in one object, which keeps its names to itself; without the
# translator.
define cuda_archive
	$(call say,AR,$@) rm -f $@ && $(LD) -r -o $(@:.a=.o) $1 && $(OBJCOPY) --localize-hidden $(@:.a=.o) && $(AR) rc $@ $(@:.a=.o)
endef
$(BUILD)/cuda/libcuda.a: $(filter-out $(BUILD)/cuda/build.o,$(driver_o)) $(BUILD)/support/fatbin.o
	$(call cuda_archive,$(filter %.o,$^))

$(BUILD)/cuda/libcuda.so.1: $(driver_o) $(BUILD)/libptx2c.a
	$(call say,LINK,$@) $(CC) $(CFLAGS) -shared -pthread -Wl,-soname,libcuda.so.1 -Wl,-z,defs -Wl,--exclude-libs,ALL -o $@ $^ $(getopt_lib) $(LDFLAGS) -lm -ldl
	$(Q)ln -sf libcuda.so.1 $(BUILD)/cuda/libcuda.so

# The runtime library, for each major version of CUDA: the programs linked with it name the version.
define runtime_library
$(BUILD)/cuda/libcudart.so.$1: $(filter $(BUILD)/cuda/$1/%,$(runtime_o)) $(BUILD)/cuda/libcuda.so.1
	$$(Q)echo 'libcudart.so.$1 { global: cuda*; __cuda*; local: *; };' > $(BUILD)/cuda/$1/symbols
	$$(call say,LINK,$$@) $$(CC) $$(CFLAGS) -shared -pthread -Wl,-soname,libcudart.so.$1 -Wl,--version-script=$(BUILD)/cuda/$1/symbols \
	    '-Wl,-rpath,$$$$ORIGIN' -o $$@ $$(filter %.o,$$^) -L$(BUILD)/cuda -l:libcuda.so.1 $$(LDFLAGS)

$(BUILD)/cuda/$1/libcudart.a: $(filter $(BUILD)/cuda/$1/%,$(runtime_o))
	$$(call cuda_archive,$$^)

$(BUILD)/cuda/libnvJitLink.so.$1: runtime/cuda/jitlink/jitlink.c $(BUILD)/cuda/libcuda.so.1
	$$(Q)mkdir -p $(BUILD)/cuda/$1 && echo 'libnvJitLink.so.$1 { global: nvJitLink*; __nvJitLink*; local: *; };' > $(BUILD)/cuda/$1/jitlink
	$$(call say,LINK,$$@) $$(CC) $$(CUDA_BASE) $$(CFLAGS) -Iruntime/cuda -DRT_VERSION=$1 -shared -Wl,-soname,libnvJitLink.so.$1 \
	    -Wl,--version-script=$(BUILD)/cuda/$1/jitlink '-Wl,-rpath,$$$$ORIGIN' -o $$@ $$< -L$(BUILD)/cuda -l:libcuda.so.1 $$(LDFLAGS)

$(BUILD)/cuda/$1/%.o: runtime/cuda/%.c $(BUILD)/cuda/flags
	$$(call say,CC,$$<) mkdir -p $(BUILD)/cuda/$1 && $$(CC) $$(CUDA_BASE) $$(CFLAGS) -DRT_VERSION=$1 -MMD -MP -c -o $$@ $$<
endef
$(foreach v,12 13,$(eval $(call runtime_library,$v)))

$(BUILD)/cuda/%.o: runtime/cuda/%.c $(BUILD)/cuda/flags
	$(call say,CC,$<) $(CC) $(CUDA_BASE) $(CFLAGS) -MMD -MP -c -o $@ $<

# Which translator it is stands in the keys of the cache.
$(BUILD)/cuda/build.o: $(BUILD)/cuda/build_id.h
$(BUILD)/cuda/build_id.h: $(sources) $(wildcard src/*/*.h src/*/*/*.h src/tools/*.c) $(isa) $(headers) $(templates)
	@mkdir -p $(BUILD)/cuda
	$(Q)echo "#define BUILD_ID \"$(version)-$$(cat $^ | cksum | tr ' ' -)\"" > $@

$(BUILD)/cuda/libptx2c-hook.so: runtime/cuda/hook/hook.c runtime/cuda/hook/stripped.c runtime/cuda/hook/stripped.h $(BUILD)/cuda/flags
	$(call say,LINK,$@) $(CC) $(CUDA_BASE) $(CFLAGS) -shared -Wl,-soname,libptx2c-hook.so -o $@ $(filter %.c,$^) -ldl

$(BUILD)/cuda/ptx2c-translate: runtime/cuda/translate/translate.c $(BUILD)/libptx2c.a $(BUILD)/cuda/flags
	$(call say,LINK,$@) $(CC) $(CUDA_BASE) $(CFLAGS) -o $@ $< $(BUILD)/libptx2c.a $(getopt_lib) $(LDFLAGS) -lm

$(BUILD)/cuda/ptx2c-run: runtime/cuda/ptx2c-run
	$(Q)mkdir -p $(BUILD)/cuda && install -m 755 $< $@

$(BUILD)/cuda/flags: text = $(CC) $(CUDA_BASE) $(CFLAGS) $(LDFLAGS)
$(BUILD)/cuda/flags: FORCE
	@mkdir -p $(BUILD)/cuda
	@printf '%s\n' '$(subst ','\'',$(text))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(text))' > $@

# ---- GETOPT=gnulib: getopt_long from the system's gnulib, made in build/gnulib ------------------------------------

ifeq ($(GETOPT),gnulib)
getopt_lib = $(BUILD)/gnulib/gllib/libgnu.a
$(BUILD)/driver/options.o: private BASE += -I$(BUILD)/gnulib/gllib -I$(BUILD)/gnulib -include config.h
$(BUILD)/driver/options.o: $(getopt_lib)
$(BUILD)/ptx2c: $(getopt_lib)
# The module replaces libc's function only where that is not good enough: told so here.
$(getopt_lib):
	@command -v gnulib-tool >/dev/null || sh tests/deps.sh gnulib
	$(call say,GNULIB,$@) rm -rf $(BUILD)/gnulib && mkdir -p $(BUILD) && cd $(BUILD) && \
	    { gnulib-tool --create-testdir --without-tests --lib=libgnu --source-base=gllib --dir=gnulib getopt-gnu && \
	      cd gnulib && ./configure -q CC='$(CC)' gl_cv_func_getopt_gnu=no gl_cv_func_getopt_posix=no && \
	      $(MAKE) -s -C gllib; } > gnulib.log 2>&1 || { cat gnulib.log; exit 1; }
else ifneq ($(GETOPT),libc)
$(error GETOPT is libc or gnulib)
endif

# ---- tests and samples --------------------------------------------------------------------------------------------

export CC OPENMP V
deps:
	@sh tests/deps.sh

demo:
	@sh tests/deps.sh build
	@$(MAKE) --no-print-directory all
	@sh samples/demo.sh

check: deps
	@$(MAKE) --no-print-directory all
	@bash tests/all.sh

check-long: deps
	@$(MAKE) --no-print-directory all asan
	@LONG=1 bash tests/all.sh

# FUZZ_SECONDS=600: how long clang's libFuzzer works.
fuzz: all
	@BUILD='$(BUILD)' bash tests/fuzz.sh libfuzzer

bench: all
	@bash tests/bench.sh
	@bash tests/bench/checks.sh
	@bash tests/rates.sh || :
	@bash tests/texbench.sh
	@bash tests/bench/count.sh

asan:
	@ASAN_OPTIONS=detect_leaks=0 $(MAKE) --no-print-directory BUILD=build/asan \
	    CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DPTX2C_VERIFY=1' build/asan/ptx2c

# ---- installation -------------------------------------------------------------------------------------------------

bindir   = $(DESTDIR)$(PREFIX)/bin
incdir   = $(DESTDIR)$(PREFIX)/include/ptx2c
mandir   = $(DESTDIR)$(PREFIX)/share/man
pcdir    = $(DESTDIR)$(PREFIX)/share/pkgconfig
compdir  = $(DESTDIR)$(PREFIX)/share/bash-completion/completions

install: all
	$(Q)install -d $(bindir) $(incdir) $(mandir)/man1 $(mandir)/man3 $(pcdir) $(compdir)
	$(Q)install -m 755 $(BUILD)/ptx2c $(bindir)/ptx2c
	$(Q)for h in $(headers:runtime/%=%); do install -D -m 644 runtime/$$h $(incdir)/$$h || exit; done
	$(Q)install -m 644 man/ptx2c.1 $(mandir)/man1
	$(Q)install -m 644 man/ptx2c-runtime.3 $(mandir)/man3
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(version)|' templates/ptx2c.pc.in > $(pcdir)/ptx2c.pc
	$(Q)chmod 644 $(pcdir)/ptx2c.pc
	$(Q)install -m 644 templates/ptx2c.bash $(compdir)/ptx2c
	$(Q)install -D -m 644 templates/ptx2c-gdb.py $(DESTDIR)$(PREFIX)/share/ptx2c/ptx2c-gdb.py

install-cuda: cuda
	$(Q)install -d $(bindir) $(DESTDIR)$(PREFIX)/lib/ptx2c $(mandir)/man1
	$(Q)cp -P $(BUILD)/cuda/lib*.so* $(BUILD)/cuda/libcuda.a $(DESTDIR)$(PREFIX)/lib/ptx2c
	$(Q)for v in 12 13; do install -D -m 644 $(BUILD)/cuda/$$v/libcudart.a $(DESTDIR)$(PREFIX)/lib/ptx2c/$$v/libcudart.a || exit; done
	$(Q)install -m 755 $(BUILD)/cuda/ptx2c-translate $(DESTDIR)$(PREFIX)/lib/ptx2c/ptx2c-translate
	$(Q)install -m 755 runtime/cuda/ptx2c-run $(bindir)/ptx2c-run
	$(Q)install -m 644 man/ptx2c-run.1 $(mandir)/man1

uninstall:
	$(Q)rm -rf $(bindir)/ptx2c-run $(DESTDIR)$(PREFIX)/lib/ptx2c $(mandir)/man1/ptx2c-run.1
	$(Q)rm -f $(bindir)/ptx2c $(mandir)/man1/ptx2c.1 $(mandir)/man3/ptx2c-runtime.3 $(pcdir)/ptx2c.pc $(compdir)/ptx2c
	$(Q)rm -f $(DESTDIR)$(PREFIX)/share/ptx2c/ptx2c-gdb.py && rmdir $(DESTDIR)$(PREFIX)/share/ptx2c 2>/dev/null || true
	$(Q)rm -f $(headers:runtime/%=$(incdir)/%)
	$(Q)rmdir $(incdir)/* $(incdir) 2>/dev/null || true

clean:
	$(Q)rm -rf build ptx2c
