// What a store and its process say to each other: a request, then its reply, over a pair of sockets. Both are
// a structure of fixed size and so many bytes of payload; both sides are one program.
#ifndef HEDDLE_STORE_MESSAGE_H
#define HEDDLE_STORE_MESSAGE_H

#include "store/store.h"

#include <stdbool.h>

// No value is larger, neither is all that one request writes.
#define MESSAGE_MOST ((uint64_t)1 << 30)

enum request_kind {
    REQUEST_OPEN,   // the first one; sent by nobody, since the process knows what it was started for
    REQUEST_READ,   // key; numbers[0]: 1, it counts as a use
    REQUEST_WRITE,  // numbers[0]: entries; payload: struct message_entry, title and value of each
    REQUEST_REMOVE, // key; numbers[0]: 1, at the end, if it is then still damaged
    REQUEST_LIST,   // key: those behind it; numbers[0]: 1, from the first one
    REQUEST_COUNT,
    REQUEST_CHECK, // as REQUEST_LIST; numbers[1]: 1, and remains of entries at the end
    REQUEST_COMPACT,
};

struct request {
    uint32_t kind, reserved;
    struct store_key key;
    uint64_t numbers[2];
    uint64_t size; // of the payload
};

enum reply_kind {
    REPLY_GOOD,
    REPLY_ABSENT, // there is no such entry
    REPLY_FAILED, // payload: why; nothing was changed
    REPLY_BROKEN, // payload: why; the process ends
};

struct reply {
    uint32_t kind;
    uint32_t more; // LIST, CHECK: key is the last one of this part, and others may follow
    struct store_key key;
    // OPEN: is it read-only; READ: the two halves of the checksum; LIST: items in the payload; COUNT: struct
    // store_numbers; CHECK: how many were right, how many removed.
    uint64_t numbers[6];
    uint64_t size; // of the payload
};

// Before the title, with a zero behind it, and the value of an entry that is written.
struct message_entry {
    struct store_key key;
    uint64_t size, checksum[2];
    int64_t written, used;
    uint64_t uses;
    uint32_t title_size, reserved; // with the zero
};

// Before the title, with a zero behind it, of an entry in a list.
struct message_item {
    struct store_key key;
    uint64_t size, stored;
    int64_t written, used;
    uint64_t uses;
    uint32_t title_size, reserved; // with the zero
};

// The checksum of a value: xxHash of 128 bits, seeded with its key.
void message_checksum(const struct store_key *key, const void *data, size_t size, uint64_t checksum[2]);

// Sends or receives all of it. `milliseconds`: the longest wait without any progress; 0: for ever. False: the
// other side is gone, or too slow (errno is ETIMEDOUT).
bool message_send(int socket, const void *data, size_t size, int milliseconds);
bool message_receive(int socket, void *data, size_t size, int milliseconds);

#endif
