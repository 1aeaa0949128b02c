// The formatting core of printf's family.
#ifndef HEDDLE_RUNTIME_FORMAT_H
#define HEDDLE_RUNTIME_FORMAT_H

#include "runtime/runtime.h"

// Where characters go. To a stream (descriptor >= 0) they are collected in `out` and handed over when it is
// full and at the end; a growing sink reallocates `out`; any other keeps what fits and forgets the rest.
struct runtime_sink {
    char *out;
    size_t size, used;
    int descriptor; // -1: memory; RUNTIME_NOWHERE: only counted
    bool grows, failed;
    bool is_callers;               // `out` is memory of the program, which no text may overlap
    struct runtime_pieces *pieces; // what the text consists of; NULL: nobody asks
    unsigned count; // of all characters; may be symbolic where descriptor >= 0, and is then never branched on
};

enum { RUNTIME_OUTPUT_BUFFER = 256, RUNTIME_NOWHERE = INT_MAX };

// Makes room for one more character where that is possible.
bool __runtime_sink_extend(struct runtime_sink *sink);

// Adds a character without counting it; the next two count.
INLINE void __runtime_sink_put(struct runtime_sink *sink, char character)
{
    if (sink->used < sink->size || __runtime_sink_extend(sink))
        sink->out[sink->used++] = character;
}

// What is in the sink from there on was one text (struct runtime_pieces).
void __runtime_sink_note_text(struct runtime_sink *sink, size_t begin);
void __runtime_sink_fill(struct runtime_sink *sink, char character, int count);
void __runtime_sink_write(struct runtime_sink *sink, const char *bytes, size_t count);
// Hands over what a stream's sink still holds.
void __runtime_sink_flush(struct runtime_sink *sink);

// va_list is an array on some machines: in a structure it can be passed by address.
struct runtime_arguments {
    va_list list;
};

// A conversion specification.
struct runtime_conversion {
    bool left, plus, space, alternate, zeros;
    int width, precision; // precision -1: none
    char length;          // 'H' for hh, 'h', 'l', 'q' for ll, 'j', 'z', 't', 'L', or 0
    char letter;
};

// Writes an integer's or pointer's magnitude with its sign.
void __runtime_format_integer(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                              uint64_t magnitude, bool negative);
// Writes a placeholder for an integer that depends on an input, to a stream, and counts, without a
// branch, the characters that would have been written.
void __runtime_format_symbolic_integer(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                                       uint64_t magnitude, unsigned negative);
void __runtime_format_placeholder(struct runtime_sink *sink);
void __runtime_format_double(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                             double value);
void __runtime_format_long_double(struct runtime_sink *sink, const struct runtime_conversion *conversion,
                                  long double value);

// Formats into the sink; returns the number of characters, as printf does, or -1.
int __runtime_format(struct runtime_sink *sink, const char *format, struct runtime_arguments *arguments);
// scanf from a stream; `is_wide`: of wide characters, as which bytes outside ASCII have no model.
int __runtime_scan_stream(FILE *stream, const char *format, struct runtime_arguments *arguments,
                          bool is_wide);
int __runtime_format_to_stream(FILE *stream, const char *format, struct runtime_arguments *arguments);

#endif
