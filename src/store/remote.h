// What heddle and heddle-remote say to each other, as requests and replies (message.h) over its standard
// input. Payloads are fields (fields.h); both programs are of one build.
#ifndef HEDDLE_STORE_REMOTE_H
#define HEDDLE_STORE_REMOTE_H

enum remote_request {
    // The first one. numbers: enum address_kind, milliseconds. Fields: user, password, file of authorities,
    // file of the certificate; then host and port of each server.
    REMOTE_OPEN = 100,
    REMOTE_GET,    // names; the reply has a value or nothing for each
    REMOTE_SET,    // name and value of each
    REMOTE_REMOVE, // names
    REMOTE_TOUCH,  // names
    REMOTE_LIST,  // prefix; numbers: where to go on, at first 0; the reply has names; numbers: the next place
                  // (0: that was all)
    REMOTE_USAGE, // numbers of the reply: bytes used, limit
    REMOTE_RUN,   // commands of redis as server_run describes them; the reply has their replies
};

enum remote_reply {
    REMOTE_GOOD,
    REMOTE_TOO_LARGE,
    REMOTE_REFUSED, // payload: why, as a text
    REMOTE_GONE,    // payload: why, as a text; the process ends
};

// For how long an entry is kept that nobody uses, in seconds: what memcached takes for a duration at most.
enum { REMOTE_LIFETIME = 30 * 24 * 60 * 60 };

#endif
