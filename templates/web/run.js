/* run.js: the Run tab of the page: an interpreter of PTX (run.wasm, templates/web/run.c) runs a kernel on small arrays, beside the
 * page, as the C would on a machine of one's own. */
'use strict';

/* ---- what run.wasm takes and gives; also for tests ---- */

/* The launches of a sample from samples/launches: [{kernel, line, options, arguments, shows, refused}]. */
function ptx2c_launches_of(text, sample) {
    return text.split('\n').filter(line => line.startsWith(sample + ': ')).map(line => {
        const words = line.slice(sample.length + 2).split(' '), refused = words[0].startsWith('!');
        const l = {kernel: words[0].replace('!', ''), refused, options: {}, arguments: [], shows: null};
        for (let i = 1; i < words.length; i++) {
            const shown = words[i].match(/^(.*):@(\w+)$/);
            if (words[i].startsWith('--'))
                l.options[words[i].slice(2)] = words[++i];
            else
                l.arguments.push(shown ? shown[1] : words[i]);
            if (shown)
                l.shows = {argument: l.arguments.length - 1, as: shown[2]};
        }
        l.line = [l.kernel, ...Object.entries(l.options).flatMap(([k, v]) => ['--' + k, v]), ...l.arguments];
        return l;
    });
}

/* The kernels of a module, as run.wasm lists them: [{name, params: [{name, type, bytes, element}]}]; element: of a buffer. */
function ptx2c_kernels(out) {
    const kernels = [];
    for (const [what, name, type, bytes, element] of out.split('\n').map(line => line.split(' ')))
        if (what === 'entry')
            kernels.push({name, params: []});
        else if (what === 'param')
            kernels[kernels.length - 1].params.push({name, type, bytes: +bytes, element});
    return kernels;
}

/* What is left in the buffers: [{name, type, bytes, same}]; same: the kernel has changed nothing there. */
function ptx2c_buffers(out) {
    return out.split('\n').filter(line => line.startsWith('buffer ')).map(line => {
        const [, name, type, hex, same] = line.split(' ');
        return {name, type, same: same !== undefined, bytes: Uint8Array.from(hex.match(/../g) || [], h => parseInt(h, 16))};
    });
}

/* What the kernel has printed. */
function ptx2c_printed(out) {
    const line = out.split('\n').find(line => line.startsWith('print ')) || 'print ';
    return new TextDecoder().decode(Uint8Array.from(line.slice(6).match(/../g) || [], h => parseInt(h, 16)));
}

/* The elements of a buffer. */
function ptx2c_elements({type, bytes}) {
    const kinds = {s8: Int8Array, s16: Int16Array, s32: Int32Array, s64: BigInt64Array, u8: Uint8Array, u16: Uint16Array, u32: Uint32Array,
        u64: BigUint64Array, f32: Float32Array, f64: Float64Array};
    return new kinds[type](bytes.slice().buffer);
}

const UNKNOWN = '. This page\'s interpreter runs a part of PTX only; the C runs all that is translated: with the command below';

/* Where run.wasm has stopped: {line, text}, or null. */
function ptx2c_stopped(err) {
    const m = err.match(/^(?:line |<stdin>:)(\d+): (.*)$/m);
    return m && {line: +m[1], text: m[2] + (m[2].includes('not known here') ? UNKNOWN : '')};
}

if (typeof module !== 'undefined')
    module.exports = {ptx2c_launches_of, ptx2c_kernels, ptx2c_buffers, ptx2c_printed, ptx2c_elements, ptx2c_stopped};

/* ---- the form ---- */

const TYPES = ['f32', 'f64', 'u8', 's8', 'u16', 's16', 'u32', 's32', 'u64', 's64'], SHOWN = 512, LENGTH = 128;

/* The page's; the rest works on its elements. */
function ptx2c_run_tab(compiled) {
    const kept = new Map(); /* what was entered for a kernel and its parameters */
    let kernels = [], runner;

    const current = () => kernels.find(k => k.name === by('kernel').value);
    const key = k => k.name + ' ' + k.params.map(p => p.type).join(' ');

    function input(value, size, label, list) {
        const e = element('input', '', '');
        e.value = value;
        e.size = size;
        e.spellcheck = false;
        e.setAttribute('aria-label', label);
        if (list)
            e.setAttribute('list', list);
        return e;
    }

    function choice(options, value, label) {
        const e = element('select', '', '');
        e.append(...options.map(o => element('option', o, '')));
        e.value = value;
        e.setAttribute('aria-label', label);
        return e;
    }

    /* What a kernel begins with that nobody has entered anything for. */
    function usual(k) {
        const known = ptx2c_launches_of(ptx2c_launches, by('sample').value).find(l => l.kernel === k.name);
        return known || {options: {grid: '4', block: '32'}, arguments: k.params.map(p => p.element ? `${p.element}:${LENGTH}:count`
            : p.type[0] === 'f' ? '2' : p.bytes > 8 || p.type[0] === 'b' && p.bytes !== +p.type.slice(1) / 8 ? 'hex:' + '00'.repeat(p.bytes) : String(LENGTH))};
    }

    /* A row of the form; its argument() is what the command line would have. */
    function row(p, text) {
        const tr = element('tr', '', ''), cell = element('td', '', ''), buffer = text.includes(':') && !text.startsWith('hex:');
        const [type, size, ...rest] = buffer ? text.split(':') : [p.element || 'f32', String(LENGTH), 'count'];
        const kind = choice(['buffer', 'number'], buffer ? 'buffer' : 'number', `${p.name} is`);
        const of = choice(TYPES, type, `type of ${p.name}`), many = input(size, 9, `size of ${p.name}`);
        const what = input(rest.join(':') || '0', 14, `contents of ${p.name}`, 'contents'), number = input(buffer ? '0' : text, 14, `value of ${p.name}`);
        const fit = () => {
            const is = kind.value === 'buffer';
            cell.replaceChildren(...p.bytes === 8 ? [kind, ' '] : [], ...is ? [of, ' × ', many, ' of ', what] : [number]);
        };
        kind.onchange = fit;
        fit();
        tr.append(element('th', p.name, ''), element('td', '.' + p.type, ''), cell);
        tr.argument = () => kind.value === 'buffer' ? `${of.value}:${many.value}${what.value === '0' ? '' : ':' + what.value}` : number.value;
        return tr;
    }

    function remember() {
        if (current())
            kept.set(key(current()), {options: {grid: by('grid').value, block: by('block').value, shared: by('shared').value},
                arguments: [...by('params').rows].map(r => r.argument())});
        command();
    }

    /* The chosen kernel's form. */
    function fill() {
        const k = current(), from = k && (kept.get(key(k)) || usual(k));
        by('go').disabled = !k;
        by('params').replaceChildren(...k ? k.params.map((p, i) => row(p, from.arguments[i])) : []);
        by('grid').value = k ? from.options.grid || '1' : '';
        by('block').value = k ? from.options.block || '1' : '';
        by('shared').value = k ? from.options.shared || '0' : '';
        command();
    }

    function words() {
        const options = ['--grid', by('grid').value.trim(), '--block', by('block').value.trim()];
        if (by('shared').value.trim() !== '0')
            options.push('--shared', by('shared').value.trim());
        return [current().name, ...options, ...[...by('params').rows].map(r => r.argument().trim())];
    }

    function command() {
        by('command').textContent = current() ? './run ' + words().join(' ') : '';
    }

    /* ---- running ---- */

    /* Resolves to {status, out, err} of run.wasm; what it did before ends. */
    function start(args) {
        stop();
        return new Promise(go => {
            runner = new Worker(beside);
            runner.onmessage = e => {
                runner = null;
                go(e.data);
            };
            runner.postMessage([compiled, args, ptx.value]);
        });
    }

    function stop() {
        if (runner)
            runner.terminate();
        runner = null;
        by('stop').disabled = true;
    }

    /* The kernels of the text. */
    async function list() {
        delete document.body.dataset.listed;
        const r = await start([]), before = by('kernel').value;
        kernels = ptx2c_kernels(r.out);
        by('kernel').replaceChildren(...kernels.map(k => element('option', k.name, '')));
        const known = ptx2c_launches_of(ptx2c_launches, by('sample').value).map(l => l.kernel);
        by('kernel').value = [before, ...known].find(name => kernels.some(k => k.name === name)) || (kernels[0] || {}).name;
        by('buffers').replaceChildren();
        fill();
        said(r, kernels.length ? '' : 'no kernel');
        document.body.dataset.listed = r.status;
    }

    /* Where it stopped, at that line and in words. */
    function said(r, fine) {
        const at = r.status === 3 && ptx2c_stopped(r.err), line = at && at.line > 0 && ptx.value.split('\n')[at.line - 1];
        by('ran').textContent = r.status === 0 ? fine : at ? `line ${at.line}: ${at.text}` : r.err || `status ${r.status}`;
        by('ran').className = r.status === 0 ? '' : 'error';
        if (line) {
            ptx.scrollTop = (at.line - 10) * ROW;
            mark([{line: at.line, column: line.search(/\S|$/) + 1, length: line.trim().length, kind: 'error', text: at.text}]);
        }
    }

    async function run() {
        const begin = performance.now(), sizes = [...by('params').rows].map(r => r.argument()).filter(a => a.includes(':') && !a.startsWith('hex:'))
            .map(a => a.split(':')[1].split('x').map(Number));
        delete document.body.dataset.ran;
        mark([]);
        by('ran').textContent = 'running…';
        by('ran').className = '';
        by('buffers').replaceChildren();
        const [name, ...rest] = words(), going = start([name, '--steps', by('steps').value.trim(), ...rest]);
        by('stop').disabled = false;
        const r = await going;
        by('stop').disabled = true;
        said(r, `ran in ${Math.round(performance.now() - begin)} ms`);
        const printed = ptx2c_printed(r.out);
        by('buffers').replaceChildren(...(printed ? [element('pre', printed, 'printed')] : []), ...ordered(ptx2c_buffers(r.out).map((b, i) => ({same: b.same, section: shown(b, sizes[i])}))));
        document.body.dataset.ran = r.status;
    }

    /* ---- what is in a buffer ---- */

    function svg(name, attributes) {
        const e = document.createElementNS('http://www.w3.org/2000/svg', name);
        for (const k in attributes)
            e.setAttribute(k, attributes[k]);
        return e;
    }

    const finite = values => values.filter(Number.isFinite);
    const range = values => values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);

    function plot(values, points) {
        const xs = points ? values.map(p => p[0]) : values.map((v, i) => i), ys = points ? values.map(p => p[1]) : values;
        const [left, right] = range(finite(xs)), [low, high] = range(finite(ys)), W = 480, H = 150;
        const x = v => 4 + (right > left ? (v - left) / (right - left) : 0.5) * (W - 8), y = v => H - 4 - (high > low ? (v - low) / (high - low) : 0.5) * (H - 8);
        const all = svg('svg', {viewBox: `0 0 ${W} ${H}`, class: 'plot'});
        if (points)
            all.append(...xs.map((v, i) => svg('circle', {cx: x(v), cy: y(ys[i]), r: 2})));
        else
            all.append(svg('polyline', {points: ys.map((v, i) => Number.isFinite(v) ? `${x(i).toFixed(1)},${y(v).toFixed(1)}` : '').join(' ')}));
        const figure = element('figure', '', '');
        figure.append(all, element('figcaption', `${points ? 'first and second column' : 'elements'}: ${+low.toPrecision(6)} to ${+high.toPrecision(6)}`, ''));
        return figure;
    }

    /* Greys or colours, as a host program writes them: u8 as it is; 0 to 1, or the least to the largest, as 0 to 255. */
    function picture(type, values, [w, h, c = 1]) {
        const canvas = element('canvas', '', 'picture'), [least, most] = range(finite(values));
        const [low, high] = type === 'u8' ? [0, 255] : least >= 0 && most <= 1 ? [0, 1] : [least, most];
        const byte = v => high > low ? (v - low) / (high - low) * 255 : 0;
        canvas.width = w;
        canvas.height = h;
        canvas.style.width = Math.min(480, w * Math.max(1, Math.floor(384 / w))) + 'px';
        const image = canvas.getContext('2d').createImageData(w, h);
        for (let i = 0; i < w * h; i++)
            for (let k = 0; k < 4; k++)
                image.data[4 * i + k] = k === 3 ? c === 4 ? byte(values[c * i + 3]) : 255 : byte(values[c * i + (c > 2 ? k : 0)]);
        canvas.getContext('2d').putImageData(image, 0, 0);
        return canvas;
    }

    function table(elements, type, width) {
        const all = element('table', '', 'elements'), text = v => type === 'f32' ? String(+v.toPrecision(7)) : String(v);
        for (let i = 0; i < Math.min(elements.length, SHOWN); i += width) {
            const tr = element('tr', '', '');
            tr.append(element('th', i, ''), ...Array.from(elements.slice(i, Math.min(i + width, SHOWN)), v => element('td', text(v), '')));
            all.append(tr);
        }
        return all;
    }

    function shown(b, size) {
        const all = element('section', '', ''), elements = ptx2c_elements(b), values = Array.from(elements, Number);
        const [w, h = 1, c = 1] = size;
        all.dataset.name = b.name;
        all.append(element('h3', `${b.name}: ${size.join(' × ')} of ${b.type}`, ''));
        if (values.length > 1 && h > 1 && w > 4 && [1, 3, 4].includes(c))
            all.append(picture(b.type, values, size));
        else if (h > 4 && w > 1)
            all.append(plot(Array.from({length: h}, (v, i) => values.slice(i * w, i * w + w)), true));
        else if (values.length > 1)
            all.append(plot(values, false));
        const rows = element('details', '', '');
        rows.open = values.length <= 64;
        rows.append(element('summary', values.length > SHOWN ? `the first ${SHOWN} of ${values.length} elements` : `${values.length} elements`, ''),
            table(elements, b.type, h > 1 && w <= 16 ? w : 8));
        all.append(rows);
        return all;
    }

    /* What the kernel has changed first, the rest folded. */
    function ordered(buffers) {
        const same = buffers.filter(b => b.same).map(b => b.section), rest = element('details', '', 'same');
        rest.append(element('summary', 'not changed: ' + same.map(s => s.dataset.name).join(', '), ''), ...same);
        return [...buffers.filter(b => !b.same).map(b => b.section), ...(same.length ? [rest] : [])];
    }

    by('kernel').onchange = fill;
    by('launch').oninput = by('launch').onchange = e => e.target !== by('kernel') && remember();
    by('launch').onsubmit = e => {
        e.preventDefault();
        run();
    };
    by('stop').onclick = () => {
        stop();
        by('ran').textContent = 'stopped';
        document.body.dataset.ran = 'stopped';
    };
    return {list, stop};
}
