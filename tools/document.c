// usage: document man TEMPLATE | document bash | document zsh
// Writes the manual page or a shell completion from the table of options (report/options.def). The manual's
// template is troff whose line @OPTIONS@ becomes the options, and whose @VERSION@ becomes heddle's version.
#include "report/settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned bit;
} commands[] = {{"check", COMMAND_CHECK}, {"replay", COMMAND_REPLAY}};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static bool takes_value(const struct option *option)
{
    return option->kind != OPTION_FLAG;
}

static bool completes_file(const struct option *option)
{
    return option->kind == OPTION_TEXT || option->kind == OPTION_FOLDER;
}

// Text in troff: a hyphen is a minus sign to be copied and pasted, and no line may start with a control
// character.
static void print_troff(const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '-')
            fputs("\\-", stdout);
        else if (*p == '\\')
            fputs("\\e", stdout);
        else if ((*p == '.' || *p == '\'') && (p == text || p[-1] == '\n'))
            printf("\\&%c", *p);
        else
            putchar(*p);
    }
}

static void print_manual_option(const struct option *option)
{
    if (option->section) {
        printf(".SS ");
        print_troff(option->section);
        puts("");
        return;
    }
    printf(".TP\n.B ");
    print_troff(option->spelling);
    if (takes_value(option)) {
        printf("\\fR=\\fI");
        print_troff(option->meta);
        printf("\\fR");
    }
    puts("");
    print_troff(option->help);
    puts("");
    if (option->initial[0] && takes_value(option)) {
        printf("Default: ");
        print_troff(option->initial);
        puts(".");
    }
    if (option->kind == OPTION_CHOICE || option->kind == OPTION_SET) {
        printf("Values: ");
        for (const char *p = option->values + strspn(option->values, "|"); *p; p++)
            *p == '|' ? fputs(", ", stdout) : putchar(*p);
        puts(".");
    }
}

static void print_manual_options(void)
{
    const struct option *table;
    uint32_t count = option_table(&table);
    for (uint32_t i = 0; i < count; i++)
        print_manual_option(&table[i]);
}

static int document_manual(const char *template)
{
    char line[4096];
    FILE *file = fopen(template, "r");
    if (!file) {
        perror(template);
        return 1;
    }
    while (fgets(line, sizeof line, file)) {
        char *version = strstr(line, "@VERSION@");
        if (strcmp(line, "@OPTIONS@\n") == 0)
            print_manual_options();
        else if (version)
            printf("%.*s%s%s", (int)(version - line), line, HEDDLE_VERSION, version + strlen("@VERSION@"));
        else
            fputs(line, stdout);
    }
    fclose(file);
    return 0;
}

static void print_words(const char *list)
{
    for (const char *p = list; *p; p++)
        putchar(*p == '|' ? ' ' : *p);
}

// The options that a command takes, as one word each, those with a value ending in "=".
static void print_option_words(unsigned bit)
{
    const struct option *table;
    uint32_t count = option_table(&table);
    for (uint32_t i = 0; i < count; i++)
        if (!table[i].section && (table[i].commands & bit))
            printf(" %s%s", table[i].spelling, takes_value(&table[i]) ? "=" : "");
}

static int document_bash(void)
{
    const struct option *table;
    uint32_t count = option_table(&table);
    puts("# bash completion for heddle; generated from its table of options.\n"
         "_heddle()\n"
         "{\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} option= command= options= values= word\n"
         "    COMPREPLY=()\n"
         "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "        [[ $word != -- ]] || { compopt -o default; return; }\n"
         "        [[ -n $command || $word == -* ]] || command=$word\n"
         "    done\n"
         "    # \"=\" is a word of its own.\n"
         "    if [[ $current == = ]]; then\n"
         "        option=${COMP_WORDS[COMP_CWORD-1]} current=\n"
         "    elif [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then\n"
         "        option=${COMP_WORDS[COMP_CWORD-2]}\n"
         "    fi\n"
         "    case $option in\n"
         "    '') ;;");
    for (uint32_t i = 0; i < count; i++) {
        if (table[i].section || !takes_value(&table[i]) || !table[i].values[0])
            continue;
        printf("    %s) values='", table[i].spelling);
        print_words(table[i].values);
        puts("' ;;");
    }
    puts("    *) compopt -o default; return ;;\n"
         "    esac\n"
         "    if [[ -n $option ]]; then\n"
         "        # In a list, the last element is completed.\n"
         "        local before=\n"
         "        [[ $current != *,* ]] || before=${current%,*},\n"
         "        mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$values\" -- \"${current##*,}\")\n"
         "        return\n"
         "    fi\n"
         "    case $command in");
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        printf("    %s) options='", commands[c].name);
        print_option_words(commands[c].bit);
        puts("' ;;");
    }
    printf("    *) options='");
    for (unsigned c = 0; c < COMMAND_COUNT; c++)
        printf("%s ", commands[c].name);
    puts("--help --version' ;;\n"
         "    esac\n"
         "    if [[ $current == -* || -z $command ]]; then\n"
         "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
         "        [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace\n"
         "    else\n"
         "        compopt -o default\n"
         "    fi\n"
         "}\n"
         "complete -F _heddle heddle");
    return 0;
}

// The help's first sentence, which must not contain what zsh reads as the end of a description.
static void print_zsh_description(const char *help)
{
    for (const char *p = help; *p && !(p[0] == '.' && (p[1] == ' ' || !p[1])); p++) {
        if (*p == ']' || *p == '[' || *p == ':' || *p == '\\')
            putchar('\\');
        if (*p == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*p);
    }
}

static void print_zsh_option(const struct option *option)
{
    printf("        '*%s%s[", option->spelling, takes_value(option) ? "=-" : "");
    print_zsh_description(option->help);
    putchar(']');
    if (takes_value(option)) {
        printf(":%s:", option->meta);
        if (option->kind == OPTION_SET) {
            printf("_sequence compadd - ");
            print_words(option->values);
        } else if (option->values[0]) {
            putchar('(');
            print_words(option->values);
            putchar(')');
        } else if (completes_file(option)) {
            printf("_files%s", option->kind == OPTION_FOLDER ? " -/" : "");
        }
    }
    puts("' \\");
}

static int document_zsh(void)
{
    const struct option *table;
    uint32_t count = option_table(&table);
    puts("#compdef heddle\n"
         "# zsh completion for heddle; generated from its table of options.\n"
         "_heddle()\n"
         "{\n"
         "    local command=${${words[2,CURRENT-1]:#-*}[1]}\n"
         "    case $command in");
    for (unsigned c = 0; c < COMMAND_COUNT; c++) {
        printf("    %s)\n        _arguments \\\n", commands[c].name);
        for (uint32_t i = 0; i < count; i++)
            if (!table[i].section && (table[i].commands & commands[c].bit))
                print_zsh_option(&table[i]);
        puts("        '*:file:_files'\n        ;;");
    }
    printf("    *) compadd --");
    for (unsigned c = 0; c < COMMAND_COUNT; c++)
        printf(" %s", commands[c].name);
    puts(" --help --version ;;\n"
         "    esac\n"
         "}\n"
         "_heddle \"$@\"");
    return 0;
}

int main(int count, char **arguments)
{
    if (count == 3 && strcmp(arguments[1], "man") == 0)
        return document_manual(arguments[2]);
    if (count == 2 && strcmp(arguments[1], "bash") == 0)
        return document_bash();
    if (count == 2 && strcmp(arguments[1], "zsh") == 0)
        return document_zsh();
    fprintf(stderr, "usage: document man TEMPLATE | document bash | document zsh\n");
    return 2;
}
