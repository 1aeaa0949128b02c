// memcached, by libmemcached.
#include "remote/client.h"

#include "base/memory.h"

#include <libmemcached-1.0/memcached.h>
#include <string.h>

struct memcached {
    struct client client;
    memcached_st *servers;
    int milliseconds;
};

static memcached_st *servers_of(struct client *client)
{
    return ((struct memcached *)client)->servers;
}

// What has gone wrong with one of the servers.
static memcached_return_t reason_of_server(memcached_st *servers, memcached_return_t code)
{
    memcached_return_t last = memcached_last_error(servers);
    bool vague = code == MEMCACHED_SOME_ERRORS || code == MEMCACHED_ERROR || code == MEMCACHED_FAILURE;
    return vague && last != MEMCACHED_SUCCESS ? last : code;
}

static void set_reason(memcached_st *servers, memcached_return_t code, struct error *error)
{
    static const struct {
        memcached_return_t code;
        const char *text;
    } texts[] = {
        {MEMCACHED_CONNECTION_FAILURE, "no connection"},
        {MEMCACHED_HOST_LOOKUP_FAILURE, "the name of a host is not known"},
        {MEMCACHED_SERVER_TEMPORARILY_DISABLED, "no connection"},
        {MEMCACHED_UNKNOWN_READ_FAILURE,
         "the connection was closed: no memcached server, or one that wants a user and a password"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].code == code)
            error_set(error, "%s", texts[i].text);
    int number = memcached_last_error_errno(servers);
    error_set(error, "%s", number ? strerror(number) : memcached_strerror(servers, code));
}

// What is replied where libmemcached says `code`.
static enum remote_reply reply_of(struct client *client, memcached_return_t code, struct error *error)
{
    memcached_st *servers = servers_of(client);
    code = reason_of_server(servers, code);
    switch (code) {
    case MEMCACHED_SUCCESS:
    case MEMCACHED_STORED:
    case MEMCACHED_DELETED:
    case MEMCACHED_NOTFOUND:
    case MEMCACHED_END:
    case MEMCACHED_BUFFERED: return REMOTE_GOOD;
    case MEMCACHED_E2BIG: return REMOTE_TOO_LARGE;
    case MEMCACHED_SERVER_MEMORY_ALLOCATION_FAILURE:
        error_set(error, "the server has no memory for the value");
        return REMOTE_REFUSED;
    case MEMCACHED_AUTH_PROBLEM:
    case MEMCACHED_AUTH_FAILURE:
    case MEMCACHED_AUTH_CONTINUE: error_set(error, "the server refuses the user or the password"); break;
    case MEMCACHED_TIMEOUT:
        error_set(error, "no answer within %g s (--store-timeout)",
                  ((struct memcached *)client)->milliseconds / 1000.0);
        break;
    default: set_reason(servers, code, error); break;
    }
    return REMOTE_GONE;
}

// One value of those that were asked for.
struct found {
    struct field name; // into the request
    char *value;       // NULL: absent
    size_t size;
};

static enum remote_reply fetch(struct client *client, struct found *found, uint32_t count,
                               struct error *error)
{
    memcached_return_t code = MEMCACHED_SUCCESS;
    memcached_result_st *result = NULL;
    while ((result = memcached_fetch_result(servers_of(client), result, &code))) {
        const char *name = memcached_result_key_value(result);
        size_t length = memcached_result_key_length(result);
        for (uint32_t i = 0; i < count; i++)
            if (!found[i].value && found[i].name.size == length &&
                memcmp(found[i].name.data, name, length) == 0) {
                found[i].size = memcached_result_length(result);
                found[i].value = memory_copy_bytes(memcached_result_value(result), found[i].size);
                break;
            }
    }
    return reply_of(client, code, error);
}

static enum remote_reply get_memcached_values(struct client *client, struct fields names, byte_vector *to,
                                              struct error *error)
{
    VECTOR(struct found) found = {0};
    VECTOR(const char *) keys = {0};
    VECTOR(size_t) sizes = {0};
    struct field name;
    while (fields_next(&names, &name)) {
        vector_push(&found, (struct found){.name = name});
        vector_push(&keys, name.data);
        vector_push(&sizes, name.size);
    }
    memcached_return_t code = memcached_mget(servers_of(client), keys.data, sizes.data, keys.size);
    enum remote_reply reply = reply_of(client, code, error);
    if (reply == REMOTE_GOOD && code != MEMCACHED_NOTFOUND)
        reply = fetch(client, found.data, found.size, error);
    for (uint32_t i = 0; i < found.size; i++) {
        fields_add(to, found.data[i].value, found.data[i].size);
        memory_free(found.data[i].value);
    }
    vector_free(&found);
    vector_free(&keys);
    vector_free(&sizes);
    return reply;
}

static enum remote_reply set_memcached_items(struct client *client, struct fields items, struct error *error)
{
    struct field name, value;
    enum remote_reply reply = REMOTE_GOOD;
    while (reply == REMOTE_GOOD && fields_next(&items, &name) && fields_next(&items, &value))
        reply = reply_of(client,
                         memcached_set(servers_of(client), name.data, name.size, value.data, value.size,
                                       REMOTE_LIFETIME, 0),
                         error);
    return reply;
}

static enum remote_reply remove_memcached_names(struct client *client, struct fields names,
                                                struct error *error)
{
    struct field name;
    enum remote_reply reply = REMOTE_GOOD;
    while (reply == REMOTE_GOOD && fields_next(&names, &name))
        reply = reply_of(client, memcached_delete(servers_of(client), name.data, name.size, 0), error);
    return reply;
}

static enum remote_reply touch_memcached_names(struct client *client, struct fields names,
                                               struct error *error)
{
    struct field name;
    enum remote_reply reply = REMOTE_GOOD;
    while (reply == REMOTE_GOOD && fields_next(&names, &name))
        reply = reply_of(client, memcached_touch(servers_of(client), name.data, name.size, REMOTE_LIFETIME),
                         error);
    return reply;
}

// Entries are shared out so that the order in which servers are named does not matter, and one more server
// moves few.
static bool set_up_memcached(memcached_st *servers, const struct client_setting *setting)
{
    uint64_t milliseconds = (uint64_t)setting->milliseconds;
    const struct {
        memcached_behavior_t what;
        uint64_t value;
    } behaviors[] = {
        {MEMCACHED_BEHAVIOR_BINARY_PROTOCOL, setting->user || setting->password},
        {MEMCACHED_BEHAVIOR_KETAMA, 1},
        {MEMCACHED_BEHAVIOR_TCP_NODELAY, 1},
        {MEMCACHED_BEHAVIOR_CONNECT_TIMEOUT, milliseconds},
        {MEMCACHED_BEHAVIOR_POLL_TIMEOUT, milliseconds},
        {MEMCACHED_BEHAVIOR_SND_TIMEOUT, milliseconds * 1000},
        {MEMCACHED_BEHAVIOR_RCV_TIMEOUT, milliseconds * 1000},
    };
    for (size_t i = 0; i < sizeof behaviors / sizeof *behaviors; i++)
        if (memcached_behavior_set(servers, behaviors[i].what, behaviors[i].value) != MEMCACHED_SUCCESS)
            return false;
    for (uint32_t i = 0; i < setting->hosts.size; i++) {
        const struct client_host *host = &setting->hosts.data[i];
        if (memcached_server_add(servers, host->name, (in_port_t)strtoul(host->port, NULL, 10)) !=
            MEMCACHED_SUCCESS)
            return false;
    }
    return (!setting->user && !setting->password) ||
           memcached_set_sasl_auth_data(servers, setting->user ? setting->user : "",
                                        setting->password ? setting->password : "") == MEMCACHED_SUCCESS;
}

struct client *memcached_open(const struct client_setting *setting, struct error *error)
{
    static const struct client_operations operations = {.get = get_memcached_values,
                                                        .set = set_memcached_items,
                                                        .remove = remove_memcached_names,
                                                        .touch = touch_memcached_names};
    struct memcached *memcached = memory_zalloc(1, sizeof *memcached);
    memcached->client.operations = &operations;
    memcached->milliseconds = setting->milliseconds;
    memcached->servers = memcached_create(NULL);
    bool good = memcached->servers && set_up_memcached(memcached->servers, setting);
    if (!good)
        error_set(error, "libmemcached cannot be set up for these servers");
    good = good && reply_of(&memcached->client, memcached_version(memcached->servers), error) == REMOTE_GOOD;
    if (good)
        return &memcached->client;
    memcached_free(memcached->servers);
    memory_free(memcached);
    return NULL;
}
