// node run.js FOLDER FILE ARGUMENTS...: the command as WebAssembly, with the file as its standard input.
const fs = require('fs'), path = require('path');
const [, , folder, file, ...args] = process.argv;
const {ptx2c_run} = require(path.resolve(folder, 'ptx2c.js'));
WebAssembly.compile(fs.readFileSync(path.join(folder, 'ptx2c.wasm'))).then(m => ptx2c_run(m, args, fs.readFileSync(file, 'utf8'))).then(r => {
    fs.writeSync(2, r.err);
    fs.writeFileSync(1, r.out);
    process.exitCode = r.status;
});
