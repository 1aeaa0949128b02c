#include "cli/arguments.h"

#include "base/memory.h"
#include "cli/help.h"

#include <string.h>
#include <unistd.h>

// The option that the argument names, with what follows its `=` in *value (NULL: nothing does). NULL: said
// that there is none.
static const struct option *read_option(const struct cli_command *command, const char *argument,
                                        const char **value)
{
    const char *equals = strchr(argument, '=');
    char *spelling = memory_copy_bytes(argument, equals ? (size_t)(equals - argument) : strlen(argument));
    const struct option *option = option_find(spelling, command->bit);
    *value = equals ? equals + 1 : NULL;
    if (!option) {
        const char *nearest = option_nearest(spelling, command->bit);
        if (option_find(spelling, COMMAND_EVERY))
            command_refuse(command, "%s is not an option of `heddle %s`", spelling, command->name);
        else if (nearest)
            command_refuse(command, "unknown option %s; did you mean %s?", spelling, nearest);
        else
            command_refuse(command, "unknown option %s", spelling);
    }
    memory_free(spelling);
    return option;
}

static bool set_command_option(const struct cli_command *command, const struct option *option,
                               const char *value, struct heddle_check *check, struct settings *settings)
{
    struct error error = {0};
    const char *name = option->spelling + strspn(option->spelling, "-");
    bool good = option->kind != OPTION_FLAG || !value ||
                error_set(&error, "%s takes no value, but got '%s'", option->spelling, value);
    good =
        good && settings_set(settings, option, value, &error) && (!check || heddle_set(check, name, value));
    if (!good)
        command_refuse(command, "%s", error.message ? error.message : heddle_error(check));
    error_free(&error);
    return good;
}

bool arguments_read(const struct cli_command *command, int count, char **arguments,
                    struct heddle_check *check, struct settings *settings)
{
    int i = 0;
    for (; i < count && strcmp(arguments[i], "--") != 0; i++) {
        const char *argument = arguments[i], *value;
        if (argument[0] != '-' || !argument[1]) {
            text_list_add(&settings->files, argument);
            if (check)
                heddle_add_file(check, argument);
            continue;
        }
        const struct option *option = read_option(command, argument, &value);
        if (!option)
            return false;
        if (option->kind != OPTION_FLAG && !value) {
            if (i + 1 >= count) {
                command_refuse(command, "%s needs a value", option->spelling);
                return false;
            }
            value = arguments[++i];
            if (access(value, F_OK) == 0) {
                settings->taking = option->spelling;
                settings->taken = value;
            }
        }
        if (!set_command_option(command, option, value, check, settings))
            return false;
    }
    for (i++; i < count; i++) {
        text_list_add(&settings->clang_arguments, arguments[i]);
        if (check)
            heddle_add_clang_argument(check, arguments[i]);
    }
    return true;
}

int arguments_run(const struct cli_command *command, int count, char **arguments, struct command_parts parts)
{
    struct settings settings;
    struct error error = {0};
    int status = HEDDLE_BAD_INPUT;
    settings_init(&settings);
    if (!arguments_read(command, count, arguments, NULL, &settings))
        ; // said so
    else if (settings.help)
        status = help_print(command);
    else if (settings.version)
        status = help_version();
    else if (!parts.check(&settings, &error))
        command_refuse(command, "%s", error.message);
    else if ((status = parts.act(&settings, &error)) == HEDDLE_BAD_INPUT && error.message && error.message[0])
        command_message(error.message);
    error_free(&error);
    settings_free(&settings);
    return status;
}
