// <sys/ipc.h>: identifiers and keys.
#include "runtime/system_v.h"

static int slot_of(const struct runtime_ipc_table *table, int identifier)
{
    int slot = identifier % IPC_SEQUENCE;
    bool fine = identifier >= 0 && slot < IPC_SLOTS && table->slots[slot].object &&
                table->slots[slot].sequence == (unsigned)(identifier / IPC_SEQUENCE);
    return fine ? slot : -1;
}

void *__runtime_ipc_object(const struct runtime_ipc_table *table, int identifier)
{
    int slot = slot_of(table, identifier);
    __runtime_check_children();
    return slot < 0 ? NULL : table->slots[slot].object;
}

int __runtime_ipc_find(const struct runtime_ipc_table *table, int key, int flags)
{
    __runtime_check_children();
    for (int k = 0; k < IPC_SLOTS && key; k++)
        if (table->slots[k].object && table->slots[k].key == key)
            return flags & IPC_CREATE && flags & IPC_NEW ? -EEXIST
                                                         : k + (int)(table->slots[k].sequence * IPC_SEQUENCE);
    return -ENOENT;
}

int __runtime_ipc_add(struct runtime_ipc_table *table, int key, int flags, void *object)
{
    if (__heddle_processes_are_made())
        __runtime_shares_with_children = true;
    if ((flags & OWNER) != OWNER)
        __heddle_unmodelled("a queue, set of semaphores or segment that its owner may not read and write");
    for (int k = 0; k < IPC_SLOTS; k++)
        if (!table->slots[k].object) {
            table->slots[k].key = key;
            table->slots[k].object = object;
            return k + (int)(table->slots[k].sequence * IPC_SEQUENCE);
        }
    __heddle_unmodelled("so many queues, sets of semaphores or segments at a time");
    return -ENOSPC;
}

void __runtime_ipc_remove(struct runtime_ipc_table *table, int identifier)
{
    int slot = slot_of(table, identifier);
    table->slots[slot].object = NULL;
    table->slots[slot].sequence++;
}

void __runtime_ipc_hide(struct runtime_ipc_table *table, int identifier)
{
    table->slots[slot_of(table, identifier)].key = 0;
}

// Keys of different files differ, as those of files of one file system do: each file that somebody asks for
// has a number of its own.
int ftok(const char *path, int project)
{
    static unsigned numbers;
    struct runtime_node *node;
    unsigned number = 0;
    heddle_atomic_begin();
    int error = __runtime_find(RUNTIME_AT_FOLDER, path, &node);
    if (!error && !node->key_number)
        node->key_number = ++numbers;
    if (!error)
        number = node->key_number;
    heddle_atomic_end();
    if (error)
        return __runtime_fail(-error);
    return (int)((unsigned)project << 24 | 1u << 16 | (number & 0xffff));
}
