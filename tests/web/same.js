// What the command as WebAssembly writes beside what the command wrote: cases is [[name, arguments, input, output, status], ...],
// the texts in base64.  Resolves to lines "NAME: the same bytes" or "NAME: what differs".
// In node: node same.js ptx2c.js ptx2c.wasm cases.js
async function same(run, compiled, cases) {
    const text = s => new TextDecoder().decode(Uint8Array.from(atob(s), c => c.charCodeAt(0))), lines = [];
    for (const [name, args, input, output, status] of cases) {
        const r = await run(compiled, args, text(input)).catch(e => ({status: String(e), out: '', err: ''})), want = text(output), got = r.out + r.err;
        lines.push(`${name}: ${r.status !== status ? `status ${r.status} for ${status}` : got !== want ? `${got.length} bytes for ${want.length}, or others` : 'the same bytes'}`);
    }
    return lines;
}

if (typeof module !== 'undefined') {
    const fs = require('fs'), path = require('path'), [script, wasm, list] = process.argv.slice(2);
    const {ptx2c_run} = require(path.resolve(script)), cases = new Function(fs.readFileSync(list, 'utf8') + 'return cases;')();
    WebAssembly.compile(fs.readFileSync(wasm)).then(m => same(ptx2c_run, m, cases)).then(lines => console.log(lines.join('\n') + '\nend'));
}
