// Servers that keep byte strings of limited size under names: redis, memcached. They may lose anything at any
// time, and whoever may write to them may put anything under any name; shared.h makes a store of that.
#ifndef HEDDLE_STORE_SERVER_H
#define HEDDLE_STORE_SERVER_H

#include "base/bytes.h"
#include "base/error.h"
#include "store/address.h"

#include <stddef.h>

enum server_result {
    SERVER_GOOD,
    SERVER_TOO_LARGE, // the server does not take values of this size
    SERVER_REFUSED,   // it did not do that, with the error set; others may go well
    SERVER_GONE,      // it does not answer, or not in time, with the error set: there is no use in going on
};

struct server_value {
    char *data; // NULL: there is none
    size_t size;
};

struct server_item {
    const char *name;
    const void *data;
    size_t size;
};

struct server_usage {
    uint64_t used, limit; // bytes of memory; limit 0: none
};

struct server;

// Every call has to be over within the server's time-out, however slow it is. What is set vanishes by itself
// some weeks after it was set or touched last.
struct server_operations {
    void (*close)(struct server *server);
    // Values owned by the caller, one for each name; all of them without data unless SERVER_GOOD is returned.
    enum server_result (*get)(struct server *server, const char *const *names, uint32_t count,
                              struct server_value *values, struct error *error);
    // In this order. Unless SERVER_GOOD is returned, some may have been set.
    enum server_result (*set)(struct server *server, const struct server_item *items, uint32_t count,
                              struct error *error);
    enum server_result (*remove)(struct server *server, const char *const *names, uint32_t count,
                                 struct error *error);
    enum server_result (*touch)(struct server *server, const char *const *names, uint32_t count,
                                struct error *error);
    // NULL: it cannot tell. All names that begin with the prefix, some perhaps twice.
    enum server_result (*list)(struct server *server, const char *prefix,
                               void (*each)(void *context, const char *name), void *context,
                               struct error *error);
    enum server_result (*usage)(struct server *server, struct server_usage *usage, struct error *error);
};

struct server {
    const struct server_operations *operations;
};

// What a command of redis was answered, as server_run has it.
enum server_reply {
    SERVER_REPLY_NOTHING,
    SERVER_REPLY_TEXT,   // a field
    SERVER_REPLY_ERROR,  // a field: why
    SERVER_REPLY_NUMBER, // as bytes_add_number has it
    SERVER_REPLY_LIST    // how many, and those
};
// Runs commands of redis, one after the other. `commands`: for each its words, and behind them a field of
// nothing (fields.h). Adds their replies, each after its enum server_reply, as bytes_add_number has it.
// SERVER_REFUSED: it is no redis server. Where a connection breaks, all may have been run twice.
enum server_result server_run(struct server *server, const byte_vector *commands, byte_vector *replies,
                              struct error *error);

// Names are no longer than this, and have letters, digits and `:-_.` only.
enum { SERVER_NAME_MOST = 240 };

// How to reach servers. Strings are the caller's.
struct server_access {
    const struct store_address *address;
    int milliseconds;        // for connecting, and for each call
    const char *authorities; // file with certificates that are trusted; NULL: those of the system
    const char *certificate; // file with a certificate of our own and its key; NULL: none
};

// Asks heddle-remote, which runs as a process of its own. NULL with the error set, which does not have the
// password in it.
struct server *server_open(const struct server_access *access, struct error *error);

#endif
