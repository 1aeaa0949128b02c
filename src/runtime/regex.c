// <regex.h>: regcomp, regexec, regerror and regfree.
#include "runtime/regex.h"

static void free_regex(struct regex *regex)
{
    if (!regex)
        return;
    free(regex->nodes);
    free(regex->sets);
    free(regex->states);
    free(regex);
}

int regcomp(struct regex_buffer *buffer, const char *pattern, int flags)
{
    *buffer = (struct regex_buffer){.compiled = NULL};
    struct regex *regex = __heddle_new(sizeof *regex);
    if (!regex)
        return REGEX_ESPACE;
    regex->flags = flags;
    int error = __runtime_regex_parse(regex, pattern, &buffer->groups);
    if (!error && !__runtime_regex_make_states(regex))
        error = REGEX_ESPACE;
    if (error)
        free_regex(regex);
    else
        buffer->compiled = regex;
    return error;
}

void regfree(struct regex_buffer *buffer)
{
    free_regex(buffer->compiled);
    buffer->compiled = NULL;
}

// Looks for the leftmost match, and the longest there.
static int search(struct regex_run *run, size_t from, struct regex_range *groups, size_t count)
{
    const struct regex *regex = run->regex;
    const struct regex_node *root = &regex->nodes[regex->root];
    for (size_t begin = from; begin <= run->length; begin++) {
        long end = __runtime_regex_longest(run, root->entry, root->exit, begin, run->length, NULL);
        if (end != REGEX_NOWHERE)
            return __runtime_regex_find_groups(run, begin, (size_t)end, groups, count) ? 0 : REGEX_ESPACE;
    }
    return REGEX_NO_MATCH;
}

int regexec(const struct regex_buffer *buffer, const char *text, size_t count, struct regex_range *groups,
            int flags)
{
    const struct regex *regex = buffer->compiled;
    size_t from = 0, states = regex->state_count;
    struct regex_run run = {.regex = regex, .text = text, .flags = flags};
    if (flags & ~(REGEX_NOTBOL | REGEX_NOTEOL | REGEX_STARTEND))
        return REGEX_BADPAT;
    if (flags & REGEX_STARTEND) {
        from = (size_t)groups[0].begin;
        run.length = (size_t)groups[0].end;
    } else {
        run.length = strlen(text);
    }
    run.marks = calloc(states, sizeof *run.marks);
    unsigned short *lists = malloc(3 * states * sizeof *lists);
    int result = REGEX_ESPACE;
    if (run.marks && lists) {
        run.present = lists;
        run.next = lists + states;
        run.stack = lists + 2 * states;
        result = search(&run, from, groups, regex->flags & REGEX_NOSUB ? 0 : count);
    }
    free(run.marks);
    free(lists);
    return result;
}

size_t regerror(int error, const struct regex_buffer *buffer, char *to, size_t room)
{
    static const char *const texts[] = {"Success",
                                        "No match",
                                        "Invalid regular expression",
                                        "Invalid collation character",
                                        "Invalid character class name",
                                        "Trailing backslash",
                                        "Invalid back reference",
                                        "Unmatched [, [^, [:, [., or [=",
                                        "Unmatched ( or \\(",
                                        "Unmatched \\{",
                                        "Invalid content of \\{\\}",
                                        "Invalid range end",
                                        "Memory exhausted",
                                        "Invalid preceding regular expression",
                                        "Premature end of regular expression",
                                        "Regular expression too big",
                                        "Unmatched ) or \\)"};
    (void)buffer;
    if (error < 0 || (size_t)error >= sizeof texts / sizeof *texts)
        abort(); // as glibc
    const char *text = texts[error];
    size_t size = strlen(text) + 1, copied = size < room ? size : room;
    if (copied)
        memcpy(to, text, copied);
    if (copied && copied < size)
        to[copied - 1] = 0;
    return size;
}
