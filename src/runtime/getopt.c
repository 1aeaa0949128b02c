// <getopt.h>, with GNU's permutation of arguments and long options. Its state is shared by all threads.
#include "runtime/format.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
    const char *name;
    int has_arg; // 0 no, 1 required, 2 optional
    int *flag;
    int val;
};

// Between calls: the rest of a group of short options, and the non-options that were skipped, which stand
// before the next argument to look at.
static char *group;
static int first_skipped, after_skipped;
// What optopt is after the next call that says nothing of it: glibc has a copy, which the program cannot
// change.
static int last_letter;
static bool has_begun;
static char order; // '-' or '+', as the letters began with when the arguments were begun

struct options {
    int argc;
    char **argv;
    const char *letters;
    const struct option *table;
    int *index;
    bool only; // long options may begin with one dash
    bool quiet, colon, in_order, stops;
};

static void complain(const struct options *o, const char *before, const char *name, const char *after)
{
    char buffer[RUNTIME_OUTPUT_BUFFER];
    struct runtime_sink sink = {.out = buffer, .size = sizeof buffer, .descriptor = stderr->descriptor};
    if (!opterr || o->colon)
        return;
    __runtime_check_messages();
    const char *texts[] = {o->argv[0], ": ", before, name, after, "\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const char *text = texts[i]; *text; text++)
            __runtime_sink_put(&sink, *text);
    __runtime_sink_flush(&sink);
}

// Exchanges the skipped arguments with the options after them, so that these come first.
static void move_skipped_behind(char **argv, int end)
{
    int skipped = after_skipped - first_skipped;
    for (int i = after_skipped; i < end; i++) {
        char *moved = argv[i];
        for (int k = i; k > i - skipped; k--)
            argv[k] = argv[k - 1];
        argv[i - skipped] = moved;
    }
    first_skipped += end - after_skipped;
    after_skipped = end;
}

// "name" has the given length: an exact match, or the only one it abbreviates, or one of several that mean
// the same.
static const struct option *find_long(const struct option *table, const char *name, size_t length,
                                      bool *ambiguous)
{
    const struct option *found = NULL;
    *ambiguous = false;
    for (const struct option *option = table; option->name; option++) {
        if (strncmp(option->name, name, length) != 0)
            continue;
        if (strlen(option->name) == length) {
            *ambiguous = false;
            return option;
        }
        if (found &&
            (found->has_arg != option->has_arg || found->flag != option->flag || found->val != option->val))
            *ambiguous = true;
        if (!found)
            found = option;
    }
    return found;
}

static int take_long(const struct options *o, const struct option *option, char *value)
{
    if (value && !option->has_arg) {
        complain(o, "option '--", option->name, "' doesn't allow an argument");
        last_letter = option->val;
        return '?';
    }
    if (!value && option->has_arg == 1) {
        if (optind >= o->argc) {
            complain(o, "option '--", option->name, "' requires an argument");
            last_letter = option->val;
            return o->colon ? ':' : '?';
        }
        value = o->argv[optind++];
    }
    optarg = value;
    if (o->index)
        *o->index = (int)(option - o->table);
    if (!option->flag)
        return option->val;
    *option->flag = option->val;
    return 0;
}

// The long option at `name`, after its dashes. `*known` becomes false where it could still be a group of
// short ones.
static int read_long(const struct options *o, char *name, const char *dashes, bool *known)
{
    size_t length = 0;
    while (name[length] && name[length] != '=')
        length++;
    bool ambiguous;
    const struct option *option = find_long(o->table, name, length, &ambiguous);
    *known = option || dashes[1] || !strchr(o->letters, *name);
    if (!*known)
        return 0;
    optind++;
    if (!option || ambiguous) {
        last_letter = 0;
        complain(o, ambiguous ? "ambiguous option " : "unrecognized option '", dashes, name);
        return '?';
    }
    return take_long(o, option, name[length] ? name + length + 1 : NULL);
}

// -W NAME, and -WNAME, where the letters have "W;": as --NAME.
static int read_long_behind_w(const struct options *o, bool last)
{
    char *name = group;
    bool known;
    group = NULL;
    if (last && optind >= o->argc) {
        complain(o, "option requires an argument -- '", "W", "'");
        last_letter = 'W';
        return o->colon ? ':' : '?';
    }
    return read_long(o, last ? o->argv[optind] : name, "-W ", &known);
}

static int read_short(const struct options *o)
{
    char letter = *group++;
    const char *entry = letter == ':' || letter == ';' ? NULL : strchr(o->letters, letter);
    bool last = !*group;
    char text[2] = {letter, 0};
    optind += last;
    if (!entry) {
        complain(o, "invalid option -- '", text, "'");
        last_letter = letter;
        return '?';
    }
    if (letter == 'W' && entry[1] == ';' && o->table)
        return read_long_behind_w(o, last);
    if (entry[1] != ':')
        return letter;
    if (!last) {
        optarg = group;
        optind++;
    } else if (entry[2] == ':') {
        optarg = NULL;
    } else if (optind < o->argc) {
        optarg = o->argv[optind++];
    } else {
        complain(o, "option requires an argument -- '", text, "'");
        last_letter = letter;
        letter = o->colon ? ':' : '?';
    }
    group = NULL;
    return letter;
}

static bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

// Goes to the next argument that is an option; false at the end.
static bool find_option(const struct options *o)
{
    if (first_skipped > optind)
        first_skipped = optind;
    if (after_skipped > optind)
        after_skipped = optind;
    if (!o->stops && !o->in_order) {
        if (first_skipped != after_skipped && after_skipped != optind)
            move_skipped_behind(o->argv, optind);
        else if (after_skipped != optind)
            first_skipped = optind;
        while (optind < o->argc && !is_option(o->argv[optind]))
            optind++;
        after_skipped = optind;
    }
    if (optind < o->argc && strcmp(o->argv[optind], "--") == 0) {
        optind++;
        if (first_skipped != after_skipped && after_skipped != optind)
            move_skipped_behind(o->argv, optind);
        else if (first_skipped == after_skipped)
            first_skipped = optind;
        after_skipped = o->argc;
        optind = o->argc;
    }
    if (optind < o->argc)
        return true;
    if (first_skipped != after_skipped)
        optind = first_skipped;
    return false;
}

static void begin_options(const char *letters)
{
    has_begun = true;
    if (optind == 0)
        optind = 1;
    first_skipped = after_skipped = optind;
    group = NULL;
    order = *letters;
}

static int find_next(struct options *o)
{
    if (o->argc < 1)
        return -1;
    if (optind == 0 || !has_begun)
        begin_options(o->letters);
    o->in_order = order == '-';
    o->stops = order == '+';
    o->letters += *o->letters == '-' || *o->letters == '+';
    o->colon = *o->letters == ':';
    o->letters += o->colon;
    optarg = NULL;
    if (!group || !*group) {
        group = NULL;
        if (!find_option(o))
            return -1;
        char *argument = o->argv[optind];
        if (!is_option(argument)) {
            if (o->stops)
                return -1;
            optarg = argument;
            optind++;
            return 1;
        }
        bool known = true;
        if (o->table && argument[1] == '-')
            return read_long(o, argument + 2, "--", &known);
        if (o->table && o->only && (argument[2] || !strchr(o->letters, argument[1]))) {
            int result = read_long(o, argument + 1, "-", &known);
            if (known)
                return result;
        }
        group = argument + 1;
    }
    return read_short(o);
}

static int next_option(struct options *o)
{
    int found = find_next(o);
    optopt = last_letter;
    return found;
}

int getopt(int argc, char *const argv[], const char *letters)
{
    struct options o = {.argc = argc, .argv = (char **)argv, .letters = letters};
    return next_option(&o);
}

int __posix_getopt(int argc, char *const argv[], const char *letters)
{
    struct options o = {.argc = argc, .argv = (char **)argv, .letters = letters};
    return next_option(&o);
}

int getopt_long(int argc, char *const argv[], const char *letters, const struct option *table, int *index)
{
    struct options o = {
        .argc = argc, .argv = (char **)argv, .letters = letters, .table = table, .index = index};
    return next_option(&o);
}

int getopt_long_only(int argc, char *const argv[], const char *letters, const struct option *table,
                     int *index)
{
    struct options o = {.argc = argc,
                        .argv = (char **)argv,
                        .letters = letters,
                        .table = table,
                        .index = index,
                        .only = true};
    return next_option(&o);
}
