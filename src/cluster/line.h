// A line to the redis server of a cluster: commands in batches, and their replies. It asks heddle-remote
// (store/server.h), and connects again by itself where a server was gone.
#ifndef HEDDLE_CLUSTER_LINE_H
#define HEDDLE_CLUSTER_LINE_H

#include "store/fields.h"
#include "store/server.h"
#include "store/store.h"

struct server_line;

// The servers must outlive it. Connects with the first batch.
struct server_line *line_new(const struct store_servers *servers);
void line_free(struct server_line *line); // NULL is allowed

// A batch: its commands, word by word. What was begun before and not run is forgotten.
void line_begin(struct server_line *line);
void line_word(struct server_line *line, const void *data, size_t size);
void line_words(struct server_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
void line_end_command(struct server_line *line);
// A whole command. Here and in line_words the words are separated by blanks.
void line_command(struct server_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The milliseconds that a command may wait on the server, at most `wished`: its answer has to be there within
// half the time that a request may take.
int line_wait(const struct server_line *line, int wished);

// Runs the batch. False with the error set, which has no password in it: the server cannot be reached now. It
// may have run all of it, or some, or nothing, and all of it twice.
bool line_run(struct server_line *line, struct error *error);

// What was replied, one after the other; those of a list follow the list.
struct line_reply {
    enum server_reply kind;
    struct field text; // of a text or an error; valid until the next batch begins
    uint64_t number;   // or how many are in the list
};
// The next reply. One of an error, with an empty text, where there is none.
struct line_reply line_next(struct server_line *line);
// Runs a batch of so many commands of which none should fail, and of whose replies nothing is wanted.
bool line_run_all(struct server_line *line, uint32_t commands, struct error *error);

#endif
