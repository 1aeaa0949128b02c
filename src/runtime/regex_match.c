// Following the automaton of a regular expression over a text: all ways at once, so that no way is taken
// twice.
#include "runtime/regex.h"

static bool is_word_at(const struct regex_run *run, size_t at)
{
    return at < run->length && __runtime_regex_is_word((unsigned char)run->text[at]);
}

static bool begins_line(const struct regex_run *run, size_t at)
{
    if (at == 0)
        return !(run->flags & REGEX_NOTBOL);
    return run->regex->flags & REGEX_NEWLINE && run->text[at - 1] == '\n';
}

static bool ends_line(const struct regex_run *run, size_t at)
{
    if (at == run->length)
        return !(run->flags & REGEX_NOTEOL);
    return run->regex->flags & REGEX_NEWLINE && run->text[at] == '\n';
}

static bool anchor_holds(const struct regex_run *run, unsigned anchor, size_t at)
{
    bool before = at > 0 && is_word_at(run, at - 1), behind = is_word_at(run, at);
    switch (anchor) {
    case ANCHOR_WORD_BEGIN: return !before && behind;
    case ANCHOR_WORD_END: return before && !behind;
    case ANCHOR_WORD_EDGE: return before != behind;
    case ANCHOR_NO_WORD_EDGE: return before == behind;
    case ANCHOR_TEXT_BEGIN: return at == 0;
    default: return at == run->length;
    }
}

static bool may_pass(const struct regex_run *run, const struct regex_state *state, size_t at)
{
    if (state->kind != REGEX_ANCHOR)
        return true;
    if (state->value == ANCHOR_LINE_BEGIN)
        return begins_line(run, at);
    if (state->value == ANCHOR_LINE_END)
        return ends_line(run, at);
    return anchor_holds(run, state->value, at);
}

static bool takes_character(const struct regex_run *run, const struct regex_state *state, unsigned char c)
{
    switch (state->kind) {
    case REGEX_CHARACTER: return c == state->value;
    case REGEX_ANY: return c && (c != '\n' || !(run->regex->flags & REGEX_NEWLINE));
    case REGEX_SET: return __runtime_regex_has(&run->regex->sets[state->value], c);
    default: return false;
    }
}

static void mark(struct regex_run *run, unsigned short state, unsigned *pending)
{
    if (run->marks[state] == run->mark)
        return;
    run->marks[state] = run->mark;
    run->stack[(*pending)++] = state;
}

// Adds the state, and those that it leads to without a character, to the `count` states that are present at
// the place. None leads on from `exit`. Returns whether that is among them.
static bool enter_state(struct regex_run *run, unsigned short first, unsigned exit, size_t at,
                        unsigned short *list, unsigned *count)
{
    unsigned pending = 0;
    bool reached = false;
    for (mark(run, first, &pending); pending;) {
        unsigned short number = run->stack[--pending];
        const struct regex_state *state = &run->regex->states[number];
        if (number == exit) {
            reached = true;
        } else if (state->kind == REGEX_JUMP || state->kind == REGEX_SPLIT || state->kind == REGEX_ANCHOR) {
            if (!may_pass(run, state, at))
                continue;
            mark(run, state->next, &pending);
            if (state->kind == REGEX_SPLIT)
                mark(run, state->other, &pending);
        } else {
            list[(*count)++] = number;
        }
    }
    return reached;
}

long __runtime_regex_longest(struct regex_run *run, unsigned entry, unsigned exit, size_t begin, size_t limit,
                             bool *ends)
{
    long longest = REGEX_NOWHERE;
    unsigned count = 0;
    run->mark++;
    bool reached = enter_state(run, (unsigned short)entry, exit, begin, run->present, &count);
    for (size_t at = begin;; at++) {
        if (ends)
            ends[at - begin] = reached;
        if (reached)
            longest = (long)at;
        if (at == limit || (count == 0 && !ends))
            return longest;
        unsigned char c = (unsigned char)run->text[at];
        unsigned next_count = 0;
        reached = false;
        run->mark++;
        for (unsigned i = 0; i < count; i++) {
            const struct regex_state *state = &run->regex->states[run->present[i]];
            if (takes_character(run, state, c) &&
                enter_state(run, state->next, exit, at + 1, run->next, &next_count))
                reached = true;
        }
        unsigned short *list = run->present;
        run->present = run->next;
        run->next = list;
        count = next_count;
    }
}
