#include "store/store.h"

#include "base/memory.h"
#include "store/database.h"
#include "store/message.h"
#include "store/process.h"
#include "store/uses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

// How long the process of the store may take for a reply, in seconds. Reading waits for nobody; writing waits
// for other writers and for the disk.
enum {
    SECONDS_TO_OPEN = 30,
    SECONDS_TO_READ = 10,
    SECONDS_TO_WRITE = 60,
    SECONDS_FOR_ALL = 600,
    SECONDS_TO_END = 10
};

struct store {
    char *folder;
    int socket;    // -1: the process has ended
    pid_t process; // 0: none
    bool read_only;
    bool busy;     // in a request: still so in the next one, memory has run out in the middle
    char *failure; // NULL: none
};

const char *store_kind_word(uint32_t kind)
{
    switch (kind) {
#define STORE_KIND(number, name, word)                                                                       \
    case number: return word;
#include "store/kinds.def"
    default: return NULL;
    }
}

bool store_is_read_only(const struct store *store)
{
    return store->read_only;
}

const char *store_failure(const struct store *store)
{
    return store->failure;
}

// The process

static bool disk_is_full(const char *folder)
{
    struct statvfs status;
    return statvfs(folder, &status) == 0 && status.f_blocks && status.f_bavail == 0;
}

// Why the process has ended, when it should not have.
static const char *reason_of(const char *folder, int status, bool too_slow)
{
    if (too_slow)
        return "the store does not answer: another process may hold its lock, or the disk is very slow";
    if (WIFEXITED(status) && WEXITSTATUS(status) == PROCESS_NO_MEMORY)
        return "not enough memory or address space for the store (ulimit -v)";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return "the process that has the store open was killed";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS && disk_is_full(folder))
        return strerror(ENOSPC);
    return "the store is damaged; `heddle store --clear` empties it";
}

// Waits for the process; one that does not end by itself is killed. Returns its status.
static int end_process(struct store *store, bool at_once)
{
    int status = 0;
    if (store->socket >= 0)
        close(store->socket);
    store->socket = -1;
    pid_t process = store->process;
    store->process = 0;
    if (!process)
        return 0;
    if (at_once)
        kill(process, SIGKILL);
    for (int turn = 0;; turn++) {
        pid_t ended = waitpid(process, &status, at_once ? 0 : WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR))
            return ended == process ? status : 0;
        if (at_once)
            continue;
        usleep(turn < 50 ? 100 : 10000);
        at_once = turn > SECONDS_TO_END * 100;
        if (at_once)
            kill(process, SIGKILL);
    }
}

// The store is not used any more. Always returns false.
static bool give_up(struct store *store, bool too_slow)
{
    int status = end_process(store, too_slow);
    if (!store->failure)
        store->failure = memory_format("%s: %s", store->folder, reason_of(store->folder, status, too_slow));
    return false;
}

// Takes over the text, which may come from a process whose memory is damaged.
static void fail_with(struct store *store, char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = '?';
    end_process(store, true);
    store->failure = text;
}

// Talking

struct answer {
    struct reply reply;
    char *payload; // with a zero behind, owned
};

// One piece of what a request is sent with.
struct piece {
    const void *data;
    size_t size;
};

// Small pieces are sent together.
static bool send_all(struct store *store, const struct request *request, const struct piece *pieces,
                     uint32_t count, int seconds)
{
    char buffer[1 << 16];
    size_t used = sizeof *request;
    bool good = true;
    memcpy(buffer, request, used);
    for (uint32_t i = 0; i < count && good; i++) {
        const struct piece *piece = &pieces[i];
        bool fits = piece->size <= sizeof buffer - used;
        if (!fits) {
            good = message_send(store->socket, buffer, used, seconds);
            used = 0;
        }
        if (!fits && piece->size > sizeof buffer)
            good = good && message_send(store->socket, piece->data, piece->size, seconds);
        else if (piece->size) {
            memcpy(buffer + used, piece->data, piece->size);
            used += piece->size;
        }
    }
    return good && message_send(store->socket, buffer, used, seconds);
}

static bool receive_answer(struct store *store, struct answer *answer, int seconds)
{
    answer->payload = NULL;
    if (!message_receive(store->socket, &answer->reply, sizeof answer->reply, seconds))
        return give_up(store, errno == ETIMEDOUT);
    uint64_t size = answer->reply.size;
    if (size > MESSAGE_MOST)
        return give_up(store, true);
    answer->payload = memory_alloc(size + 1);
    answer->payload[size] = 0;
    if (message_receive(store->socket, answer->payload, size, seconds))
        return true;
    memory_free(answer->payload);
    answer->payload = NULL;
    return give_up(store, errno == ETIMEDOUT);
}

// Sends a request and waits for its reply. False: the store has failed. The payload is the caller's.
static bool ask_with(struct store *store, const struct request *request, const struct piece *pieces,
                     uint32_t count, int seconds, struct answer *answer)
{
    *answer = (struct answer){.payload = NULL};
    if (store->busy && !store->failure) {
        end_process(store, true);
        store->failure = memory_format("%s: out of memory in a request to the store", store->folder);
    }
    if (store->failure)
        return false;
    store->busy = true;
    bool good = send_all(store, request, pieces, count, seconds) ? receive_answer(store, answer, seconds)
                                                                 : give_up(store, errno == ETIMEDOUT);
    if (good && answer->reply.kind == REPLY_BROKEN) {
        fail_with(store, answer->payload);
        answer->payload = NULL;
        good = false;
    }
    store->busy = false;
    return good;
}

// Likewise, with REPLY_FAILED as an error; the payload is freed unless `payload` is asked for.
static bool ask(struct store *store, const struct request *request, int seconds, struct answer *answer,
                struct error *error)
{
    bool good = ask_with(store, request, NULL, 0, seconds, answer);
    if (!good)
        return error_set(error, "%s", store->failure);
    if (answer->reply.kind == REPLY_GOOD)
        return true;
    error_set(error, "%s", answer->payload);
    memory_free(answer->payload);
    answer->payload = NULL;
    return false;
}

// Opening

static bool make_folders(const char *folder, struct error *error)
{
    char *path = memory_copy_string(folder);
    for (char *at = path + 1; *path && *at; at++) {
        if (*at != '/')
            continue;
        *at = 0;
        mkdir(path, 0777); // what fails here fails below, with its reason
        *at = '/';
    }
    bool good = mkdir(path, 0777) == 0 || errno == EEXIST;
    memory_free(path);
    return good || error_set(error, "%s: %s", folder, strerror(errno));
}

static bool start_process(struct store *store, uint64_t limit, bool make, struct error *error)
{
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return error_set(error, "%s: %s", store->folder, strerror(errno));
    store->process = fork();
    if (store->process == 0) {
        close(sockets[0]);
        process_run(sockets[1], store->folder, limit, make);
    }
    int reason = errno;
    close(sockets[1]);
    store->socket = sockets[0];
    if (store->process > 0)
        return true;
    store->process = 0;
    return error_set(error, "%s: no process can be started for the store: %s", store->folder,
                     strerror(reason));
}

static bool await_opened(struct store *store, struct error *error)
{
    struct answer answer;
    bool good = receive_answer(store, &answer, SECONDS_TO_OPEN);
    if (good && answer.reply.kind == REPLY_GOOD)
        store->read_only = answer.reply.numbers[0] != 0;
    else if (good) {
        fail_with(store, answer.payload);
        answer.payload = NULL;
        good = false;
    }
    memory_free(answer.payload);
    return good || error_set(error, "%s", store->failure);
}

static struct store *open_store(const char *folder, uint64_t limit, bool make, struct error *error)
{
    if (make && !make_folders(folder, error))
        return NULL;
    struct store *store = memory_zalloc(1, sizeof *store);
    store->folder = memory_copy_string(folder);
    store->socket = -1;
    if (start_process(store, limit, make, error) && await_opened(store, error))
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open(const char *folder, uint64_t size_limit, struct error *error)
{
    return open_store(folder, size_limit && size_limit < STORE_SIZE_LEAST ? STORE_SIZE_LEAST : size_limit,
                      true, error);
}

struct store *store_open_existing(const char *folder, struct error *error)
{
    return open_store(folder, 0, false, error);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    end_process(store, store->busy);
    memory_free(store->folder);
    memory_free(store->failure);
    memory_free(store);
}

// Entries

static void *read_value(struct store *store, const struct store_key *key, bool use, size_t *size)
{
    struct answer answer;
    struct request request = {.kind = REQUEST_READ, .key = *key, .numbers = {use}};
    *size = 0;
    if (!ask_with(store, &request, NULL, 0, SECONDS_TO_READ, &answer))
        return NULL;
    if (answer.reply.kind == REPLY_GOOD) {
        uint64_t checksum[2];
        message_checksum(key, answer.payload, answer.reply.size, checksum);
        if (checksum[0] == answer.reply.numbers[0] && checksum[1] == answer.reply.numbers[1]) {
            *size = answer.reply.size;
            return answer.payload;
        }
        memory_free(answer.payload);
        request = (struct request){.kind = REQUEST_REMOVE, .key = *key, .numbers = {1}};
        if (!ask_with(store, &request, NULL, 0, SECONDS_TO_READ, &answer))
            return NULL;
    }
    memory_free(answer.payload);
    return NULL;
}

void *store_read(struct store *store, const struct store_key *key, size_t *size)
{
    return read_value(store, key, true, size);
}

void *store_peek(struct store *store, const struct store_key *key, size_t *size)
{
    return read_value(store, key, false, size);
}

static struct message_entry describe(const struct store_entry *entry)
{
    struct message_entry head = {.key = entry->key,
                                 .size = entry->size,
                                 .written = entry->written,
                                 .used = entry->used,
                                 .uses = entry->uses};
    message_checksum(&entry->key, entry->data, entry->size, head.checksum);
    return head;
}

bool store_write(struct store *store, const struct store_entry *entries, uint32_t count, struct error *error)
{
    VECTOR(struct piece) pieces = {0};
    struct message_entry *heads = memory_zalloc(count, sizeof *heads);
    struct request request = {.kind = REQUEST_WRITE, .numbers = {count}};
    for (uint32_t i = 0; i < count; i++) {
        static const char zero = 0;
        const char *title = entries[i].title ? entries[i].title : "";
        size_t length = strnlen(title, STORE_TITLE_MOST);
        heads[i] = describe(&entries[i]);
        heads[i].title_size = (uint32_t)length + 1;
        vector_push(&pieces, (struct piece){&heads[i], sizeof heads[i]});
        vector_push(&pieces, (struct piece){title, length});
        vector_push(&pieces, (struct piece){&zero, 1});
        vector_push(&pieces, (struct piece){entries[i].data, entries[i].size});
        request.size += sizeof heads[i] + length + 1 + entries[i].size;
        if (entries[i].size > MESSAGE_MOST || request.size > MESSAGE_MOST)
            request.size = 2 * MESSAGE_MOST;
    }
    struct answer answer = {.payload = NULL};
    bool good = request.size <= MESSAGE_MOST || error_set(error, "%s: more than %u MB at a time",
                                                          store->folder, (unsigned)(MESSAGE_MOST >> 20));
    if (good && !ask_with(store, &request, pieces.data, pieces.size, SECONDS_TO_WRITE, &answer))
        good = error_set(error, "%s", store->failure);
    else if (good && answer.reply.kind != REPLY_GOOD)
        good = error_set(error, "%s", answer.payload);
    memory_free(answer.payload);
    memory_free(heads);
    vector_free(&pieces);
    return good;
}

bool store_remove(struct store *store, const struct store_key *key, struct error *error)
{
    struct answer answer;
    struct request request = {.kind = REQUEST_REMOVE, .key = *key};
    bool good = ask(store, &request, SECONDS_TO_WRITE, &answer, error);
    memory_free(answer.payload);
    return good;
}

// All of the store

// Calls `each` for what one reply lists. False: it is not what it should be.
static bool read_items(const struct answer *answer, void (*each)(void *, const struct store_item *),
                       void *context)
{
    const char *at = answer->payload;
    uint64_t left = answer->reply.size;
    for (uint64_t i = 0; i < answer->reply.numbers[0]; i++) {
        struct message_item item;
        if (left < sizeof item)
            return false;
        memcpy(&item, at, sizeof item);
        at += sizeof item;
        left -= sizeof item;
        if (item.title_size == 0 || item.title_size > left || at[item.title_size - 1] != 0)
            return false;
        each(context, &(struct store_item){.key = item.key,
                                           .title = at,
                                           .size = item.size,
                                           .stored = item.stored,
                                           .written = item.written,
                                           .used = item.used,
                                           .uses = item.uses});
        at += item.title_size;
        left -= item.title_size;
    }
    return true;
}

bool store_list(struct store *store, void (*each)(void *context, const struct store_item *item),
                void *context, struct error *error)
{
    struct answer answer;
    struct request request = {.kind = REQUEST_LIST, .numbers = {1}};
    do {
        if (!ask(store, &request, SECONDS_TO_WRITE, &answer, error))
            return false;
        bool good = read_items(&answer, each, context);
        memory_free(answer.payload);
        if (!good && !give_up(store, true))
            return error_set(error, "%s", store->failure);
        request = (struct request){.kind = REQUEST_LIST, .key = answer.reply.key};
    } while (answer.reply.more);
    return true;
}

bool store_count(struct store *store, struct store_numbers *numbers, struct error *error)
{
    struct answer answer;
    struct request request = {.kind = REQUEST_COUNT};
    if (!ask(store, &request, SECONDS_TO_WRITE, &answer, error))
        return false;
    bool good = answer.reply.size == sizeof *numbers;
    if (good)
        memcpy(numbers, answer.payload, sizeof *numbers);
    memory_free(answer.payload);
    return good || give_up(store, true) || error_set(error, "%s", store->failure);
}

bool store_check(struct store *store, uint64_t *checked, uint64_t *removed, struct error *error)
{
    struct answer answer;
    struct request request = {.kind = REQUEST_CHECK, .numbers = {1}};
    *checked = *removed = 0;
    do {
        if (!ask(store, &request, SECONDS_FOR_ALL, &answer, error))
            return false;
        memory_free(answer.payload);
        *checked += answer.reply.numbers[0] + answer.reply.numbers[1];
        *removed += answer.reply.numbers[1];
        request = (struct request){.kind = REQUEST_CHECK, .key = answer.reply.key};
    } while (answer.reply.more);
    return true;
}

bool store_compact(struct store *store, struct error *error)
{
    struct answer answer;
    struct request request = {.kind = REQUEST_COMPACT};
    bool good = ask(store, &request, SECONDS_FOR_ALL, &answer, error);
    memory_free(answer.payload);
    return good;
}

bool store_clear(const char *folder, struct error *error)
{
    static const char *const files[] = {DATABASE_FILE, DATABASE_LOCK, DATABASE_NEW, USES_FILE};
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return error_set(error, "%s: %s", folder, errno == ENOTDIR ? "not a folder" : strerror(errno));
    bool good = true;
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        good = error_set(error, "%s: %s", folder,
                         errno == EWOULDBLOCK ? "another process has the store open" : strerror(errno));
    else if (faccessat(descriptor, DATABASE_FILE, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
        good = error_set(error, "%s: there is no store of heddle's in this folder", folder);
    for (size_t i = 0; i < sizeof files / sizeof *files && good; i++)
        if (unlinkat(descriptor, files[i], 0) != 0 && errno != ENOENT)
            good = error_set(error, "%s: %s: %s", folder, files[i], strerror(errno));
    close(descriptor);
    return good;
}
