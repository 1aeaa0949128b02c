// Growable arrays of one type: VECTOR(struct event) events; vector_push(&events, e); events.data[i].
// A cleared vector ({0}) is empty and valid; vector_free releases it. Growth doubles, large ones grow by a
// quarter; elements move.
#ifndef HEDDLE_BASE_VECTOR_H
#define HEDDLE_BASE_VECTOR_H

#include "base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define VECTOR(type)                                                                                         \
    struct {                                                                                                 \
        type *data;                                                                                          \
        uint32_t size, capacity;                                                                             \
    }

// What clang's analyser cannot know: a vector with room for an element has memory.
#ifdef __clang_analyzer__
#define vector_has_memory(v) __builtin_assume((v)->data != 0)
#else
#define vector_has_memory(v) ((void)0)
#endif

// Makes room for `n` elements in total.
#define vector_reserve(v, n)                                                                                 \
    do {                                                                                                     \
        uint64_t vector_need_ = (n);                                                                         \
        if (vector_need_ > (v)->capacity) {                                                                  \
            uint32_t vector_new_ = memory_room((v)->capacity, vector_need_);                                 \
            (v)->data = memory_resize((v)->data, (size_t)vector_new_ * sizeof *(v)->data);                   \
            (v)->capacity = vector_new_;                                                                     \
        }                                                                                                    \
    } while (0)

// The value comes first: making it may fail, and must not leave an element without one.
#define vector_push(v, ...)                                                                                  \
    do {                                                                                                     \
        __typeof__(*(v)->data) vector_value_ = __VA_ARGS__;                                                  \
        if ((v)->size == (v)->capacity)                                                                      \
            vector_reserve(v, (uint64_t)(v)->size + 1);                                                      \
        vector_has_memory(v);                                                                                \
        (v)->data[(v)->size++] = vector_value_;                                                              \
    } while (0)

// Element `i`, which there is.
#define vector_at(v, i)                                                                                      \
    (*({                                                                                                     \
        vector_has_memory(v);                                                                                \
        &(v)->data[i];                                                                                       \
    }))
// The elements from index `i` on; NULL where there never was one (NULL + 0 is undefined in C).
#define vector_from(v, i) ((v)->data ? (v)->data + (i) : NULL)
#define vector_pop(v) ((v)->data[--(v)->size])
#define vector_last(v) ((v)->data[(v)->size - 1])
#define vector_clear(v) ((v)->size = 0)
#define vector_free(v)                                                                                       \
    do {                                                                                                     \
        memory_free((v)->data);                                                                              \
        (v)->data = NULL;                                                                                    \
        (v)->size = (v)->capacity = 0;                                                                       \
    } while (0)

#endif
