#include "lower/assembly_sections.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Directives that go to a section, and those that come back from it.
static const struct {
    const char *go, *back;
} pairs[] = {{".section", ".previous"}, {".pushsection", ".popsection"}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static char *statement_behind(char *at)
{
    at += strcspn(at, ";\n");
    return at + (*at != 0);
}

// Behind the word and the blanks around it; NULL: another word is here.
static const char *behind_word(const char *at, const char *word)
{
    size_t length = strlen(word);
    at += strspn(at, " \t");
    if (strncmp(at, word, length) != 0 || !strchr(" \t,;\n\"", at[length]))
        return NULL;
    return at + length + strspn(at + length, " \t");
}

static bool is_noted_section(const char *name)
{
    static const char *const names[] = {".smp_locks", ".altinstructions", ".altinstr_replacement", ".discard",
                                        "__bug_table"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (behind_word(name, names[i]))
            return true;
    return false;
}

static bool changes_section(const char *at)
{
    static const char *const words[] = {".text", ".data", ".bss", ".subsection"};
    bool changes = false;
    for (size_t i = 0; i < PAIRS; i++)
        changes |= behind_word(at, pairs[i].go) || behind_word(at, pairs[i].back);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        changes |= behind_word(at, words[i]) != NULL;
    return changes;
}

// The end of the directive that comes back from the section that the statement at `at` goes to; NULL: it goes
// to none that is noted, or the text does not come straight back.
static char *noted_section_end(char *at)
{
    const char *name = NULL, *back = NULL;
    for (size_t i = 0; i < PAIRS && !name; i++) {
        name = behind_word(at, pairs[i].go);
        back = pairs[i].back;
    }
    if (!name || !is_noted_section(name))
        return NULL;
    do
        at = statement_behind(at);
    while (*at && !changes_section(at));
    const char *rest = behind_word(at, back);
    return rest && strchr(";\n", *rest) ? at + strcspn(at, ";\n") : NULL;
}

void assembly_blank_sections(char *text)
{
    for (char *at = text; *at; at = statement_behind(at)) {
        char *end = noted_section_end(at);
        if (end)
            memset(at, ' ', (size_t)(end - at));
    }
}
