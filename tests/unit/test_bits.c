// The way of a query through gates and clauses: words of gates compute what terms do, sums that contradict
// their bounds have no solution, and the SAT solver answers as Z3 does. HEDDLE_TEST_SAMPLES: how many random
// queries.
#include "base/memory.h"
#include "smt/bit_solver.h"
#include "smt/blast.h"
#include "smt/models.h"
#include "smt/sums.h"
#include "smt/z3_backend.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>

static uint64_t seed = 7;

static uint64_t next_random(void)
{
    uint64_t z = (seed += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t below(uint64_t n)
{
    return next_random() % n;
}

static unsigned samples(unsigned otherwise)
{
    const char *text = getenv("HEDDLE_TEST_SAMPLES");
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

// ---- gates

// The values of all nodes; of free bits, those that the array has.
static void simulate(const struct gates *gates, bool *values)
{
    for (uint32_t i = 0; i < gates->nodes.size; i++) {
        const struct gate_node *n = &gates->nodes.data[i];
        bool in[3];
        for (unsigned k = 0; k < 3; k++)
            in[k] = values[gate_node_of(n->input[k])] ^ (n->input[k] & 1u);
        switch (n->kind) {
        case GATE_CONSTANT: values[i] = false; break;
        case GATE_BIT: break;
        case GATE_AND: values[i] = in[0] && in[1]; break;
        case GATE_XOR: values[i] = in[0] != in[1]; break;
        case GATE_CHOICE: values[i] = in[0] ? in[1] : in[2]; break;
        case GATE_MAJORITY: values[i] = in[0] + in[1] + in[2] >= 2; break;
        }
    }
}

static bool value_of(const bool *values, gate a)
{
    return values[gate_node_of(a)] ^ (a & 1u);
}

// Random circuits over four bits, beside the truth table of each gate as a number of 16 bits.
static void gates_are_what_they_say(void **state)
{
    (void)state;
    enum { GATES = 60 };
    static const uint16_t columns[] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    for (unsigned round = 0; round < 300; round++) {
        struct gates gates;
        gates_init(&gates);
        gate made[GATES] = {GATE_FALSE, GATE_TRUE};
        uint16_t truth[GATES] = {0, 0xffff};
        for (unsigned i = 2; i < GATES; i++) {
            unsigned pick[3];
            gate in[3];
            uint16_t t[3];
            for (unsigned k = 0; k < 3 && i >= 6; k++) {
                pick[k] = (unsigned)below(i);
                bool negated = below(2);
                in[k] = made[pick[k]] ^ negated;
                t[k] = (uint16_t)(negated ? ~truth[pick[k]] : truth[pick[k]]);
            }
            if (i < 6) {
                made[i] = gates_bit(&gates);
                truth[i] = columns[i - 2];
                continue;
            }
            switch (below(5)) {
            case 0:
                made[i] = gates_and(&gates, in[0], in[1]);
                truth[i] = t[0] & t[1];
                break;
            case 1:
                made[i] = gates_or(&gates, in[0], in[1]);
                truth[i] = t[0] | t[1];
                break;
            case 2:
                made[i] = gates_xor(&gates, in[0], in[1]);
                truth[i] = t[0] ^ t[1];
                break;
            case 3:
                made[i] = gates_choice(&gates, in[0], in[1], in[2]);
                truth[i] = (uint16_t)((t[0] & t[1]) | (~t[0] & t[2]));
                break;
            default:
                made[i] = gates_majority(&gates, in[0], in[1], in[2]);
                truth[i] = (uint16_t)((t[0] & t[1]) | (t[0] & t[2]) | (t[1] & t[2]));
            }
        }
        bool *values = test_calloc(gates.nodes.size, sizeof *values);
        for (uint64_t bits = 0; bits < 16; bits++) {
            for (unsigned i = 2; i < 6; i++)
                values[gate_node_of(made[i])] = columns[i - 2] >> bits & 1;
            simulate(&gates, values);
            for (unsigned i = 0; i < GATES; i++)
                assert_int_equal(value_of(values, made[i]), truth[i] >> bits & 1);
        }
        test_free(values);
        gates_free(&gates);
    }
    assert_int_equal(memory_live_blocks(), 0);
}

// ---- random terms

struct world {
    struct terms *terms;
    term inputs[3];
    unsigned width; // of the inputs
};

static struct world make_world(unsigned width)
{
    struct world w = {.terms = terms_new(), .width = width};
    for (unsigned i = 0; i < 3; i++)
        w.inputs[i] = term_input(w.terms, 0, i, width, INPUT_NONDET);
    return w;
}

static term random_word(struct world *w, unsigned depth);

static term random_condition(struct world *w, unsigned depth)
{
    static const enum term_kind kinds[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
    term a = random_word(w, depth), b = random_word(w, depth ? depth - 1 : 0);
    term c = term_binary(w->terms, kinds[below(5)], a, b);
    return below(2) ? c : term_not(w->terms, c);
}

static term random_word(struct world *w, unsigned depth)
{
    struct terms *terms = w->terms;
    if (depth == 0 || below(8) == 0)
        return below(3) ? w->inputs[below(3)]
                        : term_constant(terms, w->width, below(2) ? next_random() : below(9));
    if (below(6) == 0)
        return term_ite(terms, random_condition(w, depth - 1), random_word(w, depth - 1),
                        random_word(w, depth - 1));
    if (below(6) == 0)
        return term_unary(terms, below(2) ? TERM_NEG : TERM_NOT, random_word(w, depth - 1));
    if (below(6) == 0 && w->width > 1) {
        unsigned part = 1 + (unsigned)below(w->width - 1);
        term cut = term_extract(terms, random_word(w, depth - 1), (unsigned)below(w->width - part + 1), part);
        return below(2) ? term_sext(terms, cut, w->width) : term_zext(terms, cut, w->width);
    }
    enum term_kind kind = (enum term_kind)(TERM_ADD + below(TERM_XOR - TERM_ADD + 1));
    return term_binary(terms, kind, random_word(w, depth - 1), random_word(w, depth - 1));
}

// What the circuit of a term computes, for random values of the inputs.
static void circuits_compute_terms(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 2, 3, 5, 8, 16, 31, 32, 64};
    for (unsigned round = 0; round < 700; round++) {
        struct world w = make_world(widths[below(sizeof widths / sizeof *widths)]);
        term t = random_condition(&w, 3);
        struct blaster b;
        blaster_begin(&b, w.terms);
        gate root = blaster_condition(&b, t);
        bool *values = test_calloc(b.gates.nodes.size, sizeof *values);
        for (unsigned trial = 0; trial < 8; trial++) {
            uint64_t inputs[3];
            for (unsigned i = 0; i < 3; i++)
                inputs[i] = below(2) ? next_random() : below(4);
            for (unsigned i = 0; i < 3; i++) {
                const gate *bits = blaster_bits(&b, w.inputs[i]);
                for (unsigned k = 0; bits && k < w.width; k++)
                    values[gate_node_of(bits[k])] = inputs[i] >> k & 1;
            }
            simulate(&b.gates, values);
            assert_int_equal(value_of(values, root), term_evaluate(w.terms, t, inputs, 3));
        }
        test_free(values);
        blaster_end(&b);
        terms_free(w.terms);
    }
    assert_int_equal(memory_live_blocks(), 0);
}

// ---- sums

static int compare_terms(const void *a, const void *b)
{
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

static bool has_solution(struct world *w, const term *conjuncts, uint32_t n)
{
    uint64_t size = (uint64_t)1 << w->width;
    for (uint64_t all = 0; all < size * size * size; all++) {
        const uint64_t values[] = {all % size, all / size % size, all / size / size};
        if (models_satisfy(w->terms, conjuncts, n, values, 3))
            return true;
    }
    return false;
}

static term multiple_of(struct world *w)
{
    term t = w->inputs[below(3)];
    if (below(3) == 0)
        t = term_ite(w->terms, random_condition(w, 0), t, term_unary(w->terms, TERM_NEG, t));
    if (below(4) == 0 && w->width > 2)
        t = term_sext(w->terms, term_extract(w->terms, t, 0, w->width - 1), w->width);
    term factor = below(4) ? term_constant(w->terms, w->width, next_random()) : w->inputs[below(3)];
    return term_binary(w->terms, TERM_MUL, t, factor);
}

// Bounds of inputs and comparisons of sums: what is said to contradict has no solution.
static void contradictions_have_no_solution(void **state)
{
    (void)state;
    unsigned found = 0, unsatisfiable = 0;
    static const enum term_kind kinds[] = {TERM_EQ, TERM_ULT, TERM_SLT};
    struct sums sums = {0};
    for (unsigned round = 0; round < samples(3000); round++) {
        struct world w = make_world(2 + (unsigned)below(3));
        term conjuncts[8];
        uint32_t n = 0;
        for (unsigned i = 0; i < 3; i++)
            for (unsigned k = 0; k < 2; k++) {
                term bound = term_constant(w.terms, w.width, next_random());
                term c = term_binary(w.terms, kinds[below(3)], w.inputs[i], bound);
                conjuncts[n++] = below(2) ? c : term_not(w.terms, c);
            }
        for (unsigned k = 0; k < 2; k++) {
            term sum = term_binary(w.terms, TERM_ADD, multiple_of(&w), multiple_of(&w));
            term other = below(2) ? multiple_of(&w) : term_constant(w.terms, w.width, next_random());
            term c = term_binary(w.terms, kinds[below(3)], sum, other);
            conjuncts[n++] = below(2) ? c : term_not(w.terms, c);
        }
        qsort(conjuncts, n, sizeof *conjuncts, compare_terms);
        bool solution = has_solution(&w, conjuncts, n),
             contradict = sums_contradict(&sums, w.terms, conjuncts, n);
        unsatisfiable += !solution;
        found += contradict;
        assert_false(solution && contradict);
        terms_free(w.terms);
    }
    assert_true(found > unsatisfiable / 4);
    sums_free(&sums);
}

// What the benchmark `bench/machine/symbolic.c` asks: a number of three digits, with a sign.
static void digits_are_bounded(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    term sum = term_constant(terms, 32, 0), conjuncts[8];
    uint32_t n = 0;
    for (unsigned i = 0; i < 3; i++) {
        term byte = term_input(terms, 0, i, 8, INPUT_NONDET);
        conjuncts[n++] = term_not(terms, term_binary(terms, TERM_SLT, byte, term_constant(terms, 8, '0')));
        conjuncts[n++] = term_binary(terms, TERM_SLT, byte, term_constant(terms, 8, '9' + 1));
        term digit = term_binary(terms, TERM_SUB, term_sext(terms, byte, 32), term_constant(terms, 32, '0'));
        sum = term_binary(terms, TERM_ADD, term_binary(terms, TERM_MUL, sum, term_constant(terms, 32, 10)),
                          digit);
    }
    term minus = term_eq(terms, term_input(terms, 1, 0, 8, INPUT_NONDET), term_constant(terms, 8, '-'));
    term sign = term_ite(terms, minus, term_constant(terms, 32, UINT32_MAX), term_constant(terms, 32, 1));
    term number = term_binary(terms, TERM_MUL, sign, sum);
    struct sums sums = {0};
    conjuncts[n] = term_not(terms, term_binary(terms, TERM_SLT, number, term_constant(terms, 32, 1000)));
    qsort(conjuncts, n + 1, sizeof *conjuncts, compare_terms);
    assert_true(sums_contradict(&sums, terms, conjuncts, n + 1));
    sums_free(&sums);
    terms_free(terms);
}

// ---- the solver

static void the_solver_answers_as_z3(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 2, 3, 5, 8, 11};
    unsigned counts[3] = {0};
    for (unsigned round = 0; round < samples(150); round++) {
        struct world w = make_world(widths[below(sizeof widths / sizeof *widths)]);
        struct bit_solver *bits = bit_solver_new(w.terms, &(struct smt_options){0});
        struct z3_backend *z3 = z3_backend_new(w.terms, &(struct smt_options){0});
        struct solver_limits limits = {.effort = 50};
        term query[6], core[6], z3_core[6];
        uint64_t model[3] = {0}, z3_model[3] = {0};
        uint32_t core_count, z3_count;
        for (uint32_t n = 0; n < 6; n++) { // along a path
            query[n] = random_condition(&w, 2);
            if (term_is_true(w.terms, query[n]) || term_is_false(w.terms, query[n]))
                break;
            enum smt_answer answer = bit_solver_check(bits, &limits, query, n + 1, model, core, &core_count);
            enum smt_answer second =
                z3_backend_check(z3, &limits, query, n + 1, z3_model, z3_core, &z3_count);
            counts[answer]++;
            if (answer != SMT_UNKNOWN && second != SMT_UNKNOWN)
                assert_int_equal(answer, second);
            if (answer == SMT_SAT)
                assert_true(models_satisfy(w.terms, query, n + 1, model, 3));
            if (answer != SMT_UNSAT)
                continue;
            assert_true(core_count > 0 && core_count <= n + 1);
            assert_int_not_equal(
                z3_backend_check(z3, &limits, core, core_count, z3_model, z3_core, &z3_count), SMT_SAT);
            n--; // the other side of the branch
            query[n + 1] = TERM_NONE;
            if (below(3) == 0)
                break;
        }
        bit_solver_free(bits);
        z3_backend_free(z3);
        terms_free(w.terms);
    }
    assert_true(counts[SMT_SAT] > 100 && counts[SMT_UNSAT] > 20 && counts[SMT_UNKNOWN] < counts[SMT_SAT] / 4);
    assert_int_equal(memory_live_blocks(), 0);
}

// What an interrupt ends is unknown, and so is what is too hard; the next query is answered as if nothing had
// been.
static void limits_are_kept(void **state)
{
    (void)state;
    struct terms *terms = terms_new();
    struct interrupt interrupt;
    interrupt_init(&interrupt);
    struct bit_solver *bits = bit_solver_new(terms, &(struct smt_options){.interrupt = &interrupt});
    term x = term_input(terms, 0, 0, 64, INPUT_NONDET), y = term_input(terms, 0, 1, 64, INPUT_NONDET);
    term one = term_constant(terms, 64, 1),
         value = term_constant(terms, 64, 4611685975477714963u); // of two primes
    term bound = term_constant(terms, 64, (uint64_t)1 << 32);
    const term hard[] = {term_binary(terms, TERM_ULT, one, x), term_binary(terms, TERM_ULT, one, y),
                         term_binary(terms, TERM_ULT, x, bound), term_binary(terms, TERM_ULT, y, bound),
                         term_eq(terms, term_binary(terms, TERM_MUL, x, y), value)};
    const term easy[] = {hard[0], term_binary(terms, TERM_ULT, x, y)};
    term core[5];
    uint64_t model[2];
    uint32_t count;
    struct solver_limits effort = {.effort = 3}, time = {.milliseconds = 20};
    assert_int_equal(bit_solver_check(bits, &effort, hard, 5, model, core, &count), SMT_UNKNOWN);
    assert_int_equal(bit_solver_check(bits, &effort, easy, 2, model, core, &count), SMT_SAT);
    assert_true(model[0] > 1 && model[0] < model[1]);
    assert_int_equal(bit_solver_check(bits, &time, hard, 5, model, core, &count), SMT_UNKNOWN);
    interrupt_raise(&interrupt);
    assert_int_equal(bit_solver_check(bits, &effort, easy, 2, model, core, &count), SMT_UNKNOWN);
    bit_solver_free(bits);
    interrupt_free(&interrupt);
    terms_free(terms);
    assert_int_equal(memory_live_blocks(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_are_what_they_say),         cmocka_unit_test(circuits_compute_terms),
        cmocka_unit_test(contradictions_have_no_solution), cmocka_unit_test(digits_are_bounded),
        cmocka_unit_test(the_solver_answers_as_z3),        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
