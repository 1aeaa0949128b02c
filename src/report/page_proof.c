// A check that ended safe, as the page's data has it: what holds, what was covered, and what was assumed.
#include "base/file.h"
#include "base/memory.h"
#include "report/json_text.h"
#include "report/page.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *holds; // of --property; in a sentence
} meanings[] = {
    {"assertion", "no assertion fails, and no error function is reached"},
    {"abort", "abort is not called"},
    {"deadlock", "no thread waits for ever"},
    {"memory", "every access is to memory that is there, and every release of a block that is"},
    {"lock", "no mutex, lock, condition or semaphore is misused"},
    {"arithmetic", "nothing is divided by zero"},
    {"data-race", "there is no data race"},
    {"overflow", "signed arithmetic does not overflow"},
    {"leak", "no memory is lost"},
    {"uninitialised", "nothing hangs on memory that was never written"},
    {"thread-leak", "every thread is joined or detached"},
    {"exit", "the program ends with status 0"},
    {"livelock", "every thread that is scheduled fairly gets out of its loops, and gets what it waits for"},
};

struct proof {
    const json_t *result, *check, *options;
    json_t *assumed;
};

static const char *text_of_member(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool is_set(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

static bool has_property(const struct proof *p, const char *word)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(p->check, "properties"), i, value)
    {
        if (json_is_string(value) && strcmp(json_string_value(value), word) == 0)
            return true;
    }
    return false;
}

// A name as it can be shown, owned by the caller; a page cannot show bytes that are no text.
static char *name_of_value(const json_t *value)
{
    const char *wrong;
    char *name = json_name_read(value, &wrong);
    return name ? name : memory_copy_string(!value || json_is_null(value) ? "" : "?");
}

// The names of an array in one text, separated by blanks; owned by the caller.
static char *joined_names(const json_t *array)
{
    struct buffer out = {0};
    size_t i;
    json_t *value;
    json_array_foreach(array, i, value)
    {
        char *name = name_of_value(value);
        buffer_print(&out, "%s%s", i ? " " : "", name);
        memory_free(name);
    }
    return buffer_take(&out);
}

// ---- what holds

static json_t *holds_json(const struct proof *p, bool asked)
{
    json_t *array = json_array();
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (has_property(p, meanings[i].word) == asked)
            json_add(array, json_pack("{s:s,s:s}", "word", meanings[i].word, "text", meanings[i].holds));
    return array;
}

// ---- what was covered

static void add_proof_count(json_t *array, const char *label, const json_t *object, const char *key,
                            bool always)
{
    json_int_t count = json_integer_value(json_object_get(object, key));
    if (count || always)
        json_add(array, json_pack("{s:s,s:I}", "label", label, "count", count));
}

static json_t *covered_json(const struct proof *p)
{
    json_t *array = json_array();
    const json_t *executions = json_object_get(p->result, "executions");
    add_proof_count(array, "executions to the end of the program", executions, "complete", true);
    add_proof_count(array, "executions that a summary covers from some state on", executions, "partial",
                    false);
    add_proof_count(array, "executions in which threads wait for ever", executions, "blocked", false);
    add_proof_count(array, "executions that an assumption or impossible inputs end", executions, "infeasible",
                    false);
    add_proof_count(array, "executions cut since others are equivalent", executions, "sleep_blocked", false);
    add_proof_count(array, "executions of an earlier check, which still hold (--store)",
                    json_object_get(p->result, "earlier"), "executions", false);
    add_proof_count(array, "states", p->result, "states", false);
    add_proof_count(array, "visible operations", p->result, "events", true);
    add_proof_count(array, "instructions", p->result, "instructions", true);
    return array;
}

// ---- what was assumed

static void add_assumption(const struct proof *p, bool holds, const char *text)
{
    if (holds)
        json_add(p->assumed, json_string(text));
}

// Takes over the format's one text, which is not "".
static void assume_text(const struct proof *p, const char *format, char *text)
{
    if (*text) {
        char *sentence = memory_format("%s%s.", format, text);
        json_add(p->assumed, json_text(sentence));
        memory_free(sentence);
    }
    memory_free(text);
}

static void add_assumptions(const struct proof *p)
{
    add_assumption(
        p, true,
        "Memory is sequentially consistent: what only a weaker memory model allows is not covered. "
        "Programs without data races "
        "behave so.");
    add_assumption(p, !has_property(p, "data-race"),
                   "Data races were not looked for (--property=data-race).");
    add_assumption(p, true,
                   "Functions of the C library and of the system do what heddle's models of them do.");
    add_assumption(
        p, true,
        "clang 19 compiles the program as the compiler does that it is built with, as far as C leaves "
        "that open.");
    add_assumption(p, !is_set(p->options, "malloc_may_fail"), "Memory can be allocated (--malloc-may-fail).");
    add_assumption(p, !is_set(p->options, "create_may_fail"), "Threads can be created (--create-may-fail).");
    add_assumption(p, !is_set(p->options, "spurious"),
                   "Conditions wake up no thread without a signal (--spurious).");
    add_assumption(p, !is_set(p->options, "time_may_pass"),
                   "As little time passes as the program's sleeping and waiting allows (--time-may-pass).");
    add_assumption(p, !is_set(p->options, "weak_cas_fails"),
                   "A weak compare-exchange fails only where the values differ (--weak-cas-fails).");
    add_assumption(p, is_set(p->options, "volatile_atomic"),
                   "Accesses of volatile variables are atomic (--volatile).");
    add_assumption(
        p, is_set(p->check, "other_errors"),
        "Threads stopped at errors that were not asked for; what would come behind them is not covered.");
    json_int_t stack = json_integer_value(json_object_get(p->options, "stack_size"));
    if (stack)
        assume_text(p, "Bytes of the stack of each thread: ", memory_format("%lld", (long long)stack));
    assume_text(p, "These functions return anything and change nothing (--havoc): ",
                joined_names(json_object_get(p->options, "havoc")));
    assume_text(p, "Functions without a body do what a file says (--effects): ",
                name_of_value(json_object_get(p->check, "effects")));
    assume_text(p, "These functions are run as threads, with any arguments (--entry): ",
                joined_names(json_object_get(p->options, "entries")));
    assume_text(p, "The program's arguments (--args): ", joined_names(json_object_get(p->options, "args")));
    assume_text(p, "The program finds these files (--file): ",
                joined_names(json_object_get(p->options, "input_files")));
}

// ---- the whole

// The source is what it was.
static bool check_source(const json_t *source, const char *path, struct error *error)
{
    uint64_t hash;
    const char *wrong = NULL;
    char *name = json_name_read(json_object_get(source, "path"), &wrong);
    if (!name)
        return error_set(error, "%s: %s `sources`", path, wrong);
    bool good = file_hash(name, &hash, error) &&
                (hash == strtoull(text_of_member(source, "hash"), NULL, 16) ||
                 error_set(error, "%s: %s has changed since that check", path, name));
    memory_free(name);
    return good;
}

// There are sources, and all are what they were.
static bool check_sources(const struct proof *p, const char *path, struct error *error)
{
    size_t i;
    json_t *source, *sources = json_object_get(p->check, "sources");
    if (!json_is_array(sources) || !json_array_size(sources))
        return error_set(error, "%s: does not say which sources were checked", path);
    json_array_foreach(sources, i, source)
    {
        if (!check_source(source, path, error))
            return false;
    }
    return true;
}

static json_t *proof_sources_json(const struct proof *p)
{
    json_t *array = json_array(), *source;
    size_t i;
    json_array_foreach(json_object_get(p->check, "sources"), i, source)
    {
        char *name = name_of_value(json_object_get(source, "path"));
        json_t *object = json_object();
        json_put(object, "path", json_text(name));
        json_put(object, "hash", json_text(text_of_member(source, "hash")));
        json_add(array, object);
        memory_free(name);
    }
    return array;
}

static json_t *proof_warnings_json(const struct proof *p)
{
    json_t *array = json_array(), *warning;
    size_t i;
    json_array_foreach(json_object_get(p->result, "warnings"), i, warning)
    {
        char *file = name_of_value(json_object_get(warning, "file"));
        json_t *object = json_object();
        json_put(object, "message", json_text(text_of_member(warning, "message")));
        json_put(object, "file", json_text(file));
        json_put(object, "line", json_integer(json_integer_value(json_object_get(warning, "line"))));
        json_add(array, object);
        memory_free(file);
    }
    return array;
}

static bool is_safe(const struct proof *p, const char *path, struct error *error)
{
    const char *verdict = text_of_member(p->result, "verdict");
    const json_t *warnings = json_object_get(p->result, "warnings");
    if (!json_is_object(p->check))
        return error_set(error, "%s: is no result of a check that says what was checked", path);
    if (strcmp(verdict, "safe") != 0)
        return error_set(
            error,
            "%s: the check ended %s: pages show violations by their witnesses, and checks that ended safe",
            path, *verdict ? verdict : "otherwise");
    if (warnings && !json_is_array(warnings))
        return error_set(error, "%s: `warnings` is no array", path);
    return !is_set(p->check, "vacuous") || error_set(error,
                                                     "%s: every execution comes to an assumption that does "
                                                     "not hold: the check says nothing of what follows",
                                                     path);
}

bool page_add_proof(struct page *page, const char *path, const json_t *result, struct error *error)
{
    struct proof p = {.result = result, .check = json_object_get(result, "check")};
    p.options = json_object_get(p.check, "options");
    if (!is_safe(&p, path, error) || !check_sources(&p, path, error))
        return false;
    p.assumed = json_array();
    add_assumptions(&p);
    json_t *object = json_object();
    char *files = joined_names(json_object_get(p.check, "files")),
         *flags = joined_names(json_object_get(p.check, "clang"));
    json_put(object, "files", json_text(files));
    json_put(object, "flags", json_text(flags));
    json_put(object, "heddle", json_text(text_of_member(p.check, "heddle")));
    json_put(object, "bits", json_integer(json_integer_value(json_object_get(p.check, "pointer_bits"))));
    json_put(object, "result", json_text(path));
    json_put(object, "oneThread", json_boolean(is_set(p.check, "one_thread")));
    json_put(object, "nothing", json_boolean(is_set(p.check, "nothing_to_check")));
    json_put(object, "holds", holds_json(&p, true));
    json_put(object, "others", holds_json(&p, false));
    json_put(object, "covered", covered_json(&p));
    json_put(object, "assumed", p.assumed);
    json_put(object, "warnings", proof_warnings_json(&p));
    json_put(object, "sources", proof_sources_json(&p));
    json_add(page->proofs, object);
    memory_free(files);
    memory_free(flags);
    return true;
}
