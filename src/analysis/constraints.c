// The constraints of each opcode.
#include "analysis/pointers.h"

#include "base/sign_extend.h"
#include "program/registers.h"

static const struct transform plain = {0, 0};

// An instruction of an instance.
struct site_of_code {
    struct points_to *pt;
    const struct instruction *i;
    const struct webs *webs;
    uint32_t instance, code;
};

static uint32_t node_read(const struct site_of_code *s, uint32_t register_number)
{
    return instances_read(s->pt, s->instance, s->code, register_number);
}

static uint32_t node_written(const struct site_of_code *s, uint32_t register_number)
{
    return instances_written(s->pt, s->instance, s->code, register_number);
}

static void edge(const struct site_of_code *s, uint32_t from, uint32_t to, struct transform t)
{
    if (from != NO_NODE && to != NO_NODE)
        solver_add_edge(&s->pt->solver, from, to, t);
}

static void add_constant_edge(const struct site_of_code *s, uint64_t value, uint32_t to, struct transform t)
{
    edge(s, instances_constant(s->pt, value), to, t);
}

static bool is_address_wide(const struct site_of_code *s)
{
    return s->i->width >= s->pt->program->pointer_bits;
}

static uint64_t immediate_of(const struct site_of_code *s, uint32_t bits)
{
    uint64_t value = (uint64_t)(int64_t)(int32_t)bits;
    return s->pt->program->pointer_bits == 64 ? value : (uint32_t)value;
}

// ---- arithmetic

// Results have a node of their own: what was computed from numbers alone stays apart from what else the web
// holds (forged.c).
static uint32_t result_node(const struct site_of_code *s)
{
    uint32_t web = webs_written(s->webs, s->code, s->i->d);
    if (web == NO_WEB || !s->webs->facts[web].merged)
        return node_written(s, s->i->d);
    uint32_t result = solver_nodes(&s->pt->solver, 1);
    edge(s, result, node_written(s, s->i->d), plain);
    return result;
}

static void mix(const struct site_of_code *s)
{
    const struct web_use *uses = vector_from(&s->webs->uses, 0);
    uint32_t base = s->pt->instances.data[s->instance].base, at = s->code - s->webs->first_code;
    for (uint32_t w = s->webs->first_use[at]; w < s->webs->first_use[at + 1]; w++) {
        if (!uses[w].write)
            continue;
        uint32_t result = solver_nodes(&s->pt->solver, 1);
        edge(s, result, base + uses[w].web, plain);
        for (uint32_t r = s->webs->first_use[at]; r < s->webs->first_use[at + 1]; r++)
            if (!uses[r].write)
                edge(s, base + uses[r].web, result, TRANSFORM_ANY);
        if (opcode_takes_immediate(s->i->op))
            add_constant_edge(s, immediate_of(s, s->i->b), result, TRANSFORM_ANY);
    }
}

// The k-th word read flows to the k-th word written.
static void copy_words(const struct site_of_code *s, struct transform t)
{
    const struct web_use *uses = vector_from(&s->webs->uses, 0);
    uint32_t base = s->pt->instances.data[s->instance].base, at = s->code - s->webs->first_code;
    uint32_t first = s->webs->first_use[at], end = s->webs->first_use[at + 1], write = first;
    while (write < end && !uses[write].write)
        write++;
    for (uint32_t k = 0; write + k < end && !uses[first + k].write; k++)
        edge(s, base + uses[first + k].web, base + uses[write + k].web, t);
}

static struct web_fact fact(const struct site_of_code *s, uint32_t register_number)
{
    uint32_t web = webs_read(s->webs, s->code, register_number);
    return web == NO_WEB ? (struct web_fact){false, 0, false, 1} : s->webs->facts[web];
}

// How a pointer moves when a number with that fact times `scale` is added to it (subtracted: sign -1).
static struct transform moved_by(const struct web_fact *f, uint32_t scale, int sign)
{
    int64_t add;
    if (f->constant && !__builtin_mul_overflow((int64_t)f->value, (int64_t)scale * sign, &add))
        return (struct transform){add, 0};
    uint64_t stride = (uint64_t)f->multiple * scale;
    if (!stride) // the number is always 0
        return plain;
    return (struct transform){0, stride > UINT32_MAX ? 1 : (uint32_t)stride};
}

// A sum that is wider or narrower than an address: it may hold parts of one. In the runtime library, the
// narrow ones are numbers.
static void mix_sum(const struct site_of_code *s)
{
    if (is_address_wide(s) || !instances_of_library(s->pt, s->instance))
        mix(s);
}

static void own_ADD(const struct site_of_code *s, uint32_t scale)
{
    const struct instruction *i = s->i;
    struct web_fact a = fact(s, i->a), b = fact(s, i->b);
    if (!is_address_wide(s) || i->width > 64) {
        mix_sum(s);
        return;
    }
    uint32_t d = result_node(s);
    a.value = (uint64_t)sign_extend(a.value, s->pt->program->pointer_bits);
    b.value = (uint64_t)sign_extend(b.value, s->pt->program->pointer_bits);
    edge(s, node_read(s, i->a), d, moved_by(&b, scale, 1));
    edge(s, node_read(s, i->b), d, scale == 1 ? moved_by(&a, 1, 1) : TRANSFORM_ANY);
}

// Two addresses are connected by address_differences_connect.
static void own_SUB(const struct site_of_code *s)
{
    const struct instruction *i = s->i;
    struct web_fact b = fact(s, i->b);
    if (!is_address_wide(s) || i->width > 64) {
        mix_sum(s);
        return;
    }
    b.value = (uint64_t)sign_extend(b.value, s->pt->program->pointer_bits);
    struct address_difference new = {.left = node_read(s, i->a),
                                     .right = node_read(s, i->b),
                                     .result = result_node(s),
                                     .moved = moved_by(&b, 1, -1),
                                     .of_library = instances_of_library(s->pt, s->instance)};
    if (new.left == NO_NODE || new.right == NO_NODE) { // one is never anything
        edge(s, new.left, new.result, new.moved);
        edge(s, new.right, new.result, TRANSFORM_ANY);
    } else if (new.result != NO_NODE) {
        vector_push(&s->pt->differences, new);
    }
}

static void own_ADD_I(const struct site_of_code *s, int sign)
{
    int64_t add = sign * (int64_t)(int32_t)s->i->b;
    if (!is_address_wide(s)) {
        mix_sum(s);
        return;
    }
    uint32_t d = result_node(s);
    edge(s, node_read(s, s->i->a), d, (struct transform){add, 0});
    if (s->pt->program->pointer_bits == 32)
        add_constant_edge(s, immediate_of(s, s->i->b), d, TRANSFORM_ANY);
}

static void own_UNDEF(const struct site_of_code *s)
{
    uint32_t node = result_node(s);
    if (node != NO_NODE)
        vector_push(&s->pt->undefined, node);
}

static void own_SELECT(const struct site_of_code *s)
{
    uint32_t words = words_of_width(s->i->width);
    for (uint32_t k = 0; k < words; k++) {
        edge(s, node_read(s, s->i[1].a + k), node_written(s, s->i->d + k), plain);
        edge(s, node_read(s, s->i[1].b + k), node_written(s, s->i->d + k), plain);
    }
}

static bool opcode_compares(unsigned op)
{
    return op >= OP_EQ && op <= OP_SGE_I;
}

// ---- memory

static void add_site_rule(const struct site_of_code *s, uint32_t node, struct solver_rule rule)
{
    if (node == NO_NODE)
        return;
    forged_note_address(s->pt, s->instance, node);
    rule.share = rule.kind == RULE_LOAD                                ? SHARE_OUT
                 : rule.kind == RULE_STORE || rule.kind == RULE_UPDATE ? SHARE_IN
                                                                       : SHARE_NOT;
    solver_add_rule(&s->pt->solver, node, rule);
}

static uint64_t operation_bytes(const struct instruction *i)
{
    return (i->width + 7u) / 8;
}

// Word by word: `act` is RULE_LOAD or RULE_STORE.
static void access_words(const struct site_of_code *s, uint32_t address, int64_t offset, bool load)
{
    for (uint64_t done = 0; done < operation_bytes(s->i); done += 8) {
        uint64_t rest = operation_bytes(s->i) - done;
        uint32_t word = s->i->d + (uint32_t)(done / 8);
        uint32_t node = load ? node_written(s, word) : node_read(s, word);
        if (load && node == NO_NODE)
            continue;
        add_site_rule(s, address,
                      (struct solver_rule){.kind = load ? RULE_LOAD : RULE_STORE,
                                           .other = node,
                                           .size = rest < 8 ? rest : 8,
                                           .offset = offset + (int64_t)done});
    }
}

// What an atomic operation writes: registers from `value` on.
static void store_atomic_words(const struct site_of_code *s, uint32_t value, enum rule_kind kind)
{
    for (uint64_t done = 0; done < operation_bytes(s->i); done += 8) {
        uint64_t rest = operation_bytes(s->i) - done;
        add_site_rule(s, node_read(s, s->i->a),
                      (struct solver_rule){.kind = (uint8_t)kind,
                                           .other = node_read(s, value + (uint32_t)(done / 8)),
                                           .size = rest < 8 ? rest : 8,
                                           .offset = (int64_t)done});
    }
}

static void own_RMW(const struct site_of_code *s)
{
    const struct instruction *i = s->i;
    bool exchange = (i->aux & RMW_OPERATION_MASK) == RMW_XCHG;
    access_words(s, node_read(s, i->a), 0, true);
    store_atomic_words(s, i->b, exchange ? RULE_STORE : RULE_UPDATE);
}

static void own_CMPXCHG(const struct site_of_code *s)
{
    access_words(s, node_read(s, s->i->a), 0, true);
    store_atomic_words(s, s->i[1].b, RULE_STORE);
}

static void own_ALLOCA(const struct site_of_code *s)
{
    bool dynamic = s->i->op == OP_ALLOCA_DYN;
    uint32_t site = dynamic ? s->i->b : (uint32_t)instruction_immediate(s->i);
    uint32_t object = objects_site(&s->pt->objects, site);
    if (dynamic)
        s->pt->objects.list.data[object].size = UNKNOWN_SIZE;
    if (node_written(s, s->i->d) != NO_NODE)
        solver_add_place(&s->pt->solver, node_written(s, s->i->d),
                         objects_place(&s->pt->objects, object, 0, 0));
}

static void own_TLS_ADDRESS(const struct site_of_code *s)
{
    uint32_t object = objects_global(&s->pt->objects, s->pt->thread_locals[instruction_immediate(s->i)]);
    if (node_written(s, s->i->d) != NO_NODE)
        solver_add_place(&s->pt->solver, node_written(s, s->i->d),
                         objects_place(&s->pt->objects, object, 0, 0));
}

static void own_VA_START(const struct site_of_code *s)
{
    uint32_t object = objects_varargs(&s->pt->objects, s->pt->instances.data[s->instance].function);
    uint32_t node = solver_nodes(&s->pt->solver, 1), word = s->pt->objects.word;
    solver_add_place(&s->pt->solver, node, objects_place(&s->pt->objects, object, 0, ANY_OFFSET_STRIDE));
    add_site_rule(
        s, node_read(s, s->i->a),
        (struct solver_rule){.kind = RULE_STORE, .other = node, .size = word, .offset = word == 8 ? 8 : 0});
    if (word == 8) // those passed in registers
        add_site_rule(s, node_read(s, s->i->a),
                      (struct solver_rule){.kind = RULE_STORE, .other = node, .size = word, .offset = 16});
}

static void own_VA_COPY(const struct site_of_code *s)
{
    uint64_t size = s->pt->objects.word == 8 ? 24 : 4;
    add_site_rule(
        s, node_read(s, s->i->a),
        (struct solver_rule){
            .kind = RULE_COPY_TO, .other = node_read(s, s->i->b), .third = copies_site(s->pt), .size = size});
}

// ---- control

static void own_RETURN(const struct site_of_code *s)
{
    const struct instance *n = &s->pt->instances.data[s->instance];
    uint32_t words = s->pt->program->functions[n->function].result_words, results = n->results;
    for (uint32_t k = 0; k < words && k < s->i->aux; k++)
        edge(s, node_read(s, s->i->a + k), results + k, plain);
}

static void own_CALL_INDIRECT(const struct site_of_code *s)
{
    uint32_t node = node_read(s, s->i->a);
    forged_note_address(s->pt, s->instance, node);
    if (node != NO_NODE)
        calls_indirect(s->pt, s->instance, s->code, node);
}

// ---- opcodes

#define BINARY(name, shape) [OP_##name] = (shape), [OP_##name##_I] = (shape)
// clang-format off: an operation a line
static const uint8_t shapes[OP_COUNT] = {
    [OP_ILLEGAL] = SHAPE_NONE,
    [OP_EXTRA] = SHAPE_NONE,
    [OP_CONST] = SHAPE_OWN,
    [OP_MOVE] = SHAPE_WORDS,
    [OP_UNDEF] = SHAPE_OWN,
    BINARY(ADD, SHAPE_OWN),
    BINARY(SUB, SHAPE_OWN),
    BINARY(MUL, SHAPE_MIX),
    BINARY(UDIV, SHAPE_MIX),
    BINARY(SDIV, SHAPE_MIX),
    BINARY(UREM, SHAPE_MIX),
    BINARY(SREM, SHAPE_MIX),
    BINARY(SHL, SHAPE_MIX),
    BINARY(LSHR, SHAPE_MIX),
    BINARY(ASHR, SHAPE_MIX),
    BINARY(AND, SHAPE_MIX),
    BINARY(OR, SHAPE_MIX),
    BINARY(XOR, SHAPE_MIX),
    BINARY(EQ, SHAPE_NONE),
    BINARY(NE, SHAPE_NONE),
    BINARY(ULT, SHAPE_NONE),
    BINARY(ULE, SHAPE_NONE),
    BINARY(UGT, SHAPE_NONE),
    BINARY(UGE, SHAPE_NONE),
    BINARY(SLT, SHAPE_NONE),
    BINARY(SLE, SHAPE_NONE),
    BINARY(SGT, SHAPE_NONE),
    BINARY(SGE, SHAPE_NONE),
    [OP_SELECT] = SHAPE_OWN,
    [OP_TRUNC] = SHAPE_OWN,
    [OP_ZEXT] = SHAPE_WORDS,
    [OP_SEXT] = SHAPE_WORDS,
    [OP_INDEX] = SHAPE_OWN,
    [OP_TLS_ADDRESS] = SHAPE_OWN,
    [OP_WIDE_BINARY] = SHAPE_OWN,
    [OP_WIDE_TRUNC] = SHAPE_MIX,
    [OP_WIDE_ZEXT] = SHAPE_MIX,
    [OP_WIDE_SEXT] = SHAPE_MIX,
    [OP_FADD] = SHAPE_MIX,
    [OP_FSUB] = SHAPE_MIX,
    [OP_FMUL] = SHAPE_MIX,
    [OP_FDIV] = SHAPE_MIX,
    [OP_FREM] = SHAPE_MIX,
    [OP_FNEG] = SHAPE_MIX,
    [OP_FCMP] = SHAPE_NONE,
    [OP_FCONVERT] = SHAPE_MIX,
    [OP_F_TO_SINT] = SHAPE_MIX,
    [OP_F_TO_UINT] = SHAPE_MIX,
    [OP_SINT_TO_F] = SHAPE_MIX,
    [OP_UINT_TO_F] = SHAPE_MIX,
    [OP_FUNARY] = SHAPE_MIX,
    [OP_FMINMAX] = SHAPE_MIX,
    [OP_FMA] = SHAPE_MIX,
    [OP_CTPOP] = SHAPE_NONE,
    [OP_CTLZ] = SHAPE_NONE,
    [OP_CTTZ] = SHAPE_NONE,
    [OP_BSWAP] = SHAPE_MIX,
    [OP_BITREVERSE] = SHAPE_MIX,
    [OP_OVERFLOW] = SHAPE_MIX,
    [OP_LOAD] = SHAPE_OWN,
    [OP_STORE] = SHAPE_OWN,
    [OP_STORE_I] = SHAPE_OWN,
    [OP_LOAD_G] = SHAPE_OWN,
    [OP_STORE_G] = SHAPE_OWN,
    [OP_RMW] = SHAPE_OWN,
    [OP_CMPXCHG] = SHAPE_OWN,
    [OP_FENCE] = SHAPE_NONE,
    [OP_ALLOCA] = SHAPE_OWN,
    [OP_ALLOCA_DYN] = SHAPE_OWN,
    [OP_SCOPE_BEGIN] = SHAPE_NONE,
    [OP_SCOPE_END] = SHAPE_NONE,
    [OP_STACK_SAVE] = SHAPE_NONE,
    [OP_STACK_RESTORE] = SHAPE_NONE,
    [OP_VA_START] = SHAPE_OWN,
    [OP_VA_END] = SHAPE_NONE,
    [OP_VA_COPY] = SHAPE_OWN,
    [OP_JUMP] = SHAPE_NONE,
    [OP_BRANCH] = SHAPE_NONE,
    [OP_SWITCH] = SHAPE_NONE,
    [OP_LOOP] = SHAPE_NONE,
    [OP_CALL] = SHAPE_OWN,
    [OP_CALL_NATIVE] = SHAPE_OWN,
    [OP_CALL_INDIRECT] = SHAPE_OWN,
    [OP_RETURN] = SHAPE_OWN,
    [OP_UNREACHABLE] = SHAPE_NONE,
    [OP_UNSUPPORTED] = SHAPE_NONE, // the thread stops there
};
// clang-format on
#undef BINARY

enum opcode_shape constraints_shape(unsigned op)
{
    return op < OP_COUNT ? shapes[op] : SHAPE_NOT_HANDLED;
}

static void not_handled(const struct site_of_code *s)
{
    uint32_t base = s->pt->instances.data[s->instance].base, at = s->code - s->webs->first_code;
    for (uint32_t u = s->webs->first_use[at]; u < s->webs->first_use[at + 1]; u++) {
        uint32_t node = base + s->webs->uses.data[u].web;
        if (s->webs->uses.data[u].write)
            edge(s, s->pt->unknown, node, plain);
        else
            edge(s, node, s->pt->unknown, plain);
    }
}

static void own(const struct site_of_code *s)
{
    const struct instruction *i = s->i;
    uint64_t q = instruction_immediate(i);
    switch (i->op) {
    case OP_CONST: add_constant_edge(s, q, node_written(s, i->d), plain); break;
    case OP_UNDEF: own_UNDEF(s); break;
    case OP_ADD: own_ADD(s, 1); break;
    case OP_SUB: own_SUB(s); break;
    case OP_INDEX: own_ADD(s, i->aux); break;
    case OP_ADD_I: own_ADD_I(s, 1); break;
    case OP_SUB_I: own_ADD_I(s, -1); break;
    case OP_SELECT: own_SELECT(s); break;
    case OP_TRUNC: copy_words(s, is_address_wide(s) ? plain : TRANSFORM_ANY); break;
    case OP_TLS_ADDRESS: own_TLS_ADDRESS(s); break;
    case OP_WIDE_BINARY:
        if (!opcode_compares(wide_opcode(i->aux)))
            mix(s);
        break;
    case OP_LOAD: access_words(s, node_read(s, i->a), (int32_t)i->b, true); break;
    case OP_LOAD_G: access_words(s, instances_constant(s->pt, q), 0, true); break;
    case OP_STORE: access_words(s, node_read(s, i->a), (int32_t)i->b, false); break;
    case OP_STORE_G: access_words(s, instances_constant(s->pt, q), 0, false); break;
    case OP_STORE_I:
        add_site_rule(s, node_read(s, i->a),
                      (struct solver_rule){.kind = RULE_STORE,
                                           .other = instances_constant(s->pt, immediate_of(s, i->d)),
                                           .size = operation_bytes(i),
                                           .offset = (int32_t)i->b});
        break;
    case OP_RMW: own_RMW(s); break;
    case OP_CMPXCHG: own_CMPXCHG(s); break;
    case OP_ALLOCA:
    case OP_ALLOCA_DYN: own_ALLOCA(s); break;
    case OP_VA_START: own_VA_START(s); break;
    case OP_VA_COPY: own_VA_COPY(s); break;
    case OP_RETURN: own_RETURN(s); break;
    case OP_CALL: calls_bind(s->pt, s->instance, s->code, i->a); break;
    case OP_CALL_NATIVE: calls_bind_native(s->pt, s->instance, s->code, i->a); break;
    case OP_CALL_INDIRECT: own_CALL_INDIRECT(s); break;
    default: not_handled(s); break;
    }
}

static void constraints_generate(struct points_to *pt, uint32_t instance)
{
    uint32_t function = pt->instances.data[instance].function;
    const struct function *f = &pt->program->functions[function];
    struct site_of_code s = {.pt = pt, .webs = instances_webs(pt, function), .instance = instance};
    for (s.code = f->first; s.code < f->end; s.code++) {
        s.i = &pt->program->code[s.code];
        switch (constraints_shape(s.i->op)) {
        case SHAPE_NONE: break;
        case SHAPE_MIX: mix(&s); break;
        case SHAPE_WORDS: copy_words(&s, plain); break;
        case SHAPE_OWN: own(&s); break;
        case SHAPE_NOT_HANDLED: not_handled(&s); break;
        }
    }
}

void constraints_generate_all(struct points_to *pt)
{
    if (pt->generating)
        return;
    pt->generating = true;
    while (pt->generated < pt->instances.size)
        constraints_generate(pt, pt->generated++);
    pt->generating = false;
}
