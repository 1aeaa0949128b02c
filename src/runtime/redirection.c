// Standard output and error that the program gives other files (dup, dup2, dup3, freopen). Until it does so
// for the first time printing touches nothing that is shared (streams.c); from then on the stream is one over
// a descriptor, as all others are. Nothing is buffered before that, so that it has to be sure that glibc's
// stream holds nothing back either: `holds`. Standard output is no terminal (isatty), and buffered as files.
#include "runtime/file_streams.h"

extern const struct runtime_stream_operations __runtime_stream_operations;

enum { OUTPUTS = 2 };

static char buffers[OUTPUTS][RUNTIME_STREAM_BUFFER];
// What is read outside of sections is constant.
#define REDIRECTED(number)                                                                                   \
    {.operations = &__runtime_stream_operations,                                                             \
     .buffer = buffers[number],                                                                              \
     .size = RUNTIME_STREAM_BUFFER,                                                                          \
     RUNTIME_SHARED_BY_OUTPUTS(number)}
static FILE redirected[OUTPUTS] = {REDIRECTED(0), REDIRECTED(1)};
// All of these are atomic, relaxed: printing looks at them outside of sections.
static FILE *_Atomic active[OUTPUTS];    // NULL: the stream still prints
static _Atomic bool holds[OUTPUTS];      // whether glibc's stream may hold back something
static _Atomic bool has_buffer[OUTPUTS]; // of setvbuf
static _Atomic int modes[OUTPUTS] = {BUFFERED_FULLY, BUFFERED_NOT}; // enum runtime_buffering

#define GET(variable) __c11_atomic_load(&(variable), __ATOMIC_RELAXED)
// Writes nothing where it holds that already, so that calls commute.
#define SET(variable, value)                                                                                 \
    do {                                                                                                     \
        if (GET(variable) != (value))                                                                        \
            __c11_atomic_store(&(variable), value, __ATOMIC_RELAXED);                                        \
    } while (0)

static unsigned number_of_output(const FILE *stream)
{
    return stream->descriptor == 2;
}

FILE *__runtime_redirected_stream(FILE *stream)
{
    FILE *other = GET(active[number_of_output(stream)]);
    return other ? other : stream;
}

// That it may hold something is noted before the look at the other stream: who redirects it meanwhile either
// finds the note, or is found here. Where the note was there already and a flush takes it away meanwhile, the
// text counts as printed before the flush.
FILE *__runtime_redirected_output(FILE *stream)
{
    unsigned number = number_of_output(stream);
    if (!GET(active[number]) && GET(modes[number]) != BUFFERED_NOT)
        __c11_atomic_store(&holds[number], true, __ATOMIC_RELAXED);
    return __runtime_redirected_stream(stream);
}

bool __runtime_is_redirected(int descriptor)
{
    return GET(active[descriptor == 2]);
}

void __runtime_note_flush(const FILE *stream)
{
    if (!stream || number_of_output(stream) == 0)
        SET(holds[0], false);
    if (!stream || number_of_output(stream) == 1)
        SET(holds[1], false);
}

void __runtime_note_mode(const FILE *stream, int mode, bool is_given)
{
    unsigned number = number_of_output(stream);
    SET(modes[number], mode);
    SET(has_buffer[number], is_given);
}

// ---- redirecting, in an atomic section

static void begin_redirection(unsigned number)
{
    FILE *stream = &redirected[number];
    stream->buffering = (enum runtime_buffering)GET(modes[number]);
    if (stream->buffering == BUFFERED_NOT)
        stream->size = 1;
    __runtime_set_stream(stream, (int)number + 1, OPEN_WRITE);
    stream->opener = 0; // older than all that the program has opened
    stream->opened_before = number;
    __c11_atomic_store(&active[number], stream, __ATOMIC_RELAXED);
}

FILE *__runtime_begin_redirection(FILE *stream)
{
    unsigned number = number_of_output(stream);
    if (!GET(active[number]))
        begin_redirection(number);
    return GET(active[number]);
}

char *__runtime_redirected_buffer(const FILE *stream)
{
    return buffers[stream == &redirected[1]];
}

// The descriptor, 1 or 2, now stands for another file.
static void redirect(int descriptor)
{
    unsigned number = descriptor == 2;
    if (GET(active[number]))
        return;
    if (GET(holds[number]))
        __heddle_unmodelled(
            "a file as standard output or standard error, which may hold back what was printed "
            "(fflush)");
    if (GET(has_buffer[number]))
        __heddle_unmodelled("a file as standard output or standard error, which has a buffer of the program");
    begin_redirection(number);
}

void __runtime_redirects_output(void)
{
    __runtime_locks_streams(); // the stream may have to wait in the middle of a line, as for fdopen
    __runtime_shows_files();
    if (!__c11_atomic_load(&__runtime_redirect, __ATOMIC_RELAXED))
        __c11_atomic_store(&__runtime_redirect, redirect, __ATOMIC_RELAXED);
}
