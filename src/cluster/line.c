#include "cluster/line.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct server_line {
    const struct store_servers *servers;
    struct server *server; // NULL: not connected
    byte_vector commands, replies;
    struct byte_reader reader; // of the replies
};

struct server_line *line_new(const struct store_servers *servers)
{
    struct server_line *line = memory_zalloc(1, sizeof *line);
    line->servers = servers;
    return line;
}

static void disconnect_line(struct server_line *line)
{
    if (line->server)
        line->server->operations->close(line->server);
    line->server = NULL;
}

void line_free(struct server_line *line)
{
    if (!line)
        return;
    disconnect_line(line);
    vector_free(&line->commands);
    vector_free(&line->replies);
    memory_free(line);
}

void line_begin(struct server_line *line)
{
    line->commands.size = line->replies.size = 0;
}

void line_word(struct server_line *line, const void *data, size_t size)
{
    fields_add(&line->commands, size ? data : "", size);
}

static void add_command_words(struct server_line *line, const char *format, va_list arguments)
{
    char text[1024]; // names of keys have less than 300 bytes
    vsnprintf(text, sizeof text, format, arguments);
    for (const char *at = text; *at;) {
        size_t size = strcspn(at, " ");
        line_word(line, at, size);
        at += size + (at[size] == ' ');
    }
}

void line_words(struct server_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_command_words(line, format, arguments);
    va_end(arguments);
}

void line_end_command(struct server_line *line)
{
    fields_add(&line->commands, NULL, 0);
}

void line_command(struct server_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_command_words(line, format, arguments);
    va_end(arguments);
    line_end_command(line);
}

int line_wait(const struct server_line *line, int wished)
{
    int most = line->servers->milliseconds / 2;
    return most < 1 ? 1 : wished < most ? wished : most;
}

static bool connect_line(struct server_line *line, struct error *error)
{
    const struct store_servers *s = line->servers;
    const struct server_access access = {.address = &s->address,
                                         .milliseconds = s->milliseconds,
                                         .authorities = s->authorities,
                                         .certificate = s->certificate};
    if (!line->server)
        line->server = server_open(&access, error);
    return line->server;
}

bool line_run(struct server_line *line, struct error *error)
{
    line->replies.size = 0;
    line->reader = (struct byte_reader){.damaged = true};
    if (!connect_line(line, error))
        return false;
    if (server_run(line->server, &line->commands, &line->replies, error) != SERVER_GOOD) {
        disconnect_line(line);
        return false;
    }
    line->reader = bytes_reader(&line->replies);
    return true;
}

static struct field next_field(struct server_line *line)
{
    struct field field = {.data = NULL};
    struct fields fields = {(const char *)line->reader.at, (size_t)(line->reader.end - line->reader.at)};
    if (!fields_next(&fields, &field) || !field.data) {
        line->reader.damaged = true;
        return (struct field){"", 0};
    }
    line->reader.at = (const unsigned char *)fields.at;
    return field;
}

struct line_reply line_next(struct server_line *line)
{
    struct line_reply reply = {.kind = SERVER_REPLY_ERROR, .text = {"", 0}};
    if (line->reader.damaged || line->reader.at == line->reader.end)
        return reply;
    reply.kind = (enum server_reply)bytes_number_below(&line->reader, SERVER_REPLY_LIST + 1);
    switch (reply.kind) {
    case SERVER_REPLY_NOTHING: break;
    case SERVER_REPLY_TEXT:
    case SERVER_REPLY_ERROR: reply.text = next_field(line); break;
    case SERVER_REPLY_NUMBER: reply.number = bytes_number(&line->reader); break;
    case SERVER_REPLY_LIST: reply.number = bytes_count(&line->reader, 1); break;
    }
    if (line->reader.damaged)
        return (struct line_reply){.kind = SERVER_REPLY_ERROR, .text = {"", 0}};
    return reply;
}

static bool refuse_reply(const struct line_reply *reply, struct error *error)
{
    char *text = memory_copy_bytes(reply->text.data, reply->text.size);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = '?';
    error_set(error, "%s", *text ? text : "this is no redis server");
    memory_free(text);
    return false;
}

// The next reply, with all that is in it. False with the error set: it is an error.
static bool line_skip(struct server_line *line, struct error *error)
{
    struct line_reply reply = line_next(line);
    if (reply.kind == SERVER_REPLY_ERROR)
        return refuse_reply(&reply, error);
    bool good = true;
    for (uint64_t k = 0; reply.kind == SERVER_REPLY_LIST && k < reply.number && good; k++)
        good = line_skip(line, error);
    return good;
}

bool line_run_all(struct server_line *line, uint32_t commands, struct error *error)
{
    bool good = line_run(line, error);
    for (uint32_t k = 0; k < commands && good; k++)
        good = line_skip(line, error);
    return good;
}
