// redis: hiredis writes the commands and reads the replies; the connection is ours (stream.h), since its own
// waits for each piece of a reply anew, and has no TLS before version 1.0.
#include "remote/client.h"

#include "base/clock.h"
#include "base/memory.h"
#include "remote/stream.h"
#include "store/server.h"

#include <hiredis/hiredis.h>
#include <hiredis/read.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_MOST = 64 << 20 }; // bytes of the replies to one exchange

struct redis {
    struct client client;
    const struct client_setting *setting;
    struct stream *stream; // NULL: none
    redisReader *reader;
    byte_vector commands;
    uint32_t expected; // replies
    double deadline;   // of the call
    VECTOR(redisReply *) replies;
};

static struct redis *redis_of(struct client *client)
{
    return (struct redis *)client;
}

// ---- commands and replies

static void clear_commands(struct redis *redis)
{
    for (uint32_t i = 0; i < redis->replies.size; i++)
        freeReplyObject(redis->replies.data[i]);
    vector_clear(&redis->replies);
    vector_clear(&redis->commands);
    redis->expected = 0;
}

static void begin_commands(struct redis *redis)
{
    clear_commands(redis);
    redis->deadline = clock_seconds() + redis->setting->milliseconds / 1000.0;
}

static void add_command(struct redis *redis, const struct field *words, uint32_t count)
{
    char *text = NULL;
    const char **data = memory_zalloc(count, sizeof *data);
    size_t *sizes = memory_zalloc(count, sizeof *sizes);
    for (uint32_t i = 0; i < count; i++) {
        data[i] = words[i].data;
        sizes[i] = words[i].size;
    }
    long long length = redisFormatCommandArgv(&text, (int)count, data, sizes);
    if (length > 0)
        bytes_add(&redis->commands, text, (size_t)length);
    redisFreeCommand(text);
    memory_free(data);
    memory_free(sizes);
    redis->expected++;
}

static struct field word(const char *text)
{
    return (struct field){text, strlen(text)};
}

static void disconnect_redis(struct redis *redis)
{
    stream_close(redis->stream);
    redis->stream = NULL;
    if (redis->reader)
        redisReaderFree(redis->reader);
    redis->reader = NULL;
}

static enum remote_reply late(struct redis *redis, struct error *error)
{
    disconnect_redis(redis);
    error_set(error, "no answer within %g s (--store-timeout)", redis->setting->milliseconds / 1000.0);
    return REMOTE_GONE;
}

enum exchanged { EXCHANGED, CLOSED, LATE, TOO_MUCH, NO_REDIS };

static enum exchanged receive_replies(struct redis *redis)
{
    static char buffer[1 << 16];
    size_t all = 0, size;
    while (redis->replies.size < redis->expected) {
        void *reply = NULL;
        if (redisReaderGetReply(redis->reader, &reply) != REDIS_OK)
            return NO_REDIS;
        if (reply) {
            vector_push(&redis->replies, (redisReply *)reply);
            continue;
        }
        enum stream_result result =
            stream_receive(redis->stream, buffer, sizeof buffer, &size, redis->deadline);
        if (result != STREAM_GOOD)
            return result == STREAM_LATE ? LATE : CLOSED;
        all += size;
        if (all > ANSWER_MOST)
            return TOO_MUCH;
        if (redisReaderFeed(redis->reader, buffer, size) != REDIS_OK)
            return NO_REDIS;
    }
    return EXCHANGED;
}

// Sends the commands and waits for the replies, on a connection that there is.
static enum exchanged exchange_commands(struct redis *redis)
{
    enum stream_result sent =
        stream_send(redis->stream, redis->commands.data, redis->commands.size, redis->deadline);
    return sent == STREAM_GOOD ? receive_replies(redis) : sent == STREAM_LATE ? LATE : CLOSED;
}

// ---- connecting

static bool is_error(const redisReply *reply, const char *begin_of_text)
{
    return reply->type == REDIS_REPLY_ERROR && strncmp(reply->str, begin_of_text, strlen(begin_of_text)) == 0;
}

static enum remote_reply check_exchange(struct redis *redis, enum exchanged exchanged, struct error *error)
{
    if (exchanged == EXCHANGED)
        return REMOTE_GOOD;
    if (exchanged == LATE)
        return late(redis, error);
    disconnect_redis(redis);
    if (exchanged == TOO_MUCH)
        error_set(error, "an answer has more than %d MB", ANSWER_MOST >> 20);
    else
        error_set(error, "%s",
                  exchanged == CLOSED ? "the server has closed the connection" : "this is no redis server");
    return REMOTE_GONE;
}

// Passwords are never part of what is said: some servers repeat the command that they do not know.
static enum remote_reply log_in(struct redis *redis, struct error *error)
{
    const struct client_setting *setting = redis->setting;
    struct field words[3] = {word("AUTH")};
    uint32_t count = 1;
    if (setting->user)
        words[count++] = word(setting->user);
    words[count++] = word(setting->password ? setting->password : "");
    const struct field ping = word("PING");
    if (setting->user || setting->password)
        add_command(redis, words, count);
    add_command(redis, &ping, 1);
    enum remote_reply result = check_exchange(redis, exchange_commands(redis), error);
    if (result != REMOTE_GOOD)
        return result;
    const redisReply *first = redis->replies.data[0], *last = vector_last(&redis->replies);
    if (redis->expected == 2 && first->type == REDIS_REPLY_ERROR)
        error_set(error, "the server refuses the user or the password");
    else if (is_error(last, "NOAUTH"))
        error_set(error, "the server wants a password");
    else if (last->type == REDIS_REPLY_ERROR && !is_error(last, "NOPERM"))
        error_set(error, "%s", last->str);
    else
        return REMOTE_GOOD;
    return REMOTE_GONE;
}

// The commands that are there are sent afterwards.
static enum remote_reply connect_again(struct redis *redis, struct error *error)
{
    struct error why = {0};
    byte_vector commands = redis->commands;
    uint32_t expected = redis->expected;
    disconnect_redis(redis);
    redis->commands = (byte_vector){0};
    clear_commands(redis);
    redis->stream = stream_open(redis->setting, redis->deadline, &why);
    redis->reader = redisReaderCreate();
    enum remote_reply result = REMOTE_GONE;
    if (!redis->reader)
        error_set(error, "out of memory");
    else if (redis->stream)
        result = log_in(redis, error);
    else if (why.message && !*why.message)
        result = late(redis, error);
    else
        error_set(error, "%s", why.message);
    error_free(&why);
    clear_commands(redis);
    vector_free(&redis->commands);
    redis->commands = commands;
    redis->expected = expected;
    return result;
}

// A server may have closed a connection that was not used for long: then once more on a new one.
static enum remote_reply send_commands(struct redis *redis, struct error *error)
{
    enum exchanged exchanged = redis->stream ? exchange_commands(redis) : CLOSED;
    if (exchanged == CLOSED) {
        for (uint32_t i = 0; i < redis->replies.size; i++)
            freeReplyObject(redis->replies.data[i]);
        vector_clear(&redis->replies);
        enum remote_reply result = connect_again(redis, error);
        if (result != REMOTE_GOOD)
            return result;
        exchanged = exchange_commands(redis);
    }
    return check_exchange(redis, exchanged, error);
}

static enum remote_reply run_redis(struct redis *redis, struct error *error)
{
    enum remote_reply result = send_commands(redis, error);
    for (uint32_t i = 0; result == REMOTE_GOOD && i < redis->replies.size; i++)
        if (redis->replies.data[i]->type == REDIS_REPLY_ERROR) {
            error_set(error, "%s", redis->replies.data[i]->str);
            result = REMOTE_REFUSED;
        }
    return result;
}

// ---- what is asked for

static enum remote_reply run_with_names(struct redis *redis, const char *command, struct fields names,
                                        struct error *error)
{
    VECTOR(struct field) words = {0};
    struct field name;
    vector_push(&words, word(command));
    while (fields_next(&names, &name))
        vector_push(&words, name);
    begin_commands(redis);
    if (words.size > 1)
        add_command(redis, words.data, words.size);
    vector_free(&words);
    return run_redis(redis, error);
}

static enum remote_reply get_redis_values(struct client *client, struct fields names, byte_vector *to,
                                          struct error *error)
{
    struct redis *redis = redis_of(client);
    enum remote_reply result = run_with_names(redis, "MGET", names, error);
    if (result != REMOTE_GOOD || !redis->replies.size)
        return result;
    const redisReply *values = redis->replies.data[0];
    for (size_t i = 0; values->type == REDIS_REPLY_ARRAY && i < values->elements; i++) {
        const redisReply *value = values->element[i];
        bool there = value->type == REDIS_REPLY_STRING;
        fields_add(to, there ? value->str : NULL, there ? (size_t)value->len : 0);
    }
    return result;
}

static enum remote_reply set_redis_items(struct client *client, struct fields items, struct error *error)
{
    struct redis *redis = redis_of(client);
    struct field name, value;
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%d", REMOTE_LIFETIME);
    begin_commands(redis);
    while (fields_next(&items, &name) && fields_next(&items, &value)) {
        const struct field words[] = {word("SET"), name, value, word("EX"), word(seconds)};
        add_command(redis, words, 5);
    }
    return run_redis(redis, error);
}

static enum remote_reply remove_redis_names(struct client *client, struct fields names, struct error *error)
{
    return run_with_names(redis_of(client), "DEL", names, error);
}

static enum remote_reply touch_redis_names(struct client *client, struct fields names, struct error *error)
{
    struct redis *redis = redis_of(client);
    struct field name;
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%d", REMOTE_LIFETIME);
    begin_commands(redis);
    while (fields_next(&names, &name)) {
        const struct field words[] = {word("EXPIRE"), name, word(seconds)};
        add_command(redis, words, 3);
    }
    return run_redis(redis, error);
}

static enum remote_reply list_redis_names(struct client *client, const char *prefix, uint64_t *place,
                                          byte_vector *to, struct error *error)
{
    struct redis *redis = redis_of(client);
    char cursor[32], *pattern = memory_format("%s*", prefix);
    snprintf(cursor, sizeof cursor, "%" PRIu64, *place);
    const struct field words[] = {word("SCAN"),  word(cursor),  word("MATCH"),
                                  word(pattern), word("COUNT"), word("1000")};
    begin_commands(redis);
    add_command(redis, words, 6);
    enum remote_reply result = run_redis(redis, error);
    memory_free(pattern);
    if (result != REMOTE_GOOD)
        return result;
    const redisReply *reply = redis->replies.data[0];
    *place = 0;
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 2 ||
        reply->element[0]->type != REDIS_REPLY_STRING || reply->element[1]->type != REDIS_REPLY_ARRAY) {
        error_set(error, "this is no redis server");
        return REMOTE_GONE;
    }
    *place = strtoull(reply->element[0]->str, NULL, 10);
    for (size_t i = 0; i < reply->element[1]->elements; i++) {
        const redisReply *name = reply->element[1]->element[i];
        if (name->type == REDIS_REPLY_STRING)
            fields_add(to, name->str, (size_t)name->len);
    }
    return REMOTE_GOOD;
}

// The number behind `name` at the beginning of a line.
static uint64_t read_info_number(const char *text, const char *name)
{
    const char *found = strstr(text, name);
    while (found && found != text && found[-1] != '\n')
        found = strstr(found + 1, name);
    return found ? strtoull(found + strlen(name), NULL, 10) : 0;
}

static enum remote_reply read_redis_usage(struct client *client, uint64_t *used, uint64_t *limit,
                                          struct error *error)
{
    struct redis *redis = redis_of(client);
    const struct field words[] = {word("INFO"), word("memory")};
    begin_commands(redis);
    add_command(redis, words, 2);
    enum remote_reply result = run_redis(redis, error);
    if (result == REMOTE_GOOD && redis->replies.data[0]->type == REDIS_REPLY_STRING) {
        *used = read_info_number(redis->replies.data[0]->str, "used_memory:");
        *limit = read_info_number(redis->replies.data[0]->str, "maxmemory:");
    }
    return result;
}

// ---- any commands

static void add_reply(byte_vector *to, const redisReply *reply)
{
    switch (reply->type) {
    case REDIS_REPLY_STATUS:
    case REDIS_REPLY_STRING:
        bytes_add_number(to, SERVER_REPLY_TEXT);
        fields_add(to, reply->str, reply->len);
        break;
    case REDIS_REPLY_ERROR:
        bytes_add_number(to, SERVER_REPLY_ERROR);
        fields_add(to, reply->str, reply->len);
        break;
    case REDIS_REPLY_INTEGER:
        bytes_add_number(to, SERVER_REPLY_NUMBER);
        bytes_add_number(to, (uint64_t)reply->integer);
        break;
    case REDIS_REPLY_ARRAY:
        bytes_add_number(to, SERVER_REPLY_LIST);
        bytes_add_number(to, reply->elements);
        for (size_t i = 0; i < reply->elements; i++)
            add_reply(to, reply->element[i]);
        break;
    default: bytes_add_number(to, SERVER_REPLY_NOTHING); break;
    }
}

static enum remote_reply run_commands(struct client *client, struct fields commands, byte_vector *to,
                                      struct error *error)
{
    struct redis *redis = redis_of(client);
    VECTOR(struct field) words = {0};
    struct field field;
    begin_commands(redis);
    while (fields_next(&commands, &field))
        if (field.data) {
            vector_push(&words, field);
        } else if (words.size) {
            add_command(redis, words.data, words.size);
            words.size = 0;
        }
    vector_free(&words);
    enum remote_reply result = send_commands(redis, error);
    for (uint32_t i = 0; result == REMOTE_GOOD && i < redis->replies.size; i++)
        add_reply(to, redis->replies.data[i]);
    return result;
}

struct client *redis_open(const struct client_setting *setting, struct error *error)
{
    static const struct client_operations operations = {.get = get_redis_values,
                                                        .set = set_redis_items,
                                                        .remove = remove_redis_names,
                                                        .touch = touch_redis_names,
                                                        .list = list_redis_names,
                                                        .usage = read_redis_usage,
                                                        .run = run_commands};
    struct redis *redis = memory_zalloc(1, sizeof *redis);
    redis->client.operations = &operations;
    redis->setting = setting;
    begin_commands(redis);
    if (connect_again(redis, error) == REMOTE_GOOD)
        return &redis->client;
    disconnect_redis(redis);
    memory_free(redis);
    return NULL;
}
