#include "store/process.h"

#include "base/failure.h"
#include "base/memory.h"
#include "store/entries.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

struct process {
    int socket;
    const char *folder;
    struct entries entries;
    byte_vector list; // payload of replies
};

// Ctrl-C is for the caller: this process ends when the caller has closed the socket, or is gone.
static void separate(int socket)
{
    static const int ignored[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                                  SIGXFSZ, SIGTSTP, SIGALRM, SIGUSR1, SIGUSR2};
    static const int ended_by[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGCHLD};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    for (size_t i = 0; i < sizeof ended_by / sizeof *ended_by; i++)
        signal(ended_by[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NAME, "heddle-store");
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (stream != socket)
            dup2(nothing, stream);
    if (socket > STDERR_FILENO + 1)
        close_range(STDERR_FILENO + 1, (unsigned)socket - 1, 0);
    close_range(socket > STDERR_FILENO ? (unsigned)socket + 1 : STDERR_FILENO + 1, ~0u, 0);
    memory_limit(0);
    memory_fail_after(0);
}

static noreturn void leave_process(int status)
{
    _exit(status);
}

static void reply(struct process *process, struct reply *answer, const void *payload)
{
    if (!message_send(process->socket, answer, sizeof *answer, 0) ||
        !message_send(process->socket, payload, answer->size, 0))
        leave_process(PROCESS_ALONE);
}

// Frees the error's message.
static void reply_error(struct process *process, enum reply_kind kind, struct error *error)
{
    struct reply answer = {.kind = kind, .size = strlen(error->message)};
    reply(process, &answer, error->message);
    error_free(error);
}

static void reply_good(struct process *process, bool good, struct error *error)
{
    struct reply answer = {.kind = REPLY_GOOD};
    if (good)
        reply(process, &answer, NULL);
    else
        reply_error(process, REPLY_FAILED, error);
}

// Requests

static void answer_read(struct process *process, const struct request *request)
{
    struct head head;
    bool damaged, failed;
    struct error error = {0};
    void *value = entries_read(&process->entries, &request->key, &head, &damaged, &failed);
    struct reply answer = {.kind = value ? REPLY_GOOD : REPLY_ABSENT};
    if (value) {
        answer.size = head.size;
        memcpy(answer.numbers, head.checksum, sizeof head.checksum);
        if (request->numbers[0])
            uses_add(&process->entries.uses, &request->key);
    } else if (damaged)
        vector_push(&process->entries.damaged, request->key);
    if (failed) {
        error_set(&error, "%s: %s", process->folder, database_why(process->entries.database));
        reply_error(process, REPLY_BROKEN, &error);
        leave_process(PROCESS_DONE);
    }
    reply(process, &answer, value);
    memory_free(value);
}

static void answer_write(struct process *process, const struct request *request)
{
    struct error error = {0};
    char *bytes = memory_alloc(request->size);
    if (!message_receive(process->socket, bytes, request->size, 0))
        leave_process(PROCESS_ALONE);
    bool good = entries_write(&process->entries, bytes, request->size, request->numbers[0], &error);
    memory_free(bytes);
    reply_good(process, good, &error);
}

static void answer_remove(struct process *process, const struct request *request)
{
    struct error error = {0};
    bool good = true;
    if (request->numbers[0])
        vector_push(&process->entries.damaged, request->key);
    else
        good = entries_remove(&process->entries, &request->key, &error);
    reply_good(process, good, &error);
}

static void answer_list(struct process *process, const struct request *request)
{
    struct error error = {0};
    struct entries_part part = {.last = request->key, .begun = !request->numbers[0]};
    vector_clear(&process->list);
    if (!entries_list(&process->entries, &part, &process->list, &error)) {
        reply_error(process, REPLY_FAILED, &error);
        return;
    }
    struct reply answer = {.kind = REPLY_GOOD,
                           .more = part.more,
                           .key = part.last,
                           .numbers = {part.items},
                           .size = process->list.size};
    reply(process, &answer, process->list.data);
}

static void answer_check(struct process *process, const struct request *request)
{
    struct error error = {0};
    uint64_t remains = 0;
    struct entries_part part = {.last = request->key, .begun = !request->numbers[0]};
    bool good = entries_check(&process->entries, &part, &error);
    if (good && !part.more)
        good = entries_check_remains(&process->entries, &remains, &error);
    if (!good) {
        reply_error(process, REPLY_FAILED, &error);
        return;
    }
    struct reply answer = {.kind = REPLY_GOOD,
                           .more = part.more,
                           .key = part.last,
                           .numbers = {part.right, part.removed + remains}};
    reply(process, &answer, NULL);
}

static void answer_count(struct process *process, const struct request *request)
{
    (void)request;
    struct error error = {0};
    struct store_numbers numbers;
    struct reply answer = {.kind = REPLY_GOOD, .size = sizeof numbers};
    if (entries_count(&process->entries, &numbers, &error))
        reply(process, &answer, &numbers);
    else
        reply_error(process, REPLY_FAILED, &error);
}

static void answer_compact(struct process *process, const struct request *request)
{
    (void)request;
    struct error error = {0};
    bool closed;
    bool good = database_compact(process->entries.database, &closed, &error);
    if (closed) {
        database_close(process->entries.database);
        process->entries.database = database_open(process->folder, 0, false, &error);
        if (!process->entries.database) {
            reply_error(process, REPLY_BROKEN, &error);
            leave_process(PROCESS_DONE);
        }
    }
    reply_good(process, good, &error);
}

static void answer_process_request(struct process *process, const struct request *request)
{
    static void (*const actions[])(struct process *, const struct request *) = {
        [REQUEST_READ] = answer_read,       [REQUEST_WRITE] = answer_write, [REQUEST_REMOVE] = answer_remove,
        [REQUEST_LIST] = answer_list,       [REQUEST_CHECK] = answer_check, [REQUEST_COUNT] = answer_count,
        [REQUEST_COMPACT] = answer_compact,
    };
    if (request->kind >= sizeof actions / sizeof *actions || !actions[request->kind] ||
        request->size > 2 * MESSAGE_MOST)
        leave_process(PROCESS_ALONE);
    actions[request->kind](process, request);
}

static void serve(struct process *process, uint64_t limit, bool make)
{
    struct error error = {0};
    struct request request;
    struct database *database = database_open(process->folder, limit, make, &error);
    if (!database) {
        reply_error(process, REPLY_BROKEN, &error);
        return;
    }
    process->entries = (struct entries){.database = database, .folder = process->folder};
    struct reply opened = {.kind = REPLY_GOOD, .numbers = {database_is_read_only(database)}};
    reply(process, &opened, NULL);
    while (message_receive(process->socket, &request, sizeof request, 0))
        answer_process_request(process, &request);
    entries_finish(&process->entries);
    entries_free(&process->entries);
    database_close(process->entries.database);
}

noreturn void process_run(int socket, const char *folder, uint64_t limit, bool make)
{
    jmp_buf guard;
    struct process process = {.socket = socket, .folder = folder};
    separate(socket);
    failure_guard(&guard);
    enum failure failure = (enum failure)setjmp(guard);
    if (failure == FAILURE_NONE)
        serve(&process, limit, make);
    leave_process(failure == FAILURE_MEMORY ? PROCESS_NO_MEMORY : PROCESS_DONE);
}
