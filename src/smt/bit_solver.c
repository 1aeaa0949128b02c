#include "smt/bit_solver.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/resident.h"
#include "smt/blast.h"
#include "smt/sat_library.h"

#include <limits.h>
#include <stdatomic.h>

// Gates before the circuit is made anew: bounds the memory that it takes.
#define MOST_GATES (1u << 22)
// A solver is emptied when it has more than so many times the gates of a query, and so many more: an answer
// gives a value to each gate that the solver has.
#define SPARE_TIMES 3u
#define SPARE_GATES 4000u
// Conflicts that take a millisecond of an idle machine, roughly: 5 with large circuits, 60 with small ones.
#define CONFLICTS_PER_EFFORT 20u
// Calls of `must_stop` for each look at the clock and at memory.
#define CALLS_PER_LOOK 64u

struct bit_solver {
    struct terms *terms;
    const struct sat_module *module; // NULL: there is none
    struct sat *sat;                 // NULL: not opened
    struct blaster blaster;
    VECTOR(int) variables;    // by node of the circuit: its variable in `sat`, 0: it has none
    int used;                 // variables of `sat`
    VECTOR(uint32_t) visited; // by node: the number of the last query whose circuit it belongs to
    uint32_t queries;
    VECTOR(uint32_t) stack; // nodes to be visited
    VECTOR(uint32_t) cone;  // nodes of the query's circuit, inputs before what they are inputs of
    VECTOR(int) assumptions;
    double deadline; // by clock_seconds; 0: none
    uint32_t calls;  // of must_stop, in the present query
    uint64_t steps;  // calls in all queries
    uint64_t memory; // what the process may hold, in bytes; 0: anything
    struct interrupt *interrupt;
    atomic_bool interrupted; // by another thread
};

struct bit_solver *bit_solver_new(struct terms *terms, const struct smt_options *options)
{
    struct bit_solver *s = memory_zalloc(1, sizeof *s);
    s->terms = terms;
    s->interrupt = options->interrupt;
    s->memory = options->memory;
    s->module = sat_library_load();
    blaster_begin(&s->blaster, terms);
    return s;
}

// Closes the SAT solver: the next query opens another one, without clauses.
static void empty_solver(struct bit_solver *s)
{
    if (s->sat)
        s->module->close(s->sat);
    s->sat = NULL;
    s->used = 0;
    if (s->variables.size)
        memset(s->variables.data, 0, s->variables.size * sizeof *s->variables.data);
}

void bit_solver_free(struct bit_solver *s)
{
    if (!s)
        return;
    empty_solver(s);
    blaster_end(&s->blaster);
    vector_free(&s->variables);
    vector_free(&s->visited);
    vector_free(&s->stack);
    vector_free(&s->cone);
    vector_free(&s->assumptions);
    memory_free(s);
}

uint64_t bit_solver_steps(const struct bit_solver *s)
{
    return s->steps;
}

static void interrupt_bit_query(void *solver)
{
    struct bit_solver *s = solver;
    atomic_store(&s->interrupted, true);
}

static int must_stop(void *solver)
{
    struct bit_solver *s = solver;
    if (atomic_load_explicit(&s->interrupted, memory_order_relaxed))
        return 1;
    if (s->calls++ % CALLS_PER_LOOK)
        return 0;
    return (s->deadline > 0 && clock_seconds() >= s->deadline) || (s->memory && resident_bytes() > s->memory);
}

// Appends the nodes from `root` on to the query's circuit, inputs first.
static void collect_cone(struct bit_solver *s, uint32_t root)
{
    const struct gate_node *nodes = s->blaster.gates.nodes.data;
    vector_clear(&s->stack);
    vector_push(&s->stack, root);
    while (s->stack.size) {
        uint32_t node = vector_last(&s->stack), before = s->stack.size;
        bool has_inputs = nodes[node].kind != GATE_CONSTANT && nodes[node].kind != GATE_BIT;
        if (has_inputs && s->visited.data[node] != s->queries)
            for (unsigned i = 0; i < 3; i++) {
                uint32_t input = gate_node_of(nodes[node].input[i]);
                if (s->visited.data[input] != s->queries)
                    vector_push(&s->stack, input);
            }
        if (s->stack.size > before)
            continue;
        s->stack.size--;
        if (s->visited.data[node] != s->queries) {
            s->visited.data[node] = s->queries;
            vector_push(&s->cone, node);
        }
    }
}

static int literal_of(const struct bit_solver *s, gate a)
{
    int variable = s->variables.data[gate_node_of(a)];
    return a & 1u ? -variable : variable;
}

// The clauses that say what a gate is, as signs of (output, first input, second, third): -1 negated, 1 not, 0
// not in the clause.
struct pattern {
    signed char sign[4];
};
static const struct pattern and_clauses[] = {{{-1, 1, 0}}, {{-1, 0, 1}}, {{1, -1, -1}}};
static const struct pattern xor_clauses[] = {{{-1, 1, 1}}, {{-1, -1, -1}}, {{1, -1, 1}}, {{1, 1, -1}}};
// The last two follow from the others, and let more be seen at once.
static const struct pattern choice_clauses[] = {{{1, -1, -1, 0}}, {{-1, -1, 1, 0}}, {{1, 1, 0, -1}},
                                                {{-1, 1, 0, 1}},  {{1, 0, -1, -1}}, {{-1, 0, 1, 1}}};
static const struct pattern majority_clauses[] = {{{1, -1, -1, 0}}, {{1, -1, 0, -1}}, {{1, 0, -1, -1}},
                                                  {{-1, 1, 1, 0}},  {{-1, 1, 0, 1}},  {{-1, 0, 1, 1}}};
static const struct {
    const struct pattern *clauses;
    unsigned count;
} patterns[] = {
    [GATE_AND] = {and_clauses, sizeof and_clauses / sizeof *and_clauses},
    [GATE_XOR] = {xor_clauses, sizeof xor_clauses / sizeof *xor_clauses},
    [GATE_CHOICE] = {choice_clauses, sizeof choice_clauses / sizeof *choice_clauses},
    [GATE_MAJORITY] = {majority_clauses, sizeof majority_clauses / sizeof *majority_clauses},
};

static bool add_clauses(struct bit_solver *s, uint32_t node)
{
    const struct gate_node *n = &s->blaster.gates.nodes.data[node];
    const int literals[4] = {literal_of(s, 2 * node), literal_of(s, n->input[0]), literal_of(s, n->input[1]),
                             literal_of(s, n->input[2])};
    for (unsigned i = 0; i < patterns[n->kind].count; i++) {
        int clause[4];
        unsigned size = 0;
        for (unsigned k = 0; k < 4; k++)
            if (patterns[n->kind].clauses[i].sign[k])
                clause[size++] = literals[k] * patterns[n->kind].clauses[i].sign[k];
        if (!s->module->add(s->sat, clause, size))
            return false;
    }
    return true;
}

static bool encode(struct bit_solver *s, uint32_t node)
{
    if (s->variables.data[node])
        return true;
    s->variables.data[node] = ++s->used;
    switch (s->blaster.gates.nodes.data[node].kind) {
    case GATE_CONSTANT: return s->module->add(s->sat, &(const int){-s->used}, 1);
    case GATE_BIT: return true;
    default: return add_clauses(s, node);
    }
}

// Gives each array by node an element for each node.
static void reserve_nodes(struct bit_solver *s)
{
    uint32_t nodes = s->blaster.gates.nodes.size;
    vector_reserve(&s->variables, nodes);
    vector_reserve(&s->visited, nodes);
    while (s->variables.size < nodes)
        vector_push(&s->variables, 0);
    while (s->visited.size < nodes)
        vector_push(&s->visited, 0);
}

static void bound_circuit(struct bit_solver *s)
{
    if (s->blaster.gates.nodes.size <= MOST_GATES && s->queries < UINT32_MAX)
        return;
    empty_solver(s);
    blaster_end(&s->blaster);
    blaster_begin(&s->blaster, s->terms);
    vector_free(&s->variables);
    vector_free(&s->visited);
    s->queries = 0;
}

// Makes the circuit of the query, and its clauses. False: the SAT solver has no memory.
static bool prepare_circuit(struct bit_solver *s, const term *query, uint32_t n)
{
    bound_circuit(s);
    s->queries++;
    for (uint32_t i = 0; i < n; i++)
        blaster_condition(&s->blaster, query[i]);
    reserve_nodes(s);
    vector_clear(&s->cone);
    for (uint32_t i = 0; i < n; i++)
        collect_cone(s, gate_node_of(*blaster_bits(&s->blaster, query[i])));
    if (s->sat && (uint64_t)s->used > (uint64_t)SPARE_TIMES * s->cone.size + SPARE_GATES)
        empty_solver(s);
    if (!s->sat)
        s->sat = s->module->open();
    bool added = s->sat != NULL;
    for (uint32_t i = 0; i < s->cone.size && added; i++)
        added = encode(s, s->cone.data[i]);
    vector_clear(&s->assumptions);
    for (uint32_t i = 0; i < n; i++)
        vector_push(&s->assumptions, literal_of(s, *blaster_bits(&s->blaster, query[i])));
    return added;
}

// Bits that no clause is about are 0.
static uint64_t read_input_bits(const struct bit_solver *s, uint32_t input)
{
    term self = term_input_get(s->terms, input)->self;
    const gate *bits = blaster_bits(&s->blaster, self);
    uint64_t value = 0;
    for (unsigned i = 0; bits && i < term_width(s->terms, self); i++) {
        int variable = s->variables.data[gate_node_of(bits[i])];
        if (variable && s->module->value(s->sat, variable))
            value |= (uint64_t)1 << i;
    }
    return value;
}

static void read_bit_model(const struct bit_solver *s, const term *query, uint32_t n, uint64_t *model)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t count;
        const uint32_t *inputs = term_inputs(s->terms, query[i], &count);
        for (uint32_t k = 0; k < count; k++)
            model[inputs[k]] = read_input_bits(s, inputs[k]);
    }
}

static uint32_t read_bit_core(const struct bit_solver *s, const term *query, uint32_t n, term *core)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (s->module->needed(s->sat, s->assumptions.data[i]))
            core[count++] = query[i];
    return count;
}

static int most_conflicts(const struct solver_limits *limits)
{
    unsigned effort = limits->effort ? limits->effort : limits->milliseconds;
    return effort > INT_MAX / CONFLICTS_PER_EFFORT ? 0 : (int)(effort * CONFLICTS_PER_EFFORT);
}

// Solves the query whose clauses and assumptions are made.
static enum sat_result solve_clauses(struct bit_solver *s, const struct solver_limits *limits)
{
    atomic_store(&s->interrupted, false);
    s->deadline = limits->milliseconds ? clock_seconds() + limits->milliseconds / 1e3 : 0;
    s->calls = 0;
    if (!interrupt_enter(s->interrupt, interrupt_bit_query, s, 0))
        return SAT_RESULT_UNKNOWN;
    enum sat_result result = s->module->solve(s->sat, s->assumptions.data, s->assumptions.size,
                                              most_conflicts(limits), must_stop, s);
    interrupt_leave(s->interrupt);
    s->steps += s->calls;
    return result;
}

enum smt_answer bit_solver_check(struct bit_solver *s, const struct solver_limits *limits, const term *query,
                                 uint32_t n, uint64_t *model, term *core, uint32_t *core_count)
{
    if (!s->module)
        return SMT_UNKNOWN;
    switch (prepare_circuit(s, query, n) ? solve_clauses(s, limits) : SAT_RESULT_BROKEN) {
    case SAT_RESULT_SATISFIABLE: read_bit_model(s, query, n, model); return SMT_SAT;
    case SAT_RESULT_UNSATISFIABLE: *core_count = read_bit_core(s, query, n, core); return SMT_UNSAT;
    case SAT_RESULT_BROKEN:
    case SAT_RESULT_UNKNOWN:
        empty_solver(s);
        return SMT_UNKNOWN; // what it has learnt was no help: Z3 has the room
    }
    return SMT_UNKNOWN;
}
