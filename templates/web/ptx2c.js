/* ptx2c.js: runs the command as WebAssembly (ptx2c.wasm), for the page and, in node, for tests.  Of WASI it has what the command
 * uses: arguments, standard input, output and errors. */
'use strict';

/* Resolves to {status, out, err} of: ptx2c ARGUMENTS... with input as its standard input. */
async function ptx2c_run(module, args, input) {
    const encode = new TextEncoder(), decode = new TextDecoder(), NOT_HERE = 8, NO_PLACE = 70, NO_CALL = 52;
    const words = ['ptx2c', ...args].map(s => encode.encode(s + '\0')), text = encode.encode(input);
    const shown = {1: [], 2: []};
    let memory, at = 0;
    const view = () => new DataView(memory.buffer), bytes = () => new Uint8Array(memory.buffer);
    class Exit { constructor(status) { this.status = status; } }
    const each = (list, n, f) => {
        for (let i = 0; i < n; i++)
            f(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true));
    };
    const calls = {
        args_sizes_get(count, size) {
            view().setUint32(count, words.length, true);
            view().setUint32(size, words.reduce((n, w) => n + w.length, 0), true);
            return 0;
        },
        args_get(list, to) {
            words.forEach((w, i) => {
                view().setUint32(list + 4 * i, to, true);
                bytes().set(w, to);
                to += w.length;
            });
            return 0;
        },
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return 0;
        },
        environ_get: () => 0,
        clock_time_get(id, precision, to) {
            view().setBigUint64(to, BigInt(Date.now()) * 1000000n, true);
            return 0;
        },
        fd_fdstat_get(fd, to) {
            bytes().fill(0, to, to + 24);
            bytes()[to] = 6; /* a stream: no terminal */
            return fd < 3 ? 0 : NOT_HERE;
        },
        fd_read(fd, list, n, count) {
            let all = 0;
            if (fd !== 0)
                return NOT_HERE;
            each(list, n, (to, room) => {
                const part = text.subarray(at, at + room);
                bytes().set(part, to);
                at += part.length;
                all += part.length;
            });
            view().setUint32(count, all, true);
            return 0;
        },
        fd_write(fd, list, n, count) {
            let all = 0;
            if (!shown[fd])
                return NOT_HERE;
            each(list, n, (from, len) => {
                shown[fd].push(bytes().slice(from, from + len));
                all += len;
            });
            view().setUint32(count, all, true);
            return 0;
        },
        fd_seek: () => NO_PLACE,
        fd_close: () => 0,
        fd_prestat_get: () => NOT_HERE,
        proc_exit(status) { throw new Exit(status); },
    };
    const imports = {};
    for (const i of WebAssembly.Module.imports(module))
        (imports[i.module] = imports[i.module] || {})[i.name] = calls[i.name] || (() => NO_CALL);
    const instance = await WebAssembly.instantiate(module, imports);
    memory = instance.exports.memory;
    let status = 0;
    try {
        instance.exports._start();
    } catch (e) {
        if (!(e instanceof Exit))
            throw e;
        status = e.status;
    }
    const join = parts => {
        const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
        parts.reduce((n, p) => (all.set(p, n), n + p.length), 0);
        return decode.decode(all);
    };
    return {status, out: join(shown[1]), err: join(shown[2])};
}

/* What the command says, as [{line, column, length, kind, text}]: columns and lengths are bytes; carets tell how many. */
function ptx2c_messages(err) {
    return [...err.matchAll(/^<stdin>:(\d+):(\d+): (error|warning|note): (.*)(?:\n *\d+ \| .*\n +\| \s*(\^~*))?/gm)]
        .map(m => ({line: +m[1], column: +m[2], kind: m[3], text: m[4], length: m[5] ? m[5].length : 1}));
}

if (typeof module !== 'undefined')
    module.exports = {ptx2c_run, ptx2c_messages};
