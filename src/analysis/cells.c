// Contents of objects: which words exist, and which of them overlap.
#include "analysis/pointers.h"

#include "analysis/relocations.h"
#include "base/hash.h"

// More words than this become one part: anywhere.
enum { MOST_CELLS = 1024, MOST_COPIED_WORDS = 64 };
// More copies between two objects with different distances become one, from anywhere to anywhere; so do
// copies of one object to more other places than that: else each of its words would be copied to each of
// them.
enum { MOST_COPIES = 8, MOST_COPIES_OF_OBJECT = 16 };

static uint64_t hash_cell(const struct object_cell *c)
{
    return hash_combine(hash_combine(c->object, c->stride), (uint64_t)c->offset);
}

// The cell with that object, offset and stride; INDEX_NONE: there is none yet.
static uint32_t find_cell(const struct points_to *pt, const struct object_cell *cell)
{
    uint64_t hash = hash_cell(cell);
    for (uint32_t at = index_begin(hash), n; (n = index_next(&pt->cell_index, hash, &at)) != INDEX_NONE;) {
        const struct object_cell *c = &pt->cells.data[n];
        if (c->object == cell->object && c->offset == cell->offset && c->stride == cell->stride)
            return n;
    }
    return INDEX_NONE;
}

static struct object_content *content_of_object(struct points_to *pt, uint32_t object)
{
    while (pt->contents.size <= object)
        vector_push(&pt->contents,
                    (struct object_content){.first_cell = NO_CODE, .first_copy = NO_CODE, .any = NO_CODE});
    return &pt->contents.data[object];
}

static uint32_t floor_modulo(int64_t x, uint32_t y)
{
    int64_t rest = x % (int64_t)y;
    return (uint32_t)(rest < 0 ? rest + y : rest);
}

static bool cells_overlap(const struct object_cell *x, const struct object_cell *y)
{
    uint32_t stride = greatest_common_divisor(x->stride, y->stride);
    return stride ? floor_modulo(x->offset - y->offset, stride) == 0 : x->offset == y->offset;
}

// Connects a new cell with those it overlaps. Two of stride 0 never do.
static void connect(struct points_to *pt, uint32_t cell)
{
    struct object_cell c = pt->cells.data[cell];
    if (c.in != c.out)
        solver_add_edge(&pt->solver, c.in, c.out, (struct transform){0, 0});
    for (uint32_t k = c.next; k != NO_CODE; k = pt->cells.data[k].next) {
        struct object_cell other = pt->cells.data[k];
        if ((c.stride || other.stride) && cells_overlap(&c, &other)) {
            solver_add_edge(&pt->solver, c.in, other.out, (struct transform){0, 0});
            solver_add_edge(&pt->solver, other.in, c.out, (struct transform){0, 0});
        }
    }
}

static void copy_cell(struct points_to *pt, uint32_t cell, const struct content_copy *copy)
{
    struct object_cell c = pt->cells.data[cell];
    uint32_t to = c.stride == ANY_OFFSET_STRIDE ? cells_any(pt, copy->to)
                                                : cells_get(pt, copy->to, c.offset + copy->delta, c.stride);
    if (to != NO_CODE)
        solver_add_edge(&pt->solver, c.out, pt->cells.data[to].in, (struct transform){0, 0});
}

// The initial bytes of an object, on the way through them.
struct initial_bytes {
    uint32_t object, found; // found: addresses
    const uint8_t *data;
    struct place_numbers places; // of the address
};

static uint64_t initial_word(const struct points_to *pt, const struct initial_bytes *bytes, uint64_t at)
{
    uint64_t value = 0;
    memcpy(&value, bytes->data + at, pt->objects.word);
    return value;
}

// The object holds the places of the address `at` bytes into it; an unaligned one lies across two words.
static void initialise_word(struct points_to *pt, struct initial_bytes *bytes, uint64_t at)
{
    uint64_t word = pt->objects.word;
    objects_of_constant(&pt->objects, initial_word(pt, bytes, at), &bytes->places);
    if (!bytes->places.size)
        return;
    bool many = ++bytes->found > MOST_CELLS / 2;
    for (uint64_t k = at / word; k <= (at + word - 1) / word && !(many && k > at / word); k++) {
        uint32_t cell =
            many ? cells_any(pt, bytes->object) : cells_get(pt, bytes->object, (int64_t)(k * word), 0);
        for (uint32_t n = 0; cell != NO_CODE && n < bytes->places.size; n++)
            solver_add_place(&pt->solver, cell_in(pt, cell), bytes->places.data[n]);
    }
}

// Pointers in the initial bytes of a global: what the front end knows to be addresses, wherever they lie, and
// numbers that are some. Numbers between those that the alignment allows must lie in a variable: else tables
// of small numbers are full of addresses.
static void add_initial_pointers(struct points_to *pt, uint32_t object, uint32_t global)
{
    const struct program *p = pt->program;
    const struct global *g = &p->globals[global];
    uint64_t word = pt->objects.word, step = g->alignment && g->alignment < word ? g->alignment : word;
    if (g->flags & GLOBAL_ZERO || g->size < word)
        return;
    struct initial_bytes bytes = {.object = object, .data = p->data + g->data};
    uint32_t next = relocations_from(p, g->data);
    for (uint64_t at = 0; at + word <= g->size; at++) {
        while (next < p->relocations_count && p->relocations[next] < g->data + at)
            next++;
        bool known = next < p->relocations_count && p->relocations[next] == g->data + at;
        if (known || at % step == 0 || objects_is_inside(&pt->objects, initial_word(pt, &bytes, at)))
            initialise_word(pt, &bytes, at);
    }
    vector_free(&bytes.places);
}

// Objects that have content from the start.
static void prepare_content(struct points_to *pt, uint32_t object)
{
    const struct abstract_object *o = &pt->objects.list.data[object];
    if (content_of_object(pt, object)->initialised)
        return;
    content_of_object(pt, object)->initialised = true;
    if (o->kind == ABSTRACT_GLOBAL || o->kind == ABSTRACT_THREAD_LOCAL)
        add_initial_pointers(pt, object, o->index);
}

// A new cell exists wherever its object is copied to, and from there wherever that is copied to: chains of
// copies are as long as the program, so that those still to be followed wait in a list.
static void copy_new_cell(struct points_to *pt, uint32_t cell)
{
    vector_push(&pt->new_cells, cell);
    if (pt->copying)
        return;
    pt->copying = true;
    while (pt->new_cells.size) {
        uint32_t next = vector_pop(&pt->new_cells), object = pt->cells.data[next].object;
        for (uint32_t k = content_of_object(pt, object)->first_copy; k != NO_CODE;
             k = pt->copies.data[k].next) {
            struct content_copy copy = pt->copies.data[k];
            copy_cell(pt, next, &copy);
        }
    }
    pt->copying = false;
}

uint32_t cells_get(struct points_to *pt, uint32_t object, int64_t offset, uint32_t stride)
{
    const struct abstract_object *o = &pt->objects.list.data[object];
    if (o->kind == ABSTRACT_FUNCTION || object == OBJECT_INPUT)
        return NO_CODE;
    prepare_content(pt, object);
    if (objects_is_flat(pt->objects.list.data[object].kind) || (stride && stride % pt->objects.word))
        stride = ANY_OFFSET_STRIDE;
    o = &pt->objects.list.data[object];
    if (stride > 1)
        offset = floor_modulo(offset, stride);
    else if (!stride && (offset < 0 || (o->size != UNKNOWN_SIZE && (uint64_t)offset >= o->size)))
        return NO_CODE;
    struct object_cell new = {.object = object, .offset = stride == 1 ? 0 : offset, .stride = stride};
    uint32_t cell = find_cell(pt, &new);
    if (cell != INDEX_NONE)
        return cell;
    if (content_of_object(pt, object)->cell_count >= MOST_CELLS && stride != ANY_OFFSET_STRIDE)
        return cells_any(pt, object);
    struct object_content *content = content_of_object(pt, object);
    new.next = content->first_cell;
    new.in = object == OBJECT_UNKNOWN ? pt->unknown : solver_nodes(&pt->solver, 1);
    new.out = stride &&object != OBJECT_UNKNOWN ? solver_nodes(&pt->solver, 1) : new.in;
    vector_push(&pt->cells, new);
    cell = pt->cells.size - 1;
    index_add(&pt->cell_index, hash_cell(&new), cell);
    content->first_cell = cell;
    content->cell_count++;
    if (stride == ANY_OFFSET_STRIDE)
        content->any = cell;
    connect(pt, cell);
    copy_new_cell(pt, cell);
    return cell;
}

uint32_t cells_any(struct points_to *pt, uint32_t object)
{
    uint32_t known = object < pt->contents.size ? pt->contents.data[object].any : NO_CODE;
    return known != NO_CODE ? known : cells_get(pt, object, 0, ANY_OFFSET_STRIDE);
}

// `partial`: not whole words.
typedef void cell_visitor(struct points_to *pt, void *context, uint32_t cell, bool partial);

// Calls `act` for each cell that an access of `size` bytes (at least 1) at the place touches. Size
// UNKNOWN_SIZE: all of the object.
static void cells_visit(struct points_to *pt, const struct place *place, uint64_t size, cell_visitor *act,
                        void *context)
{
    int64_t word = pt->objects.word, from = place->offset, to;
    uint32_t cell;
    if (size == UNKNOWN_SIZE || place->stride % pt->objects.word ||
        size > (uint64_t)(MOST_COPIED_WORDS * word)) {
        cell = cells_any(pt, place->object);
        if (cell != NO_CODE)
            act(pt, context, cell, size != UNKNOWN_SIZE && size % (uint64_t)word);
        return;
    }
    to = from + (int64_t)size;
    bool partial = from % word || size % (uint64_t)word;
    for (int64_t at = from / word * word; at < to; at += word) {
        cell = cells_get(pt, place->object, at, place->stride);
        if (cell != NO_CODE)
            act(pt, context, cell, partial);
    }
}

// ---- loads and stores. Most are of a word or a part of one, and the places that they go to come up again
// and again: which word that is is found once for each.

static struct transform whole_or(bool partial)
{
    return partial ? TRANSFORM_ANY : (struct transform){0, 0};
}

static struct place_word find_place_word(struct points_to *pt, uint32_t number)
{
    struct place place = objects_place_at(&pt->objects, number);
    uint32_t word = pt->objects.word, from = (uint32_t)(place.offset % word);
    bool any = place.stride % word;
    uint32_t cell =
        any ? cells_any(pt, place.object) : cells_get(pt, place.object, place.offset - from, place.stride);
    uint8_t room = any ? ANY_ROOM : (uint8_t)(word - from);
    struct place_word w = {.known = true, .room = room, .in = NO_NODE, .out = NO_NODE};
    if (cell == NO_CODE)
        return w;
    w.out = cell_out(pt, cell);
    if (!(pt->objects.list.data[place.object].flags & ABSTRACT_CONSTANT))
        w.in = cell_in(pt, cell);
    return w;
}

static struct place_word word_at_place(struct points_to *pt, uint32_t place)
{
    struct place_word_vector *words = objects_is_part(place) ? &pt->part_words : &pt->whole_words;
    uint32_t at = objects_is_part(place) ? place - FIRST_PART : place;
    while (words->size <= at)
        vector_push(words, (struct place_word){0});
    if (!words->data[at].known) {
        struct place_word found = find_place_word(pt, place);
        words->data[at] = found;
    }
    return words->data[at];
}

// Whether the access is of that word alone.
static bool is_within_word(struct place_word word, uint64_t size)
{
    return word.room == ANY_ROOM || size <= word.room;
}

static bool is_partial(const struct points_to *pt, struct place_word word, uint64_t size)
{
    if (size == UNKNOWN_SIZE)
        return false;
    return size % pt->objects.word || (word.room != ANY_ROOM && word.room != pt->objects.word);
}

static void load_cell(struct points_to *pt, void *context, uint32_t cell, bool partial)
{
    const uint32_t *to = context;
    solver_add_edge(&pt->solver, pt->cells.data[cell].out, *to, whole_or(partial));
}

void cells_load(struct points_to *pt, uint32_t place, uint64_t size, uint32_t to)
{
    struct place_word word = word_at_place(pt, place);
    if (!is_within_word(word, size)) {
        struct place p = objects_place_at(&pt->objects, place);
        cells_visit(pt, &p, size, load_cell, &to);
    } else if (word.out != NO_NODE) {
        solver_add_edge(&pt->solver, word.out, to, whole_or(is_partial(pt, word, size)));
    }
}

struct stored_value {
    uint32_t node; // NO_NODE: a number
    bool update;
};

// What is there is changed, not replaced, where a part is stored or something is added to it: the pointers
// computed with it.
static void store_word(struct points_to *pt, const struct stored_value *value, uint32_t in, bool partial)
{
    bool changed = partial || value->update;
    if (changed)
        solver_add_edge(&pt->solver, in, in, TRANSFORM_ANY);
    if (value->node != NO_NODE)
        solver_add_edge(&pt->solver, value->node, in, whole_or(changed));
}

static void store_cell(struct points_to *pt, void *context, uint32_t cell, bool partial)
{
    store_word(pt, context, pt->cells.data[cell].in, partial);
}

void cells_store(struct points_to *pt, uint32_t place, uint64_t size, uint32_t from, bool update)
{
    struct stored_value value = {from, update};
    struct place_word word = word_at_place(pt, place);
    if (is_within_word(word, size)) {
        if (word.in != NO_NODE)
            store_word(pt, &value, word.in, is_partial(pt, word, size));
        return;
    }
    struct place p = objects_place_at(&pt->objects, place);
    if (!(pt->objects.list.data[p.object].flags & ABSTRACT_CONSTANT))
        cells_visit(pt, &p, size, store_cell, &value);
}

// ---- copies

// From anywhere in one object to anywhere in another.
static void copy_any(struct points_to *pt, uint32_t to, uint32_t from, bool partial)
{
    uint32_t source = cells_any(pt, from), target = cells_any(pt, to);
    if (source != NO_CODE && target != NO_CODE)
        solver_add_edge(&pt->solver, pt->cells.data[source].out, pt->cells.data[target].in,
                        whole_or(partial));
}

// Whether there is no such copy yet; where there are many, between the two objects or of the first one, all
// that come later are one.
static bool is_new_copy(struct points_to *pt, uint32_t to, uint32_t from, int64_t delta)
{
    uint64_t hash = hash_combine(from, to);
    unsigned count = 0;
    for (uint32_t at = index_begin(hash), n; (n = index_next(&pt->copy_index, hash, &at)) != INDEX_NONE;) {
        const struct content_copy *copy = &pt->copies.data[n];
        if (copy->from != from || copy->to != to)
            continue;
        if (copy->delta == delta)
            return false;
        count++;
    }
    if (count >= MOST_COPIES) {
        copy_any(pt, to, from, false);
        return false;
    }
    if (content_of_object(pt, from)->copy_count >= MOST_COPIES_OF_OBJECT) {
        copy_any(pt, to, from, false);
        return false;
    }
    content_of_object(pt, from)->copy_count++;
    index_add(&pt->copy_index, hash, pt->copies.size);
    return true;
}

void cells_copy_object(struct points_to *pt, uint32_t to, uint32_t from, int64_t delta)
{
    if (pt->objects.list.data[to].flags & ABSTRACT_CONSTANT)
        return;
    prepare_content(pt, from);
    if (to == from || delta % (int64_t)pt->objects.word || objects_is_flat(pt->objects.list.data[to].kind)) {
        copy_any(pt, to, from, delta % (int64_t)pt->objects.word != 0);
        return;
    }
    if (!is_new_copy(pt, to, from, delta))
        return;
    struct content_copy copy = {from, to, content_of_object(pt, from)->first_copy, delta};
    vector_push(&pt->copies, copy);
    content_of_object(pt, from)->first_copy = pt->copies.size - 1;
    for (uint32_t k = content_of_object(pt, from)->first_cell; k != NO_CODE; k = pt->cells.data[k].next)
        copy_cell(pt, k, &copy);
}

void cells_copy(struct points_to *pt, const struct place *to, const struct place *from, uint64_t size)
{
    int64_t word = pt->objects.word;
    if (size == 0 || pt->objects.list.data[to->object].flags & ABSTRACT_CONSTANT)
        return;
    bool any = to->stride % (uint64_t)word || from->stride % (uint64_t)word;
    bool exact = !to->stride && !from->stride && to->object != from->object;
    bool few = size <= (uint64_t)(MOST_COPIED_WORDS * word);
    bool straight = any || (to->offset - from->offset) % word == 0;
    if (!any && exact && !few) {
        cells_copy_object(pt, to->object, from->object, to->offset - from->offset);
        return;
    }
    if (any || !few || !straight) {
        copy_any(pt, to->object, from->object, !straight || (few && size < (uint64_t)word));
        return;
    }
    int64_t first = from->offset / word * word, shift = to->offset - from->offset;
    for (int64_t at = first; at < from->offset + (int64_t)size; at += word) {
        uint32_t source = cells_get(pt, from->object, at, from->stride);
        uint32_t target = cells_get(pt, to->object, at + shift, to->stride);
        bool partial = at < from->offset || at + word > from->offset + (int64_t)size;
        if (source != NO_CODE && target != NO_CODE)
            solver_add_edge(&pt->solver, pt->cells.data[source].out, pt->cells.data[target].in,
                            whole_or(partial));
    }
}

// Whether copying so many bytes at the place may take a part of a word, or move one to another place in its
// word.
static bool is_ragged(const struct points_to *pt, const struct place *place, uint64_t size)
{
    return place->offset % pt->objects.word || place->stride % (uint64_t)pt->objects.word ||
           (size != UNKNOWN_SIZE && size % (uint64_t)pt->objects.word);
}

// False: this visit has taken the object.
static bool visit_object(struct points_to *pt, uint32_t object, bool ragged, uint32_t visit)
{
    uint32_t *last = &content_of_object(pt, object)->visits[ragged];
    bool first = *last != visit;
    *last = visit;
    return first;
}

void cells_gather(struct points_to *pt, const struct place *from, uint64_t size, uint32_t node,
                  uint32_t visit)
{
    bool ragged = is_ragged(pt, from, size);
    if (!visit_object(pt, from->object, ragged, visit))
        return;
    uint32_t cell = cells_any(pt, from->object);
    if (cell != NO_CODE)
        solver_add_edge(&pt->solver, pt->cells.data[cell].out, node, whole_or(ragged));
}

void cells_spread(struct points_to *pt, uint32_t node, const struct place *to, uint64_t size, uint32_t visit)
{
    bool ragged = is_ragged(pt, to, size);
    if (pt->objects.list.data[to->object].flags & ABSTRACT_CONSTANT ||
        !visit_object(pt, to->object, ragged, visit))
        return;
    uint32_t cell = cells_any(pt, to->object);
    if (cell != NO_CODE)
        solver_add_edge(&pt->solver, node, pt->cells.data[cell].in, whole_or(ragged));
}

// ---- escape

void cells_escape(struct points_to *pt, uint32_t object)
{
    struct abstract_object *o = &pt->objects.list.data[object];
    if (o->flags & ABSTRACT_ESCAPED || object == OBJECT_INPUT)
        return;
    o->flags |= ABSTRACT_ESCAPED;
    bool constant = o->flags & ABSTRACT_CONSTANT;
    uint32_t cell = cells_any(pt, object);
    if (cell == NO_CODE)
        return;
    solver_add_edge(&pt->solver, pt->cells.data[cell].out, pt->unknown, (struct transform){0, 0});
    if (!constant)
        solver_add_edge(&pt->solver, pt->unknown, pt->cells.data[cell].in, (struct transform){0, 0});
}
