#include "predict/std_format.h"

#include "base/file.h"

#include <errno.h>
#include <unistd.h>

#define FILE_LIMIT_TRACE ((uint64_t)1 << 40)

static const struct std_operation {
    const char *word;
    uint8_t kind, flags;
} operations[] = {
    {"r", EVENT_READ, 0},
    {"w", EVENT_WRITE, 0},
    {"acq", EVENT_ACQUIRE, 0},
    {"rel", EVENT_RELEASE, 0},
    {"fork", EVENT_FORK, 0},
    {"join", EVENT_JOIN, 0},
    {"begin", EVENT_BEGIN, 0},
    {"end", EVENT_END, 0},
    {"r_atomic", EVENT_READ, EVENT_ATOMIC},
    {"w_atomic", EVENT_WRITE, EVENT_ATOMIC},
    {"acq_shared", EVENT_ACQUIRE, EVENT_SHARED},
    {"r_uncertain", EVENT_READ, EVENT_UNCERTAIN},
    {"r_atomic_uncertain", EVENT_READ, EVENT_ATOMIC | EVENT_UNCERTAIN},
    {"w_part", EVENT_WRITE, EVENT_PART},
    {"w_atomic_part", EVENT_WRITE, EVENT_ATOMIC | EVENT_PART},
    {"r_maybe", EVENT_READ, EVENT_UNREPORTED},
    {"r_maybe_uncertain", EVENT_READ, EVENT_UNREPORTED | EVENT_UNCERTAIN},
    {"w_maybe_uncertain", EVENT_WRITE, EVENT_UNREPORTED | EVENT_UNCERTAIN},
    {"acq_try", EVENT_ACQUIRE, EVENT_UNREPORTED},
    {"acq_shared_try", EVENT_ACQUIRE, EVENT_SHARED | EVENT_UNREPORTED},
    {"acq_uncertain", EVENT_ACQUIRE, EVENT_UNREPORTED | EVENT_UNCERTAIN},
    {"acq_shared_uncertain", EVENT_ACQUIRE, EVENT_SHARED | EVENT_UNREPORTED | EVENT_UNCERTAIN},
};
enum { OPERATION_COUNT = sizeof operations / sizeof *operations };

struct std_format_text {
    const char *begin, *end;
};

static size_t length_of_text(struct std_format_text text)
{
    return (size_t)(text.end - text.begin);
}

static struct std_format_text trim_text(struct std_format_text text)
{
    while (text.begin < text.end && (*text.begin == ' ' || *text.begin == '\t'))
        text.begin++;
    while (text.begin < text.end && (text.end[-1] == ' ' || text.end[-1] == '\t' || text.end[-1] == '\r'))
        text.end--;
    return text;
}

// What comes before the character, or all; moves *rest behind it.
static struct std_format_text cut_text(struct std_format_text *rest, char at)
{
    const char *found = memchr(rest->begin, at, length_of_text(*rest));
    struct std_format_text first = {rest->begin, found ? found : rest->end};
    rest->begin = found ? found + 1 : rest->end;
    return trim_text(first);
}

static bool has_control(struct std_format_text text)
{
    for (const char *p = text.begin; p < text.end; p++)
        if ((unsigned char)*p < ' ' || *p == 127)
            return true;
    return false;
}

static const struct std_operation *find_operation(struct std_format_text word)
{
    for (uint32_t i = 0; i < OPERATION_COUNT; i++)
        if (strlen(operations[i].word) == length_of_text(word) &&
            memcmp(operations[i].word, word.begin, length_of_text(word)) == 0)
            return &operations[i];
    return NULL;
}

// Splits `OPERATION(OPERAND)`. False: it is none.
static bool split_operation(struct std_format_text text, const struct std_operation **operation,
                            struct std_format_text *operand, struct error *error)
{
    struct std_format_text rest = text, word = cut_text(&rest, '(');
    bool bracketed = word.end < text.end;
    if (bracketed && text.end[-1] != ')')
        return error_set(error, "'%.*s' has no closing bracket", (int)length_of_text(text), text.begin);
    *operand = bracketed ? trim_text((struct std_format_text){rest.begin, text.end - 1})
                         : (struct std_format_text){text.end, text.end};
    const struct std_operation *found = find_operation(word);
    if (!found)
        return error_set(
            error,
            "unknown operation '%.*s'; it is r, w, acq, rel, fork, join, begin, end or one of heddle's own",
            (int)length_of_text(word), word.begin);
    bool region = found->kind == EVENT_BEGIN || found->kind == EVENT_END;
    if (!region && length_of_text(*operand) == 0)
        return error_set(error, "%s needs a name in brackets", found->word);
    *operation = found;
    return true;
}

static bool is_text_word(struct std_format_text text, const char *word)
{
    return length_of_text(text) == strlen(word) && memcmp(text.begin, word, length_of_text(text)) == 0;
}

static bool read_std_line(struct event_trace *trace, struct std_format_text line, struct error *error)
{
    line = trim_text(line);
    if (is_text_word(line, STD_RECORDED))
        trace->recorded = true;
    if (line.begin == line.end || *line.begin == '#')
        return true;
    if (has_control(line))
        return error_set(error, "a control character: this is no trace in STD format");
    const struct std_operation *operation = &operations[0];
    struct std_format_text operand = {NULL, NULL}, thread = cut_text(&line, '|');
    struct std_format_text what = cut_text(&line, '|'), place = trim_text(line);
    if (length_of_text(thread) == 0 || length_of_text(what) == 0)
        return error_set(error, "not an event: expected THREAD|OPERATION(OPERAND)|PLACE");
    if (!split_operation(what, &operation, &operand, error))
        return false;
    uint32_t number = event_trace_name(trace, NAMES_THREADS, thread.begin, length_of_text(thread));
    uint32_t name =
        event_trace_name(trace, event_operand_names(operation->kind), operand.begin, length_of_text(operand));
    if (event_trace_count(trace, NAMES_THREADS) > EVENT_THREADS_MOST)
        return error_set(error, "more than %d threads, which is the most that a trace can have",
                         EVENT_THREADS_MOST);
    struct recorded_event event = {operation->kind, operation->flags, (uint16_t)number, name,
                                   event_trace_name(trace, NAMES_PLACES, place.begin, length_of_text(place))};
    return event_trace_add(trace, event, error);
}

struct std_format_reader {
    struct event_trace *trace;
    const char *path;
    uint64_t line;
    size_t held; // bytes of a line that has not ended yet
    char *buffer;
};

static bool read_one(struct std_format_reader *reader, const char *begin, const char *end,
                     struct error *error)
{
    struct error why = {0};
    reader->line++;
    bool good = (size_t)(end - begin) > STD_LINE_MOST
                    ? error_set(&why, "a line of more than %zu bytes, which is the most", STD_LINE_MOST)
                    : read_std_line(reader->trace, (struct std_format_text){begin, end}, &why);
    if (!good)
        error_set(error, "%s:%llu: %s", reader->path, (unsigned long long)reader->line, why.message);
    error_free(&why);
    return good;
}

// Reads the whole lines of the buffer, and moves what is left to its beginning.
static bool read_lines(struct std_format_reader *reader, struct error *error)
{
    const char *at = reader->buffer, *end = at + reader->held;
    for (const char *stop; (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1)
        if (!read_one(reader, at, stop, error))
            return false;
    reader->held = (size_t)(end - at);
    if (reader->held > STD_LINE_MOST)
        return read_one(reader, at, end, error);
    memmove(reader->buffer, at, reader->held);
    return true;
}

static bool read_std_lines(struct std_format_reader *reader, int file, struct error *error)
{
    for (;;) {
        ssize_t got = read(file, reader->buffer + reader->held, STD_LINE_MOST);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set(error, "%s: %s", reader->path, strerror(errno));
        if (got == 0)
            return !reader->held || read_one(reader, reader->buffer, reader->buffer + reader->held, error);
        reader->held += (size_t)got;
        if (!read_lines(reader, error))
            return false;
    }
}

bool std_read(struct event_trace *trace, const char *path, struct error *error)
{
    int file = file_open(path, FILE_LIMIT_TRACE, NULL, error);
    if (file < 0)
        return false;
    struct std_format_reader reader = {trace, path, 0, 0, memory_alloc(2 * STD_LINE_MOST + 1)};
    bool good = read_std_lines(&reader, file, error);
    memory_free(reader.buffer);
    close(file);
    return good;
}

const char *std_operation(const struct recorded_event *event)
{
    uint8_t flags = event->flags & (uint8_t)~EVENT_NESTED;
    if (event->kind == EVENT_RELEASE) // which lock it is tells whether it was shared
        flags = 0;
    for (uint32_t i = 0; i < OPERATION_COUNT; i++)
        if (operations[i].kind == event->kind && operations[i].flags == flags)
            return operations[i].word;
    return "?";
}

// Whether the format gives a name back as it is.
static bool writable(const char *name, enum event_names kind)
{
    struct std_format_text text = {name, name + strlen(name)}, trimmed = trim_text(text);
    bool empty_allowed = kind == NAMES_PLACES || kind == NAMES_REGIONS;
    return length_of_text(text) == length_of_text(trimmed) && !has_control(text) &&
           (empty_allowed || *name) && (kind == NAMES_PLACES || !strchr(name, '|')) &&
           (kind != NAMES_THREADS || *name != '#');
}

bool std_write_event(const struct event_trace *trace, uint32_t number, FILE *stream, struct error *error)
{
    const struct recorded_event *event = &trace->events.data[number];
    enum event_names kinds[] = {NAMES_THREADS, event_operand_names(event->kind), NAMES_PLACES};
    uint32_t numbers[] = {event->thread, event->operand, event->place};
    const char *names[3];
    for (uint32_t i = 0; i < 3; i++) {
        names[i] = event_trace_name_of(trace, kinds[i], numbers[i]);
        if (!writable(names[i], kinds[i]))
            return error_set(error, "event %u: the STD format cannot have the name '%s'", number + 1,
                             names[i]);
    }
    fprintf(stream, "%s|%s(%s)%s%s\n", names[0], std_operation(event), names[1], *names[2] ? "|" : "",
            names[2]);
    return true;
}
