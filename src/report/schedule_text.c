#include "report/schedule_text.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum {
    GUTTER = 8,        // step number and the mark of a context switch
    CELL_MINIMUM = 24, // what the last thread's column keeps
    PITCH_MINIMUM = 4, // columns between the starts of two threads' columns
    PITCH_MAXIMUM = 44,
    PITCH_NAMES = 14, // no wider than this only to make room for names
    NOTE_MAXIMUM = 48,
    PLACE_MAXIMUM = 28,
    CONTINUED = 4,         // indentation of a source line's second line
    FOLDED_LEAST = 3,      // rows that are folded
    FOLDED_EVENTS = 10000, // of longer schedules the middle is left out anyway
    ROWS_SHOWN = 40,       // longer schedules lose rows in their middle
    ROWS_HEAD = 10,
    ROWS_TAIL = 20,
    ROWS_LIMIT = 60, // and all of their middle beyond this
};

// What one thread did on one source line without another coming in between.
struct schedule_row {
    uint32_t thread, code, first_step;
    uint32_t first, end; // events
    char *cell;          // source line, or the operation where there is none
    char *note;          // what was read and written
    char *place;         // file:line
    bool switched;       // another thread acted before
    bool fails;          // the violation happens here
    bool begins_cycle;   // which goes on for ever
    bool shown;
    bool folded; // before the first context switch, and about nothing that another thread touches
};

struct schedule_table {
    VECTOR(struct schedule_row) rows;
    VECTOR(uint32_t) threads; // that act, in order of canonical numbers
    unsigned pitch, cells, note, place;
    bool header; // wide enough for names above the columns
};

static bool is_same_line(const struct program *program, const struct timeline_event *a,
                         const struct timeline_event *b)
{
    struct source_place x = place_of(program, a->code), y = place_of(program, b->code);
    return a->thread == b->thread && x.line == y.line && x.line != 0 && strcmp(x.file, y.file) == 0;
}

// `before`: the event noted before, whose operation is not repeated; NULL: none.
static void append_event(struct buffer *note, const struct timeline_event *event,
                         const struct timeline_event *before)
{
    if (event->choice) {
        buffer_print(note, "choice %u", event->alternative);
        return;
    }
    bool again = before && before->kind == event->kind && !before->choice && event->object;
    bool operation = event->kind != OPERATION_FREE || !event->object || event->block;
    buffer_print(note, "%s", again ? "" : operation ? operation_name(event->kind) : "end of life of");
    if (event->object)
        buffer_print(note, "%s%s", again ? "" : " ", event->object);
    if (event->value)
        buffer_print(note, " = %s", event->value);
}

// A read and the write after it of the same object: "balance = 100 -> 52".
static bool changes(const struct timeline_event *event, const struct timeline_event *next)
{
    return event->kind == OPERATION_READ && next->kind == OPERATION_WRITE && !event->choice &&
           !next->choice && event->address == next->address && event->object && event->value && next->value;
}

// What the C library does with its own variables is left out where the call of the library is shown.
static char *row_note(const struct timeline *timeline, const struct schedule_row *row, bool is_call)
{
    struct buffer note = {0};
    const struct timeline_event *before = NULL;
    for (uint32_t i = row->first; i < row->end; i++) {
        const struct timeline_event *event = &timeline->events.data[i];
        if (is_call && event->library)
            continue;
        if (note.bytes.size > 0)
            buffer_print(&note, ", ");
        if (i + 1 < row->end && changes(event, event + 1))
            buffer_print(&note, "%s = %s -> %s", event->object, event->value,
                         timeline->events.data[++i].value);
        else
            append_event(&note, event, before);
        before = event;
    }
    if (row->fails && note.bytes.size == 0)
        buffer_print(&note, "fails");
    return buffer_take(&note);
}

static void fill_row(struct schedule_row *row, const struct timeline *timeline, const struct program *program,
                     struct sources *sources)
{
    struct source_place place = place_of(program, row->code);
    const char *line = place.runtime ? NULL : sources_line(sources, place.file, place.line);
    row->note = row_note(timeline, row, line);
    row->cell =
        line ? memory_copy_string(line) : memory_format("(in %s)", place.function[0] ? place.function : "?");
    row->place = place.runtime || !place.file[0] ? memory_copy_string("")
                                                 : memory_format("%s:%u", path_base(place.file), place.line);
    for (char *p = row->cell; *p; p++)
        if (*p == '\t')
            *p = ' ';
}

// Marks the last row if the violation happens there, or adds one for it.
static void add_failure(struct schedule_table *table, const struct program *program,
                        const struct exploration_violation *violation)
{
    struct source_place place =
        place_of_stack(program, violation->code, violation->stack.data, violation->stack.size);
    struct schedule_row *last = &vector_last(&table->rows);
    struct source_place last_place = place_of(program, last->code);
    if (last->thread == violation->thread && last_place.line == place.line &&
        !strcmp(last_place.file, place.file)) {
        last->fails = true;
        return;
    }
    uint32_t code = violation->code;
    for (uint32_t i = 0; i < violation->stack.size && place_of(program, code).runtime; i++)
        code = violation->stack.data[i];
    struct schedule_row row = {.thread = violation->thread,
                               .code = code,
                               .first = last->end,
                               .end = last->end,
                               .fails = true,
                               .shown = true,
                               .switched = last->thread != violation->thread};
    vector_push(&table->rows, row);
}

static void collect_rows(struct schedule_table *table, const struct timeline *timeline,
                         const struct program *program, const struct exploration_violation *violation,
                         struct sources *sources)
{
    bool in_cycle = !violation || !violation->cycle.length;
    for (uint32_t i = 0; i < timeline->events.size; i++) {
        const struct timeline_event *event = &timeline->events.data[i];
        bool begins_cycle = !in_cycle && event->step >= violation->cycle.begin;
        in_cycle |= begins_cycle;
        if (i > 0 && !begins_cycle && is_same_line(program, &timeline->events.data[i - 1], event)) {
            vector_last(&table->rows).end = i + 1;
            continue;
        }
        struct schedule_row row = {.thread = event->thread,
                                   .code = event->code,
                                   .first_step = event->step,
                                   .first = i,
                                   .end = i + 1,
                                   .shown = true,
                                   .begins_cycle = begins_cycle,
                                   .switched = i > 0 && timeline->events.data[i - 1].thread != event->thread};
        vector_push(&table->rows, row);
    }
    if (violation && violation->code != NO_CODE && violation->blocked.size == 0 && !violation->cycle.length)
        add_failure(table, program, violation);
    for (uint32_t i = 0; i < table->rows.size; i++)
        fill_row(&table->rows.data[i], timeline, program, sources);
}

// Whether another thread touches what an event is about.
static bool is_shared_event(const struct timeline *timeline, const struct timeline_event *event)
{
    for (uint32_t i = 0; i < timeline->events.size; i++) {
        const struct timeline_event *other = &timeline->events.data[i];
        uint64_t own_end = event->address + (event->width ? event->width / 8 : 1),
                 end = other->address + (other->width ? other->width / 8 : 1);
        if (other->thread != event->thread && !other->choice && event->address < end &&
            other->address < own_end)
            return true;
    }
    return false;
}

static bool is_alone(const struct timeline *timeline, const struct schedule_row *row)
{
    if (row->begins_cycle)
        return false;
    for (uint32_t k = row->first; k < row->end; k++)
        if (is_shared_event(timeline, &timeline->events.data[k]))
            return false;
    return true;
}

// Folds what the first thread does before the others begin, but for what they see of it.
static void fold(struct schedule_table *table, const struct timeline *timeline)
{
    uint32_t end = 0, first = 0;
    while (end < table->rows.size && !table->rows.data[end].switched)
        end++;
    if (end == table->rows.size || timeline->events.size > FOLDED_EVENTS) // nobody else does anything
        return;
    for (uint32_t i = 0; i <= end; i++) {
        if (i < end && is_alone(timeline, &table->rows.data[i]))
            continue;
        for (uint32_t k = first; k < i && i - first >= FOLDED_LEAST; k++)
            table->rows.data[k].folded = true;
        first = i + 1;
    }
}

// The rows from `first` on that are folded, as one; returns the row behind them.
static uint32_t print_folded(struct buffer *out, const struct schedule_table *table, uint32_t first,
                             const struct timeline *timeline, const struct style *style)
{
    uint32_t end = first, from = table->rows.data[first].first_step + 1;
    while (end < table->rows.size && table->rows.data[end].folded)
        end++;
    uint32_t to = table->rows.data[end].first_step;
    buffer_print(out, "%s  ...   steps %u to %u: %s alone; --full-schedule shows them%s\n", style->faint,
                 from, to, timeline_thread_name(timeline, table->rows.data[first].thread), style->end);
    return end;
}

static void collect_threads(struct schedule_table *table)
{
    bool acts[MACHINE_MAX_THREADS] = {0};
    for (uint32_t i = 0; i < table->rows.size; i++)
        if (table->rows.data[i].thread < MACHINE_MAX_THREADS)
            acts[table->rows.data[i].thread] = true;
    for (uint32_t i = 0; i < MACHINE_MAX_THREADS; i++)
        if (acts[i])
            vector_push(&table->threads, i);
}

static unsigned thread_column(const struct schedule_table *table, uint32_t thread)
{
    for (uint32_t i = 0; i < table->threads.size; i++)
        if (table->threads.data[i] == thread)
            return i;
    return 0;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

// Shares the width out: places and notes take what they need up to a limit, threads the rest, whole source
// lines before columns far apart. Only one thread acts in a row, so that its text may run over the columns to
// its right.
static void lay_out_columns(struct schedule_table *table, const struct timeline *timeline, unsigned columns)
{
    unsigned cell = 0, names = 0, last = table->threads.size - 1;
    for (uint32_t i = 0; i < table->rows.size; i++) {
        const struct schedule_row *row = &table->rows.data[i];
        cell = larger(cell, text_columns(row->cell));
        table->note = larger(table->note, smaller(NOTE_MAXIMUM, text_columns(row->note)));
        table->place = larger(table->place, smaller(PLACE_MAXIMUM, text_columns(row->place)));
    }
    for (uint32_t i = 0; i < table->threads.size; i++)
        names = larger(names, text_columns(timeline_thread_name(timeline, table->threads.data[i])));
    table->place = smaller(table->place, columns / 4);
    unsigned fixed = GUTTER + 4 + table->place;
    unsigned rest = columns > fixed + CELL_MINIMUM ? columns - fixed : CELL_MINIMUM;
    unsigned least = smaller(names + 2, PITCH_NAMES);
    unsigned wanted = larger(CELL_MINIMUM, cell + last * least);
    unsigned floor = larger(CELL_MINIMUM, smaller(CELL_MINIMUM + last * least, rest * 2 / 3));
    table->note =
        smaller(table->note, larger(smaller(rest / 2, rest - floor), rest > wanted ? rest - wanted : 0));
    table->cells = larger(rest - table->note, CELL_MINIMUM);
    unsigned wish = last > 0 && table->cells > cell ? (table->cells - cell) / last : 0;
    unsigned most = last > 0 ? (table->cells - CELL_MINIMUM) / last : 0;
    table->pitch = smaller(most, smaller(PITCH_MAXIMUM, smaller(cell + 2, larger(wish, least))));
    if (last > 0 && table->pitch < PITCH_MINIMUM)
        table->pitch = PITCH_MINIMUM;
    table->header = last == 0 || table->pitch > names;
}

// Leaves out the middle of a long schedule: rows away from context switches first, and all of it if that is
// not enough.
static void elide(struct schedule_table *table)
{
    uint32_t size = table->rows.size, shown = 0;
    if (size <= ROWS_SHOWN)
        return;
    for (uint32_t i = 0; i < size; i++) {
        struct schedule_row *row = &table->rows.data[i];
        bool middle = i >= ROWS_HEAD && i + ROWS_TAIL < size;
        row->shown = !middle || row->begins_cycle || row->switched || table->rows.data[i + 1].switched;
        shown += row->shown;
    }
    for (uint32_t i = ROWS_HEAD; shown > ROWS_LIMIT && i + ROWS_TAIL < size; i++)
        table->rows.data[i].shown = table->rows.data[i].begins_cycle;
}

static void print_header(struct buffer *out, const struct schedule_table *table,
                         const struct timeline *timeline, const struct style *style)
{
    if (!table->header)
        return;
    buffer_print(out, "%s%*s", style->strong, GUTTER, "");
    for (uint32_t i = 0; i < table->threads.size; i++) {
        const char *name = timeline_thread_name(timeline, table->threads.data[i]);
        if (i + 1 < table->threads.size)
            buffer_fill(out, name, table->pitch);
        else
            buffer_print(out, "%s", name);
    }
    buffer_print(out, "%s\n", style->end);
}

// Takes back the blanks that fill the last column.
static void trim_line(struct buffer *out)
{
    while (out->bytes.size > 0 && vector_last(&out->bytes) == ' ')
        out->bytes.size--;
}

// What is left of a text that is printed in a column, line by line.
struct column {
    const char *text;
    unsigned indent, width; // of the lines behind the first one, blanks before
};

// Prints the next line of a column and fills it.
static void print_column_line(struct buffer *out, struct column *column, bool first)
{
    unsigned indent = first || !column->text[0] ? 0 : column->indent, width = column->width - indent;
    size_t length = text_line(column->text, width, true);
    char *line = memory_copy_bytes(column->text, length);
    buffer_print(out, "%*s", (int)indent, "");
    buffer_fill(out, line, width);
    memory_free(line);
    column->text += length;
    column->text += strspn(column->text, " ");
}

static void print_gutter(struct buffer *out, const struct schedule_row *row, const struct style *style)
{
    const char *colour = row->fails ? style->bad : row->switched ? style->mark : "";
    char number[16] = "";
    if (row->end > row->first)
        snprintf(number, sizeof number, "%u", row->first_step + 1);
    buffer_print(out, "%s%5s %s%s ", colour, number,
                 row->fails      ? "!"
                 : row->switched ? ">"
                                 : " ",
                 colour[0] ? style->end : "");
}

static void print_row(struct buffer *out, const struct schedule_table *table, const struct schedule_row *row,
                      const struct timeline *timeline, const struct style *style)
{
    unsigned indent = thread_column(table, row->thread) * table->pitch;
    if (indent + CELL_MINIMUM > table->cells)
        indent = table->cells - CELL_MINIMUM;
    char *named = table->header
                      ? memory_copy_string(row->cell)
                      : memory_format("%s: %s", timeline_thread_name(timeline, row->thread), row->cell);
    struct column cell = {named, CONTINUED, table->cells - indent}, note = {row->note, 0, table->note},
                  place = {row->place, 0, table->place};
    for (bool first = true; first || *cell.text || *note.text || *place.text; first = false) {
        if (first)
            print_gutter(out, row, style);
        else
            buffer_print(out, "%*s", GUTTER, "");
        buffer_print(out, "%*s", (int)indent, "");
        print_column_line(out, &cell, first);
        buffer_print(out, "  ");
        print_column_line(out, &note, first);
        buffer_print(out, "  ");
        bool ends = !place.text[0];
        buffer_print(out, "%s", ends ? "" : style->faint);
        print_column_line(out, &place, first);
        trim_line(out);
        buffer_print(out, "%s\n", ends ? "" : style->end);
    }
    memory_free(named);
}

void schedule_print(struct buffer *out, const struct timeline *timeline, const struct program *program,
                    const struct exploration_violation *violation, struct sources *sources,
                    const struct schedule_layout *layout)
{
    struct schedule_table table = {0};
    if (timeline->events.size == 0)
        return;
    collect_rows(&table, timeline, program, violation, sources);
    collect_threads(&table);
    lay_out_columns(&table, timeline, layout->columns);
    if (!layout->full) {
        fold(&table, timeline);
        elide(&table);
    }
    print_header(out, &table, timeline, &layout->style);
    for (uint32_t i = 0; i < table.rows.size; i++) {
        if (table.rows.data[i].folded)
            i = print_folded(out, &table, i, timeline, &layout->style);
        uint32_t begin = i;
        while (i + 1 < table.rows.size && !table.rows.data[i].shown)
            i++;
        uint32_t steps = table.rows.data[i].first_step - table.rows.data[begin].first_step;
        if (steps > 0)
            buffer_print(out, "%s  ...   %u more step%s; --full-schedule shows %s%s\n", layout->style.faint,
                         steps, steps == 1 ? "" : "s", steps == 1 ? "it" : "them", layout->style.end);
        else // rows of one step
            i = begin;
        if (table.rows.data[i].begins_cycle)
            buffer_print(out, "%s  ...   the cycle begins%s\n", layout->style.faint, layout->style.end);
        print_row(out, &table, &table.rows.data[i], timeline, &layout->style);
    }
    if (violation && violation->cycle.length)
        buffer_print(out, "%s  ...   and so on for ever, from step %u%s\n", layout->style.faint,
                     violation->cycle.begin + 1, layout->style.end);
    for (uint32_t i = 0; i < table.rows.size; i++) {
        memory_free(table.rows.data[i].cell);
        memory_free(table.rows.data[i].note);
        memory_free(table.rows.data[i].place);
    }
    vector_free(&table.rows);
    vector_free(&table.threads);
}
