// What the page's interpreter leaves in buffers beside what the C leaves that ptx2c makes: DIR/SAMPLE.N holds what the host program of
// --main printed for launch N of a sample in samples/launches, none where the interpreter must refuse it.  Prints lines as same.js does.
// node compute.js TEMPLATES run.wasm SAMPLES DIR SAMPLE...
const fs = require('fs'), path = require('path'), [web, wasm, samples, dir, ...names] = process.argv.slice(2);
const {ptx2c_run} = require(path.resolve(web, 'ptx2c.js')), {ptx2c_launches_of, ptx2c_buffers, ptx2c_elements, ptx2c_printed, ptx2c_stopped} = require(path.resolve(web, 'run.js'));

// Approximations may differ in their last bits, what is computed from them a little more.
function differ(buffer, line, exact) {
    const text = line.slice(line.indexOf(':') + 2).split(' '), got = ptx2c_elements(buffer);
    const number = t => buffer.type.endsWith('64') && buffer.type[0] !== 'f' ? BigInt(t) : /nan/.test(t) ? NaN : Number(t.replace('inf', 'Infinity'));
    const want = new got.constructor(text.map(number)), numbers = Array.from(want, Number);
    const most = numbers.filter(Number.isFinite).reduce((m, v) => Math.max(m, Math.abs(v)), 0), room = exact ? 0 : buffer.type === 'u8' ? 1 : 1e-5 * most;
    return got.length !== want.length || Array.from(got, Number).some((v, i) => !Object.is(v, numbers[i]) && !(Math.abs(v - numbers[i]) <= room && (!exact || got[i] === want[i])));
}

async function one(compiled, sample, launch, number) {
    const text = fs.readFileSync(path.join(samples, sample + '.ptx'), 'utf8'), r = await ptx2c_run(compiled, launch.line, text);
    if (launch.refused) {
        const at = r.status === 3 && ptx2c_stopped(r.err);
        return `${launch.kernel} is refused at a line: ${at && at.line > 1 ? 'fine' : r.err || r.status}`;
    }
    if (r.status)
        return `${launch.kernel}: ${r.err}`;
    const exact = !/\.approx|\.full/.test(text), got = ptx2c_buffers(r.out), said = fs.readFileSync(path.join(dir, `${sample}.${number}`), 'utf8').trim().split('\n');
    // The buffers come last; threads may print in another order.
    const printed = ptx2c_printed(r.out).split('\n').filter(line => line).sort().join('\n'), want = got.length ? said.slice(-got.length) : [];
    if (said.slice(0, said.length - want.length).sort().join('\n') !== printed)
        return `${launch.kernel} of ${sample} prints: ${JSON.stringify(printed)}`;
    const wrong = got.length !== want.length ? [`${got.length} buffers for ${want.length}`] : got.filter((b, i) => differ(b, want[i], exact)).map(b => b.name + ' differs');
    return `${launch.kernel} of ${sample}${exact ? '' : ', nearly'}: ${wrong.length ? wrong.join(', ') : 'the same bytes'}`;
}

(async () => {
    const compiled = await WebAssembly.compile(fs.readFileSync(wasm)), list = fs.readFileSync(path.join(samples, 'launches'), 'utf8');
    for (const sample of names)
        for (const [number, launch] of ptx2c_launches_of(list, sample).entries())
            console.log(await one(compiled, sample, launch, number));
    console.log('end');
})();
