set pagination off
set breakpoint pending on
break reverse.ptx:21
run
delete
echo == threads\n
ptx threads
echo == all\n
ptx print %r5 all
echo == one\n
ptx thread (0,0,0) (37,0,0)
ptx print %r5
ptx print %r10
ptx shared tile uint32_t 4
echo == step\n
ptx step
ptx where
ptx print %r5
ptx step
ptx step
ptx step
ptx print %r9
ptx print %r10
echo == end\n
continue
