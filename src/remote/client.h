// heddle-remote: keeps byte strings on redis and memcached servers for a store (store/server.h). The only
// program that links their clients and OpenSSL: what goes wrong in these, or takes too long, ends a process
// that nothing depends on.
#ifndef HEDDLE_REMOTE_CLIENT_H
#define HEDDLE_REMOTE_CLIENT_H

#include "base/error.h"
#include "store/address.h"
#include "store/fields.h"
#include "store/remote.h"

struct client_host {
    char *name, *port;
};

struct client_setting {
    enum address_kind kind;
    int milliseconds; // for connecting, and for each call
    char *user, *password, *authorities, *certificate;
    VECTOR(struct client_host) hosts;
};

struct client;

// What a protocol can do. Each returns what is replied; unless that is REMOTE_GOOD or REMOTE_TOO_LARGE, the
// error is set. Names and items are as remote.h describes the payload.
struct client_operations {
    enum remote_reply (*get)(struct client *client, struct fields names, byte_vector *to,
                             struct error *error);
    enum remote_reply (*set)(struct client *client, struct fields items, struct error *error);
    enum remote_reply (*remove)(struct client *client, struct fields names, struct error *error);
    enum remote_reply (*touch)(struct client *client, struct fields names, struct error *error);
    // NULL: it has no way to tell, nor the next one.
    enum remote_reply (*list)(struct client *client, const char *prefix, uint64_t *place, byte_vector *to,
                              struct error *error);
    enum remote_reply (*usage)(struct client *client, uint64_t *used, uint64_t *limit, struct error *error);
    // Commands of the protocol itself (server_run).
    enum remote_reply (*run)(struct client *client, struct fields commands, byte_vector *to,
                             struct error *error);
};

struct client {
    const struct client_operations *operations;
};

// The setting stays the caller's. NULL with the error set. Never freed: the process ends.
struct client *redis_open(const struct client_setting *setting, struct error *error);
struct client *memcached_open(const struct client_setting *setting, struct error *error);

#endif
