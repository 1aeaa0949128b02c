// heddle report: a page for a browser that shows the violations of witnesses, and checks that ended safe.
#include "base/failure.h"
#include "base/memory.h"
#include "cli/arguments.h"
#include "report/files.h"
#include "report/page.h"

#include <string.h>

// Replays one witness, and adds what it shows.
static bool add_witness(const struct settings *settings, const char *path, struct page *page,
                        struct error *error)
{
    struct heddle_check *check = heddle_new();
    if (!check)
        failure_memory();
    bool good = (!settings->cache || heddle_set(check, "cache", settings->cache)) &&
                heddle_set(check, "verbose", settings->verbose ? "on" : "off");
    enum heddle_status status = good ? heddle_replay(check, path) : HEDDLE_BAD_INPUT;
    if (status == HEDDLE_VIOLATION)
        page_add(page, check);
    else if (status == HEDDLE_SAFE)
        error_set(error, "%s: the violation did not happen again", path);
    else
        error_set(error, "%s", heddle_error(check));
    heddle_free(check);
    return status == HEDDLE_VIOLATION;
}

// The JSON result of a check (docs/results.md); NULL: the file is none.
static json_t *read_result(const char *path)
{
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    if (root && json_object_get(root, "schema") && json_object_get(root, "verdict"))
        return root;
    json_decref(root);
    return NULL;
}

static bool add_file_to_page(const struct settings *settings, const char *path, struct page *page,
                             struct error *error)
{
    json_t *result = read_result(path);
    if (!result)
        return add_witness(settings, path, page, error);
    bool good = page_add_proof(page, path, result, error);
    json_decref(result);
    return good;
}

static int make_report(const struct settings *settings, struct error *error)
{
    struct page page;
    bool good = true;
    page_init(&page);
    for (uint32_t i = 0; i < settings->files.size && good; i++)
        good = add_file_to_page(settings, settings->files.data[i], &page, error);
    if (good) {
        char *text = page_text(&page);
        good = file_write(settings->output, text, strlen(text), error);
        memory_free(text);
    }
    page_free(&page);
    return good ? HEDDLE_SAFE : HEDDLE_BAD_INPUT;
}

static bool check_report_settings(const struct settings *settings, struct error *error)
{
    if (settings->files.size == 0)
        return error_set(error, "no witness: name a file that `heddle check` wrote, or the JSON result of a "
                                "check that ended safe");
    if (settings->clang_arguments.size > 0)
        return error_set(error, "the witness says how to compile: nothing may follow --");
    return settings->output || error_set(error, "-o is missing: the file of the page");
}

int command_report(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments,
                         (struct command_parts){check_report_settings, make_report});
}
