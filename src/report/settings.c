#include "report/settings.h"

#include "base/memory.h"
#include "explore/explore.h"
#include "explore/stateful.h"
#include "program/given.h"
#include "report/cluster.h"
#include "report/loop_bounds.h"
#include "report/option_value.h"
#include "report/store_place.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#define PROPERTY(name, text, by_default) "|" text
#define PROPERTY_VALUES PROPERTY_KINDS(PROPERTY)
#define CHECK COMMAND_CHECK
#define ALL_COMMANDS COMMAND_ALL
#define SLICE COMMAND_SLICE
#define CHECK_SLICE (COMMAND_CHECK | COMMAND_SLICE)
#define COMPILES (COMMAND_CHECK | COMMAND_SLICE | COMMAND_HARNESS)
#define COMPILES_INIT (COMPILES | COMMAND_INIT)
#define COMPILES_DIFF (COMPILES | COMMAND_DIFF)
#define CHECK_SLICE_DIFF (CHECK_SLICE | COMMAND_DIFF)
#define HARNESS COMMAND_HARNESS
#define EVERY_COMMAND COMMAND_EVERY
#define COMPILING COMMAND_COMPILING
#define TRACE COMMAND_TRACE
#define PREDICT COMMAND_PREDICT
#define RECORD COMMAND_RECORD
#define DIFF COMMAND_DIFF
#define STORE COMMAND_STORE
#define CHECK_STORE_WORKER (COMMAND_CHECK | COMMAND_STORE | COMMAND_WORKER)
#define WORKER COMMAND_WORKER
#define CHECK_SVCOMP_WORKER (COMMAND_CHECK | COMMAND_SVCOMP | COMMAND_WORKER)
#define SVCOMP COMMAND_SVCOMP
#define CHECK_SVCOMP (COMMAND_CHECK | COMMAND_SVCOMP)
#define COMPILING_REPORT (COMMAND_COMPILING | COMMAND_SVCOMP | COMMAND_REPORT | COMMAND_EXPORT)
#define EXPORT COMMAND_EXPORT
#define REPLAY COMMAND_REPLAY
#define REPORT COMMAND_REPORT

static const struct option options[] = {
#define SECTION(title) {.section = title},
#define OPTION(spelling, kind, field, commands, values, initial, meta, help)                                 \
    {NULL, spelling, OPTION_##kind, commands, values, initial, meta, help, offsetof(struct settings, field)},
#include "report/options.def"
};
enum { OPTION_COUNT_ALL = sizeof options / sizeof *options };

uint32_t option_table(const struct option **table)
{
    *table = options;
    return OPTION_COUNT_ALL;
}

const struct option *option_find(const char *spelling, unsigned commands)
{
    for (uint32_t i = 0; i < OPTION_COUNT_ALL; i++)
        if (!options[i].section && options[i].commands & commands &&
            strcmp(options[i].spelling, spelling) == 0)
            return &options[i];
    return NULL;
}

// Insertions, deletions and replacements that turn one word into the other, words of up to 31 characters.
static unsigned edit_distance(const char *a, const char *b)
{
    unsigned row[32];
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > 31 || length_b > 31)
        return 99;
    for (unsigned j = 0; j <= length_b; j++)
        row[j] = j;
    for (unsigned i = 1; i <= length_a; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= length_b; j++) {
            unsigned replace = diagonal + (a[i - 1] != b[j - 1]);
            unsigned insert = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replace < insert ? replace : insert;
        }
    }
    return row[length_b];
}

const char *option_nearest(const char *spelling, unsigned commands)
{
    const char *best = NULL;
    unsigned best_distance = strlen(spelling) > 8 ? 4 : 3; // further away is no typing error
    for (uint32_t i = 0; i < OPTION_COUNT_ALL; i++) {
        if (options[i].section || !(options[i].commands & commands))
            continue;
        size_t length = strlen(spelling);
        bool prefix = length > 4 && strncmp(spelling, options[i].spelling, length) == 0;
        unsigned distance = prefix ? 1 : edit_distance(spelling, options[i].spelling);
        if (distance < best_distance) {
            best = options[i].spelling;
            best_distance = distance;
        }
    }
    return best;
}

void text_list_add(text_list *list, const char *text)
{
    char *copy = memory_copy_string(text);
    vector_push(list, copy);
}

void text_list_free(text_list *list)
{
    for (uint32_t i = 0; i < list->size; i++)
        memory_free(list->data[i]);
    vector_free(list);
}

static bool set_option_value(struct settings *settings, const struct option *option, const char *value,
                             struct error *error)
{
    void *field = (char *)settings + option->offset;
    if (option->kind == OPTION_FLAG)
        return option_read_flag(option, value, field, error);
    if (!value)
        return error_set(error, "%s needs a value", option->spelling);
    switch (option->kind) {
    case OPTION_COUNT: return option_read_count(option, value, field, error);
    case OPTION_ROUNDS: return loop_bounds_read(option, value, settings, error);
    case OPTION_LIMIT: return option_read_limit(option, value, field, error);
    case OPTION_SECONDS: return option_read_seconds(option, value, field, error);
    case OPTION_BYTES: return option_read_bytes(option, value, field, error);
    case OPTION_CHOICE: return option_read_choice(option, value, field, error);
    case OPTION_SET: return option_read_set(option, value, field, error);
    case OPTION_NAMES: return option_read_names(option, value, field, error);
    case OPTION_WORDS: return option_read_words(option, value, field, error);
    case OPTION_TEXTS: text_list_add(field, value); return true;
    case OPTION_TEXT: return option_read_text(option, value, false, (char **)field, error);
    case OPTION_FOLDER: return option_read_text(option, value, true, (char **)field, error);
    case OPTION_FLAG: break;
    }
    return error_set(error, "%s: no such kind of option", option->spelling);
}

void settings_init(struct settings *settings)
{
    struct error error = {0};
    memset(settings, 0, sizeof *settings);
    for (uint32_t i = 0; i < OPTION_COUNT_ALL; i++)
        if (!options[i].section && options[i].initial[0])
            set_option_value(settings, &options[i], options[i].initial, &error);
    assert(!error.message); // the table's own defaults
    settings->predicted |= PREDICT_BY_DEFAULT;
    error_free(&error);
}

void settings_free(struct settings *settings)
{
    memory_free(settings->compile_commands);
    memory_free(settings->effects);
    memory_free(settings->output);
    memory_free(settings->cache);
    memory_free(settings->store);
    memory_free(settings->cluster);
    memory_free(settings->store_key);
    memory_free(settings->store_authorities);
    memory_free(settings->store_certificate);
    memory_free(settings->witness);
    memory_free(settings->why);
    memory_free(settings->window);
    memory_free(settings->export_to);
    memory_free(settings->import_from);
    memory_free(settings->property_file);
    text_list_free(&settings->svcomp_witnesses);
    text_list_free(&settings->at);
    text_list_free(&settings->threads);
    text_list_free(&settings->havoc);
    text_list_free(&settings->loop_bounds);
    text_list_free(&settings->atomic);
    text_list_free(&settings->arguments);
    text_list_free(&settings->clang_words);
    text_list_free(&settings->entries);
    text_list_free(&settings->targets);
    text_list_free(&settings->given_files);
    text_list_free(&settings->given_input);
    text_list_free(&settings->files);
    text_list_free(&settings->clang_arguments);
    text_list_free(&settings->given);
    memset(settings, 0, sizeof *settings);
}

bool settings_set(struct settings *settings, const struct option *option, const char *value,
                  struct error *error)
{
    if (!set_option_value(settings, option, value, error))
        return false;
    char *text = memory_format("%s%s%s", option->spelling, value ? "=" : "", value ? value : "");
    vector_push(&settings->given, text);
    return true;
}

// As two files, its definitions would contradict each other.
bool settings_check_files(const text_list *files, struct error *error)
{
    for (uint32_t i = 1; i < files->size; i++)
        for (uint32_t k = 0; k < i; k++) {
            struct stat a, b;
            if (stat(files->data[i], &a) || stat(files->data[k], &b) || a.st_dev != b.st_dev ||
                a.st_ino != b.st_ino)
                continue;
            bool same = strcmp(files->data[i], files->data[k]) == 0;
            return same ? error_set(error, "%s: the file is named twice", files->data[i])
                        : error_set(error, "%s: the file is named twice, also as %s", files->data[i],
                                    files->data[k]);
        }
    return true;
}

static bool check_given_file(const char *text, struct error *error)
{
    struct given given;
    bool fine = given_read_file(text, &given, error);
    given_free(&given);
    return fine;
}

static bool check_given(const struct settings *settings, struct error *error)
{
    struct given given = {0};
    for (uint32_t i = 0; i < settings->given_files.size; i++)
        if (!check_given_file(settings->given_files.data[i], error))
            return false;
    if (settings->given_input.size + (settings->symbolic_input != 0) > 1)
        return error_set(error, "standard input is given twice: --stdin or --stdin-size, once");
    bool fine = settings->given_input.size ? given_read_input(settings->given_input.data[0], &given, error)
                                           : given_symbolic_input(settings->symbolic_input, &given, error);
    given_free(&given);
    return fine;
}

// Livelocks are found by a search over states only, whatever --por says.
static bool check_livelocks(const struct settings *settings, struct error *error)
{
    const char *why = stateful_excludes(settings->properties);
    if (settings->check_engine == CHECK_PREDICTS)
        return error_set(error,
                         "--property=livelock does not go with --engine=predict: livelocks are cycles, "
                         "and traces have none");
    if (why)
        return error_set(error,
                         "--property=livelock needs a search over states, which does not go with the other "
                         "properties: %s",
                         why);
    if (settings->por == POR_RANDOM || settings->preemptions || settings->iterative || settings->unwind ||
        settings->loop_bounds.size)
        return error_set(error, "--property=livelock needs a search over states, which explores each state "
                                "once: it goes with none of --por=random, --preemptions, --iterative and "
                                "--unwind");
    return true;
}

bool settings_check(const struct settings *settings, struct error *error)
{
    if (settings->independence & INDEPENDENCE_NONE && settings->independence != INDEPENDENCE_NONE)
        return error_set(error, "--independence: none goes with nothing else");
    if (settings->files.size == 0)
        return error_set(error, "no input files: name at least one .c, .i, .ll or .bc file");
    if (settings->m32 && settings->m64)
        return error_set(error, "-m32 and -m64 exclude each other");
    if (settings->verify_cuts && settings->prune == PRUNE_OFF)
        return error_set(error, "--verify-cuts has nothing to verify with --prune=off");
    if (settings->por == POR_RANDOM && (settings->preemptions || settings->iterative))
        return error_set(error,
                         "--por=random draws schedules with any number of preemptions: it goes neither "
                         "with --preemptions nor with --iterative");
    if (settings->properties & 1u << PROPERTY_LIVELOCK && !check_livelocks(settings, error))
        return false;
    if (settings->por == POR_STATES && stateful_excludes(settings->properties))
        return error_set(error, "--por=states does not go with these properties: %s",
                         stateful_excludes(settings->properties));
    if (settings->por == POR_STATES &&
        (settings->preemptions || settings->iterative || settings->unwind || settings->loop_bounds.size))
        return error_set(
            error,
            "--por=states explores each state once, with any number of preemptions and rounds: it goes "
            "with none of --preemptions, --iterative and --unwind");
    if (settings->seed == 0)
        return error_set(error, "--seed needs a number");
    bool predicts = settings->check_engine == CHECK_PREDICTS;
    if (!predicts && (settings->model || settings->prefixes || settings->run_schedule || settings->runs != 1))
        return error_set(error, "--model, --prefixes, --schedule and --runs need --engine=predict");
    bool atomicity = settings->properties & 1u << PROPERTY_ATOMICITY;
    if (atomicity && (!predicts || !settings->atomic.size))
        return error_set(
            error,
            "--property=atomicity needs --engine=predict, and --atomic for what is meant to be atomic");
    if (settings->atomic.size && !atomicity)
        return error_set(error, "--atomic has no effect without --property=atomicity");
    if (predicts && (settings->preemptions || settings->iterative || settings->por == POR_RANDOM))
        return error_set(error,
                         "--engine=predict explores nothing: it goes neither with --preemptions nor with "
                         "--iterative nor with --por=random");
    if (settings->seed != 1 && settings->por != POR_RANDOM && !predicts)
        return error_set(error, "--seed has nothing to draw without --por=random or --engine=predict");
    if (settings->cluster && !cluster_check(settings, error))
        return false;
    if (predicts && settings->store)
        return error_set(error, "--engine=predict keeps nothing: it does not go with --store");
    return check_given(settings, error) && settings_check_files(&settings->files, error) &&
           (settings->cluster || store_place_check(settings, settings->store ? settings->store : "", error));
}
