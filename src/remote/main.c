// heddle-remote: does what a store asks for on its standard input (store/remote.h), until that is closed.
#include "base/failure.h"
#include "base/memory.h"
#include "remote/client.h"
#include "store/message.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static struct client_setting setting;
static struct client *client;

static void send_reply(enum remote_reply kind, const uint64_t numbers[2], const void *data, size_t size)
{
    struct reply reply = {.kind = kind, .numbers = {numbers[0], numbers[1]}, .size = size};
    if (!message_send(STDIN_FILENO, &reply, sizeof reply, 0) || !message_send(STDIN_FILENO, data, size, 0))
        exit(1);
}

// A server that repeats what it was sent does not make us print the password.
static void hide_password(char *text)
{
    const char *password = setting.password;
    size_t size = password ? strlen(password) : 0;
    for (char *at = text; size && (at = strstr(at, password)); at += size)
        memset(at, '*', size);
}

// Frees the error.
static void send_error(enum remote_reply kind, struct error *error)
{
    static const uint64_t numbers[2];
    char *text = error->message ? error->message : memory_copy_string("");
    error->message = NULL;
    hide_password(text);
    send_reply(kind, numbers, text, strlen(text));
    memory_free(text);
}

static bool read_setting(const struct request *request, struct fields fields)
{
    struct client_host host;
    setting.kind = (enum address_kind)request->numbers[0];
    setting.milliseconds = (int)request->numbers[1];
    if (!fields_next_text(&fields, &setting.user) || !fields_next_text(&fields, &setting.password) ||
        !fields_next_text(&fields, &setting.authorities) || !fields_next_text(&fields, &setting.certificate))
        return false;
    while (fields_next_text(&fields, &host.name) && fields_next_text(&fields, &host.port))
        vector_push(&setting.hosts, host);
    return setting.hosts.size > 0;
}

static enum remote_reply open_client(const struct request *request, struct fields fields, struct error *error)
{
    if (client || !read_setting(request, fields))
        exit(1);
    client =
        setting.kind == ADDRESS_MEMCACHED ? memcached_open(&setting, error) : redis_open(&setting, error);
    return client ? REMOTE_GOOD : REMOTE_GONE;
}

static enum remote_reply list_client_names(const struct request *request, struct fields fields,
                                           byte_vector *to, uint64_t numbers[2], struct error *error)
{
    char *prefix;
    if (!fields_next_text(&fields, &prefix) || !prefix || !client->operations->list)
        exit(1);
    numbers[0] = request->numbers[0];
    enum remote_reply reply = client->operations->list(client, prefix, &numbers[0], to, error);
    memory_free(prefix);
    return reply;
}

static enum remote_reply act_on_request(const struct request *request, struct fields fields, byte_vector *to,
                                        uint64_t numbers[2], struct error *error)
{
    if (request->kind == REMOTE_OPEN)
        return open_client(request, fields, error);
    if (!client)
        exit(1);
    const struct client_operations *operations = client->operations;
    switch ((enum remote_request)request->kind) {
    case REMOTE_GET: return operations->get(client, fields, to, error);
    case REMOTE_SET: return operations->set(client, fields, error);
    case REMOTE_REMOVE: return operations->remove(client, fields, error);
    case REMOTE_TOUCH: return operations->touch(client, fields, error);
    case REMOTE_LIST: return list_client_names(request, fields, to, numbers, error);
    case REMOTE_USAGE:
        return operations->usage ? operations->usage(client, &numbers[0], &numbers[1], error) : REMOTE_GOOD;
    case REMOTE_RUN:
        if (operations->run)
            return operations->run(client, fields, to, error);
        break;
    case REMOTE_OPEN: break;
    }
    exit(1);
}

// False: there was none, or nothing more is to be expected.
static bool answer_remote_request(void)
{
    struct request request;
    struct error error = {0};
    byte_vector payload = {0};
    uint64_t numbers[2] = {0};
    if (!message_receive(STDIN_FILENO, &request, sizeof request, 0) || request.size > MESSAGE_MOST)
        return false;
    char *bytes = memory_alloc(request.size + 1);
    if (!message_receive(STDIN_FILENO, bytes, request.size, 0))
        return false;
    struct fields fields = {bytes, request.size};
    enum remote_reply reply = act_on_request(&request, fields, &payload, numbers, &error);
    if (reply == REMOTE_GOOD)
        send_reply(reply, numbers, payload.data, payload.size);
    else
        send_error(reply, &error);
    error_free(&error);
    vector_free(&payload);
    memory_free(bytes);
    return reply != REMOTE_GONE;
}

int main(void)
{
    jmp_buf guard;
    struct stat status;
    if (fstat(STDIN_FILENO, &status) != 0 || !S_ISSOCK(status.st_mode)) {
        fputs("heddle-remote: is started by heddle, for stores on servers\n", stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    failure_guard(&guard);
    if (setjmp(guard) == FAILURE_NONE)
        while (answer_remote_request())
            ;
    return 0;
}
