#include "report/diff_view.h"

#include "analysis/impact.h"
#include "base/sequence.h"

#include <string.h>

enum { MOST_CHARACTERS = 200 }; // of a line that are looked at

struct diff_view_making {
    struct diff_view *view;
    const struct diff_request *request;
    struct matching *matching;
    struct difference *difference;
    struct impact *impact;
    struct code_lines lines[DIFF_VERSIONS];
};

// What the instructions of a line are, all together.
struct diff_view_tally {
    uint32_t codes, only, modified, redefined; // that say something
    uint32_t jumps, jumps_changed;
    uint32_t constants, constants_only; // of `codes`
};

// ---- lines

// What is no statement of its own: where a jump, or what a variable is on one of several ways, stands in the
// source is for the compiler to say.
static bool leads_on(unsigned op)
{
    return op == OP_MOVE || difference_connects(op);
}

static bool is_shown(const struct program *p, uint32_t global)
{
    return !(p->globals[global].flags & GLOBAL_RUNTIME) && !code_content_is_literal(p, global);
}

// Instructions at column 0 stand for no statement of their line: the variables of a function, heads of loops.
static bool has_statement(const struct diff_view_making *m, uint32_t version, uint32_t code)
{
    const struct program *p = m->request->programs[version];
    return p->locations[p->location_of[code]].column ||
           (p->code[code].op == OP_ALLOCA && m->difference->codes[version][code] == CHANGE_MODIFIED);
}

static void make_diff_lines(struct diff_view_making *m, uint32_t version)
{
    const struct program *p = m->request->programs[version];
    struct code_lines *lines = &m->lines[version];
    struct diff_version *v = &m->view->versions[version];
    VECTOR(uint32_t) more = {0};
    for (uint32_t g = 0; g < p->globals_count; g++)
        if (is_shown(p, g))
            vector_push(&more, p->globals[g].location);
    code_lines_make(lines, p, more.data, more.size);
    for (uint32_t code = 0; code < p->code_count; code++)
        if (lines->line_of[code] != NO_LINE && !has_statement(m, version, code))
            lines->line_of[code] = NO_LINE;
    for (uint32_t k = 0; k < lines->list.size; k++)
        vector_push(&v->lines, (struct diff_line){.file = lines->list.data[k].file,
                                                  .line = lines->list.data[k].line,
                                                  .other = NO_LINE});
    vector_free(&more);
}

static void make_files(struct diff_version *v)
{
    for (uint32_t k = 0; k < v->lines.size; k++) {
        const char *name = v->lines.data[k].file;
        if (!k || strcmp(name, v->lines.data[k - 1].file) != 0)
            vector_push(&v->files, (struct diff_file){.name = name, .first = k});
        v->lines.data[k].file = vector_last(&v->files).name;
        vector_last(&v->files).end = k + 1;
    }
}

// ---- counterparts

// A line's counterpart is that of its first statement that has one.
static void find_other_lines(struct diff_view_making *m)
{
    const struct program *p = m->request->programs[DIFF_OLD];
    struct diff_version *a = &m->view->versions[DIFF_OLD], *b = &m->view->versions[DIFF_NEW];
    for (int constants = 0; constants < 2; constants++)
        for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
            uint32_t other = m->matching->codes[VERSION_OLD][code], i = m->lines[DIFF_OLD].line_of[code];
            uint32_t k = other == NO_CODE ? NO_LINE : m->lines[DIFF_NEW].line_of[other];
            bool says = p->code[code].op != OP_CONST && !leads_on(p->code[code].op);
            if (i == NO_LINE || k == NO_LINE || !(says || constants))
                continue;
            if (a->lines.data[i].other == NO_LINE)
                a->lines.data[i].other = k;
            if (b->lines.data[k].other == NO_LINE)
                b->lines.data[k].other = i;
        }
    for (uint32_t g = 0; g < p->globals_count; g++) {
        uint32_t other = m->matching->globals[VERSION_OLD][g];
        if (other == NO_GLOBAL || !is_shown(p, g))
            continue;
        const struct program *q = m->request->programs[DIFF_NEW];
        uint32_t i = code_lines_at(&m->lines[DIFF_OLD], p, p->globals[g].location);
        uint32_t k = code_lines_at(&m->lines[DIFF_NEW], q, q->globals[other].location);
        if (i != NO_LINE && k != NO_LINE && a->lines.data[i].other == NO_LINE)
            a->lines.data[i].other = k;
        if (i != NO_LINE && k != NO_LINE && b->lines.data[k].other == NO_LINE)
            b->lines.data[k].other = i;
    }
}

static const struct diff_file *find_diff_file(const struct diff_version *v, const char *name, bool base)
{
    for (uint32_t k = 0; k < v->files.size; k++)
        if (strcmp(base ? path_base(v->files.data[k].name) : v->files.data[k].name,
                   base ? path_base(name) : name) == 0)
            return &v->files.data[k];
    return NULL;
}

// The file of the same name; else that of the first line with a counterpart, or one in another folder, unless
// there was a file of that name.
static const char *other_file(const struct diff_version *own, const struct diff_version *other,
                              const struct diff_file *file)
{
    const struct diff_file *found = find_diff_file(other, file->name, false);
    if (found)
        return found->name;
    for (uint32_t k = file->first; k < file->end; k++) {
        uint32_t line = own->lines.data[k].other;
        if (line != NO_LINE && !find_diff_file(own, other->lines.data[line].file, false))
            return other->lines.data[line].file;
    }
    found = find_diff_file(other, file->name, true);
    return found && !find_diff_file(own, found->name, false) ? found->name : NULL;
}

static uint32_t count_file_lines(struct sources *sources, const char *file)
{
    uint32_t count = 0;
    while (sources_whole_line(sources, file, count + 1))
        count++;
    return count;
}

static void match_file(struct diff_view *view, struct diff_file *old)
{
    struct diff_version *a = &view->versions[DIFF_OLD], *b = &view->versions[DIFF_NEW];
    struct diff_file *other = NULL;
    for (uint32_t k = 0; k < b->files.size; k++)
        if (strcmp(b->files.data[k].name, old->other) == 0)
            other = &b->files.data[k];
    line_match_make(&old->match, &a->sources, old->name, &b->sources, old->other);
    if (other && !other->match.lines)
        line_match_reverse(&other->match, &old->match, count_file_lines(&b->sources, other->name));
}

static void find_other_files(struct diff_view *view)
{
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++)
        for (uint32_t k = 0; k < view->versions[v].files.size; k++)
            view->versions[v].files.data[k].other =
                other_file(&view->versions[v], &view->versions[!v], &view->versions[v].files.data[k]);
    for (uint32_t k = 0; k < view->versions[DIFF_OLD].files.size; k++)
        if (view->versions[DIFF_OLD].files.data[k].other)
            match_file(view, &view->versions[DIFF_OLD].files.data[k]);
}

// ---- changes

static struct diff_view_tally *tally_lines(const struct diff_view_making *m, uint32_t version)
{
    const struct program *p = m->request->programs[version];
    struct diff_view_tally *tallies = memory_zalloc((size_t)m->lines[version].list.size + 1, sizeof *tallies);
    for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
        uint32_t line = m->lines[version].line_of[code];
        if (line == NO_LINE)
            continue;
        struct diff_view_tally *t = &tallies[line];
        enum change change = m->difference->codes[version][code];
        if (leads_on(p->code[code].op)) {
            t->jumps++;
            t->jumps_changed += change >= CHANGE_MODIFIED;
            continue;
        }
        bool constant = p->code[code].op == OP_CONST;
        t->codes++;
        t->only += change == CHANGE_ONLY;
        t->modified += change == CHANGE_MODIFIED;
        t->redefined += change == CHANGE_REDEFINED;
        t->constants += constant;
        t->constants_only += constant && change == CHANGE_ONLY;
    }
    for (uint32_t g = 0; g < p->globals_count; g++) {
        uint32_t line =
            is_shown(p, g) ? code_lines_at(&m->lines[version], p, p->globals[g].location) : NO_LINE;
        if (line == NO_LINE)
            continue;
        tallies[line].codes++;
        tallies[line].only += m->difference->globals[version][g] == CHANGE_ONLY;
        tallies[line].modified += m->difference->globals[version][g] == CHANGE_MODIFIED;
    }
    return tallies;
}

// Whether the line of the source is there in the other version, wherever its statements are.
static bool is_in_both(const struct diff_version *version, const struct diff_line *line)
{
    for (uint32_t k = 0; k < version->files.size; k++)
        if (version->files.data[k].name == line->file)
            return line_match_of(&version->files.data[k].match, line->line) != 0;
    return false;
}

// Whether the source says what it said: its line is there, or its counterpart reads like it.
static bool has_same_text(struct diff_view *view, uint32_t version, const struct diff_line *line)
{
    if (is_in_both(&view->versions[version], line))
        return true;
    if (line->other == NO_LINE)
        return false;
    const struct diff_line *other = &view->versions[!version].lines.data[line->other];
    const char *a = sources_line(&view->versions[version].sources, line->file, line->line),
               *b = sources_line(&view->versions[!version].sources, other->file, other->line);
    return (!a && !b) || (a && b && line_match_equal(a, b));
}

static enum diff_change change_of(struct diff_view *view, uint32_t version, const struct diff_line *line,
                                  const struct diff_view_tally *t)
{
    // `break;`, `return;` and the like, or the end of a block
    if (!t->codes)
        return t->jumps_changed && t->jumps_changed == t->jumps && !is_in_both(&view->versions[version], line)
                   ? DIFF_ONLY
                   : DIFF_SAME;
    bool only_constants = t->codes == t->constants;
    if (t->only == t->codes || (!only_constants && t->only - t->constants_only == t->codes - t->constants))
        return DIFF_ONLY;
    if (t->only || t->modified)
        return DIFF_MODIFIED;
    return (t->redefined || t->jumps_changed) && !has_same_text(view, version, line) ? DIFF_MODIFIED
                                                                                     : DIFF_SAME;
}

// ---- lines that were rewritten

// Whether most of the characters are common to both, in order.
static bool reads_alike(const char *a, const char *b)
{
    uint64_t words[2][MOST_CHARACTERS] = {{0}};
    uint32_t counts[2] = {0}, match[MOST_CHARACTERS], common = 0;
    for (unsigned v = 0; v < 2; v++)
        for (const char *text = v ? b : a; *text && counts[v] < MOST_CHARACTERS; text++)
            if (*text != ' ' && *text != '\t')
                words[v][counts[v]++] = (unsigned char)*text;
    sequence_match(words[0], counts[0], words[1], counts[1], match);
    for (uint32_t k = 0; k < counts[0]; k++)
        common += match[k] != SEQUENCE_NONE;
    return 4 * common >= counts[0] + counts[1];
}

// The lines of the new file between which an old line would stand: exclusive.
struct diff_view_gap {
    uint32_t after, before;
};

static struct diff_view_gap gap_of(const struct line_match *match, uint32_t line)
{
    struct diff_view_gap gap = {0, UINT32_MAX};
    for (uint32_t l = line; l && !gap.after; l--)
        gap.after = line_match_of(match, l);
    for (uint32_t l = line; l <= match->count && gap.before == UINT32_MAX; l++)
        if (line_match_of(match, l))
            gap.before = line_match_of(match, l);
    return gap;
}

// The first added line there, from index `first` on, that reads like the old one; NO_LINE: none.
static uint32_t find_rewritten(struct diff_view *view, const struct diff_file *old,
                               const struct diff_line *line, uint32_t first, uint32_t end)
{
    struct diff_version *a = &view->versions[DIFF_OLD], *b = &view->versions[DIFF_NEW];
    struct diff_view_gap gap = gap_of(&old->match, line->line);
    const char *was = sources_line(&a->sources, old->name, line->line);
    for (uint32_t k = first; was && k < end && b->lines.data[k].line < gap.before; k++) {
        const struct diff_line *l = &b->lines.data[k];
        const char *is = l->line > gap.after && l->change == DIFF_ONLY
                             ? sources_line(&b->sources, l->file, l->line)
                             : NULL;
        if (is && reads_alike(was, is))
            return k;
    }
    return NO_LINE;
}

// A line that was deleted where one that reads like it was added, between the same other lines, is that line
// modified.
static void match_rewritten(struct diff_view *view, const struct diff_file *old)
{
    struct diff_version *a = &view->versions[DIFF_OLD], *b = &view->versions[DIFF_NEW];
    const struct diff_file *new = old->other ? find_diff_file(b, old->other, false) : NULL;
    uint32_t next = new ? new->first : 0;
    for (uint32_t k = old->first; new && k < old->end; k++) {
        struct diff_line *line = &a->lines.data[k];
        if (line->change != DIFF_ONLY)
            continue;
        uint32_t found = find_rewritten(view, old, line, next, new->end);
        if (found == NO_LINE)
            continue;
        line->change = b->lines.data[found].change = DIFF_MODIFIED;
        line->other = found;
        b->lines.data[found].other = k;
        next = found + 1;
    }
}

// What is modified in one version is so in the other.
static void spread_changes(struct diff_view *view)
{
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++)
        for (uint32_t k = 0; k < view->versions[v].lines.size; k++) {
            const struct diff_line *line = &view->versions[v].lines.data[k];
            if (line->change == DIFF_SAME || line->other == NO_LINE)
                continue;
            struct diff_line *other = &view->versions[!v].lines.data[line->other];
            if (other->change == DIFF_SAME)
                other->change = DIFF_MODIFIED;
        }
}

static void find_line_changes(struct diff_view_making *m)
{
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++) {
        struct diff_view_tally *tallies = tally_lines(m, v);
        for (uint32_t k = 0; k < m->view->versions[v].lines.size; k++) {
            struct diff_line *line = &m->view->versions[v].lines.data[k];
            line->change = change_of(m->view, v, line, &tallies[k]);
        }
        memory_free(tallies);
    }
    spread_changes(m->view);
    for (uint32_t k = 0; k < m->view->versions[DIFF_OLD].files.size; k++)
        match_rewritten(m->view, &m->view->versions[DIFF_OLD].files.data[k]);
}

static void find_impact(struct diff_view_making *m)
{
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++) {
        const struct program *p = m->request->programs[v];
        for (uint32_t code = 0; code < p->code_count; code = code_next(p, code)) {
            uint32_t line = m->lines[v].line_of[code];
            if (line == NO_LINE)
                continue;
            m->view->versions[v].lines.data[line].affected |= slice_contains(m->impact->affected[v], code);
            m->view->versions[v].lines.data[line].affecting |= slice_contains(m->impact->affecting[v], code);
        }
    }
}

static void count_lines(struct diff_view *view)
{
    for (uint32_t k = 0; k < view->versions[DIFF_OLD].lines.size; k++)
        view->deleted += view->versions[DIFF_OLD].lines.data[k].change == DIFF_ONLY;
    for (uint32_t k = 0; k < view->versions[DIFF_NEW].lines.size; k++) {
        const struct diff_line *line = &view->versions[DIFF_NEW].lines.data[k];
        view->added += line->change == DIFF_ONLY;
        view->modified += line->change == DIFF_MODIFIED;
        view->affected += line->change == DIFF_SAME && line->affected;
        view->affecting += line->change == DIFF_SAME && line->affecting;
    }
}

// ---- functions and globals

static const char *name_of_function(const struct diff_view_making *m, uint32_t version, uint32_t function)
{
    const struct program *p = m->request->programs[version];
    return function == NO_FUNCTION ? NULL : program_string(p, p->functions[function].name);
}

static void look_at_function_code(const struct diff_view_making *m, uint32_t version, uint32_t function,
                                  struct diff_symbol *symbol)
{
    const struct program *p = m->request->programs[version];
    for (uint32_t code = p->functions[function].first; code < p->functions[function].end;
         code = code_next(p, code)) {
        symbol->changed |=
            m->difference->codes[version][code] >= CHANGE_MODIFIED && !difference_connects(p->code[code].op);
        symbol->affected |= slice_contains(m->impact->affected[version], code);
        symbol->affecting |= slice_contains(m->impact->affecting[version], code);
    }
}

static void make_functions(struct diff_view_making *m, uint32_t version)
{
    const struct program *p = m->request->programs[version];
    for (uint32_t f = 0; f < p->functions_count; f++) {
        uint32_t other = m->matching->functions[version][f];
        if (p->functions[f].kind != FUNCTION_DEFINED || p->functions[f].flags & FUNCTION_RUNTIME ||
            (version == DIFF_OLD && other != NO_FUNCTION))
            continue;
        struct diff_symbol symbol = {0};
        symbol.names[version] = name_of_function(m, version, f);
        symbol.names[!version] = name_of_function(m, !version, other);
        look_at_function_code(m, version, f, &symbol);
        if (other != NO_FUNCTION)
            look_at_function_code(m, !version, other, &symbol);
        vector_push(&m->view->functions, symbol);
    }
}

static void make_diff_globals(struct diff_view_making *m, uint32_t version)
{
    const struct program *p = m->request->programs[version], *q = m->request->programs[!version];
    for (uint32_t g = 0; g < p->globals_count; g++) {
        uint32_t other = m->matching->globals[version][g];
        if (!is_shown(p, g) || (version == DIFF_OLD && other != NO_GLOBAL))
            continue;
        struct diff_symbol symbol = {.changed = m->difference->globals[version][g]};
        symbol.names[version] = program_string(p, p->globals[g].name);
        symbol.names[!version] = other == NO_GLOBAL ? NULL : program_string(q, q->globals[other].name);
        vector_push(&m->view->globals, symbol);
    }
}

// ---- links

static void make_diff_links(struct diff_view_making *m, uint32_t version)
{
    const struct dependence *d = m->impact->dependences[version];
    struct diff_version *v = &m->view->versions[version];
    uint64_t *members = bit_array_new(d->nodes.count);
    for (size_t w = 0; w < bit_array_words(d->nodes.count); w++)
        members[w] = m->impact->affected[version]->members[w] | m->impact->affecting[version]->members[w];
    line_links_make(&v->links, d, DEPENDENCE_ORDERED, members, members, m->lines[version].line_of);
    memory_free(members);
}

// ---- all of it

void diff_view_make(struct diff_view *view, const struct diff_request *request)
{
    *view = (struct diff_view){0};
    struct diff_view_making m = {.view = view, .request = request};
    m.matching = matching_compute(request->programs[DIFF_OLD], request->programs[DIFF_NEW]);
    m.difference = difference_compute(m.matching);
    m.impact = impact_compute(m.difference);
    view->different = m.difference->any;
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++) {
        view->versions[v].sources.folder = request->folders[v];
        make_diff_lines(&m, v);
        make_files(&view->versions[v]);
        make_functions(&m, !v);
        make_diff_globals(&m, !v);
        if (request->links)
            make_diff_links(&m, v);
    }
    find_other_lines(&m);
    find_other_files(view);
    find_line_changes(&m);
    find_impact(&m);
    count_lines(view);
    code_lines_free(&m.lines[DIFF_OLD]);
    code_lines_free(&m.lines[DIFF_NEW]);
    impact_free(m.impact);
    difference_free(m.difference);
    matching_free(m.matching);
}

void diff_view_free(struct diff_view *view)
{
    for (uint32_t v = 0; v < DIFF_VERSIONS; v++) {
        struct diff_version *version = &view->versions[v];
        for (uint32_t k = 0; k < version->files.size; k++)
            line_match_free(&version->files.data[k].match);
        sources_free(&version->sources);
        vector_free(&version->lines);
        vector_free(&version->files);
        vector_free(&version->links);
    }
    vector_free(&view->functions);
    vector_free(&view->globals);
}
