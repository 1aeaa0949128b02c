#include "machine/rename.h"

#include "machine/faint.h"
#include "machine/input_names.h"
#include "machine/journal.h"
#include "machine/memory.h"
#include "machine/readable.h"

enum {
    LINE_LIMIT = 4096, // lines that are searched for pointers
    LOG_LIMIT = 65536, // changes of memory that are looked through
    NODE_LIMIT = 256,  // nodes of terms, each once
    NODE_SLOTS = 1024,
    NEAR = 4096, // a constant so near to an object may be the base of an address in it
};

// ---- pairs

// What was logged of an object since the moment, before its first change.
static void find_record(const struct machine *m, const struct moment *moment, struct renamed *pair)
{
    const struct object *o = &m->memory.objects.data[pair->then];
    pair->state = o->state;
    pair->scopes = o->scopes;
    for (uint32_t k = moment->changed_objects; k < m->undo.objects.size; k++) {
        const struct undo_object *u = &m->undo.objects.data[k];
        if (u->object != pair->then)
            continue;
        pair->state = u->state;
        pair->scopes = u->scopes;
        return;
    }
}

static bool corresponds(struct machine *m, const struct thread *t, const struct renamed *pair)
{
    const struct object *a = object_get(m, pair->then), *b = object_get(m, pair->now);
    return rename_is_own(t, a) && rename_is_own(t, b) && a->state == OBJECT_RETURNED &&
           pair->state == b->state && !pair->scopes == !b->scopes && a->kind == b->kind &&
           a->size == b->size && a->site == b->site &&
           (a->number & OBJECT_APART) == (b->number & OBJECT_APART);
}

bool rename_find(struct machine *m, const struct thread *t, const struct moment *moment, struct renaming *r)
{
    uint32_t then = undo_thread_then(m, t, moment->threads).stack_top, now = t->state.stack_top;
    r->count = 0;
    r->birth = UINT32_MAX;
    while (then != now) {
        if (then == NO_OBJECT || now < moment->objects || r->count == RENAMED_LIMIT)
            return false;
        const struct object *a = object_get(m, then), *b = object_get(m, now);
        struct renamed pair = {
            .then = then, .now = now, .base_then = a->base, .base_now = b->base, .size = a->size};
        find_record(m, moment, &pair);
        if (!corresponds(m, t, &pair))
            return false;
        r->object[r->count++] = pair;
        r->birth = a->birth < r->birth ? a->birth : r->birth;
        then = a->below;
        now = b->below;
    }
    return true;
}

uint32_t rename_object(const struct renaming *r, uint32_t then)
{
    for (uint32_t k = 0; k < r->count; k++)
        if (r->object[k].then == then)
            return r->object[k].now;
    return then;
}

static const struct renamed *find_renamed(const struct renaming *r, uint64_t bits)
{
    for (uint32_t k = 0; k < r->count; k++)
        if (bits - r->object[k].base_then <= r->object[k].size)
            return &r->object[k];
    return NULL;
}

uint64_t rename_bits(const struct renaming *r, uint64_t then)
{
    const struct renamed *gone = find_renamed(r, then);
    return gone ? then - gone->base_then + gone->base_now : then;
}

// ---- pointers that are left

// The nodes of a term, or of several, that were looked at. The eight bytes of a number are parts of one term,
// and a division has its operands several times.
struct seen_nodes {
    uint32_t count;
    term slot[NODE_SLOTS];
};

static bool is_new_node(struct seen_nodes *seen, term t)
{
    uint32_t k = (uint32_t)(t * UINT32_C(2654435761)) % NODE_SLOTS;
    while (seen->slot[k] && seen->slot[k] != t)
        k = (k + 1) % NODE_SLOTS;
    bool found = seen->slot[k] == t;
    seen->slot[k] = t;
    seen->count += !found;
    return !found;
}

// Constants in a term, of which there may be few.
static bool term_mentions(const struct machine *m, const struct renaming *r, term t, struct seen_nodes *seen)
{
    if (!is_new_node(seen, t))
        return false;
    if (seen->count > NODE_LIMIT)
        return true;
    struct term_node n = *term_get(m->terms, t);
    if (n.kind == TERM_CONSTANT) {
        for (uint32_t k = 0; k < r->count; k++)
            if (n.value - r->object[k].base_then + NEAR <= r->object[k].size + 2 * NEAR)
                return true;
        return false;
    }
    for (unsigned k = 0; k < term_kind_kids[n.kind]; k++)
        if (term_mentions(m, r, n.kid[k], seen))
            return true;
    return false;
}

static bool value_mentions(const struct machine *m, const struct renaming *r, struct value v)
{
    if (!v.t)
        return find_renamed(r, v.bits) != NULL;
    struct seen_nodes seen = {0};
    return term_mentions(m, r, v.t, &seen);
}

static bool registers_mention(struct machine *m, const struct thread *t, const struct renaming *r)
{
    for (uint32_t frame = 0; frame < t->state.depth; frame++) {
        uint32_t count, base = t->frames.data[frame].base;
        const uint32_t *readable = readable_in_frame(m, t, frame, &count);
        for (uint32_t k = 0; k < count; k++) {
            const struct cell *c = &t->registers.data[base + readable[k]];
            if (value_mentions(m, r, (struct value){c->bits, c->t}) &&
                readable_register(m, t, base + readable[k]))
                return true;
        }
    }
    return value_mentions(m, r, t->state.result);
}

// Inputs in a line: terms of its bytes, but for the faint ones.
static bool overlay_mentions(const struct machine *m, const struct renaming *r, uint32_t overlay,
                             uint64_t faint)
{
    if (!overlay)
        return false;
    struct seen_nodes seen = {0};
    for (unsigned k = 0; k < LINE_BYTES; k++) {
        term t = m->memory.overlays.data[overlay].t[k];
        if (t && !(faint >> k & 1) && term_mentions(m, r, t, &seen))
            return true;
    }
    return false;
}

// Wherever a pointer may begin, aligned or not.
static bool line_mentions(struct machine *m, const struct renaming *r, const struct object *o, uint64_t line)
{
    unsigned word = m->program->pointer_bits / 8;
    uint64_t faint = faint_bytes(m, o, line), first = line * LINE_BYTES;
    for (uint64_t at = first > word ? first - word : 0; at < first + LINE_BYTES && at + word <= o->size;
         at++) {
        uint64_t bits = 0;
        memcpy(&bits, o->data + at, word);
        bool out = at >= first && faint >> (at - first) & 1;
        if (bits && !out && find_renamed(r, bits))
            return true;
    }
    return overlay_mentions(m, r, o->lines[line].overlay, faint);
}

// ---- memory that has been written since the objects were made

typedef bool line_visitor(struct machine *m, const struct renaming *r, const struct object *o, uint64_t line);

struct line_walk {
    struct machine *m;
    const struct thread *t;
    const struct renaming *r;
    line_visitor *visit; // true: found
    uint32_t lines;
};

static bool visit_line(struct line_walk *w, const struct object *o, uint64_t line)
{
    bool own = o->reach == w->t->number || o->unseen == w->t->number + 1 || o->unseen == UNSEEN_BY_SEVERAL;
    if (!own || !memory_has_content(o))
        return false;
    return ++w->lines > LINE_LIMIT || w->visit(w->m, w->r, o, line);
}

// Changes are logged in the order of their epochs, the first of each epoch, but for those of objects that
// were made in it.
static bool visit_lines(struct line_walk *w)
{
    const struct machine *m = w->m;
    for (uint32_t k = m->memory.objects.size; k-- > 1 && m->memory.objects.data[k].birth >= w->r->birth;)
        for (uint64_t line = 0; line < memory_line_count(&m->memory.objects.data[k]); line++)
            if (visit_line(w, &m->memory.objects.data[k], line))
                return true;
    uint32_t looked = 0;
    for (uint32_t k = m->undo.lines.size; k-- > 0;) {
        const struct undo_line *u = &m->undo.lines.data[k];
        const struct object *o = &m->memory.objects.data[u->object];
        if (o->lines[u->line].epoch < w->r->birth)
            return false;
        if (++looked > LOG_LIMIT || (o->birth < w->r->birth && visit_line(w, o, u->line)))
            return true;
    }
    return false;
}

bool rename_leaves_pointers(struct machine *m, const struct thread *t, const struct renaming *r)
{
    struct line_walk walk = {m, t, r, line_mentions, 0};
    return r->count && (registers_mention(m, t, r) || visit_lines(&walk));
}

// ---- the journal

static bool journal_line(struct machine *m, const struct renaming *r, const struct object *o, uint64_t line)
{
    (void)r;
    uint64_t first = line * LINE_BYTES;
    journal_memory(m, JOURNAL_READ, o->base + first,
                   o->size - first < LINE_BYTES ? o->size - first : LINE_BYTES);
    return false;
}

void rename_journal(struct machine *m, const struct thread *t, const struct renaming *r)
{
    struct line_walk walk = {m, t, r, journal_line, 0};
    if (!r->count)
        return;
    for (uint32_t frame = 0; frame < t->state.depth; frame++) {
        uint32_t count, base = t->frames.data[frame].base;
        const uint32_t *readable = readable_in_frame(m, t, frame, &count);
        for (uint32_t k = 0; k < count; k++)
            if (readable_register(m, t, base + readable[k]))
                journal_register(m, t->number, base + readable[k]);
    }
    visit_lines(&walk);
}

// ---- names

bool rename_is_own_stack(const struct machine *m, const struct thread *t, uint64_t bits, uint64_t *name)
{
    const struct object *o = memory_find(m, bits);
    if (!o || !rename_is_own(t, o) || o->state == OBJECT_RETURNED)
        return false;
    *name = (uint64_t)o->site << 32 | (bits - o->base);
    return true;
}
