#include "store/server.h"

#include "base/installed.h"
#include "base/memory.h"
#include "store/channel.h"
#include "store/fields.h"
#include "store/remote.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// The process keeps the time itself; what it has not noticed by then, it will not.
enum { MILLISECONDS_MORE = 1000 };

struct remote_server {
    struct server server;
    struct channel channel;
    int milliseconds;
};

static struct remote_server *remote_of(struct server *server)
{
    return (struct remote_server *)server;
}

static void close_server(struct server *server)
{
    struct remote_server *remote = remote_of(server);
    channel_end(&remote->channel, true); // it has nothing that could be lost
    memory_free(remote);
}

// ---- asking

static enum server_result lose_server(struct remote_server *remote, struct error *error, int reason)
{
    bool too_slow = reason == ETIMEDOUT;
    channel_end(&remote->channel, true);
    if (too_slow)
        error_set(error, "no answer within %g s (--store-timeout)", remote->milliseconds / 1000.0);
    else
        error_set(error, "the process that asks the server has ended");
    return SERVER_GONE;
}

// `numbers`: two, or NULL. Takes the fields over. The payload is the caller's if SERVER_GOOD is returned.
static enum server_result ask_server(struct remote_server *remote, enum remote_request kind,
                                     const uint64_t *numbers, byte_vector *fields,
                                     struct channel_answer *answer, struct error *error)
{
    struct request request = {.kind = kind, .size = fields->size};
    if (numbers)
        memcpy(request.numbers, numbers, sizeof request.numbers);
    struct channel_piece piece = {fields->data, fields->size};
    *answer = (struct channel_answer){.payload = NULL};
    if (remote->channel.socket < 0 || remote->channel.busy) {
        vector_free(fields);
        return lose_server(remote, error, 0);
    }
    bool good =
        channel_ask(&remote->channel, &request, &piece, 1, remote->milliseconds + MILLISECONDS_MORE, answer);
    int reason = errno;
    vector_free(fields);
    if (!good)
        return lose_server(remote, error, reason);
    if (answer->reply.kind == REMOTE_GOOD)
        return SERVER_GOOD;
    enum server_result result = answer->reply.kind == REMOTE_TOO_LARGE ? SERVER_TOO_LARGE
                                : answer->reply.kind == REMOTE_REFUSED ? SERVER_REFUSED
                                                                       : SERVER_GONE;
    channel_clean(answer->payload);
    if (result != SERVER_TOO_LARGE)
        error_set(error, "%s", answer->payload);
    memory_free(answer->payload);
    answer->payload = NULL;
    return result;
}

// Asks a server, for answers without a payload.
static enum server_result tell_server(struct remote_server *remote, enum remote_request kind,
                                      byte_vector *fields, struct error *error)
{
    struct channel_answer answer;
    enum server_result result = ask_server(remote, kind, NULL, fields, &answer, error);
    memory_free(answer.payload);
    return result;
}

static byte_vector names_fields(const char *const *names, uint32_t count)
{
    byte_vector fields = {0};
    for (uint32_t i = 0; i < count; i++)
        fields_add_text(&fields, names[i]);
    return fields;
}

static enum server_result get_remote_values(struct server *server, const char *const *names, uint32_t count,
                                            struct server_value *values, struct error *error)
{
    struct channel_answer answer;
    byte_vector fields = names_fields(names, count);
    memset(values, 0, count * sizeof *values);
    enum server_result result = ask_server(remote_of(server), REMOTE_GET, NULL, &fields, &answer, error);
    struct fields rest = {answer.payload, answer.payload ? answer.reply.size : 0};
    struct field field;
    for (uint32_t i = 0; i < count && fields_next(&rest, &field); i++)
        if (field.data)
            values[i] = (struct server_value){memory_copy_bytes(field.data, field.size), field.size};
    memory_free(answer.payload);
    return result;
}

static enum server_result set_remote_items(struct server *server, const struct server_item *items,
                                           uint32_t count, struct error *error)
{
    byte_vector fields = {0};
    for (uint32_t i = 0; i < count; i++) {
        fields_add_text(&fields, items[i].name);
        fields_add(&fields, items[i].data, items[i].size);
    }
    return tell_server(remote_of(server), REMOTE_SET, &fields, error);
}

static enum server_result remove_remote_names(struct server *server, const char *const *names, uint32_t count,
                                              struct error *error)
{
    byte_vector fields = names_fields(names, count);
    return tell_server(remote_of(server), REMOTE_REMOVE, &fields, error);
}

static enum server_result touch_remote_names(struct server *server, const char *const *names, uint32_t count,
                                             struct error *error)
{
    byte_vector fields = names_fields(names, count);
    return tell_server(remote_of(server), REMOTE_TOUCH, &fields, error);
}

static enum server_result list_remote_names(struct server *server, const char *prefix,
                                            void (*each)(void *context, const char *name), void *context,
                                            struct error *error)
{
    uint64_t place[2] = {0};
    do {
        struct channel_answer answer;
        byte_vector fields = {0};
        char *name;
        fields_add_text(&fields, prefix);
        enum server_result result =
            ask_server(remote_of(server), REMOTE_LIST, place, &fields, &answer, error);
        if (result != SERVER_GOOD)
            return result;
        for (struct fields rest = {answer.payload, answer.reply.size}; fields_next_text(&rest, &name);) {
            if (name && strncmp(name, prefix, strlen(prefix)) == 0)
                each(context, name);
            memory_free(name);
        }
        place[0] = answer.reply.numbers[0];
        memory_free(answer.payload);
    } while (place[0]);
    return SERVER_GOOD;
}

static enum server_result ask_remote_usage(struct server *server, struct server_usage *used,
                                           struct error *error)
{
    struct channel_answer answer;
    byte_vector fields = {0};
    *used = (struct server_usage){0};
    enum server_result result = ask_server(remote_of(server), REMOTE_USAGE, NULL, &fields, &answer, error);
    if (result == SERVER_GOOD)
        *used = (struct server_usage){answer.reply.numbers[0], answer.reply.numbers[1]};
    memory_free(answer.payload);
    return result;
}

enum server_result server_run(struct server *server, const byte_vector *commands, byte_vector *replies,
                              struct error *error)
{
    struct channel_answer answer;
    byte_vector fields = {0};
    bytes_add(&fields, commands->data, commands->size);
    enum server_result result = ask_server(remote_of(server), REMOTE_RUN, NULL, &fields, &answer, error);
    if (result == SERVER_GOOD)
        bytes_add(replies, answer.payload, answer.reply.size);
    memory_free(answer.payload);
    return result;
}

static const struct server_operations operations = {
    .close = close_server,
    .get = get_remote_values,
    .set = set_remote_items,
    .remove = remove_remote_names,
    .touch = touch_remote_names,
    .list = list_remote_names,
    .usage = ask_remote_usage,
};
// Whose protocol has no way to tell what there is.
static const struct server_operations operations_unlisted = {
    .close = close_server,
    .get = get_remote_values,
    .set = set_remote_items,
    .remove = remove_remote_names,
    .touch = touch_remote_names,
    .usage = ask_remote_usage,
};

// ---- starting

// In the child: the program, with the socket as its standard input and nothing else of ours. Ctrl-C is for
// the caller: the process ends when the caller has closed the socket, or is gone.
static void run_remote_program(int socket, void *context)
{
    static const int ignored[] = {SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE};
    char *path = context, *words[] = {path, NULL};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (socket == STDIN_FILENO)
        fcntl(socket, F_SETFD, 0);
    else
        dup2(socket, STDIN_FILENO);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, 0);
    execv(path, words);
    _exit(127);
}

static bool start_remote_program(struct remote_server *remote, struct error *error)
{
    char *path = installed_file("heddle-remote");
    bool good = path ? channel_start(&remote->channel, run_remote_program, path, error)
                     : error_set(error, "heddle-remote was not found: is heddle installed, or "
                                        "HEDDLE_LIBEXEC set?");
    memory_free(path);
    return good;
}

static bool connect_remote(struct remote_server *remote, const struct server_access *access,
                           struct error *error)
{
    const struct store_address *address = access->address;
    byte_vector fields = {0};
    struct channel_answer answer;
    fields_add_text(&fields, address->user);
    fields_add_text(&fields, address->password);
    fields_add_text(&fields, access->authorities);
    fields_add_text(&fields, access->certificate);
    for (uint32_t i = 0; i < address->hosts.size; i++) {
        char *port = memory_format("%u", address->hosts.data[i].port);
        fields_add_text(&fields, address->hosts.data[i].host);
        fields_add_text(&fields, port);
        memory_free(port);
    }
    uint64_t numbers[] = {address->kind, (uint64_t)access->milliseconds};
    enum server_result result = ask_server(remote, REMOTE_OPEN, numbers, &fields, &answer, error);
    memory_free(answer.payload);
    return result == SERVER_GOOD;
}

struct server *server_open(const struct server_access *access, struct error *error)
{
    struct remote_server *remote = memory_zalloc(1, sizeof *remote);
    remote->server.operations =
        access->address->kind == ADDRESS_MEMCACHED ? &operations_unlisted : &operations;
    remote->channel.socket = -1;
    remote->milliseconds = access->milliseconds;
    if (start_remote_program(remote, error) && connect_remote(remote, access, error))
        return &remote->server;
    close_server(&remote->server);
    return NULL;
}
