"""count.py: runs a program of WebAssembly and prints how many instructions it has executed, as wasmtime counts them (fuel).

    python3 count.py PROGRAM WORD
"""
import sys

import wasmtime

MOST = 1 << 62
config = wasmtime.Config()
config.consume_fuel = True
engine = wasmtime.Engine(config)
store = wasmtime.Store(engine)
store.set_fuel(MOST)
wasi = wasmtime.WasiConfig()
wasi.argv = sys.argv[1:]
store.set_wasi(wasi)
linker = wasmtime.Linker(engine)
linker.define_wasi()
instance = linker.instantiate(store, wasmtime.Module.from_file(engine, sys.argv[1]))
try:
    instance.exports(store)["_start"](store)
except wasmtime.ExitTrap as end:
    if end.code:
        sys.exit(end.code)
print(MOST - store.get_fuel())
