// Reading regular expressions: the basic and the extended ones of POSIX, with what glibc adds to them.
#include "runtime/regex.h"

int isalpha(int c);
int isspace(int c);
int tolower(int c);

struct parser {
    struct regex *regex;
    const char *begin, *at;
    bool extended;
    bool at_begin; // of the pattern, a group or an alternative: there `^` is an anchor in basic ones, too
    unsigned depth;
    unsigned groups, closed_count; // closed: of the first nine
    bool closed[10];
    int error;
};

enum { NO_NODE = 0xffff };

static unsigned short fail_parsing(struct parser *parser, int error)
{
    if (!parser->error)
        parser->error = error;
    return NO_NODE;
}

static unsigned short add_node(struct parser *parser, struct regex_node node)
{
    struct regex *regex = parser->regex;
    if (regex->node_count == REGEX_MOST_NODES) {
        __heddle_unmodelled_value("a regular expression as long as this, its repetitions written out");
        return fail_parsing(parser, REGEX_ESPACE);
    }
    if (regex->node_count == regex->node_room) {
        unsigned short room = (unsigned short)(2 * regex->node_room + 16);
        struct regex_node *nodes = realloc(regex->nodes, room * sizeof *nodes);
        if (!nodes)
            return fail_parsing(parser, REGEX_ESPACE);
        regex->nodes = nodes;
        regex->node_room = room;
    }
    regex->nodes[regex->node_count] = node;
    return regex->node_count++;
}

static unsigned short add_leaf(struct parser *parser, enum regex_kind kind, unsigned value)
{
    return add_node(parser, (struct regex_node){.kind = (unsigned char)kind, .value = (unsigned short)value});
}

static unsigned short add_parent(struct parser *parser, enum regex_kind kind, unsigned left, unsigned right)
{
    return add_node(parser, (struct regex_node){.kind = (unsigned char)kind,
                                                .left = (unsigned short)left,
                                                .right = (unsigned short)right});
}

// ---- what is next

// Whether the text stands there as an operator: in basic expressions behind a backslash.
static bool is_operator(const struct parser *parser, const char *at, char c)
{
    return parser->extended ? at[0] == c : at[0] == '\\' && at[1] == c;
}

static size_t operator_length(const struct parser *parser)
{
    return parser->extended ? 1 : 2;
}

static bool ends_branch(const struct parser *parser)
{
    const char *at = parser->at;
    return !*at || is_operator(parser, at, '|') || (parser->depth && is_operator(parser, at, ')'));
}

// ---- characters

static unsigned short add_character(struct parser *parser, unsigned char c)
{
    unsigned short number;
    if (!(parser->regex->flags & REGEX_ICASE) || !isalpha(c))
        return add_leaf(parser, REGEX_CHARACTER, c);
    if (!__runtime_regex_new_set(parser->regex, &number))
        return fail_parsing(parser, REGEX_ESPACE);
    unsigned char lower = (unsigned char)tolower(c);
    __runtime_regex_add(&parser->regex->sets[number], lower);
    __runtime_regex_add(&parser->regex->sets[number], (unsigned char)(lower - 'a' + 'A'));
    return add_leaf(parser, REGEX_SET, number);
}

// `\w`, `\s` and what is in neither.
static unsigned short add_kind(struct parser *parser, char letter)
{
    unsigned short number;
    if (!__runtime_regex_new_set(parser->regex, &number))
        return fail_parsing(parser, REGEX_ESPACE);
    bool inverted = letter == 'W' || letter == 'S';
    for (int c = 0; c < 256; c++) {
        bool is_in =
            letter == 'w' || letter == 'W' ? __runtime_regex_is_word((unsigned char)c) : isspace(c) != 0;
        if (is_in != inverted)
            __runtime_regex_add(&parser->regex->sets[number], (unsigned char)c);
    }
    return add_leaf(parser, REGEX_SET, number);
}

static unsigned short parse_brackets(struct parser *parser)
{
    unsigned short number;
    int error = __runtime_regex_brackets(parser->regex, &parser->at, &number);
    return error ? fail_parsing(parser, error) : add_leaf(parser, REGEX_SET, number);
}

// The anchor behind a backslash; -1: it is none.
static int anchor_of(char letter)
{
    switch (letter) {
    case '<': return ANCHOR_WORD_BEGIN;
    case '>': return ANCHOR_WORD_END;
    case 'b': return ANCHOR_WORD_EDGE;
    case 'B': return ANCHOR_NO_WORD_EDGE;
    case '`': return ANCHOR_TEXT_BEGIN;
    case '\'': return ANCHOR_TEXT_END;
    default: return -1;
    }
}

static bool is_end_anchor(const struct parser *parser)
{
    const char *behind = parser->at + 1;
    return parser->extended || !*behind || is_operator(parser, behind, '|') ||
           is_operator(parser, behind, ')');
}

// The anchor that is next, and how long it is; -1: there is none.
static int next_anchor(const struct parser *parser, size_t *length)
{
    *length = 1;
    if (*parser->at == '^' && (parser->extended || parser->at_begin))
        return ANCHOR_LINE_BEGIN;
    if (*parser->at == '$' && is_end_anchor(parser))
        return ANCHOR_LINE_END;
    *length = 2;
    return *parser->at == '\\' ? anchor_of(parser->at[1]) : -1;
}

static unsigned short parse_choice(struct parser *parser);

static unsigned short parse_group(struct parser *parser)
{
    unsigned number = ++parser->groups;
    parser->at += operator_length(parser);
    parser->at_begin = true;
    parser->depth++;
    unsigned short content = parse_choice(parser);
    if (parser->error)
        return NO_NODE;
    if (!is_operator(parser, parser->at, ')'))
        return fail_parsing(parser, REGEX_EPAREN);
    parser->depth--;
    parser->at += operator_length(parser);
    if (number < sizeof parser->closed)
        parser->closed[number] = true;
    return add_node(
        parser, (struct regex_node){.kind = REGEX_GROUP, .value = (unsigned short)number, .left = content});
}

static unsigned short parse_escaped(struct parser *parser)
{
    char letter = parser->at[1];
    if (!letter)
        return fail_parsing(parser, REGEX_EESCAPE);
    parser->at += 2;
    switch (letter) {
    case 'w':
    case 'W':
    case 's':
    case 'S': return add_kind(parser, letter);
    }
    if (letter >= '1' && letter <= '9') {
        if (!parser->closed[letter - '0'])
            return fail_parsing(parser, REGEX_ESUBREG);
        __heddle_unmodelled_value("a regular expression that refers back to what another part of it matched");
        return fail_parsing(parser, REGEX_ESUBREG);
    }
    if (parser->regex->flags & REGEX_ICASE && isalpha((unsigned char)letter)) // glibc compares with one case
        __heddle_unmodelled_value("a regular expression with a backslash before a letter, for any case");
    return add_character(parser, (unsigned char)letter);
}

// Whether an operator of repetition stands there, with nothing before it, that is no ordinary character then.
static bool is_misplaced(const struct parser *parser)
{
    const char *at = parser->at;
    return is_operator(parser, at, '{') || (parser->extended && (*at == '*' || *at == '+' || *at == '?'));
}

// Something that may be repeated.
static unsigned short parse_atom(struct parser *parser)
{
    const char *at = parser->at;
    if (is_misplaced(parser))
        return fail_parsing(parser, REGEX_BADRPT);
    if (is_operator(parser, at, '('))
        return parse_group(parser);
    if (!parser->extended && at[0] == '\\' && at[1] == ')') // with nothing open
        return fail_parsing(parser, REGEX_EPAREN);
    switch (*at) {
    case '[':
        if (!at[1] || (at[1] == '^' && !at[2]))
            return fail_parsing(parser, REGEX_BADPAT);
        parser->at++;
        return parse_brackets(parser);
    case '.': parser->at++; return add_leaf(parser, REGEX_ANY, 0);
    case '\\': return parse_escaped(parser);
    default: parser->at++; return add_character(parser, (unsigned char)*at);
    }
}

// ---- repetitions

struct bounds {
    int least, most; // -1: as often as you like
};

enum { NO_COUNT = -1, NOT_A_COUNT = -2 };

// What stands before the next comma or the end of the interval, as glibc reads it; at most one too many.
static int read_count(struct parser *parser)
{
    int count = NO_COUNT;
    for (;; parser->at++) {
        char c = *parser->at;
        if (!c)
            return NOT_A_COUNT;
        if (c == ',' || is_operator(parser, parser->at, '}'))
            return count;
        if (c == '\\' && parser->at[1]) { // one character, and no digit
            c = *++parser->at;
            if (c == ',')
                return count;
            c = 0;
        }
        if (!__runtime_is_digit((unsigned char)c) || count == NOT_A_COUNT)
            count = NOT_A_COUNT;
        else
            count = (count == NO_COUNT ? 0 : count) * 10 + (c - '0');
        if (count > REGEX_MOST_REPEATS)
            count = REGEX_MOST_REPEATS + 1;
    }
}

static bool read_interval(struct parser *parser, struct bounds *bounds)
{
    parser->at += operator_length(parser);
    bounds->least = bounds->most = read_count(parser);
    bool ranges = *parser->at == ',' && bounds->least != NOT_A_COUNT;
    if (ranges) {
        parser->at++;
        bounds->most = read_count(parser);
        bounds->least = bounds->least == NO_COUNT ? 0 : bounds->least;
    }
    if (bounds->least == NO_COUNT)
        fail_parsing(parser, REGEX_BADBR);
    else if (bounds->least == NOT_A_COUNT || bounds->most == NOT_A_COUNT)
        fail_parsing(parser, *parser->at ? REGEX_BADBR : REGEX_EBRACE);
    else if (bounds->most != NO_COUNT && bounds->least > bounds->most)
        fail_parsing(parser, REGEX_BADBR);
    else if (bounds->least > REGEX_MOST_REPEATS || bounds->most > REGEX_MOST_REPEATS)
        fail_parsing(parser, REGEX_ESIZE);
    else if (!is_operator(parser, parser->at, '}'))
        fail_parsing(parser, REGEX_BADBR);
    parser->at += operator_length(parser);
    return !parser->error;
}

// Reads one operator of repetition; false: there is none, or an error.
static bool read_repetition(struct parser *parser, struct bounds *bounds)
{
    const char *at = parser->at;
    *bounds = (struct bounds){0, -1};
    if (*at == '*') {
        parser->at++;
        return true;
    }
    if (is_operator(parser, at, '{'))
        return read_interval(parser, bounds);
    if (is_operator(parser, at, '+'))
        bounds->least = 1;
    else if (is_operator(parser, at, '?'))
        bounds->most = 1;
    else
        return false;
    parser->at += operator_length(parser);
    return true;
}

// Another one of the node, which is the last of those from `first` on.
static unsigned short copy_node(struct parser *parser, unsigned first, unsigned node)
{
    unsigned begin = parser->regex->node_count, shift = begin - first;
    for (unsigned i = first; i <= node && !parser->error; i++) {
        struct regex_node copy = parser->regex->nodes[i];
        copy.left = (unsigned short)(copy.left + shift);
        copy.right = (unsigned short)(copy.right + shift);
        add_node(parser, copy);
    }
    return parser->error ? NO_NODE : (unsigned short)(node + shift);
}

// Whether a node can match nothing.
static bool is_nullable(const struct regex_node *nodes, unsigned node)
{
    for (; nodes[node].kind == REGEX_SEQUENCE; node = nodes[node].right)
        if (!is_nullable(nodes, nodes[node].left))
            return false;
    switch (nodes[node].kind) {
    case REGEX_CHARACTER:
    case REGEX_ANY:
    case REGEX_SET: return false;
    case REGEX_GROUP: return is_nullable(nodes, nodes[node].left);
    case REGEX_CHOICE: return is_nullable(nodes, nodes[node].left) || is_nullable(nodes, nodes[node].right);
    default: return true;
    }
}

static bool has_groups(const struct regex_node *nodes, unsigned node)
{
    for (; nodes[node].kind == REGEX_SEQUENCE; node = nodes[node].right)
        if (has_groups(nodes, nodes[node].left))
            return true;
    return nodes[node].kind == REGEX_GROUP ||
           (nodes[node].kind > REGEX_GROUP && has_groups(nodes, nodes[node].left)) ||
           (nodes[node].kind == REGEX_CHOICE && has_groups(nodes, nodes[node].right));
}

// What matches nothing in several ways, glibc decides by rules of its own.
static void check_ambiguity(struct parser *parser, unsigned one, unsigned other)
{
    const struct regex_node *nodes = parser->regex->nodes;
    if (!parser->error && is_nullable(nodes, one) && is_nullable(nodes, other) &&
        (has_groups(nodes, one) || has_groups(nodes, other)))
        parser->regex->is_ambiguous = true;
}

// x{2,4} is xx(x(x)?)?, and x{2,} is xxx*.
static unsigned short repeat(struct parser *parser, unsigned first, unsigned node,
                             const struct bounds *bounds)
{
    if (bounds->most == 0)
        return add_leaf(parser, REGEX_EMPTY, 0);
    if (bounds->least > 0 || bounds->most != 1)
        check_ambiguity(parser, node, node);
    if (bounds->most > 1 && bounds->most != bounds->least && has_groups(parser->regex->nodes, node))
        parser->regex->is_ambiguous = true; // glibc does not always take the longest first
    unsigned short result = NO_NODE;
    int optional = bounds->most < 0 ? 1 : bounds->most - bounds->least;
    int copies = bounds->least + optional;
    for (int k = copies; k > 0 && !parser->error; k--) {
        unsigned short one = k == 1 ? (unsigned short)node : copy_node(parser, first, node);
        if (k > bounds->least) {
            if (result != NO_NODE)
                one = add_parent(parser, REGEX_SEQUENCE, one, result);
            result = add_parent(parser, bounds->most < 0 ? REGEX_STAR : REGEX_OPTIONAL, one, 0);
            if (bounds->least && !parser->error)
                parser->regex->nodes[result].value = 1;
        } else {
            result = result == NO_NODE ? one : add_parent(parser, REGEX_SEQUENCE, one, result);
        }
    }
    return parser->error ? NO_NODE : result;
}

static unsigned short parse_repeated(struct parser *parser)
{
    size_t length;
    int anchor = next_anchor(parser, &length);
    if (anchor >= 0) { // which cannot be repeated
        parser->at += length;
        parser->at_begin = false;
        return add_leaf(parser, REGEX_ANCHOR, (unsigned)anchor);
    }
    unsigned first = parser->regex->node_count;
    unsigned short node = parse_atom(parser);
    parser->at_begin = false;
    struct bounds bounds;
    while (!parser->error && read_repetition(parser, &bounds)) {
        node = repeat(parser, first, node, &bounds);
        if (!parser->extended && (*parser->at == '*' || is_operator(parser, parser->at, '{')))
            fail_parsing(parser, REGEX_BADRPT);
    }
    return node;
}

// ---- the whole

static bool is_anchor(const struct parser *parser, unsigned node, enum regex_anchor anchor)
{
    const struct regex_node *nodes = parser->regex->nodes;
    return nodes[node].kind == REGEX_ANCHOR && nodes[node].value == anchor;
}

// An anchor of lines amid other parts can match only with REG_NEWLINE; without, glibc does not always agree.
static void check_anchors(const struct parser *parser, unsigned part, unsigned next)
{
    const struct regex_node *nodes = parser->regex->nodes;
    if (parser->regex->flags & REGEX_NEWLINE)
        return;
    if ((is_anchor(parser, part, ANCHOR_LINE_END) && nodes[next].kind != REGEX_ANCHOR) ||
        (is_anchor(parser, next, ANCHOR_LINE_BEGIN) && nodes[part].kind != REGEX_ANCHOR))
        __heddle_unmodelled_value(
            "a regular expression with `^` or `$` in the middle, and without REG_NEWLINE");
}

static unsigned short parse_branch(struct parser *parser)
{
    if (ends_branch(parser))
        return add_leaf(parser, REGEX_EMPTY, 0);
    unsigned short result = parse_repeated(parser), last = NO_NODE;
    while (!parser->error && !ends_branch(parser)) {
        unsigned short part = parse_repeated(parser);
        if (parser->error)
            break;
        unsigned left = last == NO_NODE ? result : parser->regex->nodes[last].right;
        check_anchors(parser, left, part);
        unsigned short sequence = add_parent(parser, REGEX_SEQUENCE, left, part);
        if (parser->error)
            break;
        if (last == NO_NODE)
            result = sequence;
        else
            parser->regex->nodes[last].right = sequence;
        last = sequence;
    }
    return result;
}

static unsigned short parse_choice(struct parser *parser)
{
    unsigned short result = parse_branch(parser);
    while (!parser->error && is_operator(parser, parser->at, '|')) {
        parser->at += operator_length(parser);
        parser->at_begin = true;
        unsigned short other = parse_branch(parser);
        check_ambiguity(parser, result, other);
        if (!parser->error)
            result = add_parent(parser, REGEX_CHOICE, result, other);
    }
    return result;
}

int __runtime_regex_parse(struct regex *regex, const char *pattern, size_t *groups)
{
    struct parser parser = {.regex = regex,
                            .begin = pattern,
                            .at = pattern,
                            .at_begin = true,
                            .extended = regex->flags & REGEX_EXTENDED};
    regex->root = parse_choice(&parser);
    *groups = parser.groups;
    regex->group_count = (unsigned short)parser.groups;
    return parser.error;
}
