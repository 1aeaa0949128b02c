// What the files of the runtime library share: types with glibc's layout, the functions of libc that one file
// takes from another, and the machine's internals (src/program/natives.def).
//
// The library is plain C that heddle executes like the program it is linked to: symbolically, and interleaved
// with the program's threads. So every access to shared memory here is one that another thread may observe,
// and none may be there that POSIX does not allow. Rules for this folder:
// - No system headers: only freestanding ones, so that -m32 needs nothing installed.
// - Functions call each other only by names that C reserves (the program may define its own `index` or
// `error`), or by
//   internal names, which begin with __runtime_.
// - What cannot be done right calls __heddle_unmodelled, or is not defined at all, which is the same. Where
//   all that is missing is output or a result: __heddle_unmodelled_value, and then returns another result, so
//   that slices see that what uses the result depends on the branch. Where a value is not known, and not any
//   value either: __heddle_unmodelled_input, and the execution ends where it decides something.
#ifndef HEDDLE_RUNTIME_RUNTIME_H
#define HEDDLE_RUNTIME_RUNTIME_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;
typedef long time_t;
typedef int clockid_t;
typedef struct runtime_file FILE;

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

// Linux error numbers that the library sets.
enum {
    EPERM = 1,
    ENOENT = 2,
    ESRCH = 3,
    EINTR = 4,
    ENXIO = 6,
    E2BIG = 7,
    ECHILD = 10,
    EBADF = 9,
    EAGAIN = 11,
    ENOMEM = 12,
    EACCES = 13,
    EBUSY = 16,
    EEXIST = 17,
    ENODEV = 19,
    ENOTDIR = 20,
    EISDIR = 21,
    EINVAL = 22,
    EMFILE = 24,
    ENOTTY = 25,
    EFBIG = 27,
    ENOSPC = 28,
    ESPIPE = 29,
    EPIPE = 32,
    EDOM = 33,
    ERANGE = 34,
    ENAMETOOLONG = 36,
    ENOLCK = 37,
    ENOSYS = 38,
    ENOTEMPTY = 39,
    ELOOP = 40,
    EOVERFLOW = 75,
    EILSEQ = 84,
    ENOTSOCK = 88,
    EDESTADDRREQ = 89,
    EMSGSIZE = 90,
    EPROTOTYPE = 91,
    ENOPROTOOPT = 92,
    EPROTONOSUPPORT = 93,
    ESOCKTNOSUPPORT = 94,
    ENOTSUP = 95, // EOPNOTSUPP
    EAFNOSUPPORT = 97,
    EADDRINUSE = 98,
    EADDRNOTAVAIL = 99,
    ECONNABORTED = 103,
    ECONNRESET = 104,
    EISCONN = 106,
    ENOTCONN = 107,
    ETIMEDOUT = 110,
    ECONNREFUSED = 111,
    EALREADY = 114,
    EINPROGRESS = 115,
};

int *__errno_location(void);
#define errno (*__errno_location())

// The machine
void *__heddle_new(size_t size); // zeros, for what only the library looks at; NULL: none. Released by free
void __heddle_output(int descriptor, const char *bytes, size_t count);
int __heddle_is_symbolic(uint64_t value);
int __heddle_looks_for_races(void);
int __heddle_looks_for_faults(void); // memory, arithmetic, abort and assertion
int __heddle_format_double(char *out, size_t size, const char *format, double value);
int __heddle_format_long_double(char *out, size_t size, const char *format, long double value);
double __heddle_parse_double(const char *text, size_t *used);
void __heddle_unmodelled(const char *what);
int __heddle_missing_file(const char *path);
void __heddle_unmodelled_value(const char *what);
void __heddle_unmodelled_input(void *memory, size_t size, const char *what);
void __heddle_program_end(int status) __attribute__((noreturn));
int __heddle_time_may_pass(void);
int __heddle_clock_counts(void);
void __heddle_wake(const uint64_t *moment);
struct timespec __runtime_deadline(const struct timespec *duration, clockid_t clock);
bool __heddle_clock_is_read(void); // a constant: src/lower/clock.h
// Constants, too (src/lower/question.h): whether there can be streams other than standard output and error;
// whether the program contains a function that takes the lock of any stream (flockfile), and one that needs
// the locks of those others.
bool __heddle_streams_are_opened(void);
bool __heddle_files_are_read(void);     // files.h
bool __heddle_links_are_made(void);     // files.h
bool __heddle_times_are_set(void);      // files.h
bool __heddle_buffers_are_given(void);  // whether the program contains setvbuf or one of its like
bool __heddle_processes_are_made(void); // whether the program contains fork
bool __heddle_output_is_locked(void);
bool __heddle_streams_are_locked(void);
bool __heddle_threads_are_cancelled(void); // whether the program contains pthread_cancel
bool __heddle_signals_are_sent(void);      // whether it contains pthread_kill
void __heddle_test_cancel(int waited);
// machine/delivery.c: creates a thread that is to interrupt another one; whether the thread of that number
// has not ended; interrupts the one of that number; the result of the function that the interrupted thread
// has called, 0 if it was not interrupted; where that is not looked for though the thread may wait.
void __heddle_carry(unsigned long *thread, void *(*routine)(void *argument), void *argument);
bool __heddle_thread_lives(int thread);
struct runtime_mailbox;
void __heddle_interrupt(int thread, int (*function)(int may_wait), struct runtime_mailbox *box);
int __heddle_look_for_interrupt(void);
void __heddle_may_wait(void);
// What a call has written, and what it has read there, both of memory of the program: a violation of `memory`
// with that message where the two overlap. Called behind the copy, when both lengths are known.
void __heddle_apart(const void *to, size_t written, const void *from, size_t read, const char *message);
double __heddle_math(int function, double x, double y);
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

// Modelled by the machine
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
void abort(void) __attribute__((noreturn));
void __heddle_abort_by(const char *signal) __attribute__((noreturn)); // names a signal that faults raise
int sched_yield(void);

// Of this library, used by more than one file
size_t strlen(const char *text);
char *strcpy(char *restrict to, const char *restrict from);
int strcmp(const char *left, const char *right);
int memcmp(const void *left, const void *right, size_t count);
int strncmp(const char *left, const char *right, size_t count);
char *strchr(const char *text, int character);
void exit(int status) __attribute__((noreturn));
extern char *program_invocation_name;

// Inlined although nothing is optimised.
#define INLINE static inline __attribute__((always_inline))

size_t __runtime_length_within(const char *text, size_t limit);
const char *__runtime_error_text(int number);
char *__runtime_strerror(int number); // strerror, for use by threads at any time
char *__runtime_duplicate(const char *text, size_t length);
// What fortified functions ask first: a call that needs more room than the compiler knows of ends the
// program, as in glibc. Where the object is too small, too, the write that glibc prevents is a violation of
// `memory` as well: both are explored, so that neither is hidden where only the other one is asked for.
void __runtime_check_room(void *to, size_t needed, size_t room);
// As __runtime_check_room, where the call may need less than `most`: too little room ends the program all the
// same.
INLINE void __runtime_check_limit(size_t most, size_t room)
{
    if (most > room)
        abort();
}

// As glibc's pthread_mutex_t, for a recursive one.
union runtime_mutex {
    struct {
        int lock;
        unsigned count;
        int owner;
#if __SIZEOF_POINTER__ == 8
        unsigned users;
#endif
        int kind;
    } fields;
    char bytes[__SIZEOF_POINTER__ == 8 ? 40 : 24];
    long alignment;
};
#define RUNTIME_RECURSIVE_MUTEX {.fields = {.kind = 1}}
int pthread_mutex_lock(union runtime_mutex *mutex);
int pthread_mutex_trylock(union runtime_mutex *mutex);
int pthread_mutex_unlock(union runtime_mutex *mutex);

// What write does where descriptors were opened: NULL before the first one is, so that the rest is linked
// only with a function that opens one. Atomic, and changes once.
struct runtime_file_operations {
    ssize_t (*write)(int descriptor, const void *from, size_t count);
};
extern const struct runtime_file_operations *_Atomic __runtime_files;
void __runtime_put_bytes(int descriptor, const void *memory, size_t count); // prints
// Looks at buffers of setvbuf at the end of the program. NULL where there are none. Atomic.
extern void (*_Atomic __runtime_check_buffers)(void);

// How a call hands its bytes to a stream: some in texts, each at once, all others one by one. Where the
// buffer is written depends on it. NULL in place of these: all are one text.
struct runtime_pieces {
    struct runtime_piece {
        size_t begin, end;
    } *texts; // in order
    size_t count, room;
    bool failed; // there was no memory for all
    struct runtime_piece small[16];
};

// What calls of <stdio.h> do with streams that are neither standard output nor standard error.
struct runtime_stream_operations {
    // How many were written.
    size_t (*put)(FILE *stream, const char *bytes, size_t count, const struct runtime_pieces *pieces);
    int (*failed)(FILE *stream);
    void (*clear)(FILE *stream);
    int (*flush)(FILE *stream); // NULL: all streams
    int (*set_buffer)(FILE *stream, char *buffer, int mode, size_t size);
    bool (*shown)(void); // whether anything in the program shows what files hold
    void (*end)(int);    // exit, which flushes: named so that it is linked, and runs when main returns
    // Of the functions that do not take the stream's lock.
    size_t (*put_unlocked)(FILE *stream, const char *bytes, size_t count,
                           const struct runtime_pieces *pieces);
    int (*failed_unlocked)(FILE *stream);
    void (*clear_unlocked)(FILE *stream);
};

// fork (processes.c), where __heddle_processes_are_made only: whether there was one; whether there is shared
// memory, or something else that children have and that has no model.
extern bool __runtime_has_forked, __runtime_shares_with_children;
// Within a section, behind a fork: whether a child may make a handler of the program run (signal_actions.c).
void __runtime_check_handlers_for_children(void);

extern bool __runtime_has_memory_streams;

// Flushes all streams, as the end of the program does. NULL before one is opened. Atomic, and changes once.
extern int (*_Atomic __runtime_flush_all)(void);

enum { RUNTIME_STREAM_BUFFER = 4096 }; // what glibc takes for files, by st_blksize
enum runtime_buffering { BUFFERED_FULLY, BUFFERED_BY_LINE, BUFFERED_NOT }; // _IOFBF, _IOLBF, _IONBF

struct runtime_file {
    int descriptor;
    const struct runtime_stream_operations *operations; // NULL: standard output or error
    union runtime_mutex *lock;
    char *unlocked_calls;     // what calls that do not take the lock have in common (SHARED_BY_CALLS)
    signed char *orientation; // -1: bytes, 1: wide characters, 0: neither yet; kept where some are wide
    // Of others only, and accessed in atomic sections:
    bool reads, writes, appends, ended, error, allocated;
    bool has_given_buffer; // of setvbuf, which the program may have released
    unsigned pushed;       // characters that were put back, the last one first to be read again
    unsigned char back[8];
    // What is held back (stream_buffer.c): of a stream that reads, bytes from `at` to `end` of what was read;
    // of one that writes, those from `at` to `written`, after it has read up to `end`.
    char *buffer;
    unsigned size, at, end, written;
    bool writing;
    bool is_amid; // a call has written or read, and is to go on in its next section
    enum runtime_buffering buffering;
    long long offset; // of the file below; -1: not known
    FILE *next;       // of those that are open, in the same list (__runtime_open_streams)
    uintptr_t opener; // the thread that opened it, and how many it had opened before
    unsigned opened_before;
    struct { // of one over memory (memory_streams.c), where it shows what it holds
        char **text, *block;
        size_t *length, size;        // size: of what the block holds
        int (*update)(FILE *stream); // -1: it failed. NULL: an ordinary stream
    } shown;
};
extern FILE __runtime_standard_input;
// Whether these are those of such a stream. Where there can be none that is a constant, so that slices leave
// out what prints.
#define ARE_OF_OPENED(operations) (__heddle_streams_are_opened() && (operations))
// Wide characters (wide_streams.c): whether the program contains a function for them. Each call that has to
// do with bytes says so, and what it then does to a stream of wide characters has no model.
bool __heddle_streams_are_wide(void);
void __runtime_orient_to_bytes(const FILE *stream);
#define ORIENT_TO_BYTES(stream)                                                                              \
    do {                                                                                                     \
        if (__heddle_streams_are_wide())                                                                     \
            __runtime_orient_to_bytes(stream);                                                               \
    } while (0)
// What puts and formats to a stream of either kind.
size_t __runtime_put_elements(const void *memory, size_t size, size_t count, FILE *stream);
int __runtime_get_character(FILE *stream);
int __runtime_put_back(int character, FILE *stream);

// Standard output and error that the program gives other files (redirection.c). Whether it contains a
// function for that.
bool __heddle_output_is_redirected(void);
// What a standard stream and the one that stands for it have in common.
extern union runtime_mutex __runtime_output_locks[2];
extern char __runtime_output_calls[2];
extern signed char __runtime_output_orientations[2];
#define RUNTIME_SHARED_BY_OUTPUTS(number)                                                                    \
    .lock = &__runtime_output_locks[number], .unlocked_calls = &__runtime_output_calls[number],              \
    .orientation = &__runtime_output_orientations[number]
// What a descriptor of 1 or 2 calls that was given another file, in an atomic section; NULL in programs that
// do not do so, where that has no model. Atomic, and changes once.
extern void (*_Atomic __runtime_redirect)(int descriptor);
void __runtime_redirects_output(void); // the program may: the question asks whether this is linked
// Of standard output or error: the stream over a descriptor that stands for it since it was redirected;
// itself. The second one is to be called for what prints.
FILE *__runtime_redirected_stream(FILE *stream);
FILE *__runtime_redirected_output(FILE *stream);
// In an atomic section, for one that holds nothing back or flushes it: as that, and from now on there is one.
FILE *__runtime_begin_redirection(FILE *stream);
char *__runtime_redirected_buffer(const FILE *stream);
bool __runtime_is_redirected(int descriptor);                          // 1 or 2
void __runtime_note_flush(const FILE *stream);                         // standard output or error; NULL: both
void __runtime_note_mode(const FILE *stream, int mode, bool is_given); // of setvbuf, of one of the two

INLINE FILE *__runtime_current_stream(FILE *stream)
{
    return __heddle_output_is_redirected() && !stream->operations ? __runtime_redirected_stream(stream)
                                                                  : stream;
}

INLINE FILE *__runtime_output_stream(FILE *stream)
{
    return __heddle_output_is_redirected() && !stream->operations ? __runtime_redirected_output(stream)
                                                                  : stream;
}

INLINE void __runtime_note_flushed(const FILE *stream)
{
    if (__heddle_output_is_redirected() && (!stream || !stream->operations))
        __runtime_note_flush(stream);
}

// Whether what is written to the descriptor is printed.
INLINE bool __runtime_is_printed(int descriptor)
{
    bool is_output = descriptor == 1 || descriptor == 2;
    return is_output && !(__heddle_output_is_redirected() && __runtime_is_redirected(descriptor));
}

// Of messages of the library to standard error, which go past the stream.
INLINE void __runtime_check_messages(void)
{
    if (__heddle_output_is_redirected() && __runtime_is_redirected(2))
        __heddle_unmodelled_value("a message of the C library to a file as standard error");
}

void __runtime_lock_output(FILE *stream);
void __runtime_unlock_output(FILE *stream);
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

// In functions that C or POSIX does not promise to be safe in threads, although the one here (and glibc's)
// is: calls by several threads race with one another as if they wrote the variable. Only where data races are
// looked for.
#define SHARED_BY_CALLS(variable)                                                                            \
    do {                                                                                                     \
        if (__heddle_looks_for_races())                                                                      \
            *(volatile char *)&(variable) = 0;                                                               \
    } while (0)

// Where POSIX has a cancellation point: before a function that may wait, and after it has waited for
// something that may have come before a request.
#define CANCELLATION_POINT(waited)                                                                           \
    do {                                                                                                     \
        if (__heddle_threads_are_cancelled())                                                                \
            __heddle_test_cancel(waited);                                                                    \
    } while (0)

// A cancellation point in a function that may wait for long.
#define WAITING_POINT                                                                                        \
    do {                                                                                                     \
        CANCELLATION_POINT(0);                                                                               \
        if (__heddle_signals_are_sent())                                                                     \
            __heddle_may_wait();                                                                             \
    } while (0)

// Whether a signal handler interrupts the function, which waits: it fails with EINTR.
#define IS_INTERRUPTED (__heddle_signals_are_sent() && __heddle_look_for_interrupt())

// Where POSIX allows a cancellation point and glibc has one where it writes or reads a stream's buffer: a
// thread with a request may act on it, or not. Outside of atomic sections and without locks.
#define MAY_BE_CANCELLED CANCELLATION_POINT(1)

// What has to be given back where a thread is cancelled between the two, as pthread_cleanup_push and pop.
struct runtime_cleanup {
    void *words[4];
};
void __runtime_cleanup_push(void *buffer, void (*routine)(void *argument), void *argument);
void __pthread_unregister_cancel(void *buffer);
#define CLEANUP_PUSH(buffer, routine, argument)                                                              \
    do {                                                                                                     \
        if (__heddle_threads_are_cancelled())                                                                \
            __runtime_cleanup_push(buffer, routine, argument);                                               \
    } while (0)
#define CLEANUP_POP(buffer)                                                                                  \
    do {                                                                                                     \
        if (__heddle_threads_are_cancelled())                                                                \
            __pthread_unregister_cancel(buffer);                                                             \
    } while (0)

// Characters of the C locale, without tables, so that a symbolic character makes no symbolic address.
INLINE bool __runtime_is_digit(int c)
{
    return (unsigned)c - '0' < 10;
}
INLINE bool __runtime_is_space(int c)
{
    return (c == ' ') | ((unsigned)c - '\t' < 5);
}
INLINE bool __runtime_is_upper(int c)
{
    return (unsigned)c - 'A' < 26;
}
INLINE bool __runtime_is_lower(int c)
{
    return (unsigned)c - 'a' < 26;
}
INLINE bool __runtime_is_alpha(int c)
{
    return ((unsigned)c | 32) - 'a' < 26;
}
INLINE int __runtime_to_lower(int c)
{
    return c + (__runtime_is_upper(c) << 5);
}
INLINE int __runtime_to_upper(int c)
{
    return c - (__runtime_is_lower(c) << 5);
}

#endif
