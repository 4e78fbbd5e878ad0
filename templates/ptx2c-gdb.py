# ptx2c-gdb.py: the threads of a kernel in gdb, for C that ptx2c --debug -g made, compiled with -O0 -g.
#
#   (gdb) source …/share/ptx2c/ptx2c-gdb.py
#   (gdb) break kernel.ptx:20
#   (gdb) run
#   (gdb) ptx threads                       where the threads of the block are
#   (gdb) ptx thread (1,0,0) (37,0,0)       chooses a thread, for print, where and step
#   (gdb) ptx where
#   (gdb) ptx print %r5                     of that thread; ptx print %r5 all: of the block's
#   (gdb) ptx shared tile                   words of a shared variable; ptx shared tile float 8
#   (gdb) ptx step                          on to that thread's next line of PTX, whoever runs before
#
# The C keeps each thread's registers in the state of its warp: s->r5[l] in C, in state number thread / 32.
import re

import gdb

EXITED = 0xffffffff
focus = None  # (block, linear number of the thread)


def kernel_frame():
    """The frame of the kernel's code, and its variables c, run, s."""
    try:
        frame = gdb.newest_frame()
    except gdb.error:
        frame = None
    while frame is not None:
        try:
            values = [frame.read_var(n) for n in ("c", "run", "s")]
            return (frame, *values)
        except ValueError:
            frame = frame.older()
    raise gdb.GdbError("no kernel is running here that was made with --debug: break at a line of it first")


def dim(value):
    return tuple(int(value[n]) for n in "xyz")


def linear(tid, ntid):
    return (tid[2] * ntid[1] + tid[1]) * ntid[0] + tid[0]


def place(t, ntid):
    return (t % ntid[0], t // ntid[0] % ntid[1], t // ntid[0] // ntid[1])


def current_lane(frame):
    """The lane whose turn it is, in a loop over lanes; else None."""
    try:
        return int(frame.read_var("l"))
    except ValueError:
        return None


def chosen():
    """The chosen thread's number: by default the one whose turn it is."""
    frame, c, run, _ = kernel_frame()
    block = dim(c["ctaid"])
    if focus is None or focus[0] != block:
        lane = current_lane(frame)
        return int(run["index"]) * 32 + (lane or 0)
    return focus[1]


def state(t):
    _, _, _, s = kernel_frame()
    run = kernel_frame()[2]
    base = s - int(run["index"])
    return (base + t // 32).dereference()


def line_of(t):
    """Where the thread waits or is to go on: the line at which that part of the kernel begins; None: it has ended."""
    _, c, _, _ = kernel_frame()
    at = int(state(t)["at"]["pc"][t % 32])
    if at == EXITED or not int(state(t)["at"]["alive"]) >> (t % 32) & 1:
        return None
    return int(c["grid"]["kernel"]["lines"][at // 2])


class Ptx(gdb.Command):
    """Threads and registers of a kernel that ptx2c --debug has translated: threads, thread, where, print, shared, step."""

    def __init__(self):
        super().__init__("ptx", gdb.COMMAND_DATA, gdb.COMPLETE_NONE, True)


class Threads(gdb.Command):
    """ptx threads: where the threads of the current block are."""

    def __init__(self):
        super().__init__("ptx threads", gdb.COMMAND_DATA)

    def invoke(self, arg, from_tty):
        frame, c, run, _ = kernel_frame()
        ntid, n = dim(c["ntid"]), int(c["threads"])
        mask = int(run["mask"])
        here = {int(run["index"]) * 32 + l for l in range(32) if mask >> l & 1}
        groups = []
        for t in range(n):
            what = "run at line %d" % frame.find_sal().line if t in here else \
                "ended" if line_of(t) is None else "are at line %d" % line_of(t)
            if groups and groups[-1][2] == what:
                groups[-1][1] = t
            else:
                groups.append([t, t, what])
        print("block (%d,%d,%d) of %d threads" % (*dim(c["ctaid"]), n))
        for a, b, what in groups:
            print("  (%d,%d,%d) to (%d,%d,%d): %d %s" % (*place(a, ntid), *place(b, ntid), b - a + 1, what))


class Thread(gdb.Command):
    """ptx thread [[(BX,BY,BZ)] (X,Y,Z)]: chooses a thread; without arguments says which is chosen."""

    def __init__(self):
        super().__init__("ptx thread", gdb.COMMAND_DATA)

    def invoke(self, arg, from_tty):
        global focus
        groups = [tuple(int(x) for x in g.split(",")) for g in re.findall(r"\(([\d,\s]+)\)", arg)]
        groups = [(g + (0, 0))[:3] for g in groups]
        _, c, _, _ = kernel_frame()
        ntid, block = dim(c["ntid"]), dim(c["ctaid"])
        if arg and not 1 <= len(groups) <= 2:
            raise gdb.GdbError("ptx thread (BX,BY,BZ) (X,Y,Z)")
        if groups:
            if len(groups) == 2 and groups[0] != block:
                raise gdb.GdbError("block (%d,%d,%d) has its turn; break where c->ctaid is another" % block)
            tid = groups[-1]
            if any(x >= m for x, m in zip(tid, ntid)):
                raise gdb.GdbError("blocks have (%d,%d,%d) threads" % ntid)
            focus = (block, linear(tid, ntid))
        print("block (%d,%d,%d) thread (%d,%d,%d)" % (*block, *place(chosen(), ntid)))


class Where(gdb.Command):
    """ptx where: where the chosen thread is."""

    def __init__(self):
        super().__init__("ptx where", gdb.COMMAND_DATA)

    def invoke(self, arg, from_tty):
        frame, c, run, _ = kernel_frame()
        t, ntid = chosen(), dim(c["ntid"])
        sal, lane = frame.find_sal(), current_lane(frame)
        name = c["grid"]["kernel"]["name"].string()
        text = "%s, block (%d,%d,%d), thread (%d,%d,%d): " % (name, *dim(c["ctaid"]), *place(t, ntid))
        if t // 32 == int(run["index"]) and int(run["mask"]) >> (t % 32) & 1:
            turn = "has its turn" if lane in (None, t % 32) else "has done this part" if lane > t % 32 else "is to do this part"
            print(text + "its warp runs at %s:%d, lane %s; it %s" % (sal.symtab.filename, sal.line, lane, turn))
        elif line_of(t) is None:
            print(text + "has ended")
        else:
            print(text + "is at line %d" % line_of(t))


def register(t, name):
    try:
        return state(t)[name][t % 32]
    except gdb.error:
        raise gdb.GdbError("the kernel has no register %%%s, or never needs its value" % name)


class Print(gdb.Command):
    """ptx print %REGISTER [all]: its value for the chosen thread, or for all of the block."""

    def __init__(self):
        super().__init__("ptx print", gdb.COMMAND_DATA)

    def invoke(self, arg, from_tty):
        words = gdb.string_to_argv(arg)
        if not words or len(words) > 2 or (len(words) == 2 and words[1] != "all"):
            raise gdb.GdbError("ptx print %REGISTER [all]")
        name = words[0].lstrip("%").replace("$", "_")
        _, c, _, _ = kernel_frame()
        if len(words) == 1:
            print("%s = %s" % (words[0], register(chosen(), name)))
            return
        n, values = int(c["threads"]), []
        for t in range(n):
            values.append(str(register(t, name)))
        for t in range(0, n, 8):
            print("%4d: %s" % (t, " ".join(values[t:t + 8])))


def blocks_of(frame):
    """The blocks of the kernel's functions, by the lines of its file."""
    for e in frame.find_sal().symtab.linetable():
        block = gdb.block_for_pc(e.pc)
        while block and not block.is_static and not block.is_global:
            yield block
            block = block.superblock


def shared_offset(frame, name):
    """Of a variable in the shared window, which is a constant of the functions that use it."""
    for block in blocks_of(frame):
        for symbol in block:
            if symbol.name == name and symbol.addr_class == gdb.SYMBOL_LOC_CONST:
                return next(f.enumval for f in symbol.type.fields() if f.name == name)
    raise gdb.GdbError("no shared variable %s here" % name)


class Shared(gdb.Command):
    """ptx shared NAME [TYPE [COUNT]]: a shared variable of the block, 32 words unless said."""

    def __init__(self):
        super().__init__("ptx shared", gdb.COMMAND_DATA)

    def invoke(self, arg, from_tty):
        words = gdb.string_to_argv(arg)
        if not words or len(words) > 3:
            raise gdb.GdbError("ptx shared NAME [TYPE [COUNT]]")
        frame, c, _, _ = kernel_frame()
        offset = shared_offset(frame, words[0])
        kind = gdb.lookup_type(words[1] if len(words) > 1 else "uint32_t")
        room = (int(c["shared_bytes"]) - offset) // kind.sizeof
        count = min(int(words[2]) if len(words) > 2 else 32, room)
        at = (c["shared"] + offset).cast(kind.pointer())
        for i in range(0, count, 8):
            print("%4d: %s" % (i, " ".join(str(at[k]) for k in range(i, min(i + 8, count)))))


def has_code(symtab, line):
    """Whether an instruction may begin there: C behind an instruction's counts its lines on from that."""
    try:
        with open(symtab.fullname(), encoding="latin-1") as f:
            text = f.read().split("\n")
    except OSError:
        return True
    return line <= len(text) and ";" in text[line - 1]


class Stop(gdb.Breakpoint):
    """A line, for one thread of one block."""

    def __init__(self, where, block, thread):
        super().__init__(where, gdb.BP_BREAKPOINT, internal=True)
        self.silent, self.cta, self.of_block = True, block, thread

    def stop(self):
        try:
            frame, c, run, _ = kernel_frame()
        except gdb.GdbError:
            return False
        if dim(c["ctaid"]) != self.cta or int(run["index"]) != self.of_block // 32:
            return False
        lane = current_lane(frame)
        return int(run["mask"]) >> (self.of_block % 32) & 1 == 1 if lane is None else lane == self.of_block % 32


class Step(gdb.Command):
    """ptx step: on to the chosen thread's next line of PTX, over barriers too; other threads run as they come."""

    def __init__(self):
        super().__init__("ptx step", gdb.COMMAND_RUNNING)

    def invoke(self, arg, from_tty):
        global focus
        frame, c, _, _ = kernel_frame()
        t, block = chosen(), dim(c["ctaid"])
        focus = (block, t)
        here = frame.find_sal()
        name = c["grid"]["kernel"]["name"].string()
        lines = set()
        for e in here.symtab.linetable():
            block_at = gdb.block_for_pc(e.pc)
            while block_at and not block_at.function:
                block_at = block_at.superblock
            if e.line and block_at and block_at.function.name.startswith(name + "_from") and has_code(here.symtab, e.line):
                lines.add((here.symtab.filename, e.line))
        own = t == int(kernel_frame()[2]["index"]) * 32 + (current_lane(frame) or 0)
        stops = [Stop("%s:%d" % where, block, t) for where in sorted(lines) if not own or where[1] != here.line]
        others = [b for b in gdb.breakpoints() if b.enabled and b not in stops]
        for b in others:
            b.enabled = False
        try:
            gdb.execute("continue", to_string=True)
        finally:
            for b in others:
                if b.is_valid():
                    b.enabled = True
            for s in stops:
                s.delete()
        try:
            kernel_frame()
        except gdb.GdbError:
            print("the thread has ended")
            return
        gdb.execute("ptx where")


for command in (Ptx, Threads, Thread, Where, Print, Shared, Step):
    command()
