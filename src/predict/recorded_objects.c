#include "predict/recorded_objects.h"

#include "machine/describe.h"
#include "program/layout.h"

static bool is_live_object(const struct machine *machine, const struct recorded_object *o)
{
    uint64_t base, size;
    return machine_object_at(machine, o->base, &base, &size) && base == o->base && size == o->size;
}

const struct recorded_object *recorded_objects_of(const recorded_objects *objects, uint64_t base)
{
    for (uint32_t i = objects->size; i-- > 0;)
        if (objects->data[i].base == base)
            return &objects->data[i];
    return NULL;
}

const struct recorded_object *recorded_objects_at(const recorded_objects *objects,
                                                  const struct machine *machine, uint64_t native)
{
    for (uint32_t i = objects->size; i-- > 0;) {
        const struct recorded_object *o = &objects->data[i];
        if (native - o->native < o->size && is_live_object(machine, o))
            return o;
    }
    return NULL;
}

bool recorded_objects_agree(const recorded_objects *objects, const struct machine *machine, uint64_t address,
                            uint64_t native, struct recorded_object *shown)
{
    uint64_t base, size;
    if (!machine_object_at(machine, address, &base, &size))
        return false;
    const struct recorded_object *known = recorded_objects_of(objects, base);
    *shown = (struct recorded_object){base, size, native - (address - base)};
    return known ? known->native == shown->native : !recorded_objects_at(objects, machine, native);
}

bool recorded_objects_same(const recorded_objects *objects, const struct machine *machine,
                           const struct program *program, unsigned size, uint64_t word, uint64_t native)
{
    uint64_t base, bytes, functions = layout_function_address(program->functions_count);
    if (word == native)
        return true;
    if (size != program->pointer_bits / 8)
        return false;
    if (word >= LAYOUT_FUNCTION_BASE && word < functions)
        return native > functions; // a function's address
    if (!machine_object_at(machine, word, &base, &bytes))
        return false;
    const struct recorded_object *known = recorded_objects_of(objects, base);
    return known ? known->native + (word - base) == native : native > functions;
}

void recorded_objects_forget(recorded_objects *objects, uint64_t native, uint64_t bytes)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < objects->size; i++) {
        const struct recorded_object *o = &objects->data[i];
        if (o->native + o->size <= native || native + bytes <= o->native)
            objects->data[kept++] = *o;
    }
    objects->size = kept;
}
