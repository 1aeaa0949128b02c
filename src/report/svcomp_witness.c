#include "report/svcomp_witness.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/memory.h"
#include "report/files.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <sys/random.h>
#include <sys/stat.h>

static bool path_ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

bool svcomp_witness_known(const char *path)
{
    return path_ends_in(path, ".graphml") || path_ends_in(path, ".yml") || path_ends_in(path, ".yaml");
}

// ---- values

static char *real_constant(const struct path_step *input)
{
    double value;
    if (input->width == 32) {
        float single;
        uint32_t bits = (uint32_t)input->value;
        memcpy(&single, &bits, sizeof single);
        value = (double)single;
    } else {
        memcpy(&value, &input->value, sizeof value);
    }
    return isfinite(value) ? memory_format("%.17g", value) : NULL;
}

// The lowest number has no constant of its own: the one above it is negated.
static char *signed_constant(int64_t value)
{
    if (value == INT64_MIN)
        return memory_format("(-%lldLL - 1)", (long long)INT64_MAX);
    bool wide = value > INT32_MAX || value < -(int64_t)INT32_MAX;
    return memory_format("%lld%s", (long long)value, wide ? "LL" : "");
}

char *svcomp_constant(const struct path_step *input)
{
    static const char prefix[] = "__VERIFIER_nondet_";
    const char *type = strncmp(input->name, prefix, strlen(prefix)) == 0 ? input->name + strlen(prefix) : "";
    unsigned spare = input->width < 64 ? 64 - input->width : 0;
    bool real = strcmp(type, "float") == 0 || strcmp(type, "double") == 0;
    if (!type[0] || input->width == 0 || input->width > 64 || strstr(type, "pointer") ||
        strstr(type, "charp"))
        return NULL;
    if (real)
        return input->width == 32 || input->width == 64 ? real_constant(input) : NULL;
    uint64_t bits = input->value << spare >> spare;
    if (type[0] == 'u' || strcmp(type, "size_t") == 0 || strcmp(type, "bool") == 0)
        return memory_format("%llu%s", (unsigned long long)bits, bits > INT32_MAX ? "ULL" : "");
    return signed_constant((int64_t)(input->value << spare) >> spare);
}

// ---- what both formats have

static bool add_hash(text_list *hashes, const char *path, struct error *error)
{
    size_t size;
    char *text = file_read(path, FILE_LIMIT_MODULE, &size, error);
    if (!text)
        return false;
    struct digest_piece piece = {text, size};
    struct sha256 digest = digest_of(&piece, 1);
    char hash[DIGEST_TEXT];
    digest_text(&digest, hash);
    text_list_add(hashes, hash);
    memory_free(text);
    return true;
}

static bool add_identity(struct svcomp_witness *w, struct error *error)
{
    unsigned char r[16];
    time_t now = time(NULL);
    struct tm utc;
    if (!gmtime_r(&now, &utc) || getrandom(r, sizeof r, 0) != sizeof r)
        return error_set(error, "neither the time nor a random number can be had: %s", strerror(errno));
    strftime(w->created, sizeof w->created, "%Y-%m-%dT%H:%M:%SZ", &utc);
    r[6] = (unsigned char)((r[6] & 0x0f) | 0x40); // version 4
    r[8] = (unsigned char)((r[8] & 0x3f) | 0x80);
    snprintf(w->id, sizeof w->id, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
             r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], r[14],
             r[15]);
    return true;
}

// What is done at the targets themselves is no step on the way to them.
static void drop_targets(struct svcomp_witness *w)
{
    for (uint32_t dropped = 0; w->path.steps.size && dropped < w->target_count; dropped++) {
        const struct path_step *last = &vector_last(&w->path.steps);
        bool found = false;
        for (uint32_t i = 0; i < w->target_count && last->kind == PATH_STATEMENT; i++)
            found |= last->thread == w->target_threads[i] && last->place.line == w->targets[i].line &&
                     strcmp(last->place.file, w->targets[i].file) == 0;
        if (!found)
            return;
        w->path.steps.size--;
    }
}

// The name by which the task calls a file of the program, which the compiler may know by another one.
static const char *task_name(const text_list *files, const char *file)
{
    struct stat a, b;
    for (uint32_t i = 0; i < files->size; i++)
        if (strcmp(files->data[i], file) == 0 ||
            (!stat(files->data[i], &a) && !stat(file, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino))
            return files->data[i];
    return file;
}

static void rename_files(struct svcomp_witness *w)
{
    for (uint32_t i = 0; i < w->path.steps.size; i++)
        w->path.steps.data[i].place.file = task_name(w->files, w->path.steps.data[i].place.file);
    for (uint32_t i = 0; i < w->target_count; i++)
        w->targets[i].file = task_name(w->files, w->targets[i].file);
}

// Threads are numbered as they are created; main is 0.
static void number_witness_threads(struct svcomp_witness *w)
{
    uint32_t numbers[MACHINE_MAX_THREADS] = {0}, next = 1;
    for (uint32_t i = 0; i < w->path.steps.size; i++) {
        struct path_step *step = &w->path.steps.data[i];
        if (step->kind == PATH_CREATE && step->other < MACHINE_MAX_THREADS)
            numbers[step->other] = next++;
        step->thread = numbers[step->thread % MACHINE_MAX_THREADS];
        if (step->kind == PATH_CREATE)
            step->other = numbers[step->other % MACHINE_MAX_THREADS];
    }
    for (uint32_t i = 0; i < w->target_count; i++)
        w->target_threads[i] = numbers[w->target_threads[i] % MACHINE_MAX_THREADS];
}

static void add_witness_violation(struct svcomp_witness *w, struct heddle_check *check)
{
    const struct exploration_violation *v =
        &check->result.exploration->violations.data[w->verdict->violation];
    w->path = violation_path(check->program, &check->machine, v, &check->result.analysis);
    w->target_count = 1;
    w->targets[0] = result_place(&check->result, w->verdict->violation);
    w->target_threads[0] = v->thread;
    for (uint32_t i = 0; i < 2 && v->accesses.size == 2; i++) {
        w->target_count = 2;
        w->targets[i] = result_access_place(&check->result, &v->accesses.data[i]);
        w->target_threads[i] = v->accesses.data[i].thread;
    }
    drop_targets(w);
    number_witness_threads(w);
    rename_files(w);
}

static bool fill_witness(struct svcomp_witness *w, struct heddle_check *check, struct error *error)
{
    bool good = add_identity(w, error);
    for (uint32_t i = 0; i < w->files->size && good; i++)
        good = add_hash(&w->hashes, w->files->data[i], error);
    if (good && w->verdict->answer == SVCOMP_FALSE)
        add_witness_violation(w, check);
    return good;
}

bool svcomp_witness_write(struct heddle_check *check, const struct svcomp_property *property,
                          const struct svcomp_verdict *verdict, const char *path, struct error *error)
{
    struct svcomp_witness w = {.verdict = verdict,
                               .property = property,
                               .files = &check->settings.files,
                               .bits = check->program->pointer_bits};
    bool good = fill_witness(&w, check, error);
    if (good) {
        char *text = path_ends_in(path, ".graphml") ? svcomp_graphml(&w) : svcomp_yaml(&w);
        good = file_write(path, text, strlen(text), error);
        memory_free(text);
    }
    text_list_free(&w.hashes);
    violation_path_free(&w.path);
    return good;
}
