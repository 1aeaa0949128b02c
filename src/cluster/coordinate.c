#include "cluster/coordinate.h"

#include "base/clock.h"
#include "base/index.h"
#include "cluster/line.h"
#include "cluster/message.h"
#include "explore/split.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BATCH = 64,              // parts that are put into the stream at once
    RESULTS = 32,            // that are read at once, at most
    WAIT_MILLISECONDS = 100, // for results
    LIFETIME = 7 * 24 * 3600 // seconds after which the server forgets what nobody has used
};
// Work of a part, in units of search_work, about 10 ns each: little while there are few parts.
enum { FEW_PARTS = 256, LITTLE_WORK = 1000000, MUCH_WORK = 10000000 };
#define CHECK_SECONDS 1.0
#define RETRY_MICROSECONDS 200000

struct names {
    char *jobs, *job, *program, *epoch, *tasks, *results;
};

struct coordinator {
    const struct cluster_setting *setting;
    struct server_line *line;
    struct split *split;
    struct names names;
    struct sha256 job, epoch;
    byte_vector job_message, epoch_bytes;
    void *image; // of the program
    size_t image_size;
    uint32_t epoch_number;       // of the split, to which all of this belongs
    VECTOR(struct sha256) parts; // by number: message_part
    struct index by_digest;      // of these
    uint32_t published;          // parts below are in the stream, or known
    bool renewed;                // the server has what workers need, as far as is known
    bool resumable;              // a budget has ended it: what is known stays on the server
    char job_text[DIGEST_TEXT];
    char last[48];           // the result that was read last
    uint64_t news;           // results that counted
    double reached, checked; // when the server answered, and when what it has was looked at
};

// ---- parts

static uint64_t hash_of_digest(const struct sha256 *digest)
{
    uint64_t hash;
    memcpy(&hash, digest->bytes, sizeof hash);
    return hash;
}

static uint32_t find_part(const struct coordinator *c, const struct sha256 *digest)
{
    uint64_t hash = hash_of_digest(digest);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&c->by_digest, hash, &at)) != INDEX_NONE;)
        if (digest_equal(&c->parts.data[n], digest))
            return n;
    return INDEX_NONE;
}

// Parts that the split has by now.
static void note_parts(struct coordinator *c)
{
    byte_vector path = {0};
    while (c->parts.size < split_count(c->split)) {
        path.size = 0;
        split_write_path(c->split, c->parts.size, &path);
        struct sha256 digest = message_part(&c->epoch, bytes_reader(&path));
        index_add(&c->by_digest, hash_of_digest(&digest), c->parts.size);
        vector_push(&c->parts, digest);
    }
    vector_free(&path);
}

static void coordinator_begin_epoch(struct coordinator *c)
{
    c->epoch_number = split_epoch(c->split);
    c->parts.size = c->published = 0;
    index_free(&c->by_digest);
    c->epoch_bytes.size = 0;
    split_write_epoch(c->split, &c->epoch_bytes);
    c->epoch = message_digest(c->epoch_bytes.data, c->epoch_bytes.size);
    note_parts(c);
}

// ---- what the server has

static void add_value(struct coordinator *c, const char *name, const void *data, size_t size)
{
    line_words(c->line, "SET %s", name);
    line_word(c->line, data, size);
    line_command(c->line, "EX %d", LIFETIME);
}

static bool put_job_values(struct coordinator *c, struct error *error)
{
    line_begin(c->line);
    add_value(c, c->names.program, c->image, c->image_size);
    add_value(c, c->names.epoch, c->epoch_bytes.data, c->epoch_bytes.size);
    add_value(c, c->names.job, c->job_message.data, c->job_message.size);
    line_command(c->line, "SADD %s %s", c->names.jobs, c->job_text);
    return line_run_all(c->line, 4, error);
}

// The stream of results stays, if it is there: its group, of which nothing else is wanted, makes it.
static bool make_results(struct coordinator *c, struct error *error)
{
    line_begin(c->line);
    line_command(c->line, "XGROUP CREATE %s coordinator 0 MKSTREAM", c->names.results);
    if (!line_run(c->line, error))
        return false;
    struct line_reply reply = line_next(c->line);
    bool there = reply.kind == SERVER_REPLY_ERROR && reply.text.size >= 9 &&
                 memcmp(reply.text.data, "BUSYGROUP", 9) == 0;
    return there || reply.kind == SERVER_REPLY_TEXT ||
           error_set(error, "the server makes no stream: %.*s", (int)reply.text.size, reply.text.data);
}

// Gives the server all that workers need, with an empty stream of parts.
static bool renew_job(struct coordinator *c, struct error *error)
{
    if (!make_results(c, error) || !put_job_values(c, error))
        return false;
    line_begin(c->line);
    line_command(c->line, "MULTI");
    line_command(c->line, "DEL %s", c->names.tasks);
    line_command(c->line, "XGROUP CREATE %s workers 0 MKSTREAM", c->names.tasks);
    line_command(c->line, "EXEC");
    line_command(c->line, "EXPIRE %s %d", c->names.tasks, LIFETIME);
    line_command(c->line, "EXPIRE %s %d", c->names.results, LIFETIME);
    if (!line_run_all(c->line, 6, error))
        return false;
    c->published = 0;
    c->renewed = true;
    return true;
}

static void add_task(struct coordinator *c, uint32_t part, uint64_t work)
{
    byte_vector path = {0}, content = {0}, message = {0};
    split_write_path(c->split, part, &path);
    const struct message_task task = {c->job, c->epoch, work, bytes_reader(&path)};
    message_add_task(&content, &task);
    message_seal(c->setting->servers, MESSAGE_TASK, &content, &message);
    line_words(c->line, "XADD %s NOMKSTREAM * part", c->names.tasks);
    line_word(c->line, message.data, message.size);
    line_end_command(c->line);
    vector_free(&path);
    vector_free(&content);
    vector_free(&message);
}

// Puts parts that are open and not there yet into the stream.
static bool publish(struct coordinator *c, struct error *error)
{
    uint32_t open = 0, next = c->published;
    uint64_t work = c->parts.size < FEW_PARTS ? LITTLE_WORK : MUCH_WORK, least = split_least_work(c->split);
    work = work < least ? least : work;
    line_begin(c->line);
    for (; next < c->parts.size && open < BATCH; next++)
        if (split_is_open(c->split, next)) {
            add_task(c, next, work);
            open++;
        }
    if (open && !line_run(c->line, error))
        return false;
    for (; open; open--) {
        struct line_reply reply = line_next(c->line);
        if (reply.kind == SERVER_REPLY_NOTHING) { // the stream is gone
            c->renewed = false;
            return true;
        }
        if (reply.kind != SERVER_REPLY_TEXT)
            return error_set(error, "the server refuses parts of the exploration: %.*s", (int)reply.text.size,
                             reply.text.data);
    }
    c->published = next;
    return true;
}

// ---- results

static void take_part_result(struct coordinator *c, uint32_t part, const struct message_result *r)
{
    if (!r->explored) {
        split_stop(c->split,
                   "a part of the exploration could not be explored by workers: it ends them, or is "
                   "too much for their memory");
        return;
    }
    enum split_news news =
        split_hear(c->split, c->epoch_number, part, r->result.at, (size_t)(r->result.end - r->result.at));
    if (news == SPLIT_DAMAGED)
        split_stop(c->split, "a result of a worker cannot be read");
    if (split_epoch(c->split) != c->epoch_number) {
        coordinator_begin_epoch(c);
        c->renewed = false;
    }
    note_parts(c);
    c->news++;
}

// A message of the stream of results, perhaps of strangers, of an earlier epoch, or of a part that is known.
static void receive_job_result(struct coordinator *c, struct field data)
{
    struct byte_reader content;
    struct message_result r;
    byte_vector room = {0};
    if (!split_is_over(c->split) &&
        message_open(c->setting->servers, MESSAGE_RESULT, data.data, data.size, &content) &&
        message_read_result(&content, &r, &room) && digest_equal(&r.job, &c->job)) {
        uint32_t part = find_part(c, &r.part);
        if (part != INDEX_NONE && split_is_open(c->split, part))
            take_part_result(c, part, &r);
    }
    vector_free(&room);
}

static bool wrong_reply(struct error *error)
{
    return error_set(error, "the server's replies are not those of redis 6.2 or newer");
}

// One entry of a stream: its name, and a list with a word and its value. *value has no data where it was
// removed.
static bool read_stream_entry(struct server_line *line, struct field *name, struct field *value)
{
    struct line_reply entry = line_next(line), first = line_next(line), fields = line_next(line);
    *name = first.text;
    *value = (struct field){.data = NULL};
    if (entry.kind != SERVER_REPLY_LIST || entry.number != 2 || first.kind != SERVER_REPLY_TEXT)
        return false;
    if (fields.kind == SERVER_REPLY_NOTHING)
        return true;
    for (uint64_t k = 0; fields.kind == SERVER_REPLY_LIST && k < fields.number; k++) {
        struct line_reply word = line_next(line);
        if (word.kind != SERVER_REPLY_TEXT)
            return false;
        *value = word.text;
    }
    return fields.kind == SERVER_REPLY_LIST;
}

// *count: how many there were. Waits for some if there are none: `milliseconds`, 0: not at all.
static bool read_results(struct coordinator *c, int milliseconds, uint64_t *count, struct error *error)
{
    struct field name, value;
    char wait[32] = "";
    *count = 0;
    if (milliseconds)
        snprintf(wait, sizeof wait, " BLOCK %d", line_wait(c->line, milliseconds));
    line_begin(c->line);
    line_command(c->line, "XREAD COUNT %d%s STREAMS %s %s", RESULTS, wait, c->names.results, c->last);
    if (!line_run(c->line, error))
        return false;
    struct line_reply streams = line_next(c->line);
    if (streams.kind == SERVER_REPLY_NOTHING)
        return true;
    if (streams.kind == SERVER_REPLY_ERROR && streams.text.size)
        return error_set(error, "%.*s", (int)streams.text.size, streams.text.data);
    struct line_reply stream = line_next(c->line), key = line_next(c->line), entries = line_next(c->line);
    if (streams.kind != SERVER_REPLY_LIST || stream.kind != SERVER_REPLY_LIST ||
        key.kind != SERVER_REPLY_TEXT || entries.kind != SERVER_REPLY_LIST)
        return wrong_reply(error);
    for (uint64_t k = 0; k < entries.number; k++) {
        if (!read_stream_entry(c->line, &name, &value) || name.size >= sizeof c->last)
            return wrong_reply(error);
        memcpy(c->last, name.data, name.size);
        c->last[name.size] = 0;
        if (value.data)
            receive_job_result(c, value);
    }
    *count = entries.number;
    return true;
}

// Looks at budgets. What they end can be gone on with.
static void look_at_budgets(struct coordinator *c)
{
    bool over = split_is_over(c->split);
    split_look(c->split);
    c->resumable |= !over && split_is_over(c->split);
}

static bool read_all_results(struct coordinator *c, struct error *error)
{
    uint64_t count = RESULTS;
    while (count == RESULTS && !split_is_over(c->split)) {
        if (!read_results(c, 0, &count, error))
            return false;
        look_at_budgets(c);
    }
    return true;
}

// ---- what the server has lost

// Nothing was heard for a while. Parts that are neither in the stream nor known, and values that are gone,
// are put there again. A worker reports its result and takes the part out of the stream in one transaction,
// so that an empty stream says that all results that there will be are there.
static bool look_for_losses(struct coordinator *c, struct error *error)
{
    uint64_t news = c->news;
    line_begin(c->line);
    line_command(c->line, "XLEN %s", c->names.tasks);
    line_command(c->line, "XGROUP CREATE %s workers 0", c->names.tasks); // a lost group; else refused
    line_command(c->line, "EXISTS %s %s %s %s", c->names.program, c->names.epoch, c->names.job,
                 c->names.results);
    line_command(c->line, "SISMEMBER %s %s", c->names.jobs, c->job_text);
    line_command(c->line, "EXPIRE %s %d", c->names.tasks, LIFETIME);
    line_command(c->line, "EXPIRE %s %d", c->names.results, LIFETIME);
    if (!line_run(c->line, error))
        return false;
    struct line_reply length = line_next(c->line);
    line_next(c->line); // what was said of the group
    struct line_reply values = line_next(c->line), member = line_next(c->line);
    if (length.kind != SERVER_REPLY_NUMBER || values.kind != SERVER_REPLY_NUMBER ||
        member.kind != SERVER_REPLY_NUMBER)
        return wrong_reply(error);
    if (values.number != 4) {
        c->renewed = false;
    } else if (length.number == 0) {
        if (!read_all_results(c, error))
            return false;
        if (c->news == news && !split_is_over(c->split)) {
            c->renewed = false;
            strcpy(c->last, "0"); // where another server has taken over, its names may be smaller
            return true;
        }
    }
    return member.number == 1 || !c->renewed || put_job_values(c, error);
}

// ---- the whole

// Goes on by one step. False with the error set: the server is out of reach.
static bool advance_coordinator(struct coordinator *c, struct error *error)
{
    uint64_t count, news = c->news;
    if (!c->renewed && (!read_all_results(c, error) || (!split_is_over(c->split) && !renew_job(c, error))))
        return false;
    if (split_is_over(c->split))
        return true;
    if (c->published < c->parts.size)
        return publish(c, error) && read_results(c, 0, &count, error);
    if (!read_results(c, WAIT_MILLISECONDS, &count, error))
        return false;
    double now = clock_seconds();
    if (c->news != news) // what strangers put there is none
        c->checked = now;
    if (now - c->checked < CHECK_SECONDS)
        return true;
    c->checked = now;
    return look_for_losses(c, error);
}

static void give_up_coordinator(struct coordinator *c, const struct error *error)
{
    char *reason = memory_format("the server of --cluster was out of reach for %g seconds: %s",
                                 c->setting->patience, error->message);
    split_stop(c->split, reason);
    c->resumable = true;
    memory_free(reason);
}

static void coordinate(struct coordinator *c)
{
    c->reached = c->checked = clock_seconds();
    while (!split_is_over(c->split)) {
        struct error error = {0};
        bool reached = advance_coordinator(c, &error);
        double now = clock_seconds();
        if (reached)
            c->reached = now;
        else if (c->setting->patience > 0 && now - c->reached > c->setting->patience)
            give_up_coordinator(c, &error);
        else
            usleep(RETRY_MICROSECONDS);
        error_free(&error);
        look_at_budgets(c);
    }
}

// What is not needed any more is removed; where the exploration ended early, what is known stays for a later
// one.
static void tidy(struct coordinator *c)
{
    struct error error = {0}; // then it stays until it expires
    line_begin(c->line);
    line_command(c->line, "SREM %s %s", c->names.jobs, c->job_text);
    line_command(c->line, "DEL %s %s %s %s", c->names.tasks, c->names.epoch, c->names.program, c->names.job);
    if (!c->resumable)
        line_command(c->line, "DEL %s", c->names.results);
    line_run(c->line, &error);
    error_free(&error);
}

static void name_all(struct coordinator *c)
{
    const struct store_servers *servers = c->setting->servers;
    digest_text(&c->job, c->job_text);
    c->names = (struct names){
        .jobs = message_name(servers, "jobs", NULL),
        .job = message_name(servers, "job", &c->job),
        .program = message_name(servers, "program", &c->job),
        .epoch = message_name(servers, "epoch", &c->job),
        .tasks = message_name(servers, "parts", &c->job),
        .results = message_name(servers, "results", &c->job),
    };
}

static void free_all(struct coordinator *c)
{
    memory_free(c->names.jobs);
    memory_free(c->names.job);
    memory_free(c->names.program);
    memory_free(c->names.epoch);
    memory_free(c->names.tasks);
    memory_free(c->names.results);
    memory_free(c->image);
    vector_free(&c->job_message);
    vector_free(&c->epoch_bytes);
    vector_free(&c->parts);
    index_free(&c->by_digest);
    line_free(c->line);
}

struct exploration *cluster_explore(const struct program *program, const struct exploration_options *options,
                                    const struct cluster_setting *setting)
{
    struct coordinator c = {.setting = setting, .line = line_new(setting->servers), .last = "0"};
    byte_vector content = {0};
    c.image = program_image(program, &c.image_size);
    const struct message_job job = {message_digest(c.image, c.image_size), setting->request};
    message_add_job(&content, &job);
    c.job = message_digest(content.data, content.size);
    message_seal(setting->servers, MESSAGE_JOB, &content, &c.job_message);
    vector_free(&content);
    name_all(&c);
    c.split = split_new(program, options, clock_seconds());
    coordinator_begin_epoch(&c);
    coordinate(&c);
    struct exploration *result = split_end(c.split);
    tidy(&c);
    free_all(&c);
    return result;
}
