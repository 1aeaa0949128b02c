#include "cli/help.h"

#include "base/memory.h"
#include "report/buffer.h"
#include "report/option_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef HEDDLE_REVISION
#define HEDDLE_REVISION ""
#endif

enum { HELP_COLUMNS = 96, HELP_INDENT = 26 };

int help_version(void)
{
    printf("heddle %s%s%s%s\n", heddle_version(), HEDDLE_REVISION[0] ? " (" : "", HEDDLE_REVISION,
           HEDDLE_REVISION[0] ? ")" : "");
    return 0;
}

bool help_colour(unsigned when, int fd)
{
    const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
    if (when != WHEN_AUTO)
        return when == WHEN_ALWAYS;
    return isatty(fd) && terminal && strcmp(terminal, "dumb") != 0 && !(refused && refused[0]);
}

// Prints text that has come to column `column`, broken at blanks, further lines indented.
static void print_wrapped(const char *text, unsigned column, unsigned indent)
{
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > indent && column + word + 1 > HELP_COLUMNS) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)word, text);
        column += (unsigned)word;
        text += word + (text[word] == ' ');
    }
    putchar('\n');
}

char *help_option_usage(const struct option *option)
{
    bool valued = option->kind != OPTION_FLAG;
    return memory_format("%s%s%s", option->spelling, valued ? "=" : "", valued ? option->meta : "");
}

static void append_words(struct buffer *text, const char *list)
{
    const char *separator = " ";
    for (const char *p = list; *p; p += strcspn(p, "|")) {
        p += *p == '|';
        size_t length = strcspn(p, "|");
        buffer_print(text, "%s%.*s", separator, (int)length, p);
        separator = ", ";
    }
    buffer_print(text, ".");
}

char *help_option_text(const struct option *option)
{
    struct buffer text = {0};
    buffer_print(&text, "%s", option->help);
    if (option->values[0]) {
        buffer_print(&text, option->kind == OPTION_SET ? " Values, separated by commas:" : " Values:");
        append_words(&text, option->values);
    }
    if (option->initial[0])
        buffer_print(&text, " Default: %s.", option->initial);
    return buffer_take(&text);
}

void help_each_option(unsigned commands, void (*print)(const char *section, const struct option *option))
{
    const struct option *table;
    uint32_t count = option_table(&table);
    const char *section = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (table[i].section)
            section = table[i].section;
        if (table[i].section || !(table[i].commands & commands))
            continue;
        if (section)
            print(section, NULL);
        section = NULL;
        print(NULL, &table[i]);
    }
}

static void print_option_help(const char *section, const struct option *option)
{
    if (section) {
        printf("\n%s:\n", section);
        return;
    }
    char *usage = help_option_usage(option), *text = help_option_text(option);
    int length = (int)strlen(usage);
    printf("  %s", usage);
    if (length > HELP_INDENT - 4)
        printf("\n%*s", HELP_INDENT, "");
    else
        printf("%*s", HELP_INDENT - 2 - length, "");
    print_wrapped(text, HELP_INDENT, HELP_INDENT);
    memory_free(usage);
    memory_free(text);
}

static void print_general_help(void)
{
    const struct cli_command *commands;
    uint32_t count = command_table(&commands);
    printf("heddle finds the interleaving that breaks a multithreaded C program, or shows that there is "
           "none.\n\n"
           "usage: heddle COMMAND [options] ...\n\nCommands:\n");
    for (uint32_t i = 0; i < count; i++) {
        printf("  %-8s", commands[i].name);
        print_wrapped(commands[i].summary, 10, 10);
    }
    printf("\n`heddle COMMAND --help` shows the options of a command. Also: heddle --version.\n"
           "Exit status: 0 safe, 1 violation, 2 bad usage or input, 3 inconclusive, 4 internal error.\n");
}

int help_print(const struct cli_command *command)
{
    if (!command) {
        print_general_help();
        return 0;
    }
    printf("usage: heddle %s %s\n\n", command->name, command->usage);
    print_wrapped(command->description, 0, 0);
    help_each_option(command->bit, print_option_help);
    printf("\nExit status: %s, 2 bad usage or input, 3 inconclusive, 4 internal error.\n",
           command->bit == COMMAND_PREDICT  ? "0 nothing predicted, 1 predicted"
           : command->bit == COMMAND_TRACE  ? "0 printed"
           : command->bit == COMMAND_DIFF   ? "0 no difference, 1 differences"
           : command->bit == COMMAND_STORE  ? "0 done, 1 damaged entries were found"
           : command->bit == COMMAND_REPORT ? "0 written"
           : command->bit == COMMAND_EXPORT ? "0 written"
           : command->bit == COMMAND_INIT   ? "0 written"
           : command->bit == COMMAND_WORKER ? "0 ended"
           : command->bit == COMMAND_SVCOMP ? "0 TRUE, 1 FALSE"
           : command->bit == COMMAND_RECORD ? "that of the program; before it runs: 0 help or version"
                                            : "0 safe, 1 violation");
    return 0;
}
