// The file system of checked programs: a tree in memory. What there is:
//   node         a file, a directory, a pipe, an event counter, a socket (sockets.h), an epoll instance, a
//   timer description  an open file description of POSIX: a node, the place in it, flags. Descriptors share
//   one after dup slot         what a descriptor is: a description, and whether it closes on exec FILE
//   (runtime.h) a stream over a descriptor, with a buffer (stream_buffer.c)
//
// Each function of POSIX is one atomic section, as POSIX has it (2.9.7), and one that waits is a loop of
// such. So calls on different files touch nothing in common and commute; those that do not are explored in
// every order. What a call reads goes to the caller's memory behind the section, and what it writes is read
// from there within it, so that a race on the caller's memory is seen. No counter is shared: the number of a
// node is its address.
#ifndef HEDDLE_RUNTIME_FILES_H
#define HEDDLE_RUNTIME_FILES_H

#include "runtime/runtime.h"

typedef unsigned mode_t;

// Of st_mode.
enum {
    MODE_TYPE = 0170000,
    MODE_FILE = 0100000,
    MODE_DIRECTORY = 0040000,
    MODE_PIPE = 0010000,
    MODE_DEVICE = 0020000,
    MODE_SOCKET = 0140000,
    MODE_LINK = 0120000, // its path is its contents, with a zero behind it
    MODE_EVENT = 0,      // anonymous, as Linux has it
    MODE_PERMISSIONS = 07777
};

// Flags of open, as x86's Linux has them.
enum {
    OPEN_ACCESS = 3,
    OPEN_READ = 0,
    OPEN_WRITE = 1,
    OPEN_BOTH = 2,
    OPEN_CREATE = 0100,
    OPEN_NEW = 0200,
    OPEN_TRUNCATE = 01000,
    OPEN_APPEND = 02000,
    OPEN_NO_TERMINAL = 0400,
    OPEN_NONBLOCK = 04000,
    OPEN_LARGE = __SIZEOF_POINTER__ == 8 ? 0100000 : 0, // Linux adds it where long has 64 bits
    OPEN_DIRECTORY = 0200000,
    OPEN_NO_LINK = 0400000,
    OPEN_PACKETS = 040000, // O_DIRECT, of pipes
    OPEN_PATH = 010000000,
    OPEN_NAMELESS = 020000000, // O_TMPFILE, without O_DIRECTORY
    OPEN_CLOSE_ON_EXEC = 02000000,
};

enum {
    RUNTIME_DESCRIPTORS = 1024, // as sysconf says
    RUNTIME_NAME_MOST = 255,
    RUNTIME_PIPE_PAGE = 4096, // PIPE_BUF as well
    RUNTIME_PIPE_PAGES = 16,
    RUNTIME_BUCKETS = 8,
};

struct runtime_entry {
    struct runtime_entry *next;
    struct runtime_node *node;
    char name[]; // terminated
};

// What poll finds, and epoll, as <poll.h> and <sys/epoll.h> have it.
enum {
    POLL_IN = 1,
    POLL_URGENT = 2,
    POLL_OUT = 4,
    POLL_ERROR = 8,
    POLL_HANGS_UP = 0x10,
    POLL_INVALID = 0x20,
    POLL_PEER_ENDS = 0x2000,
    POLL_READ_ALIKE = POLL_IN | 0x40,    // with POLLRDNORM
    POLL_WRITE_ALIKE = POLL_OUT | 0x100, // with POLLWRNORM
    POLL_ALWAYS = POLL_ERROR | POLL_HANGS_UP
};

// An interest of an epoll instance in a description (epoll.c).
struct runtime_watcher {
    struct runtime_watcher *next; // of the same node
    struct runtime_description *description;
    void (*wake)(struct runtime_watcher *watcher, unsigned found);
    void (*leave)(struct runtime_watcher *watcher); // the description is closed: releases the watcher
};

// What is done with a node of a kind of its own. Reading and writing return RUNTIME_WAIT where they have to
// wait, unless `waits` says that they may not; reading that is NULL is that of a file. `state`: what poll
// finds. `release`: the last description is closed; the node is released behind it. `closed`, or NULL: a
// descriptor was, the first of several as well. `may_expire` and `expire`, NULL but for timers: whether the
// timer is set, and not yet due for certain, and what it does then.
struct runtime_operations {
    ssize_t (*read)(struct runtime_node *node, char *to, size_t count, bool waits);
    ssize_t (*write)(struct runtime_node *node, const char *from, size_t count, bool waits);
    unsigned (*state)(struct runtime_node *node);
    void (*release)(struct runtime_node *node);
    void (*closed)(struct runtime_node *node);
    bool (*may_expire)(struct runtime_node *node);
    void (*expire)(struct runtime_node *node);
};

struct runtime_page {
    unsigned short begin, end; // of what waits to be read
};

enum runtime_device { DEVICE_NONE, DEVICE_INPUT, DEVICE_OUTPUT, DEVICE_NULL, DEVICE_ZERO };

// Of access and of change: those that the program has set (file_times.c), and nothing has changed since.
struct runtime_times {
    struct timespec time[2];
    bool known[2];
};
enum { TIME_OF_ACCESS, TIME_OF_CHANGE };

// Only what its kind needs is used. A pipe's bytes from `begin` to `size` of `data` wait to be read; of a
// file all up to `size` are there. What is not `allocated` is not released.
struct runtime_node {
    mode_t mode;
    unsigned names, users;     // directory entries; open file descriptions
    unsigned key_number;       // ftok; 0: nobody has asked
    unsigned readers, writers; // of a pipe, descriptions
    bool is_named;             // a pipe of mkfifo
    unsigned opened[2];        // of one: how often it was opened for reading, for writing
    unsigned first_page, used_pages;
    struct runtime_page pages[RUNTIME_PIPE_PAGES]; // of a pipe
    enum runtime_device device;
    bool allocated, data_allocated;
    const struct runtime_operations *operations; // NULL: one of the kinds that nodes.c knows
    struct runtime_watcher *watchers;
    struct runtime_times *times; // NULL: none is known
    struct runtime_lock *locks;  // of parts (record_locks.c), and what ends some when a descriptor is closed
    void (*drop_locks)(struct runtime_node *node, const struct runtime_description *description,
                       bool is_last);
    uint64_t patience[2]; // nanoseconds that reading and writing wait at most; 0: for ever
    char *data;
    uint64_t size, begin, capacity;
    struct runtime_file_mapping *mapped; // one by which its contents are shared: `data`; NULL: none
    void (*grow_mapped)(struct runtime_node *node,
                        uint64_t size);      // before it has that many bytes, where it is
    unsigned copies;                         // mappings that have copies of its contents
    uint64_t count;                          // of an event counter
    bool one_by_one;                         // EFD_SEMAPHORE
    const struct runtime_given_files *given; // where the contents may come from: so that this is linked
    struct runtime_node *parent;             // of a directory
    struct runtime_entry *entries[RUNTIME_BUCKETS]; // of a directory, by a hash of the name
};

struct runtime_description {
    struct runtime_node *node;
    uint64_t place;
    int flags;
    unsigned users;  // slots
    bool is_alone;   // of a named pipe: nobody had the other end then
    unsigned others; // how often that had been opened before
};

struct runtime_slot {
    struct runtime_description *description; // NULL: the descriptor is closed
    bool close_on_exec;
    int closer; // the number of the thread that closed what threads may have waited for, + 1; else 0
};

// What --file and --stdin say (src/lower/given.h). heddle-lower fills the table, and has it mounted before
// main is called where it is not empty.
struct runtime_given_file {
    const char *name; // "": standard input
    char *contents;
    size_t size;
    const char
        *size_name; // NULL: contents and size are known; else they are inputs, the size at most this one
};
struct runtime_given_files {
    const struct runtime_given_file *files;
    size_t count;
    void (*mount)(void);
};
extern struct runtime_given_files __runtime_given;

extern struct runtime_slot __runtime_slots[RUNTIME_DESCRIPTORS];
// Those from here on are also of streams over memory, which natively have none.
enum { RUNTIME_FIRST_HIDDEN = RUNTIME_DESCRIPTORS - 64 };

// How many descriptors there may be (resource_limits.c), in an atomic section.
bool __heddle_limits_are_set(void); // whether the program contains setrlimit or one of its like
unsigned __runtime_descriptor_limit(void);
INLINE int __runtime_most_descriptors(void)
{
    unsigned most = __heddle_limits_are_set() ? __runtime_descriptor_limit() : RUNTIME_DESCRIPTORS;
    return most < RUNTIME_DESCRIPTORS ? (int)most : RUNTIME_DESCRIPTORS;
}

// All functions below are called within an atomic section, unless they say otherwise. Those that return a
// negative number return an error number, negated.

// The description behind a descriptor; NULL: it is not open.
struct runtime_description *__runtime_description(int descriptor);
// For a call that may wait. On Linux a call that waits goes on to do so when another thread closes its
// descriptor; here it looks at it again, which then has no model.
struct runtime_description *__runtime_awaited(int descriptor);
// A new description with its descriptor, the lowest free one from `least` on.
int __runtime_open_node(struct runtime_node *node, int flags, int least);
// Makes the descriptor, which is closed, name the description as well.
void __runtime_fill_slot(int descriptor, struct runtime_description *description, bool close_on_exec);
int __runtime_free_slot(int least);
int __runtime_close_slot(int descriptor);
// close, which is no point of cancellation.
int __runtime_close(int descriptor);
struct runtime_node *__runtime_new_node(mode_t mode);
// Releases the node if nothing names and uses it.
void __runtime_release_node(struct runtime_node *node);

// The node of a path, from the directory of descriptor `from` (or RUNTIME_AT_FOLDER) on.
enum { RUNTIME_AT_FOLDER = -100 };
int __runtime_find(int from, const char *path, struct runtime_node **node);
// What is done with a symbolic link that is the last component; those before it are followed.
enum runtime_link_use { LINK_KEPT, LINK_BEFORE_SLASH, LINK_FOLLOWED }; // BEFORE_SLASH: followed only there
int __runtime_find_linked(int from, const char *path, enum runtime_link_use use, struct runtime_node **node);
// Warns that the program looks for a file that is not there. Returns -ENOENT.
int __runtime_not_found(const char *path);
// The directory in which the last component of the path is or would be, and that component (in `path`, or in
// the path of a link, without slashes behind it; of length 0 for the root itself). `*node` is NULL where
// there is none of that name.
struct runtime_place {
    struct runtime_node *directory, *node;
    const char *name;
    size_t length;
    bool is_directory; // a slash stands behind it
};
int __runtime_find_place(int from, const char *path, enum runtime_link_use use, struct runtime_place *place);
// What forbids to make something of that name, a directory or something else.
int __runtime_check_new(const struct runtime_place *place, bool is_directory);
// __heddle_links_are_made, a constant: whether the program contains what calls this.
void __runtime_makes_links(void);
// Whether what is there may have a slash behind it.
INLINE int __runtime_check_slash(const struct runtime_place *place)
{
    return place->is_directory && place->node && (place->node->mode & MODE_TYPE) != MODE_DIRECTORY ? -ENOTDIR
                                                                                                   : 0;
}
int __runtime_enter(const struct runtime_place *place, struct runtime_node *node);
void __runtime_leave(const struct runtime_place *place);            // removes the name
extern struct runtime_node *__runtime_folder;                       // the current one
bool __runtime_may(const struct runtime_node *node, unsigned what); // bits of R_OK 4, W_OK 2, X_OK 1
// The name of a directory that nobody made, as /tmp; NULL: it is none.
const char *__runtime_fixed_name(const struct runtime_node *node);
mode_t __runtime_mask(void); // of umask
// Writes the path of a directory at the end of the memory; returns its length, or an error.
int __runtime_path_of(const struct runtime_node *node, char *end, size_t room);
int __runtime_open(int from, const char *path, int flags, mode_t mode, int least);
// Whether nobody has opened the other end of a named pipe since this one was opened.
bool __runtime_is_alone(const struct runtime_description *description);
// Outside of a section, behind __runtime_open: the end of a named pipe waits until the other one is opened.
void __runtime_await_partner(int descriptor);

// Reads at most `count` bytes at `*place`, into memory that no other thread knows. RUNTIME_WAIT: a pipe is
// empty. Moves `*place`.
enum {
    RUNTIME_WAIT = -1000,
    RUNTIME_QUIET_PIPE = -1002, // EPIPE without SIGPIPE
    // Something was changed that no caller sees, and another attempt has to be made: an attempt that waits
    // changes nothing, nor does a part of it (docs/awaits.md).
    RUNTIME_AGAIN = -1003,
};
ssize_t __runtime_read(struct runtime_node *node, uint64_t *place, char *to, size_t count);
// Writes at `*place`; a pipe takes as many as it has room for, RUNTIME_WAIT: none.
ssize_t __runtime_write(struct runtime_node *node, uint64_t *place, const char *from, size_t count);
// What a call is to write, and may wait for (sources.c). `parts`: what `bytes`, which are `gathered` then,
// were copied from; NULL: they are the caller's.
struct runtime_part { // struct iovec
    void *base;
    size_t length;
};
struct runtime_source {
    const char *bytes;
    size_t count;
    const struct runtime_part *parts;
    size_t part_count;
    char *gathered;
    char *held;
    bool may_change; // and no attempt has had to wait
    bool is_late;
};
// Both outside of a section: before the first attempt; when one has to wait.
void __runtime_source_begins(struct runtime_source *source);
void __runtime_source_waits(struct runtime_source *source);
// When the call is over; also if its thread is cancelled (CLEANUP_PUSH).
void __runtime_release_source(void *source);
// Within the section of an attempt: what is left of it when so many bytes were written.
const char *__runtime_source_at(const struct runtime_source *source, size_t done);
void __runtime_gather(const struct runtime_part *parts, size_t count, char *to);
// What write does, to a descriptor.
ssize_t __runtime_write_source(int descriptor, struct runtime_source *source, const long long *at);
// RUNTIME_WAIT, or -EAGAIN where the description does not wait.
INLINE ssize_t __runtime_unless_waiting(ssize_t done, const struct runtime_description *description)
{
    return done == RUNTIME_WAIT && description->flags & OPEN_NONBLOCK ? -EAGAIN : done;
}
// Outside of a section, after an attempt that has to wait: whether there is another one. Where the wait is
// limited the thread sleeps to its end and attempts once more: what others do in between it may as well have
// found at its first attempt.
bool __runtime_wait_again(uint64_t patience, bool *slept);
// What poll finds of the description.
unsigned __runtime_state(const struct runtime_description *description);
// One look at several nodes, of which some are timers. A timer may expire before it; where nothing else ends
// the wait, one does: what others do later they may as well do before the look. So no wait for a timer goes
// round. All nodes are counted first; then each may expire.
struct runtime_look {
    unsigned timers, seen, first;
};
void __runtime_count_timer(struct runtime_look *look, struct runtime_node *node);
void __runtime_pass_timer(struct runtime_look *look, struct runtime_node *node, bool must);
// Something was found that may end waits for these events.
INLINE void __runtime_notice(const struct runtime_node *node, unsigned found)
{
    for (struct runtime_watcher *watcher = node->watchers, *next; watcher; watcher = next) {
        next = watcher->next;
        watcher->wake(watcher, found);
    }
}
int __runtime_resize(struct runtime_node *node, uint64_t size);
// Whether fcntl takes that command's argument as a lock of a part of the file; and what it does then, outside
// of a section (record_locks.c).
bool __runtime_is_lock_command(int command);
int __runtime_record_lock(int descriptor, int command, void *argument);
// What lseek does. The caller says whether that shows the file (__runtime_shows_files).
long long __runtime_seek(struct runtime_description *description, long long by, int from);
// How much can be read at the place without waiting. Without a section, __heddle_files_are_read is true where
// this is linked.
uint64_t __runtime_available(const struct runtime_node *node, uint64_t place);

// ---- the buffer of a stream (stream_buffer.c). All may return RUNTIME_WAIT, having done a part, and go on
// from there when they are called again.

// What is to be written, and how far that is.
enum runtime_put_phase {
    PUT_IS_DONE,      // the piece
    PUT_BEGINS,       // nothing of a text is done yet
    PUT_FLUSHES,      // the buffer is to be written
    PUT_BLOCKS,       // `past` bytes are to be written, past the buffer
    PUT_REST,         // the rest goes to the buffer
    PUT_FLUSHES_AMID, // the buffer is to be written before the rest goes there
};
struct runtime_put {
    const char *bytes;
    size_t whole, done, past;
    const struct runtime_pieces *pieces;
    size_t next_text, count; // of the pieces; where the present piece ends
    enum runtime_put_phase phase;
    bool has_written; // something, in this section
};
// Takes all of it; 0, or an error. RUNTIME_AGAIN: what comes next is for another section, since other threads
// may see what has been written so far. The stream is that call's until then.
ssize_t __runtime_put_some(FILE *stream, struct runtime_put *put);
// Reads some bytes, at most `count`, through the first byte `stop`. 0: the end. -1: no byte stops, and what
// is not in the buffer may be read past it. With a count of 0 only the buffer is filled if it is empty, and
// no character was put back.
ssize_t __runtime_take_some(FILE *stream, char *to, size_t count, int stop);
// Whether the next call has to ask the kernel.
bool __runtime_asks_below(const FILE *stream);
// How many bytes the next call with that count can read at most.
size_t __runtime_can_take(const FILE *stream, size_t count);
ssize_t __runtime_flush_stream(FILE *stream);
// Flushes, or gives back what was read ahead, as fflush does.
ssize_t __runtime_sync_stream(FILE *stream);
long long __runtime_seek_stream(FILE *stream, long long by, int from);
long long __runtime_tell_stream(FILE *stream);

// __heddle_streams_are_locked: what makes streams wait in the middle of a line calls it.
void __runtime_locks_streams(void);

// __heddle_files_are_read, a constant (src/lower/question.h): whether any function that shows what files hold
// is in the program; otherwise what is written to them is dropped, and writers touch nothing in common.
// The function that it asks for: what shows contents, sizes or places of files calls it.
void __runtime_shows_files(void);

// The question of whether the program contains what calls this.
void __runtime_sets_times(void);

// The node is read, or changed: at a time that is not known.
INLINE void __runtime_forget_time(const struct runtime_node *node, int which)
{
    if (__heddle_times_are_set() && node->times && node->times->known[which])
        node->times->known[which] = false;
}

// Before anything is done with what children may have changed, and may see.
INLINE void __runtime_check_children(void)
{
    if (__heddle_processes_are_made() && __runtime_has_forked)
        __heddle_unmodelled("files and descriptors after fork");
}

// For calls that wait under another mask of signals (ppoll, pselect, epoll_pwait; NULL: under the same one):
// it has no effect unless a signal that the thread blocks could come through, which has no model.
void __runtime_let_through(const void *mask);

INLINE int __runtime_fail(int error)
{
    errno = error;
    return -1;
}

// The result of a function of POSIX, outside of any section.
INLINE ssize_t __runtime_result(ssize_t result)
{
    result = result == RUNTIME_QUIET_PIPE ? -EPIPE : result == RUNTIME_WAIT ? -EAGAIN : result;
    return result < 0 ? __runtime_fail((int)-result) : result;
}

INLINE bool __runtime_is_kind(const struct runtime_node *node, mode_t kind)
{
    return (node->mode & MODE_TYPE) == kind;
}

#endif
