// heddle slice: compiles, analyses, prints the source with what matters marked.
#include "base/memory.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "report/load.h"
#include "report/slice_view.h"

#include <stdio.h>
#include <unistd.h>

static int print_slice(const struct slice_view *view, const struct settings *settings)
{
    char *text;
    switch ((enum slice_format)settings->slice_format) {
    case SLICE_JSON: text = slice_json(view); break;
    case SLICE_DOT: text = slice_dot(view); break;
    default: text = slice_text(view, help_colour(settings->color, STDOUT_FILENO)); break;
    }
    fputs(text, stdout);
    memory_free(text);
    return 0;
}

static int slice(const struct settings *settings, struct error *error)
{
    struct program *program = load_whole_program(settings, NULL, error);
    if (!program)
        return HEDDLE_BAD_INPUT;
    struct slice_request request = {
        .at = load_strings(&settings->at),
        .at_count = settings->at.size,
        .properties = settings->properties,
        .forward = settings->forward,
        .links = settings->slice_format != SLICE_TEXT,
        .why = settings->why,
    };
    struct slice_view view;
    int status =
        slice_view_make(&view, program, &request, error) ? print_slice(&view, settings) : HEDDLE_BAD_INPUT;
    slice_view_free(&view);
    program_free(program);
    return status;
}

static bool check_slice_settings(const struct settings *settings, struct error *error)
{
    if (!settings_check(settings, error))
        return false;
    return !settings->forward || settings->at.size ||
           error_set(error, "--forward needs --at: nothing depends on a property");
}

int command_slice(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments, (struct command_parts){check_slice_settings, slice});
}
