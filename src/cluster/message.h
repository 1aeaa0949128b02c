// What coordinator and workers of a cluster say to each other over a server to which strangers may write.
// Each message has an authentication code (HMAC-SHA-256) with the secret that both share, over the cluster's
// name, heddle's version, what sort of message it is, and its content. Large contents travel beside messages,
// under names that have their SHA-256, which a message says.
//
// A message that says what was explored of a part is true for ever: put back later, twice, or in another
// order it does no harm (docs/scale.md).
#ifndef HEDDLE_CLUSTER_MESSAGE_H
#define HEDDLE_CLUSTER_MESSAGE_H

#include "base/bytes.h"
#include "base/digest.h"
#include "store/store.h"

// A digest in bytes.
struct sha256 message_digest(const void *data, size_t size);

enum message_sort { MESSAGE_JOB, MESSAGE_TASK, MESSAGE_RESULT };

// Appends the content and its code.
void message_seal(const struct store_servers *cluster, enum message_sort sort, const byte_vector *content,
                  byte_vector *to);
// *content: of a message, within its data. False: it was not made with this secret for this cluster.
bool message_open(const struct store_servers *cluster, enum message_sort sort, const void *data, size_t size,
                  struct byte_reader *content);

// A job: the program by its digest, and what a worker has to know to explore parts of it (for whoever makes
// and reads that).
struct message_job {
    struct sha256 program;
    struct byte_reader request;
};
void message_add_job(byte_vector *to, const struct message_job *job);
bool message_read_job(struct byte_reader *from, struct message_job *job);

// A part that is to be explored.
struct message_task {
    struct sha256 job, epoch;
    uint64_t work; // part_limits
    struct byte_reader path;
};
void message_add_task(byte_vector *to, const struct message_task *task);
bool message_read_task(struct byte_reader *from, struct message_task *task);
// What the part is, whoever explores it: a digest of its epoch and its path.
struct sha256 message_part(const struct sha256 *epoch, struct byte_reader path);

// What came of it.
struct message_result {
    struct sha256 job, part;
    bool explored; // else nobody can: the part is not what this build of heddle takes for one
    struct byte_reader result;
};
void message_add_result(byte_vector *to, const struct message_result *result);
// The result is read from `room`, to which it is added.
bool message_read_result(struct byte_reader *from, struct message_result *result, byte_vector *room);

// What something is called on the server, owned by the caller. `job`: to which it belongs; NULL: to none.
char *message_name(const struct store_servers *cluster, const char *what, const struct sha256 *job);

#endif
