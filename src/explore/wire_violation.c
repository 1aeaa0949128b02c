// Violations as bytes. They are read from processes of the same exploration, and from other machines
// (part.h): nothing is believed of them that a replay would not notice, so that numbers have to be in range.
#include "explore/wire.h"

// ---- numbers in range

static uint32_t read_wire_word(struct byte_reader *from)
{
    return (uint32_t)bytes_number_below(from, (uint64_t)UINT32_MAX + 1);
}

static uint32_t read_wire_thread(struct byte_reader *from)
{
    return (uint32_t)bytes_number_below(from, MACHINE_MAX_THREADS + 1);
}

// A place in the program, or none.
static uint32_t read_wire_code(struct byte_reader *from, const struct program *program)
{
    uint32_t code = read_wire_word(from);
    from->damaged |= code != NO_CODE && code >= program->code_count;
    return code;
}

static bool read_wire_flag(struct byte_reader *from)
{
    return bytes_number_below(from, 2);
}

static enum operation_kind read_kind(struct byte_reader *from)
{
    return (enum operation_kind)bytes_number_below(from, OPERATION_KIND_COUNT);
}

// ---- lists

static void add_wire_words(byte_vector *to, const uint32_t *words, uint32_t count)
{
    bytes_add_number(to, count);
    for (uint32_t k = 0; k < count; k++)
        bytes_add_number(to, words[k]);
}

// Each element of a list of words, by READ.
#define READ_WORDS(list, READ)                                                                               \
    for (uint32_t k_ = 0, count_ = bytes_count(from, 1); k_ < count_ && !from->damaged; k_++)                \
    vector_push(list, READ)

static void add_texts(byte_vector *to, char *const *texts, uint32_t count)
{
    bytes_add_number(to, count);
    for (uint32_t k = 0; k < count; k++)
        bytes_add_text(to, texts[k]);
}

static void add_schedule_steps(byte_vector *to, const schedule_vector *steps)
{
    bytes_add_number(to, steps->size);
    for (uint32_t k = 0; k < steps->size; k++) {
        const struct schedule_step *step = &steps->data[k];
        bytes_add_number(to, step->thread);
        bytes_add_number(to, step->alternative);
        bytes_add_number(to, step->choice);
        bytes_add_number(to, step->kind);
        bytes_add_number(to, step->code);
    }
}

static void read_steps(struct byte_reader *from, const struct program *program, uint32_t threads,
                       schedule_vector *steps)
{
    for (uint32_t k = 0, count = bytes_count(from, 5); k < count && !from->damaged; k++) {
        struct schedule_step step = {.thread = (uint32_t)bytes_number_below(from, threads)};
        step.alternative = read_wire_word(from);
        step.choice = read_wire_flag(from);
        step.kind = read_kind(from);
        step.code = read_wire_code(from, program);
        vector_push(steps, step);
    }
}

static void add_violation_access(byte_vector *to, const struct violation_access *a)
{
    bytes_add_number(to, a->thread);
    bytes_add_number(to, a->code);
    bytes_add_number(to, a->place);
    bytes_add_number(to, a->kind);
    bytes_add_number(to, a->write);
    bytes_add_number(to, a->atomic);
    bytes_add_number(to, a->size);
    add_wire_words(to, a->stack.data, a->stack.size);
    add_texts(to, a->locks.data, a->locks.size);
}

static struct violation_access read_violation_access(struct byte_reader *from, const struct program *program)
{
    struct violation_access a = {.thread = read_wire_thread(from)};
    a.code = read_wire_code(from, program);
    a.place = read_wire_code(from, program);
    a.kind = read_kind(from);
    a.write = read_wire_flag(from);
    a.atomic = read_wire_flag(from);
    a.size = bytes_number(from);
    READ_WORDS(&a.stack, read_wire_code(from, program));
    READ_WORDS(&a.locks, bytes_text(from));
    return a;
}

static void add_inputs(byte_vector *to, const input_vector *inputs)
{
    bytes_add_number(to, inputs->size);
    for (uint32_t k = 0; k < inputs->size; k++) {
        const struct schedule_input *input = &inputs->data[k];
        bytes_add_number(to, input->maker);
        bytes_add_number(to, input->number);
        bytes_add_number(to, input->width);
        bytes_add_number(to, input->value);
        bytes_add_number(to, input->immaterial);
        bytes_add_number(to, input->is_float);
        bytes_add_number(to, input->name != NULL);
        if (input->name)
            bytes_add_text(to, input->name);
    }
}

static void read_inputs(struct byte_reader *from, input_vector *inputs)
{
    for (uint32_t k = 0, count = bytes_count(from, 7); k < count && !from->damaged; k++) {
        struct schedule_input input = {.maker = bytes_number(from)};
        input.number = bytes_number(from);
        input.width = (unsigned)bytes_number_below(from, 65);
        input.value = bytes_number(from);
        from->damaged |= input.width == 0 || (input.width < 64 && input.value >> input.width);
        input.immaterial = read_wire_flag(from);
        input.is_float = read_wire_flag(from);
        input.name = read_wire_flag(from) ? bytes_text(from) : NULL;
        vector_push(inputs, input);
    }
}

void wire_add_facts(byte_vector *to, const struct learnt_fact *facts, uint32_t count)
{
    bytes_add_number(to, count);
    for (uint32_t k = 0; k < count; k++) {
        bytes_add_number(to, facts[k].kind);
        bytes_add_number(to, facts[k].other);
        bytes_add_number(to, facts[k].what);
    }
}

void wire_read_facts(struct byte_reader *from, const struct program *program, learnt_vector *facts)
{
    for (uint32_t k = 0, count = bytes_count(from, 3); k < count && !from->damaged; k++) {
        struct learnt_fact fact = {.kind = (enum learnt_kind)bytes_number_below(from, LEARNT_KIND_COUNT)};
        fact.other = read_wire_word(from);
        fact.what = bytes_number(from);
        from->damaged |= !learnt_fits(program, &fact);
        vector_push(facts, fact);
    }
}

// ---- violations

void wire_add_violation(byte_vector *to, const struct exploration_violation *v)
{
    bytes_add_number(to, v->property);
    bytes_add_text(to, v->message);
    bytes_add_number(to, v->thread);
    bytes_add_number(to, v->code);
    bytes_add_number(to, v->unwind);
    bytes_add_number(to, v->most_threads);
    bytes_add_number(to, v->any_value);
    add_texts(to, v->thread_names.data, v->thread_names.size);
    add_wire_words(to, v->stack.data, v->stack.size);
    bytes_add_number(to, v->accesses.size);
    for (uint32_t k = 0; k < v->accesses.size; k++)
        add_violation_access(to, &v->accesses.data[k]);
    add_wire_words(to, v->blocked.data, v->blocked.size);
    wire_add_facts(to, v->learnt.data, v->learnt.size);
    add_schedule_steps(to, &v->schedule);
    add_schedule_steps(to, &v->found);
    add_inputs(to, &v->inputs);
}

struct exploration_violation wire_read_violation(struct byte_reader *from, const struct program *program)
{
    struct exploration_violation v = {.property = (enum property)bytes_number_below(from, PROPERTY_COUNT)};
    v.message = bytes_text(from);
    v.thread = read_wire_thread(from);
    v.code = read_wire_code(from, program);
    v.unwind = bytes_number(from);
    v.most_threads = (uint32_t)bytes_number_below(from, (uint64_t)UINT32_MAX + 1);
    v.any_value = (uint8_t)bytes_number_below(from, 256);
    READ_WORDS(&v.thread_names, bytes_text(from));
    uint32_t threads = v.thread_names.size;
    from->damaged |= threads > MACHINE_MAX_THREADS;
    READ_WORDS(&v.stack, read_wire_code(from, program));
    for (uint32_t k = 0, count = bytes_count(from, 9); k < count && !from->damaged; k++)
        vector_push(&v.accesses, read_violation_access(from, program));
    READ_WORDS(&v.blocked, read_wire_thread(from));
    wire_read_facts(from, program, &v.learnt);
    read_steps(from, program, threads, &v.schedule);
    read_steps(from, program, threads, &v.found);
    read_inputs(from, &v.inputs);
    return v;
}
