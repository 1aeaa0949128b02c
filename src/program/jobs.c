#include "program/jobs.h"

#include "base/memory.h"

#include <string.h>

// A word in quotes, with a backslash before some characters. *at is behind the opening quote, then behind the
// closing one.
static void read_quoted_word(const char **at, struct command *job)
{
    VECTOR(char) word = {0};
    const char *p = *at;
    for (; *p && *p != '"'; p++) {
        p += *p == '\\' && p[1];
        vector_push(&word, *p);
    }
    vector_push(&word, 0);
    command_add(job, word.data);
    vector_free(&word);
    *at = p + (*p == '"');
}

// The lines of jobs begin with ` "`; what the driver says beside them does not.
static void read_jobs(struct jobs *jobs, const char *text)
{
    while (*text) {
        if (strncmp(text, " \"", 2) != 0) {
            text += strcspn(text, "\n");
            text += *text == '\n';
            continue;
        }
        struct command job = {0};
        while (strncmp(text, " \"", 2) == 0) {
            text += 2;
            read_quoted_word(&text, &job);
        }
        vector_push(&jobs->list, job);
    }
}

// The word behind `flag`; NULL: there is none.
static const char *value_of_flag(const struct command *job, const char *flag)
{
    for (uint32_t i = 1; i + 1 < job->words.size; i++)
        if (strcmp(job->words.data[i], flag) == 0)
            return job->words.data[i + 1];
    return NULL;
}

static bool has_job_word(const struct command *job, const char *word)
{
    for (uint32_t i = 1; i < job->words.size; i++)
        if (strcmp(job->words.data[i], word) == 0)
            return true;
    return false;
}

enum job_kind { JOB_COMPILER, JOB_ASSEMBLER, JOB_OTHER };

static enum job_kind kind_of_job(const struct command *job)
{
    if (job->words.size < 2)
        return JOB_OTHER;
    if (strcmp(job->words.data[1], "-cc1") == 0)
        return JOB_COMPILER;
    const char *slash = strrchr(job->words.data[0], '/'), *name = slash ? slash + 1 : job->words.data[0];
    size_t length = strlen(name);
    bool assembler = strcmp(job->words.data[1], "-cc1as") == 0 || strcmp(name, "as") == 0 ||
                     (length > 3 && strcmp(name + length - 3, "-as") == 0);
    return assembler ? JOB_ASSEMBLER : JOB_OTHER;
}

static bool is_object_job(const struct command *job)
{
    return kind_of_job(job) == JOB_ASSEMBLER ||
           (kind_of_job(job) == JOB_COMPILER && has_job_word(job, "-emit-obj"));
}

// The file that the compiler reads; NULL: none. It stands behind its language.
static const char *input_of(const struct command *job, const char **language)
{
    *language = NULL;
    for (uint32_t i = 1; i + 2 < job->words.size; i++)
        if (strcmp(job->words.data[i], "-x") == 0) {
            *language = job->words.data[i + 1];
            return job->words.data[i + 2];
        }
    return NULL;
}

// The job after number `from` that reads `file`; NULL: none.
static const struct command *reader_of(const struct jobs *jobs, uint32_t from, const char *file,
                                       uint32_t *number)
{
    for (*number = from + 1; *number < jobs->list.size; ++*number) {
        const struct command *job = &jobs->list.data[*number];
        const char *made = value_of_flag(job, "-o");
        if (has_job_word(job, file) && !(made && strcmp(made, file) == 0))
            return job;
    }
    return NULL;
}

static bool is_x86_job(const struct command *job)
{
    const char *triple = value_of_flag(job, "-triple");
    bool narrow = triple && triple[0] == 'i' && triple[1] && strncmp(triple + 2, "86-", 3) == 0;
    return narrow || (triple && strncmp(triple, "x86_64-", 7) == 0 && !strstr(triple, "x32"));
}

// Follows the compiler's job `number` to the end of what becomes of its source.
static void follow_source(struct jobs *jobs, uint32_t number)
{
    const struct command *job = &jobs->list.data[number], *reader = NULL;
    const char *language, *file = input_of(job, &language), *output = value_of_flag(job, "-o");
    if (!file || !is_x86_job(job) || (strcmp(language, "c") != 0 && strcmp(language, "cpp-output") != 0))
        return;
    for (uint32_t i = 0; i < number; i++) { // made by a job before: then it is followed from there
        const char *made = value_of_flag(&jobs->list.data[i], "-o");
        if (made && strcmp(made, file) == 0)
            return;
    }
    while (output && (reader = reader_of(jobs, number, output, &number)) &&
           kind_of_job(reader) != JOB_OTHER) {
        job = reader;
        output = value_of_flag(job, "-o");
    }
    if (!output || !is_object_job(job))
        return;
    const char *linked = reader ? value_of_flag(reader, "-o") : NULL;
    struct job_source source = {memory_copy_string(file), memory_copy_string(language),
                                memory_copy_string(linked ? linked : output)};
    vector_push(&jobs->sources, source);
}

void jobs_read(struct jobs *jobs, const char *text)
{
    read_jobs(jobs, text);
    for (uint32_t i = 0; i < jobs->list.size; i++)
        if (kind_of_job(&jobs->list.data[i]) == JOB_COMPILER)
            follow_source(jobs, i);
}

void jobs_free(struct jobs *jobs)
{
    for (uint32_t i = 0; i < jobs->list.size; i++)
        command_free(&jobs->list.data[i]);
    for (uint32_t i = 0; i < jobs->sources.size; i++) {
        memory_free(jobs->sources.data[i].file);
        memory_free(jobs->sources.data[i].language);
        memory_free(jobs->sources.data[i].output);
    }
    vector_free(&jobs->list);
    vector_free(&jobs->sources);
}
