#include "cluster/message.h"

#include "base/memory.h"

#include "store/compressed.h"

#include <string.h>

#define MOST_BYTES ((uint64_t)1 << 30) // of a result

static const char *const sorts[] = {
    [MESSAGE_JOB] = "job", [MESSAGE_TASK] = "task", [MESSAGE_RESULT] = "result"};

struct sha256 message_digest(const void *data, size_t size)
{
    const struct digest_piece piece = {size ? data : "", size};
    return digest_of(&piece, 1);
}

static void message_add_digest(byte_vector *to, const struct sha256 *digest)
{
    bytes_add(to, digest->bytes, sizeof digest->bytes);
}

static struct sha256 message_read_digest(struct byte_reader *from)
{
    struct sha256 digest;
    bytes_copy(from, digest.bytes, sizeof digest.bytes);
    return digest;
}

// ---- codes

static struct sha256 code_of_message(const struct store_servers *cluster, enum message_sort sort,
                                     const void *content, size_t size)
{
    byte_vector head = {0};
    bytes_add_text(&head, "heddle cluster 1");
    bytes_add_text(&head, HEDDLE_VERSION);
    bytes_add_text(&head, cluster->address.name);
    bytes_add_text(&head, sorts[sort]);
    const struct digest_piece pieces[] = {{head.data, head.size}, {content, size}};
    struct sha256 code = digest_with_key(&cluster->secret, pieces, 2);
    vector_free(&head);
    return code;
}

void message_seal(const struct store_servers *cluster, enum message_sort sort, const byte_vector *content,
                  byte_vector *to)
{
    struct sha256 code = code_of_message(cluster, sort, content->data, content->size);
    bytes_add(to, content->data, content->size);
    message_add_digest(to, &code);
}

bool message_open(const struct store_servers *cluster, enum message_sort sort, const void *data, size_t size,
                  struct byte_reader *content)
{
    struct sha256 code;
    if (size <= sizeof code.bytes)
        return false;
    size -= sizeof code.bytes;
    memcpy(code.bytes, (const char *)data + size, sizeof code.bytes);
    struct sha256 expected = code_of_message(cluster, sort, data, size);
    *content = (struct byte_reader){.at = data, .end = (const unsigned char *)data + size};
    return digest_equal(&code, &expected);
}

// ---- contents

static void add_unread_bytes(byte_vector *to, struct byte_reader rest)
{
    bytes_add(to, rest.at, (size_t)(rest.end - rest.at));
}

void message_add_job(byte_vector *to, const struct message_job *job)
{
    message_add_digest(to, &job->program);
    add_unread_bytes(to, job->request);
}

bool message_read_job(struct byte_reader *from, struct message_job *job)
{
    job->program = message_read_digest(from);
    job->request = *from;
    return !from->damaged;
}

void message_add_task(byte_vector *to, const struct message_task *task)
{
    message_add_digest(to, &task->job);
    message_add_digest(to, &task->epoch);
    bytes_add_number(to, task->work);
    add_unread_bytes(to, task->path);
}

bool message_read_task(struct byte_reader *from, struct message_task *task)
{
    task->job = message_read_digest(from);
    task->epoch = message_read_digest(from);
    task->work = bytes_number(from);
    task->path = *from;
    return !from->damaged;
}

struct sha256 message_part(const struct sha256 *epoch, struct byte_reader path)
{
    const struct digest_piece pieces[] = {{epoch->bytes, sizeof epoch->bytes},
                                          {path.at, (size_t)(path.end - path.at)}};
    return digest_of(pieces, 2);
}

void message_add_result(byte_vector *to, const struct message_result *result)
{
    message_add_digest(to, &result->job);
    message_add_digest(to, &result->part);
    bytes_add_number(to, result->explored);
    compressed_add(to, result->result.at, (size_t)(result->result.end - result->result.at));
}

bool message_read_result(struct byte_reader *from, struct message_result *result, byte_vector *room)
{
    result->job = message_read_digest(from);
    result->part = message_read_digest(from);
    result->explored = bytes_number_below(from, 2);
    if (from->damaged || !compressed_read(from, MOST_BYTES, room))
        return false;
    result->result = (struct byte_reader){.at = room->data, .end = room->data + room->size};
    return true;
}

char *message_name(const struct store_servers *cluster, const char *what, const struct sha256 *job)
{
    char text[DIGEST_TEXT] = "";
    if (job)
        digest_text(job, text);
    return memory_format("heddle-cluster:%s:%s%s%s", cluster->address.name, what, job ? ":" : "", text);
}
