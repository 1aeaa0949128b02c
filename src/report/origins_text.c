#include "report/origins_text.h"

#include "analysis/analyses.h"
#include "analysis/thread_identity.h"
#include "report/place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_SHOWN = 8, PLACES_SHOWN = 3 };

// The origins of one row: those of an order by the name of what is accessed, all others by their place.
struct row {
    const struct execution_origin *first; // the most frequent: they are sorted
    uint64_t count;
};
typedef VECTOR(struct row) row_vector;

// ---- rows

static int by_row_count(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1)
                                : (x->first > y->first) - (x->first < y->first);
}

static bool is_same_row(const struct execution_origin *a, const struct execution_origin *b)
{
    if (a->kind != b->kind || !a->name != !b->name)
        return false;
    return a->kind == ORIGIN_ORDER ? !a->name || strcmp(a->name, b->name) == 0 : a->code == b->code;
}

static void make_origin_rows(row_vector *rows, const origin_vector *origins)
{
    for (uint32_t i = 0; i < origins->size; i++) {
        const struct execution_origin *origin = &origins->data[i];
        uint32_t k = 0;
        while (k < rows->size && !is_same_row(rows->data[k].first, origin))
            k++;
        if (k == rows->size)
            vector_push(rows, (struct row){origin, 0});
        rows->data[k].count += origin->count;
    }
    if (rows->size)
        qsort(rows->data, rows->size, sizeof *rows->data, by_row_count);
}

// ---- a row

static void print_what(struct buffer *out, const struct row *row)
{
    static const char *const others[] = {
        [ORIGIN_INPUT] = "inputs decide a branch", [ORIGIN_CHOICE] = "a choice that the program leaves open"};
    if (row->first->kind != ORIGIN_ORDER)
        buffer_print(out, "%s", others[row->first->kind]);
    else if (row->first->name)
        buffer_print(out, "the order of operations on %s", row->first->name);
    else
        buffer_print(out, "the order of operations on several objects");
}

// The lines of the row's origins, the most frequent first.
static void print_places(struct buffer *out, const struct program *program, const struct row *row,
                         const origin_vector *origins)
{
    struct source_place shown[PLACES_SHOWN];
    uint32_t count = 0;
    for (uint32_t i = 0; i < origins->size && count < PLACES_SHOWN; i++) {
        struct source_place place = place_of(program, origins->data[i].code);
        bool again = !is_same_row(row->first, &origins->data[i]) || place.runtime || !place.line;
        for (uint32_t k = 0; k < count && !again; k++)
            again = shown[k].line == place.line && strcmp(shown[k].file, place.file) == 0;
        if (again)
            continue;
        buffer_print(out, "%s%s:%u", count ? ", " : ", at ", place.file, place.line);
        shown[count++] = place;
    }
}

static const char *advice(const struct execution_origin *origin)
{
    if (origin->kind == ORIGIN_INPUT)
        return "fewer with heddle_assume on the inputs that it looks at";
    if (origin->kind == ORIGIN_CHOICE)
        return "each alternative counts: which waiter is woken, whether a call fails";
    bool plain = origin->operation == OPERATION_READ || origin->operation == OPERATION_WRITE;
    if (!plain && origin->operation != OPERATION_UPDATE)
        return "fewer with fewer operations on it in the harness; --iterative looks at schedules with few "
               "preemptions first";
    if (origin->operation == OPERATION_UPDATE)
        return "additions and the like commute where nobody uses what they return";
    return "fewer where a thread reads it once into a local variable, or writes it once at the end";
}

void origins_print(struct buffer *out, const struct program *program, const struct exploration *exploration)
{
    row_vector rows = {0};
    uint64_t all = 0;
    make_origin_rows(&rows, &exploration->origins);
    for (uint32_t k = 0; k < rows.size; k++)
        all += rows.data[k].count;
    for (uint32_t k = 0; k < rows.size && k < ROWS_SHOWN; k++) {
        const struct row *row = &rows.data[k];
        buffer_print(out, "  %3.0f %%  ", 100.0 * (double)row->count / (double)all);
        print_what(out, row);
        print_places(out, program, row, &exploration->origins);
        buffer_print(out, " (%" PRIu64 ")\n         %s\n", row->count, advice(row->first));
    }
    if (rows.size > ROWS_SHOWN)
        buffer_print(out, "  ... %u more\n", rows.size - ROWS_SHOWN);
    vector_free(&rows);
}

void origins_print_told_apart(struct buffer *out, const struct program *program)
{
    uint32_t code;
    char *why;
    if (!thread_identity_hidden(analyses_threads(program), &why, &code) && why) {
        struct source_place place = place_of(program, code);
        const char *function =
            program_string(program, program->functions[program_function_at(program, code)].name);
        buffer_print(out, "  Threads with one routine begin in every order, since they may be told apart: %s",
                     why);
        if (place.line && !place.runtime)
            buffer_print(out, ", at %s:%u\n", place.file, place.line);
        else
            buffer_print(out, ", in the library's %s\n", function);
    }
    memory_free(why);
}
