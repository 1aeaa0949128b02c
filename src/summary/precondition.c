#include "summary/precondition.h"

void precondition_free(struct precondition *p)
{
    vector_free(&p->registers);
    vector_free(&p->bytes);
    vector_free(&p->literals);
    footprint_free(&p->footprint);
}

void precondition_clear(struct precondition *p)
{
    p->never = false;
    p->since = PRECONDITION_ANY;
    p->made_exact = false;
    p->registers.size = p->bytes.size = p->literals.size = 0;
    footprint_clear(&p->footprint);
}

// `count`, here: only the first so many of what is there can say what is added.

static bool has_register(const struct precondition *p, uint64_t number, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (p->registers.data[k] == number)
            return true;
    return false;
}

static void add_register(struct precondition *p, uint64_t number, uint32_t count)
{
    if (!has_register(p, number, count))
        vector_push(&p->registers, number);
}

void precondition_add_register(struct precondition *p, uint64_t number)
{
    add_register(p, number, p->registers.size);
}

static void add_granule(struct precondition *p, uint64_t granule, uint8_t mask, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (p->bytes.data[k].granule == granule) {
            p->bytes.data[k].mask |= mask;
            return;
        }
    vector_push(&p->bytes, (struct exact_bytes){granule, mask});
}

uint8_t granule_mask(uint64_t granule, uint64_t address, uint64_t size)
{
    uint64_t first = address > granule * 8 ? address - granule * 8 : 0;
    uint64_t end = address + size < granule * 8 + 8 ? address + size - granule * 8 : 8;
    return (uint8_t)((0xffu >> (8 - (end - first))) << first);
}

static void add_byte_range(struct precondition *p, uint64_t address, uint64_t size)
{
    for (uint64_t g = address / 8; size && g <= (address + size - 1) / 8; g++)
        add_granule(p, g, granule_mask(g, address, size), p->bytes.size);
}

void precondition_add_exact(struct precondition *p, const struct literal_place *place)
{
    if (place->kind == PLACE_REGISTER)
        precondition_add_register(p, place->where);
    else
        add_byte_range(p, place->where, place->width / 8);
}

bool precondition_is_exact(const struct precondition *p, const struct literal_place *place)
{
    if (place->kind == PLACE_REGISTER)
        return has_register(p, place->where, p->registers.size);
    for (uint32_t done = 0; done < place->width / 8u; done++) {
        uint64_t at = place->where + done;
        bool found = false;
        for (uint32_t k = 0; k < p->bytes.size && !found; k++)
            found = p->bytes.data[k].granule == at / 8 && p->bytes.data[k].mask >> at % 8 & 1;
        if (!found)
            return false;
    }
    return true;
}

static void add_literal_among(struct precondition *p, const struct literal *literal, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        struct literal *l = &p->literals.data[k];
        if (l->hash != literal->hash || l->relation != literal->relation || l->width != literal->width ||
            !literal_same_sum(l, literal))
            continue;
        if (l->relation == RELATION_AT_MOST) {
            if (literal->constant < l->constant)
                l->constant = literal->constant;
            return;
        }
        if (l->constant == literal->constant)
            return;
    }
    vector_push(&p->literals, *literal);
}

void precondition_conjoin(struct precondition *p, const struct precondition *with)
{
    p->never |= with->never;
    if (p->never)
        return;
    if (with->since < p->since)
        p->since = with->since;
    p->made_exact |= with->made_exact;
    footprint_unite(&p->footprint, &with->footprint);
    uint32_t registers = p->registers.size, bytes = p->bytes.size, literals = p->literals.size;
    for (uint32_t k = 0; k < with->registers.size; k++)
        add_register(p, with->registers.data[k], registers);
    for (uint32_t k = 0; k < with->bytes.size; k++)
        add_granule(p, with->bytes.data[k].granule, with->bytes.data[k].mask, bytes);
    for (uint32_t k = 0; k < with->literals.size; k++)
        add_literal_among(p, &with->literals.data[k], literals);
}

void precondition_add_places(struct precondition *p, const struct literal *literal)
{
    for (uint32_t k = 0; k < literal->count; k++)
        precondition_add_exact(p, &literal->part[k].place);
}

// The literal gives way to its places.
static void make_literal_exact(struct precondition *p, uint32_t index)
{
    p->made_exact = true;
    precondition_add_places(p, &p->literals.data[index]);
    precondition_drop_literal(p, index);
}

void precondition_make_exact(struct precondition *p)
{
    while (p->literals.size)
        make_literal_exact(p, p->literals.size - 1);
}

static bool has_equal_literal(const struct precondition *p, const struct literal *l)
{
    for (uint32_t k = 0; k < p->literals.size; k++)
        if (literal_equal(&p->literals.data[k], l))
            return true;
    return false;
}

// The literals that the other one does not have are made_exact.
static void make_others_exact(struct precondition *p, const struct precondition *other)
{
    for (uint32_t k = 0; k < p->literals.size;)
        if (has_equal_literal(other, &p->literals.data[k]))
            k++;
        else
            make_literal_exact(p, k);
}

void precondition_merge(struct precondition *p, struct precondition *with)
{
    make_others_exact(p, with);
    make_others_exact(with, p);
    precondition_conjoin(p, with);
}

void precondition_add_literal(struct precondition *p, const struct literal *literal)
{
    add_literal_among(p, literal, p->literals.size);
}

void precondition_unite_literals(struct precondition *p)
{
    uint32_t count = p->literals.size;
    p->literals.size = 0;
    for (uint32_t k = 0; k < count; k++) {
        struct literal literal = p->literals.data[k];
        precondition_add_literal(p, &literal);
    }
}
