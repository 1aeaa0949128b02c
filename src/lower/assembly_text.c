#include "lower/assembly_text.h"

#include "base/memory.h"
#include "lower/assembly_sections.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- registers

bool assembly_register(const char *name, size_t length, unsigned *number, unsigned *width)
{
    static const char *const names[][4] = {
        {"al", "ax", "eax", "rax"},  {"cl", "cx", "ecx", "rcx"},  {"dl", "dx", "edx", "rdx"},
        {"bl", "bx", "ebx", "rbx"},  {"spl", "sp", "esp", "rsp"}, {"bpl", "bp", "ebp", "rbp"},
        {"sil", "si", "esi", "rsi"}, {"dil", "di", "edi", "rdi"},
    };
    for (unsigned n = 0; n < sizeof names / sizeof *names; n++)
        for (unsigned size = 0; size < 4; size++)
            if (strlen(names[n][size]) == length && strncmp(names[n][size], name, length) == 0) {
                *number = n;
                *width = 8u << size;
                return true;
            }
    char *end, copy[8];
    if (length < 2 || length >= sizeof copy || name[0] != 'r' || !isdigit((unsigned char)name[1]))
        return false;
    memcpy(copy, name, length);
    copy[length] = 0;
    unsigned long found = strtoul(copy + 1, &end, 10);
    bool suffix = *end && !end[1];
    *width = !*end ? 64 : *end == 'd' ? 32 : *end == 'w' ? 16 : 8;
    *number = (unsigned)found;
    return found >= 8 && found < REGISTER_COUNT && (!*end || (suffix && strchr("dwb", *end)));
}

// ---- reading

struct assembly_text_reader {
    const char *at, *end; // of the instruction that is read
    char *why;
};

static void refuse_assembly_text(struct assembly_text_reader *r, const char *what)
{
    if (!r->why)
        r->why = memory_copy_string(what);
}

static void skip_assembly_blanks(struct assembly_text_reader *r)
{
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
}

static bool take_prefix(struct assembly_text_reader *r, const char *word)
{
    skip_assembly_blanks(r);
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || strncmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static int64_t read_assembly_number(struct assembly_text_reader *r)
{
    bool minus = take_prefix(r, "-");
    skip_assembly_blanks(r);
    const char *from = r->at;
    while (r->at < r->end && isalnum((unsigned char)*r->at))
        r->at++;
    char copy[32], *end = copy;
    size_t length = (size_t)(r->at - from);
    if (length && length < sizeof copy) {
        memcpy(copy, from, length);
        copy[length] = 0;
        uint64_t value = strtoull(copy, &end, 0);
        if (!*end && isdigit((unsigned char)*copy))
            return (int64_t)(minus ? -value : value);
    }
    refuse_assembly_text(r, "a number that is not written as digits");
    return 0;
}

static struct assembly_part read_register(struct assembly_text_reader *r)
{
    struct assembly_part part = {.kind = PART_REGISTER};
    const char *from = r->at;
    while (r->at < r->end && isalnum((unsigned char)*r->at))
        r->at++;
    if (!assembly_register(from, (size_t)(r->at - from), &part.number, &part.width))
        refuse_assembly_text(r, "a register that is not modelled");
    return part;
}

// $0 or ${0:b}, after the dollar.
static struct assembly_part read_operand(struct assembly_text_reader *r)
{
    struct assembly_part part = {.kind = PART_OPERAND};
    bool braces = take_prefix(r, "{");
    if (r->at == r->end || !isdigit((unsigned char)*r->at))
        refuse_assembly_text(r, "an operand that is no number");
    for (; r->at < r->end && isdigit((unsigned char)*r->at) && part.number < 1000; r->at++)
        part.number = part.number * 10 + (unsigned)(*r->at - '0');
    if (!braces)
        return part;
    if (take_prefix(r, ":")) {
        static const char modifiers[] = "bwkq";
        const char *found = r->at < r->end ? strchr(modifiers, *r->at) : NULL;
        if (!found || !*found) {
            refuse_assembly_text(r, "an operand modifier other than b, w, k and q");
            return part;
        }
        part.width = 8u << (found - modifiers);
        r->at++;
    }
    if (!take_prefix(r, "}"))
        refuse_assembly_text(r, "an operand modifier of several letters");
    return part;
}

static struct assembly_part read_address_part(struct assembly_text_reader *r)
{
    if (take_prefix(r, "%"))
        return read_register(r);
    if (take_prefix(r, "$"))
        return read_operand(r);
    refuse_assembly_text(r, "an address that is neither a register nor an operand");
    return (struct assembly_part){.kind = PART_NONE};
}

// displacement(base, index, scale), from the parenthesis on.
static void read_address(struct assembly_text_reader *r, struct assembly_place *place)
{
    place->kind = PLACE_MEMORY;
    place->scale = 1;
    skip_assembly_blanks(r);
    if (r->at < r->end && *r->at != ',')
        place->part = read_address_part(r);
    if (take_prefix(r, ",")) {
        place->index = read_address_part(r);
        if (take_prefix(r, ","))
            place->scale = (unsigned)read_assembly_number(r);
    }
    if (!take_prefix(r, ")"))
        refuse_assembly_text(r, "an unusual address");
}

static void read_assembly_place(struct assembly_text_reader *r, struct assembly_place *place)
{
    *place = (struct assembly_place){.kind = PLACE_PART};
    skip_assembly_blanks(r);
    if (take_prefix(r, "%fs:"))
        place->segment = 'f';
    else if (take_prefix(r, "%gs:"))
        place->segment = 'g';
    if (take_prefix(r, "$$")) {
        place->kind = PLACE_CONSTANT;
        place->constant = read_assembly_number(r);
    } else if (take_prefix(r, "(")) {
        read_address(r, place);
    } else if (r->at < r->end && (isdigit((unsigned char)*r->at) || *r->at == '-')) {
        place->constant = read_assembly_number(r);
        if (take_prefix(r, "("))
            read_address(r, place);
        else if (place->segment)
            place->kind = PLACE_MEMORY;
        else
            refuse_assembly_text(r, "an absolute address, or one beside an operand");
    } else {
        place->part = read_address_part(r);
    }
    if (place->segment &&
        (place->kind == PLACE_CONSTANT || (place->kind == PLACE_PART && place->part.kind == PART_REGISTER)))
        refuse_assembly_text(r, "a segment beside what is not in memory");
    skip_assembly_blanks(r);
    if (r->at < r->end && *r->at != ',')
        refuse_assembly_text(r, "an operand of an unusual form");
}

static void read_places(struct assembly_text_reader *r, struct assembly_instruction *instruction)
{
    skip_assembly_blanks(r);
    while (r->at < r->end && !r->why) {
        if (instruction->count == ASSEMBLY_PLACES) {
            refuse_assembly_text(r, "more operands than three");
            return;
        }
        read_assembly_place(r, &instruction->places[instruction->count++]);
        if (!take_prefix(r, ","))
            return;
    }
}

static void read_mnemonic(struct assembly_text_reader *r, char *word, size_t size)
{
    size_t n = 0;
    skip_assembly_blanks(r);
    for (; r->at < r->end && !isspace((unsigned char)*r->at); r->at++) {
        if (n + 1 < size)
            word[n++] = (char)tolower((unsigned char)*r->at);
        else
            refuse_assembly_text(r, "a long name");
    }
    word[n] = 0;
}

// What ARM's fences are for: `ish`, `st`. All are taken for the strongest, as those of x86 are.
static void skip_fence_option(struct assembly_text_reader *r, const char *name)
{
    static const char *const options[] = {"sy",  "st",    "ld",    "ish", "ishst", "ishld",
                                          "nsh", "nshst", "nshld", "osh", "oshst", "oshld"};
    if (strcmp(name, "dmb") != 0 && strcmp(name, "dsb") != 0 && strcmp(name, "isb") != 0)
        return;
    struct assembly_text_reader ahead = *r;
    char option[8];
    read_mnemonic(&ahead, option, sizeof option);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(option, options[i]) == 0)
            *r = ahead;
    if (ahead.why != r->why)
        memory_free(ahead.why);
}

// How long the operand ($0, ${0:b}) at `at` is, written to `to` as in the source (%0, %b0).
static size_t copy_operand(char *to, size_t size, const char *at, const char *end)
{
    unsigned number;
    char modifier;
    int length = 0;
    if (end - at > 2 && at[1] == '{' && sscanf(at, "${%u:%c}%n", &number, &modifier, &length) == 2 && length)
        snprintf(to, size, "%%%c%u", modifier, number);
    else if (sscanf(at, "$%u%n", &number, &length) == 1)
        snprintf(to, size, "%%%u", number);
    return (size_t)length;
}

// Appends the text as it is in the source, without line ends, for messages.
static void copy_text(struct assembly_instruction *instruction, const char *at, const char *end)
{
    char *text = instruction->text;
    size_t n = strlen(text);
    while (at < end && n + 1 < sizeof instruction->text) {
        size_t length = *at == '$' ? copy_operand(text + n, sizeof instruction->text - n, at, end) : 0;
        if (length) {
            n += strlen(text + n);
            at += length;
            continue;
        }
        if (*at == '$' && end - at > 1 && at[1] == '$')
            at++;
        char sign = isspace((unsigned char)*at) ? ' ' : *at;
        if (sign != ' ' || (n && text[n - 1] != ' '))
            text[n++] = sign;
        at++;
    }
    while (n && text[n - 1] == ' ')
        n--;
    text[n] = 0;
}

// A label such as `671:` is nothing: instructions that jump have no model.
static void skip_local_labels(struct assembly_text_reader *r)
{
    skip_assembly_blanks(r);
    for (const char *at = r->at; at < r->end && isdigit((unsigned char)*at);) {
        while (at < r->end && isdigit((unsigned char)*at))
            at++;
        if (at == r->end || *at != ':')
            return;
        r->at = at + 1;
        skip_assembly_blanks(r);
        at = r->at;
    }
}

// One statement: prefixes may stand alone, and then belong to what follows; they are kept in *next.
static void read_statement(struct assembly_text *text, struct assembly_instruction *next, const char *from,
                           const char *to)
{
    struct assembly_text_reader r = {.at = from, .end = to};
    skip_local_labels(&r);
    if (r.at == r.end)
        return;
    if (next->text[0])
        strcat(next->text, sizeof next->text - strlen(next->text) > 2 ? " " : "");
    copy_text(next, r.at, r.end);
    for (;;) {
        read_mnemonic(&r, next->name, sizeof next->name);
        if (strcmp(next->name, "lock") == 0)
            next->lock = true;
        else if (strcmp(next->name, "rep") == 0)
            next->repeat = true;
        else
            break;
    }
    if (!next->name[0] && !r.why)
        return;
    if (next->name[0] && next->name[strlen(next->name) - 1] == ':')
        refuse_assembly_text(&r, "a label");
    skip_fence_option(&r, next->name);
    read_places(&r, next);
    vector_push(&text->instructions, *next);
    if (r.why)
        text->why = memory_format("\"%s\": %s", next->text, r.why);
    memory_free(r.why);
    *next = (struct assembly_instruction){0};
}

// The text with the first of each list of alternatives, owned by the caller.
static char *first_alternatives(const char *text, size_t length)
{
    char *copy = memory_alloc(length + 1);
    size_t n = 0;
    bool other = false;
    for (size_t i = 0; i < length; i++) {
        char sign = text[i] == '$' && i + 1 < length ? text[i + 1] : 0;
        if (sign == '(' || sign == '|' || sign == ')') {
            other = sign == '|' || (other && sign == '(');
            i++;
            continue;
        }
        if (!other)
            copy[n++] = text[i];
        if (!other && sign == '$')
            copy[n++] = text[++i];
        else if (sign == '$')
            i++;
    }
    copy[n] = 0;
    return copy;
}

struct assembly_text assembly_read(const char *text, size_t length)
{
    struct assembly_text result = {.why = NULL};
    struct assembly_instruction next = {0};
    char *copy = first_alternatives(text, length);
    assembly_blank_sections(copy);
    for (char *at = copy, *end; *at && !result.why; at = end + (*end != 0)) {
        end = at + strcspn(at, ";\n");
        char *comment = memchr(at, '#', (size_t)(end - at));
        if (comment)
            end = comment + strcspn(comment, "\n");
        read_statement(&result, &next, at, comment ? comment : end);
    }
    if (next.text[0] && !result.why)
        result.why = memory_format("\"%s\": a prefix before nothing", next.text);
    memory_free(copy);
    return result;
}

void assembly_free(struct assembly_text *text)
{
    vector_free(&text->instructions);
    memory_free(text->why);
}
