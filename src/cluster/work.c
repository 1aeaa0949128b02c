#include "cluster/work.h"

#include "base/clock.h"
#include "base/failure.h"
#include "cluster/line.h"
#include "cluster/message.h"
#include "explore/part.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    WAIT_MILLISECONDS = 200, // for a part
    REST = 64,               // part_limits.rest
    MOST_TIMES = 10,         // that a part is taken, if it ends whoever takes it
    MOST_JOBS = 64,          // that are known at once
    RETRY_MICROSECONDS = 200000
};
#define LOOK_SECONDS 0.5  // for jobs
#define FIRST_ENTRY "0-0" // of a stream

// A job as this worker has it.
struct worker_job {
    char id[DIGEST_TEXT]; // its digest as text
    struct sha256 digest;
    char *tasks, *results, *epoch_name;
    char claim_from[48]; // the entry from which on the next part is taken over
    bool open;           // else it is none for this worker
    bool here;           // the server has it
    struct worker_program program;
    byte_vector epoch; // the facts that were used last
    struct sha256 epoch_digest;
};

// What is being explored.
struct present_part {
    struct worker_job *job;
    char entry[48]; // its name in the stream
    struct interrupt interrupt;
    double said; // when the server was last informed that it is still explored
    bool fatal;  // too many workers that took it have ended
};

struct worker {
    const struct worker_setting *setting;
    struct server_line *line;
    char *name; // among the consumers of a group
    VECTOR(struct worker_job *) jobs;
    double looked, claimed;
    uint32_t turn; // which job is next
    struct present_part *present;
    bool unreachable; // it was said that the server does not answer
    bool foreign;     // it was said that there are jobs of which nothing can be read
};

static void worker_remark(const struct worker *w, const char *text)
{
    w->setting->remark(w->setting->context, text);
}

// ---- jobs

static void free_job(struct worker *w, struct worker_job *job)
{
    if (job->open)
        w->setting->close(&job->program);
    memory_free(job->tasks);
    memory_free(job->results);
    memory_free(job->epoch_name);
    vector_free(&job->epoch);
    memory_free(job);
}

// The value of a name. *value has no data where there is none.
static bool get_named_value(struct worker *w, const char *name, struct field *value, struct error *error)
{
    line_begin(w->line);
    line_command(w->line, "GET %s", name);
    if (!line_run(w->line, error))
        return false;
    struct line_reply reply = line_next(w->line);
    *value = reply.kind == SERVER_REPLY_TEXT ? reply.text : (struct field){.data = NULL};
    return reply.kind != SERVER_REPLY_ERROR ||
           error_set(error, "%.*s", (int)reply.text.size, reply.text.data);
}

// Once: there may be many jobs of others, and each is looked at again and again.
static void say_foreign(struct worker *w)
{
    if (!w->foreign)
        worker_remark(w,
                      "a check with another key (--store-key) or of another version of heddle is left alone");
    w->foreign = true;
}

// Reads the job's message. *fits: it is one of this cluster, with that name.
static bool get_job(struct worker *w, const struct worker_job *job, byte_vector *content, bool *fits,
                    struct error *error)
{
    struct field value;
    struct byte_reader inside;
    char *name = message_name(w->setting->servers, "job", &job->digest);
    bool good = get_named_value(w, name, &value, error);
    memory_free(name);
    *fits = good && value.data;
    if (!*fits)
        return good;
    *fits = message_open(w->setting->servers, MESSAGE_JOB, value.data, value.size, &inside);
    if (!*fits) {
        say_foreign(w);
        return good;
    }
    bytes_add(content, inside.at, (size_t)(inside.end - inside.at));
    struct sha256 digest = message_digest(content->data, content->size);
    *fits = digest_equal(&digest, &job->digest);
    return true;
}

static void open_job_program(struct worker *w, struct worker_job *job, const struct message_job *message,
                             struct field image)
{
    struct error error = {0};
    struct sha256 digest = message_digest(image.data, image.size);
    if (!image.data || !digest_equal(&digest, &message->program))
        return; // not there yet, or not any more
    job->open = w->setting->open(w->setting->context, message->request, image.data, image.size, &job->program,
                                 &error);
    if (!job->open)
        worker_remark(w, error.message ? error.message : "a job cannot be opened");
    error_free(&error);
}

// Takes up a job that the server has. False: the server is out of reach.
static bool open_job(struct worker *w, struct worker_job *job, bool *later, struct error *error)
{
    byte_vector content = {0};
    struct message_job message;
    struct field image = {.data = NULL};
    bool fits;
    char *name = message_name(w->setting->servers, "program", &job->digest);
    bool good = get_job(w, job, &content, &fits, error);
    struct byte_reader inside = bytes_reader(&content);
    fits = good && fits && message_read_job(&inside, &message);
    if (fits)
        good = get_named_value(w, name, &image, error);
    if (fits && good)
        open_job_program(w, job, &message, image);
    *later = !fits || !image.data;
    memory_free(name);
    vector_free(&content);
    return good;
}

static bool read_digest_text(const char *text, struct sha256 *digest)
{
    char again[DIGEST_TEXT];
    for (unsigned k = 0; k < DIGEST_BYTES; k++) {
        unsigned byte = 0;
        if (sscanf(text + 2 * k, "%2x", &byte) != 1)
            return false;
        digest->bytes[k] = (unsigned char)byte;
    }
    digest_text(digest, again);
    return strcmp(again, text) == 0;
}

static struct worker_job *find_job(const struct worker *w, const char *id)
{
    for (uint32_t k = 0; k < w->jobs.size; k++)
        if (strcmp(w->jobs.data[k]->id, id) == 0)
            return w->jobs.data[k];
    return NULL;
}

static bool add_job(struct worker *w, const char *id, struct error *error)
{
    struct sha256 digest;
    bool later = true;
    if (w->jobs.size >= MOST_JOBS || !read_digest_text(id, &digest))
        return true;
    struct worker_job *job = memory_zalloc(1, sizeof *job);
    memcpy(job->id, id, sizeof job->id);
    job->digest = digest;
    job->here = true;
    strcpy(job->claim_from, FIRST_ENTRY);
    job->tasks = message_name(w->setting->servers, "parts", &digest);
    job->results = message_name(w->setting->servers, "results", &digest);
    job->epoch_name = message_name(w->setting->servers, "epoch", &digest);
    bool good = open_job(w, job, &later, error);
    if (good && !later) {
        vector_push(&w->jobs, job);
        return true;
    }
    free_job(w, job);
    return good;
}

static void drop_jobs(struct worker *w)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < w->jobs.size; k++)
        if (w->jobs.data[k]->here)
            w->jobs.data[kept++] = w->jobs.data[k];
        else
            free_job(w, w->jobs.data[k]);
    w->jobs.size = kept;
}

// Which jobs there are by now.
static bool look_for_jobs(struct worker *w, struct error *error)
{
    VECTOR(struct worker_job) found = {0}; // of which only the names count
    char *name = message_name(w->setting->servers, "jobs", NULL);
    line_begin(w->line);
    line_command(w->line, "SMEMBERS %s", name);
    memory_free(name);
    if (!line_run(w->line, error))
        return false;
    struct line_reply list = line_next(w->line);
    if (list.kind != SERVER_REPLY_LIST)
        return error_set(error, "%.*s", (int)list.text.size, list.text.data);
    for (uint64_t k = 0; k < list.number; k++) {
        struct line_reply id = line_next(w->line);
        struct worker_job job = {.here = true};
        if (id.kind != SERVER_REPLY_TEXT || id.text.size != DIGEST_TEXT - 1)
            continue;
        memcpy(job.id, id.text.data, id.text.size);
        vector_push(&found, job);
    }
    for (uint32_t k = 0; k < w->jobs.size; k++)
        w->jobs.data[k]->here = false;
    for (uint32_t k = 0; k < found.size; k++)
        if (find_job(w, found.data[k].id))
            find_job(w, found.data[k].id)->here = true;
    drop_jobs(w);
    bool good = true;
    for (uint32_t k = 0; k < found.size && good; k++)
        if (!find_job(w, found.data[k].id))
            good = add_job(w, found.data[k].id, error);
    vector_free(&found);
    return good;
}

// ---- exploring

// Whether a server that was asked to leave the part to this worker has the part no more. Other errors say
// nothing of it: the server may be loading its data.
static bool is_part_gone(const struct line_reply *reply)
{
    static const char no_group[] = "NOGROUP";
    return reply->kind == SERVER_REPLY_LIST
               ? reply->number == 0
               : reply->kind == SERVER_REPLY_ERROR && reply->text.size >= sizeof no_group - 1 &&
                     memcmp(reply->text.data, no_group, sizeof no_group - 1) == 0;
}

// Says now and then that the part is still explored, and ends that where nobody wants it any more.
static void on_part_progress(void *context, const struct exploration_counters *counters, double seconds)
{
    struct worker *w = context;
    struct present_part *present = w->present;
    struct error error = {0};
    (void)counters;
    (void)seconds;
    if (*w->setting->stop)
        present->interrupt.stop = true;
    double now = clock_seconds();
    if (present->interrupt.stop || now - present->said < w->setting->claim_after / 4)
        return;
    present->said = now;
    line_begin(w->line);
    line_command(w->line, "XCLAIM %s workers %s 0 %s JUSTID", present->job->tasks, w->name, present->entry);
    if (line_run(w->line, &error)) {
        struct line_reply reply = line_next(w->line);
        present->interrupt.stop = is_part_gone(&reply);
    }
    error_free(&error);
}

static bool get_epoch(struct worker *w, struct worker_job *job, const struct sha256 *digest, bool *found,
                      struct error *error)
{
    struct field value;
    *found = job->epoch.size && digest_equal(digest, &job->epoch_digest);
    if (*found)
        return true;
    if (!get_named_value(w, job->epoch_name, &value, error))
        return false;
    job->epoch.size = 0;
    bytes_add(&job->epoch, value.data, value.size);
    job->epoch_digest = message_digest(job->epoch.data, job->epoch.size);
    *found = value.data && digest_equal(digest, &job->epoch_digest);
    return true;
}

static void add_done(struct worker *w, const struct present_part *present)
{
    line_command(w->line, "XACK %s workers %s", present->job->tasks, present->entry);
    line_command(w->line, "XDEL %s %s", present->job->tasks, present->entry);
}

// In one transaction with what came of the part; NULL: nothing did.
static bool end_part(struct worker *w, const struct present_part *present, const byte_vector *result,
                     struct error *error)
{
    line_begin(w->line);
    line_command(w->line, "MULTI");
    if (result) {
        line_words(w->line, "XADD %s NOMKSTREAM * result", present->job->results);
        line_word(w->line, result->data, result->size);
        line_end_command(w->line);
    }
    add_done(w, present);
    line_command(w->line, "EXEC");
    return line_run_all(w->line, result ? 5 : 4, error);
}

// Puts the part behind all others, for somebody else.
static bool give_part_back(struct worker *w, const struct present_part *present, const byte_vector *task,
                           struct error *error)
{
    line_begin(w->line);
    line_command(w->line, "MULTI");
    line_words(w->line, "XADD %s NOMKSTREAM * part", present->job->tasks);
    line_word(w->line, task->data, task->size);
    line_end_command(w->line);
    add_done(w, present);
    line_command(w->line, "EXEC");
    return line_run_all(w->line, 5, error);
}

// Appends what came of the part. False: it cannot be explored here, since memory has run out before there was
// anything to report, heddle has contradicted itself, or the part is none.
static bool explore_here(struct worker *w, struct present_part *present, const struct message_task *task,
                         byte_vector *found)
{
    const struct worker_job *job = present->job;
    struct exploration_options options = job->program.options;
    const struct part_limits limits = {.work = task->work, .rest = REST};
    jmp_buf guard, *outer = failure_guard(&guard);
    volatile bool explored = false;
    options.progress = on_part_progress;
    options.suffices = NULL;
    options.context = w;
    options.interrupt = &present->interrupt;
    if (setjmp(guard) == FAILURE_NONE)
        explored = part_explore(job->program.program, &options, bytes_reader(&job->epoch), task->path,
                                &limits, clock_seconds(), found);
    failure_guard(outer);
    return explored;
}

// Appends the message of what came of the part. False: nobody wants it, or it was not explored to its end.
static bool explore_taken_part(struct worker *w, struct present_part *present,
                               const struct message_task *task, byte_vector *message)
{
    const struct worker_job *job = present->job;
    byte_vector found = {0}, content = {0};
    bool explored = !present->fatal && explore_here(w, present, task, &found);
    const struct message_result result = {.job = job->digest,
                                          .part = message_part(&job->epoch_digest, task->path),
                                          .explored = explored,
                                          .result = explored ? bytes_reader(&found)
                                                             : (struct byte_reader){.damaged = false}};
    bool wanted = !present->interrupt.stop && !*w->setting->stop;
    if (wanted) {
        message_add_result(&content, &result);
        message_seal(w->setting->servers, MESSAGE_RESULT, &content, message);
    }
    vector_free(&found);
    vector_free(&content);
    return wanted;
}

// A part that was taken. Its result is sent to the server again and again, since the result is worth more
// than another part; who else explores it meanwhile finds the same.
static bool report_part_result(struct worker *w, const struct present_part *present,
                               const byte_vector *message, struct error *error)
{
    enum { TIMES = 5 };
    bool good = false;
    for (unsigned k = 0; k < TIMES && !good && !*w->setting->stop; k++) {
        error_free(error);
        if (k)
            usleep(RETRY_MICROSECONDS);
        good = end_part(w, present, message, error);
    }
    return good;
}

static bool work_on(struct worker *w, struct present_part *present, const byte_vector *task_message,
                    struct error *error)
{
    struct byte_reader content;
    struct message_task task;
    byte_vector message = {0};
    bool found = false;
    if (!message_open(w->setting->servers, MESSAGE_TASK, task_message->data, task_message->size, &content) ||
        !message_read_task(&content, &task) || !digest_equal(&task.job, &present->job->digest))
        return end_part(w, present, NULL, error); // of a stranger
    if (!get_epoch(w, present->job, &task.epoch, &found, error))
        return false;
    if (!found)
        return end_part(w, present, NULL, error); // the facts are others by now
    present->said = clock_seconds();
    w->present = present;
    bool wanted = explore_taken_part(w, present, &task, &message);
    w->present = NULL;
    bool good = wanted              ? report_part_result(w, present, &message, error)
                : *w->setting->stop ? give_part_back(w, present, task_message, error)
                                    : true;
    vector_free(&message);
    return good;
}

// Whether so many have taken the part and said nothing of it any more that it is what ends them.
static bool is_fatal(struct worker *w, const struct present_part *present)
{
    struct error error = {0};
    uint64_t times = 0;
    line_begin(w->line);
    line_command(w->line, "XPENDING %s workers %s %s 1", present->job->tasks, present->entry, present->entry);
    if (line_run(w->line, &error) && line_next(w->line).number == 1 && line_next(w->line).number == 4) {
        line_next(w->line); // the entry
        line_next(w->line); // who has it
        line_next(w->line); // for how long
        times = line_next(w->line).number;
    }
    error_free(&error);
    return times > MOST_TIMES;
}

static bool take_task_entry(struct worker *w, struct worker_job *job, struct field name,
                            const struct line_reply *value, bool claimed, struct error *error)
{
    struct present_part present = {.job = job};
    byte_vector task = {0};
    if (name.size >= sizeof present.entry || memchr(name.data, ' ', name.size))
        return error_set(error, "the server's replies are not those of redis 6.2 or newer");
    memcpy(present.entry, name.data, name.size);
    bytes_add(&task, value->text.data, value->text.size);
    present.fatal = claimed && is_fatal(w, &present);
    interrupt_init(&present.interrupt);
    bool good = work_on(w, &present, &task, error);
    interrupt_free(&present.interrupt);
    vector_free(&task);
    return good;
}

// ---- taking

// Entries of a stream, at most one, which is worked on. `claimed`: from another worker. *taken: there was
// one.
static bool take_entries(struct worker *w, struct worker_job *job, bool claimed, bool *taken,
                         struct error *error)
{
    struct line_reply entries = line_next(w->line);
    if (entries.kind != SERVER_REPLY_LIST || entries.number == 0)
        return true;
    struct line_reply entry = line_next(w->line), name = line_next(w->line), fields = line_next(w->line);
    if (entry.kind != SERVER_REPLY_LIST || name.kind != SERVER_REPLY_TEXT)
        return true;
    struct line_reply word = line_next(w->line), value = line_next(w->line);
    if (fields.kind != SERVER_REPLY_LIST || fields.number < 2 || word.kind != SERVER_REPLY_TEXT ||
        value.kind != SERVER_REPLY_TEXT)
        value.text = (struct field){"", 0}; // of a stranger, or removed
    *taken = true;
    return take_task_entry(w, job, name.text, &value, claimed, error);
}

// The next job in turn on which this worker can work; NULL: there is none.
static struct worker_job *job_in_turn(struct worker *w)
{
    for (uint32_t k = 0; k < w->jobs.size; k++) {
        struct worker_job *job = w->jobs.data[w->turn++ % w->jobs.size];
        if (job->open)
            return job;
    }
    return NULL;
}

// A part that nobody has taken yet.
static bool take_new(struct worker *w, bool *taken, struct error *error)
{
    struct worker_job *job = job_in_turn(w);
    if (!job) {
        usleep(1000 * WAIT_MILLISECONDS);
        return true;
    }
    line_begin(w->line);
    line_command(w->line, "XREADGROUP GROUP workers %s COUNT 1 BLOCK %u STREAMS %s >", w->name,
                 (unsigned)line_wait(w->line, WAIT_MILLISECONDS) / w->jobs.size + 1, job->tasks);
    if (!line_run(w->line, error))
        return false;
    struct line_reply list = line_next(w->line);
    if (list.kind == SERVER_REPLY_ERROR) { // the job is over, or its stream is being made anew
        w->looked = 0;
        usleep(RETRY_MICROSECONDS);
    }
    if (list.kind != SERVER_REPLY_LIST || !list.number)
        return true;
    struct line_reply stream = line_next(w->line), name = line_next(w->line);
    return stream.kind != SERVER_REPLY_LIST || name.kind != SERVER_REPLY_TEXT ||
           take_entries(w, job, false, taken, error);
}

// The server looks at few parts at a time: where it has ended, the next request goes on, so that parts which
// are explored for long do not hide the one that is lost.
static bool note_claimed(struct worker_job *job, const struct line_reply *next)
{
    if (next->kind != SERVER_REPLY_TEXT || !next->text.size || next->text.size >= sizeof job->claim_from ||
        memchr(next->text.data, ' ', next->text.size))
        return false;
    memcpy(job->claim_from, next->text.data, next->text.size);
    job->claim_from[next->text.size] = 0;
    return true;
}

// One that somebody has taken and said nothing of for long.
static bool take_over(struct worker *w, bool *taken, struct error *error)
{
    double now = clock_seconds(), wait = w->setting->claim_after;
    if (now - w->claimed < (wait < 4 ? wait / 4 : 1))
        return true;
    w->claimed = now;
    struct worker_job *job = job_in_turn(w);
    if (!job)
        return true;
    line_begin(w->line);
    line_command(w->line, "XAUTOCLAIM %s workers %s %.0f %s COUNT 1", job->tasks, w->name, wait * 1000,
                 job->claim_from);
    if (!line_run(w->line, error))
        return false;
    struct line_reply list = line_next(w->line);
    if (list.kind != SERVER_REPLY_LIST || list.number < 2)
        return true;
    struct line_reply next = line_next(w->line);
    if (!note_claimed(job, &next))
        return true;
    return take_entries(w, job, true, taken, error);
}

static bool advance_worker(struct worker *w, struct error *error)
{
    bool taken = false;
    double now = clock_seconds();
    if (now - w->looked > LOOK_SECONDS) {
        if (!look_for_jobs(w, error))
            return false;
        w->looked = now;
    }
    return take_over(w, &taken, error) && (taken || take_new(w, &taken, error));
}

static void say_unreachable(struct worker *w, const struct error *error)
{
    if (!w->unreachable) {
        char *text = memory_format("%s; trying again until it is there", error->message);
        worker_remark(w, text);
        memory_free(text);
    }
    w->unreachable = true;
}

void worker_run(const struct worker_setting *setting)
{
    struct worker w = {.setting = setting, .line = line_new(setting->servers)};
    char host[65] = "";
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at; at++)
        if (*at == ' ' || *at == '%')
            *at = '-';
    w.name = memory_format("%s-%ld-%llx", host, (long)getpid(), (unsigned long long)(clock_seconds() * 1e6));
    while (!*setting->stop) {
        struct error problem = {0};
        if (advance_worker(&w, &problem)) {
            w.unreachable = false;
        } else {
            say_unreachable(&w, &problem);
            usleep(RETRY_MICROSECONDS);
        }
        error_free(&problem);
    }
    for (uint32_t k = 0; k < w.jobs.size; k++)
        free_job(&w, w.jobs.data[k]);
    vector_free(&w.jobs);
    line_free(w.line);
    memory_free(w.name);
}
