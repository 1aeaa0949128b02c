// The caller's end of a store's process: starts it, asks it, and ends it. One request at a time; what the
// requests are, the process and who asks it agree on (message.h).
#ifndef HEDDLE_STORE_CHANNEL_H
#define HEDDLE_STORE_CHANNEL_H

#include "base/error.h"
#include "store/message.h"

#include <sys/types.h>

struct channel {
    int socket;    // -1: the process has ended
    pid_t process; // 0: none
    bool busy;     // in a request: still so in the next one, memory has run out in the middle
};

// Starts a process that runs `body` with its end of a pair of sockets; `body` never returns. False with the
// error set, which does not name the store.
bool channel_start(struct channel *channel, void (*body)(int socket, void *context), void *context,
                   struct error *error);
// Closes the socket and waits for the process; one that does not end by itself, or is to end `at_once`, is
// killed. Returns what waitpid says of it. May be called again.
int channel_end(struct channel *channel, bool at_once);

// One piece of what a request is sent with.
struct channel_piece {
    const void *data;
    size_t size;
};

struct channel_answer {
    struct reply reply;
    char *payload; // with a zero behind, owned by the caller
};

// `milliseconds`: the longest wait without any progress. False: the process is gone or damaged, or it took
// too long (errno is ETIMEDOUT); then it has to be ended.
bool channel_ask(struct channel *channel, const struct request *request, const struct channel_piece *pieces,
                 uint32_t count, int milliseconds, struct channel_answer *answer);
// Waits for an answer without a request: the first one, to REQUEST_OPEN.
bool channel_receive(struct channel *channel, struct channel_answer *answer, int milliseconds);

// A text from a process whose memory may be damaged, or from a server: what people cannot read becomes '?'.
void channel_clean(char *text);

#endif
