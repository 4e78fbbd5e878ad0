/* count_plugin.c: a plugin of QEMU that counts the instructions a program executes and prints their number.  What it needs of
 * qemu-plugin.h, version 1 of that interface, is declared here: the header is not installed with the emulators. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t Id;
typedef struct qemu_plugin_tb Block;
extern void qemu_plugin_register_vcpu_tb_trans_cb(Id id, void (*translated)(Id id, Block *b));
extern void qemu_plugin_register_vcpu_tb_exec_inline(Block *b, int operation, void *at, uint64_t by);
extern void qemu_plugin_register_atexit_cb(Id id, void (*ended)(Id id, void *data), void *data);
extern size_t qemu_plugin_tb_n_insns(const Block *b);
extern void qemu_plugin_outs(const char *text);

#define PUBLIC __attribute__((visibility("default")))
PUBLIC extern int qemu_plugin_version;
PUBLIC int qemu_plugin_version = 1;

static uint64_t count;

static void translated(Id id, Block *b)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(b, 0, &count, qemu_plugin_tb_n_insns(b)); /* 0: add to a 64-bit number */
}

static void ended(Id id, void *data)
{
    char text[32];
    (void)id;
    (void)data;
    snprintf(text, sizeof text, "%" PRIu64 "\n", count);
    qemu_plugin_outs(text);
}

PUBLIC int qemu_plugin_install(Id id, const void *info, int argc, char **argv);
PUBLIC int qemu_plugin_install(Id id, const void *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
