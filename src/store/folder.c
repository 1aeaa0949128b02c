#include "base/memory.h"
#include "store/backend.h"
#include "store/channel.h"
#include "store/database.h"
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

// How long the process of the store may take for a reply, in milliseconds. Reading waits for nobody; writing
// waits for other writers and for the disk.
enum { TIME_TO_OPEN = 30000, TIME_TO_READ = 10000, TIME_TO_WRITE = 60000, TIME_FOR_ALL = 600000 };

struct folder_store {
    struct store store; // its name is the folder
    struct channel channel;
};

static struct folder_store *folder_of(struct store *store)
{
    return (struct folder_store *)store;
}

// The process

static bool disk_is_full(const char *folder)
{
    struct statvfs status;
    return statvfs(folder, &status) == 0 && status.f_blocks && status.f_bavail == 0;
}

// Why the process has ended, when it should not have.
static const char *reason_of_exit(const char *folder, int status, bool too_slow)
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

// The store is not used any more. Always returns false.
static bool give_up_folder(struct folder_store *folder, bool too_slow)
{
    struct store *store = &folder->store;
    int status = channel_end(&folder->channel, too_slow);
    if (!store->failure)
        store->failure = memory_format("%s: %s", store->name, reason_of_exit(store->name, status, too_slow));
    return false;
}

// Takes over the text.
static void fail_with(struct folder_store *folder, char *text)
{
    channel_clean(text);
    channel_end(&folder->channel, true);
    folder->store.failure = text;
}

// Talking

// Sends a request and waits for its reply. False: the store has failed. The payload is the caller's.
static bool ask_with(struct folder_store *folder, const struct request *request,
                     const struct channel_piece *pieces, uint32_t count, int milliseconds,
                     struct channel_answer *answer)
{
    *answer = (struct channel_answer){.payload = NULL};
    if (folder->channel.busy && !folder->store.failure)
        fail_with(folder, memory_format("%s: out of memory in a request to the store", folder->store.name));
    if (folder->store.failure)
        return false;
    if (!channel_ask(&folder->channel, request, pieces, count, milliseconds, answer))
        return give_up_folder(folder, errno == ETIMEDOUT || errno == EPROTO);
    if (answer->reply.kind != REPLY_BROKEN)
        return true;
    fail_with(folder, answer->payload);
    answer->payload = NULL;
    return false;
}

// Sends a request, with REPLY_FAILED as an error; the payload is freed unless `payload` is asked for.
static bool ask_folder(struct folder_store *folder, const struct request *request, int milliseconds,
                       struct channel_answer *answer, struct error *error)
{
    if (!ask_with(folder, request, NULL, 0, milliseconds, answer))
        return error_set(error, "%s", folder->store.failure);
    if (answer->reply.kind == REPLY_GOOD)
        return true;
    error_set(error, "%s", answer->payload);
    memory_free(answer->payload);
    answer->payload = NULL;
    return false;
}

// Opening

static bool make_folder_path(const char *folder, struct error *error)
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

struct start {
    const char *folder;
    uint64_t limit;
    bool make;
};

static void run_process(int socket, void *context)
{
    const struct start *start = context;
    process_run(socket, start->folder, start->limit, start->make);
}

static bool start_process(struct folder_store *folder, uint64_t limit, bool make, struct error *error)
{
    struct error why = {0};
    struct start start = {folder->store.name, limit, make};
    if (channel_start(&folder->channel, run_process, &start, &why))
        return true;
    error_set(error, "%s: %s", folder->store.name, why.message);
    error_free(&why);
    return false;
}

static bool await_opened(struct folder_store *folder, struct error *error)
{
    struct channel_answer answer;
    bool good = channel_receive(&folder->channel, &answer, TIME_TO_OPEN) ||
                give_up_folder(folder, errno == ETIMEDOUT || errno == EPROTO);
    if (good && answer.reply.kind == REPLY_GOOD)
        folder->store.read_only = answer.reply.numbers[0] != 0;
    else if (good) {
        fail_with(folder, answer.payload);
        answer.payload = NULL;
        good = false;
    }
    memory_free(answer.payload);
    return good || error_set(error, "%s", folder->store.failure);
}

static void close_folder(struct store *store)
{
    struct folder_store *folder = folder_of(store);
    channel_end(&folder->channel, folder->channel.busy);
    memory_free(store->name);
    memory_free(store->failure);
    memory_free(folder);
}

// Entries

static void *folder_read_value(struct store *store, const struct store_key *key, bool use, size_t *size)
{
    struct folder_store *folder = folder_of(store);
    struct channel_answer answer;
    struct request request = {.kind = REQUEST_READ, .key = *key, .numbers = {use}};
    *size = 0;
    if (!ask_with(folder, &request, NULL, 0, TIME_TO_READ, &answer))
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
        if (!ask_with(folder, &request, NULL, 0, TIME_TO_READ, &answer))
            return NULL;
    }
    memory_free(answer.payload);
    return NULL;
}

static struct message_entry describe_entry(const struct store_entry *entry)
{
    struct message_entry head = {.key = entry->key,
                                 .size = entry->size,
                                 .written = entry->written,
                                 .used = entry->used,
                                 .uses = entry->uses};
    message_checksum(&entry->key, entry->data, entry->size, head.checksum);
    return head;
}

static bool folder_write_entries(struct store *store, const struct store_entry *entries, uint32_t count,
                                 struct error *error)
{
    struct folder_store *folder = folder_of(store);
    VECTOR(struct channel_piece) pieces = {0};
    struct message_entry *heads = memory_zalloc(count, sizeof *heads);
    struct request request = {.kind = REQUEST_WRITE, .numbers = {count}};
    for (uint32_t i = 0; i < count; i++) {
        static const char zero = 0;
        const char *title = entries[i].title ? entries[i].title : "";
        size_t length = strnlen(title, STORE_TITLE_MOST);
        heads[i] = describe_entry(&entries[i]);
        heads[i].title_size = (uint32_t)length + 1;
        vector_push(&pieces, (struct channel_piece){&heads[i], sizeof heads[i]});
        vector_push(&pieces, (struct channel_piece){title, length});
        vector_push(&pieces, (struct channel_piece){&zero, 1});
        vector_push(&pieces, (struct channel_piece){entries[i].data, entries[i].size});
        request.size += sizeof heads[i] + length + 1 + entries[i].size;
        if (entries[i].size > MESSAGE_MOST || request.size > MESSAGE_MOST)
            request.size = 2 * MESSAGE_MOST;
    }
    struct channel_answer answer = {.payload = NULL};
    bool good = request.size <= MESSAGE_MOST || error_set(error, "%s: more than %u MB at a time", store->name,
                                                          (unsigned)(MESSAGE_MOST >> 20));
    if (good && !ask_with(folder, &request, pieces.data, pieces.size, TIME_TO_WRITE, &answer))
        good = error_set(error, "%s", store->failure);
    else if (good && answer.reply.kind != REPLY_GOOD)
        good = error_set(error, "%s", answer.payload);
    memory_free(answer.payload);
    memory_free(heads);
    vector_free(&pieces);
    return good;
}

static bool folder_remove_entry(struct store *store, const struct store_key *key, struct error *error)
{
    struct folder_store *folder = folder_of(store);
    struct channel_answer answer;
    struct request request = {.kind = REQUEST_REMOVE, .key = *key};
    bool good = ask_folder(folder, &request, TIME_TO_WRITE, &answer, error);
    memory_free(answer.payload);
    return good;
}

// All of the store

// Calls `each` for what one reply lists. False: it is not what it should be.
static bool read_listed_items(const struct channel_answer *answer,
                              void (*each)(void *, const struct store_item *), void *context)
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

static bool folder_list_entries(struct store *store,
                                void (*each)(void *context, const struct store_item *item), void *context,
                                struct error *error)
{
    struct folder_store *folder = folder_of(store);
    struct channel_answer answer;
    struct request request = {.kind = REQUEST_LIST, .numbers = {1}};
    do {
        if (!ask_folder(folder, &request, TIME_TO_WRITE, &answer, error))
            return false;
        bool good = read_listed_items(&answer, each, context);
        memory_free(answer.payload);
        if (!good && !give_up_folder(folder, true))
            return error_set(error, "%s", store->failure);
        request = (struct request){.kind = REQUEST_LIST, .key = answer.reply.key};
    } while (answer.reply.more);
    return true;
}

static bool folder_count_entries(struct store *store, struct store_numbers *numbers, struct error *error)
{
    struct folder_store *folder = folder_of(store);
    struct channel_answer answer;
    struct request request = {.kind = REQUEST_COUNT};
    if (!ask_folder(folder, &request, TIME_TO_WRITE, &answer, error))
        return false;
    bool good = answer.reply.size == sizeof *numbers;
    if (good)
        memcpy(numbers, answer.payload, sizeof *numbers);
    memory_free(answer.payload);
    return good || give_up_folder(folder, true) || error_set(error, "%s", store->failure);
}

static bool folder_check_entries(struct store *store, uint64_t *checked, uint64_t *removed,
                                 struct error *error)
{
    struct folder_store *folder = folder_of(store);
    struct channel_answer answer;
    struct request request = {.kind = REQUEST_CHECK, .numbers = {1}};
    *checked = *removed = 0;
    do {
        if (!ask_folder(folder, &request, TIME_FOR_ALL, &answer, error))
            return false;
        memory_free(answer.payload);
        *checked += answer.reply.numbers[0] + answer.reply.numbers[1];
        *removed += answer.reply.numbers[1];
        request = (struct request){.kind = REQUEST_CHECK, .key = answer.reply.key};
    } while (answer.reply.more);
    return true;
}

static bool compact_file(struct store *store, struct error *error)
{
    struct folder_store *folder = folder_of(store);
    struct channel_answer answer;
    struct request request = {.kind = REQUEST_COMPACT};
    bool good = ask_folder(folder, &request, TIME_FOR_ALL, &answer, error);
    memory_free(answer.payload);
    return good;
}

static const struct store_backend folder_backend = {
    .close = close_folder,
    .read = folder_read_value,
    .write = folder_write_entries,
    .remove = folder_remove_entry,
    .list = folder_list_entries,
    .count = folder_count_entries,
    .check = folder_check_entries,
    .compact = compact_file,
};

struct store *folder_open(const char *path, uint64_t limit, bool make, struct error *error)
{
    if (make && !make_folder_path(path, error))
        return NULL;
    struct folder_store *folder = memory_zalloc(1, sizeof *folder);
    folder->store = (struct store){.backend = &folder_backend, .name = memory_copy_string(path)};
    folder->channel.socket = -1;
    if (start_process(folder, limit, make, error) && await_opened(folder, error))
        return &folder->store;
    close_folder(&folder->store);
    return NULL;
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
