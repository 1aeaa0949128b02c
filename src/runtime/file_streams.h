// What the functions of streams over descriptors share: opening and closing (file_streams.c), reading
// (stream_read.c), writing and places (stream_write.c). None is called within an atomic section.
#ifndef HEDDLE_RUNTIME_FILE_STREAMS_H
#define HEDDLE_RUNTIME_FILE_STREAMS_H

#include "runtime/files.h"

// All that are open, so that they can be flushed, and are no leaks: by their descriptors, so that opening and
// closing streams over different ones commutes. In atomic sections.
enum { RUNTIME_STREAM_LISTS = 16 };
extern FILE *__runtime_open_streams[RUNTIME_STREAM_LISTS];

INLINE void __runtime_lock_stream(FILE *stream)
{
    if (__heddle_streams_are_locked())
        pthread_mutex_lock(stream->lock);
}

INLINE void __runtime_unlock_stream(FILE *stream)
{
    if (__heddle_streams_are_locked())
        pthread_mutex_unlock(stream->lock);
}

// Begins the section of a call on the stream, when no other call is in the middle of one that takes several
// sections: glibc's holds the lock. A flag, since most programs have no such call, and no need of a lock.
INLINE void __runtime_begin_stream(const FILE *stream)
{
    for (;;) {
        heddle_atomic_begin();
        if (!stream->is_amid)
            return;
        heddle_atomic_end();
    }
}

// Begins the next section of a call, which `is_amid` says to be in the middle.
INLINE void __runtime_go_on_with_stream(const FILE *stream, bool is_amid)
{
    if (is_amid)
        heddle_atomic_begin();
    else
        __runtime_begin_stream(stream);
}

// Before the end of a section, whether the call has another one.
INLINE void __runtime_keep_stream(FILE *stream, bool is_amid)
{
    if (stream->is_amid != is_amid)
        stream->is_amid = is_amid;
}

// After an attempt of a call that has to wait: the thread may be cancelled here, which gives the lock back,
// as in glibc. `locks`: the call has taken the lock.
INLINE void __runtime_pause_stream(FILE *stream, bool locks)
{
    if (__heddle_signals_are_sent())
        __heddle_may_wait();
    if (__heddle_threads_are_cancelled()) {
        if (locks)
            __runtime_unlock_stream(stream);
        CANCELLATION_POINT(0);
        if (locks)
            __runtime_lock_stream(stream);
    }
}

// For a call that keeps the lock, which makes all others take it.
void __runtime_lock_any_stream(FILE *stream);

// One with its buffer, over nothing yet; NULL: no memory.
FILE *__runtime_new_stream(void);
// Makes it a stream over the descriptor, by the flags of open. In an atomic section.
void __runtime_set_stream(FILE *stream, int descriptor, int flags);

int __runtime_stream_failed(FILE *stream);
void __runtime_clear_stream(FILE *stream);

// What a call on the stream returns for a number of bytes or a negated error number: 0 or -1. The stream
// keeps that there was an error, and a broken pipe raises its signal.
int __runtime_settle(FILE *stream, ssize_t result);

// As fflush: one stream, all of them, and one or, where it is NULL, all.
int __runtime_finish_stream(FILE *stream);
int __runtime_flush_streams(void);
int __runtime_flush(FILE *stream);
int __runtime_set_stream_buffer(FILE *stream, char *buffer, int mode, size_t size);

#endif
