// A connection to a server over TCP, with or without TLS. Everything is over at a deadline, a moment as
// clock_seconds tells it. All calls of OpenSSL are in stream.c.
#ifndef HEDDLE_REMOTE_STREAM_H
#define HEDDLE_REMOTE_STREAM_H

#include "remote/client.h"

#include <stddef.h>

struct stream;

// NULL with the error set, "" where it is that the time is over. With TLS, the server has to prove that it is
// the first host.
struct stream *stream_open(const struct client_setting *setting, double deadline, struct error *error);
void stream_close(struct stream *stream); // NULL is allowed

enum stream_result {
    STREAM_GOOD,
    STREAM_CLOSED, // by the server
    STREAM_LATE,   // the time is over
};

enum stream_result stream_send(struct stream *stream, const void *data, size_t size, double deadline);
// As many bytes as there are, at least one.
enum stream_result stream_receive(struct stream *stream, void *data, size_t most, size_t *size,
                                  double deadline);

#endif
