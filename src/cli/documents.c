// The manual page, shell completions and option lists, from the tables of options and commands.
#include "cli/help.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// ---- the manual page

// Text with what troff would take for its own escaped.
static void print_troff(const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '\\')
            fputs("\\e", stdout);
        else if (*p == '-')
            fputs("\\-", stdout);
        else if ((*p == '.' || *p == '\'') && (p == text || p[-1] == '\n'))
            printf("\\&%c", *p);
        else
            putchar(*p);
    }
}

static void print_option_man(const char *section, const struct option *option)
{
    if (section) {
        printf(".SS %s\n", section);
        return;
    }
    printf(".TP\n\\fB");
    print_troff(option->spelling);
    printf("\\fR");
    if (option->kind != OPTION_FLAG) {
        printf("=\\fI");
        print_troff(option->meta);
        printf("\\fR");
    }
    char *text = help_option_text(option);
    putchar('\n');
    print_troff(text);
    putchar('\n');
    memory_free(text);
}

static void dump_man(void)
{
    const struct cli_command *commands;
    uint32_t count = command_table(&commands);
    printf(".TH HEDDLE 1 \"\" \"heddle %s\" \"User Commands\"\n.SH NAME\nheddle \\- check every schedule and "
           "input of a "
           "multithreaded C program\n.SH SYNOPSIS\n",
           heddle_version());
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\\fBheddle %s\\fR ", i ? ".br\n" : "", commands[i].name);
        print_troff(commands[i].usage);
        putchar('\n');
    }
    printf(".SH DESCRIPTION\nheddle finds the interleaving that breaks a multithreaded C program, or shows "
           "that there is "
           "none.\n");
    for (uint32_t i = 0; i < count; i++) {
        printf(".SH %s\n", commands[i].name);
        print_troff(commands[i].description);
        putchar('\n');
        help_each_option(commands[i].bit, print_option_man);
    }
    printf(".SH EXIT STATUS\n.TP\n0\nsafe; replay: the violation did not occur again\n.TP\n1\na violation "
           "was found; "
           "replay: confirmed\n.TP\n2\nbad usage or input\n.TP\n3\ninconclusive\n.TP\n4\ninternal error\n"
           ".SH FILES\n.TP\n~/.cache/heddle\ncompiled programs\n.SH ENVIRONMENT\n.TP\nNO_COLOR\nno colours "
           "unless "
           "\\-\\-color=always\n.TP\nXDG_CACHE_HOME\nfolder that holds heddle's cache\n"
           ".SH SEE ALSO\nclang(1), the manual in docs/manual.md\n");
}

// ---- shells

static uint32_t words_of(unsigned commands, const struct option **found)
{
    const struct option *table;
    uint32_t count = option_table(&table), number = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!table[i].section && table[i].commands & commands)
            found[number++] = &table[i];
    return number;
}

static void print_words(const char *values)
{
    for (const char *p = values; *p; p++)
        putchar(*p == '|' ? ' ' : *p);
}

enum {
    MAXIMUM_OPTIONS = 0
#define SECTION(title)
#define OPTION(spelling, ...) +1
#include "report/options.def"
#undef OPTION
#undef SECTION
};

static void dump_bash(void)
{
    const struct cli_command *commands;
    const struct option *options[MAXIMUM_OPTIONS];
    uint32_t count = command_table(&commands);
    printf("# bash completion for heddle\n_heddle()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} option= command=${COMP_WORDS[1]}\n    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W \"--help --version");
    for (uint32_t i = 0; i < count; i++)
        printf(" %s", commands[i].name);
    printf("\" -- \"$word\"))\n        return\n    fi\n"
           "    # `--option=value` comes as three words\n"
           "    if [ \"$word\" = = ]; then\n        option=${COMP_WORDS[COMP_CWORD-1]} word=\n"
           "    elif [ \"${COMP_WORDS[COMP_CWORD-1]}\" = = ]; then\n"
           "        option=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n    case $option in\n");
    uint32_t all = words_of(COMMAND_EVERY, options);
    for (uint32_t i = 0; i < all; i++) {
        if (!options[i]->values[0])
            continue;
        printf("    %s) COMPREPLY=($(compgen -W \"", options[i]->spelling);
        print_words(options[i]->values);
        printf("\" -- \"$word\")); return ;;\n");
    }
    printf("    ?*) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n    esac\n"
           "    if [[ $word != -* ]]; then\n        COMPREPLY=($(compgen -f -- \"$word\"))\n        return\n "
           "   fi\n"
           "    case $command in\n");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = words_of(commands[i].bit, options);
        printf("    %s) COMPREPLY=($(compgen -W \"", commands[i].name);
        for (uint32_t k = 0; k < number; k++)
            printf("%s%s%s", k ? " " : "", options[k]->spelling, options[k]->kind == OPTION_FLAG ? "" : "=");
        printf("\" -- \"$word\")) ;;\n");
    }
    printf("    esac\n    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n}\n"
           "complete -o filenames -F _heddle heddle\n");
}

// The first sentence of a help text, without what zsh would take for its own.
static void print_zsh_text(const char *help)
{
    for (const char *p = help; *p && !(*p == '.' && (p[1] == ' ' || !p[1])); p++)
        if (!strchr("[]:'\\", *p))
            putchar(*p);
}

static void dump_zsh(void)
{
    const struct cli_command *commands;
    const struct option *options[MAXIMUM_OPTIONS];
    uint32_t count = command_table(&commands);
    printf("#compdef heddle\n_heddle() {\n    local -a commands\n    commands=(\n");
    for (uint32_t i = 0; i < count; i++) {
        printf("        '%s:", commands[i].name);
        print_zsh_text(commands[i].summary);
        printf("'\n");
    }
    printf(
        "    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
        "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = words_of(commands[i].bit, options);
        printf("    %s)\n        _arguments", commands[i].name);
        for (uint32_t k = 0; k < number; k++) {
            const struct option *option = options[k];
            printf(" \\\n            '%s%s[", option->spelling, option->kind == OPTION_FLAG ? "" : "=");
            print_zsh_text(option->help);
            printf("]");
            if (option->values[0]) {
                printf(":value:(");
                print_words(option->values);
                printf(")");
            } else if (option->kind == OPTION_TEXT || option->kind == OPTION_FOLDER) {
                printf(":file:_files");
            } else if (option->kind != OPTION_FLAG) {
                printf(":value:");
            }
            printf("'");
        }
        printf(" \\\n            '*:file:_files'\n        ;;\n");
    }
    printf("    esac\n}\n_heddle \"$@\"\n");
}

// ---- lists of options for documents and programs

static void print_option_markdown(const char *section, const struct option *option)
{
    if (section) {
        printf("\n### %s\n\n| option | meaning |\n| --- | --- |\n", section);
        return;
    }
    char *usage = help_option_usage(option), *text = help_option_text(option);
    printf("| `");
    for (const char *p = usage; *p; p++) {
        if (*p == '|')
            putchar('\\');
        putchar(*p);
    }
    printf("` | %s |\n", text);
    memory_free(usage);
    memory_free(text);
}

static void dump_markdown(void)
{
    help_each_option(COMMAND_EVERY, print_option_markdown);
}

// A member of an object with a text, which holds no control characters.
static void print_json_text(const char *name, const char *text)
{
    printf("\"%s\": \"", name);
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\')
            putchar('\\');
        putchar(*p);
    }
    printf("\", ");
}

static bool first_option;

static void print_option_json(const char *section, const struct option *option)
{
    static const char *current = "";
    if (section) {
        current = section;
        return;
    }
    printf("%s  {", first_option ? "" : ",\n");
    print_json_text("name", option->spelling);
    print_json_text("section", current);
    print_json_text("values", option->values + (option->values[0] == '|'));
    print_json_text("default", option->initial);
    print_json_text("help", option->help);
    const char *const known[] = {"false", "true"};
    printf("\"flag\": %s, \"check\": %s, \"replay\": %s, \"slice\": %s, \"harness\": %s, \"record\": %s, "
           "\"trace\": %s, "
           "\"predict\": %s, \"diff\": %s, \"store\": %s, \"svcomp\": %s, \"report\": %s, \"export\": %s, "
           "\"init\": %s, \"worker\": %s}",
           known[option->kind == OPTION_FLAG], known[(option->commands & COMMAND_CHECK) != 0],
           known[(option->commands & COMMAND_REPLAY) != 0], known[(option->commands & COMMAND_SLICE) != 0],
           known[(option->commands & COMMAND_HARNESS) != 0], known[(option->commands & COMMAND_RECORD) != 0],
           known[(option->commands & COMMAND_TRACE) != 0], known[(option->commands & COMMAND_PREDICT) != 0],
           known[(option->commands & COMMAND_DIFF) != 0], known[(option->commands & COMMAND_STORE) != 0],
           known[(option->commands & COMMAND_SVCOMP) != 0], known[(option->commands & COMMAND_REPORT) != 0],
           known[(option->commands & COMMAND_EXPORT) != 0], known[(option->commands & COMMAND_INIT) != 0],
           known[(option->commands & COMMAND_WORKER) != 0]);
    first_option = false;
}

static void dump_json(void)
{
    first_option = true;
    printf("[\n");
    help_each_option(COMMAND_EVERY, print_option_json);
    printf("\n]\n");
}

int help_dump(const char *what)
{
    static const struct {
        const char *name;
        void (*dump)(void);
    } dumps[] = {{"json", dump_json},
                 {"man", dump_man},
                 {"bash", dump_bash},
                 {"zsh", dump_zsh},
                 {"markdown", dump_markdown}};
    for (uint32_t i = 0; i < sizeof dumps / sizeof *dumps; i++) {
        if (strcmp(dumps[i].name, what) == 0) {
            dumps[i].dump();
            return 0;
        }
    }
    return command_refuse(NULL, "--dump-options: unknown value '%s'; known: json man bash zsh markdown",
                          what);
}
