// System V's communication between processes, here between threads: what has an identifier, and may have a
// key. All functions are called within an atomic section, unless they say otherwise.
#ifndef HEDDLE_RUNTIME_SYSTEM_V_H
#define HEDDLE_RUNTIME_SYSTEM_V_H

#include "runtime/files.h"

enum {
    IPC_CREATE = 01000,
    IPC_NEW = 02000,
    IPC_NO_WAIT = 04000,
    IPC_REMOVE = 0,
    IPC_STAT = 2,
    ENOMSG = 42,
    EIDRM = 43,
};

enum { OWNER = 0600 }; // may read and write

enum { IPC_SLOTS = 32, IPC_SEQUENCE = 32768 };

// The identifiers of one kind: slot + sequence * IPC_SEQUENCE.
struct runtime_ipc_table {
    struct {
        int key;
        unsigned sequence;
        void *object; // NULL: unused
    } slots[IPC_SLOTS];
};

// The object of an identifier; NULL: there is none.
void *__runtime_ipc_object(const struct runtime_ipc_table *table, int identifier);
// What ...get does: the identifier of the key, or -ENOENT where `make` is to be called for a new object;
// other errors, negated.
int __runtime_ipc_find(const struct runtime_ipc_table *table, int key, int flags);
// Gives a new object an identifier. `flags`: with its permissions.
int __runtime_ipc_add(struct runtime_ipc_table *table, int key, int flags, void *object);
// Forgets an object, which the caller releases.
void __runtime_ipc_remove(struct runtime_ipc_table *table, int identifier);
// Nobody finds it by its key any more.
void __runtime_ipc_hide(struct runtime_ipc_table *table, int identifier);

#endif
