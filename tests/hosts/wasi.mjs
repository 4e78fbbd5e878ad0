// Runs a WebAssembly program with WASI: node wasi.mjs PROGRAM [ARGUMENT...]
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// With fast calls of WASI's functions, node 20 spoils its own heap where a program's memory grows, and ends with a fault in half of the runs.
setFlagsFromString('--no-turbo-fast-api-calls');
const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), env: {} });
const module = await WebAssembly.compile(await readFile(process.argv[2]));
process.exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
