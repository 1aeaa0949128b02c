// Graphs against brute force, control flow of small functions, and definitions of registers.
#include "analysis/registers.h"
#include "base/bit_array.h"
#include "base/hash.h"
#include "program_text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

enum { NODES = 12 };

static uint64_t seed = 1;

static uint32_t random_below(uint32_t n)
{
    return (uint32_t)(hash_mix(seed++) % n);
}

static struct graph random_graph(uint32_t count)
{
    struct graph_edge edges[64];
    uint32_t edge_count = random_below(3 * count) + 1;
    for (uint32_t k = 0; k < edge_count; k++)
        edges[k] = (struct graph_edge){random_below(count), random_below(count)};
    return graph_make(count, edges, edge_count);
}

// Whether `to` is reached from `from` by way of nodes other than `without` (by no edge at all, if equal).
static bool reaches(const struct graph *g, uint32_t from, uint32_t to, uint32_t without)
{
    bool seen[NODES] = {false};
    uint32_t stack[NODES], size = 0;
    if (from == without)
        return false;
    seen[from] = true;
    stack[size++] = from;
    while (size) {
        uint32_t n = stack[--size];
        for (uint32_t k = g->starts[n]; k < g->starts[n + 1]; k++) {
            uint32_t next = g->targets[k];
            if (next == without || seen[next])
                continue;
            seen[next] = true;
            stack[size++] = next;
        }
    }
    return seen[to];
}

static void check_dominators(const struct graph *g)
{
    struct graph reversed = graph_reversed(g);
    uint32_t *parents = graph_dominators(g, &reversed, 0);
    struct graph_tree tree = graph_tree_make(parents, g->count);
    for (uint32_t a = 0; a < g->count; a++)
        for (uint32_t b = 0; b < g->count; b++) {
            if (!reaches(g, 0, a, NO_NODE) || !reaches(g, 0, b, NO_NODE))
                continue;
            bool dominates = a == b || !reaches(g, 0, b, a);
            assert_int_equal(graph_tree_above(&tree, a, b), dominates);
        }
    graph_tree_free(&tree);
    memory_free(parents);
    graph_free(&reversed);
}

static void check_components(const struct graph *g)
{
    uint32_t count, *component = graph_components(g, &count);
    for (uint32_t a = 0; a < g->count; a++) {
        assert_true(component[a] < count);
        for (uint32_t b = 0; b < g->count; b++) {
            bool to = reaches(g, a, b, NO_NODE), back = reaches(g, b, a, NO_NODE);
            assert_int_equal(component[a] == component[b], to && back);
            if (to)
                assert_true(component[b] <= component[a]);
        }
    }
    memory_free(component);
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (int round = 0; round < 5000; round++) {
        struct graph g = random_graph(random_below(NODES - 1) + 1);
        check_dominators(&g);
        check_components(&g);
        graph_free(&g);
    }
}

// ---- functions

// Brute force: n depends on c if one successor of c always comes to n on its way to the exit, and not every
// successor does.
static void check_control(const struct flow *flow)
{
    for (uint32_t n = 0; n < flow->count; n++)
        for (uint32_t c = 0; flow->count < NODES && c < flow->count; c++) {
            bool some = false, all = true;
            for (uint32_t k = flow->next.starts[c]; k < flow->next.starts[c + 1]; k++) {
                uint32_t to = flow->next.targets[k];
                bool always = to == n || !reaches(&flow->next, to, flow->exit, n);
                some |= always;
                all &= always;
            }
            bool expected = flow->reachable[c] && some && !all;
            bool found = false;
            for (uint32_t k = flow->controllers.starts[n]; k < flow->controllers.starts[n + 1]; k++)
                found |= flow->controllers.targets[k] == c;
            assert_int_equal(found, expected);
        }
}

// A function of random blocks without any other code.
static void test_random_functions(void **state)
{
    (void)state;
    for (int round = 0; round < 3000; round++) {
        struct instruction code[NODES];
        struct block blocks[NODES];
        uint32_t count = random_below(NODES - 3) + 1, operands[1] = {0};
        for (uint32_t k = 0; k < count; k++) {
            uint32_t kind = random_below(6);
            code[k] = (struct instruction){.op = kind < 3   ? OP_BRANCH
                                                 : kind < 5 ? OP_JUMP
                                                            : OP_RETURN,
                                           .b = random_below(count),
                                           .d = random_below(count)};
            blocks[k] = (struct block){.first = k, .end = k + 1};
        }
        struct function function = {.end = count, .end_block = count, .register_count = 1};
        struct program program = {.code = code,
                                  .code_count = count,
                                  .blocks = blocks,
                                  .blocks_count = count,
                                  .functions = &function,
                                  .functions_count = 1,
                                  .operands = operands};
        struct flow *flow = flow_compute(&program, 0, NULL, NULL);
        assert_int_equal(flow->count, count);
        for (uint32_t n = 0; n < count; n++)
            if (flow->reachable[n]) // also from loops without a way out
                assert_true(reaches(&flow->next, n, flow->exit, NO_NODE));
        check_control(flow);
        struct registers *registers = registers_compute(&program, flow);
        for (uint32_t n = 0; n < count; n++) {
            uint32_t uses;
            (void)registers_uses(registers, n, &uses);
            assert_int_equal(uses, code[n].op == OP_BRANCH);
        }
        registers_free(registers);
        flow_free(flow);
    }
}

static struct flow *flow_of(const struct program *p, const char *name, const uint64_t *stops)
{
    uint32_t function = program_find_function(p, name);
    assert_int_not_equal(function, NO_FUNCTION);
    return flow_compute(p, function, stops, NULL);
}

static void test_calls_that_stop(void **state)
{
    (void)state;
    struct program *p = program_text_load("extern void stop(int);\nint x;\n"
                                          "void f(int a) {\n"
                                          " x = 1;\n"
                                          " stop(a);\n"
                                          " x = 2;\n"
                                          " if (a)\n"
                                          "  x = 3;\n"
                                          " x = 4; }\n"
                                          "int main(void) { f(1); return 0; }\n");
    uint32_t call = program_text_find(p, 5, OP_CALL), two = program_text_find(p, 6, OP_STORE_G);
    uint32_t one = program_text_find(p, 4, OP_STORE_G), four = program_text_find(p, 9, OP_STORE_G);
    struct flow *plain = flow_of(p, "f", NULL);
    assert_int_equal(flow_node_at(plain, call), flow_node_at(plain, two));
    flow_free(plain);
    uint64_t *stops = bit_array_new(p->code_count);
    bit_array_add(stops, call);
    struct flow *flow = flow_of(p, "f", stops);
    uint32_t node = flow_node_at(flow, two), last = flow_node_at(flow, four);
    assert_int_not_equal(flow_node_at(flow, call), node);
    for (uint32_t k = 0; k < 2; k++, node = last) { // both depend on the call coming back, and on that only
        assert_int_equal(flow->controllers.starts[node + 1] - flow->controllers.starts[node], 1);
        assert_int_equal(flow->controllers.targets[flow->controllers.starts[node]], flow_node_at(flow, call));
    }
    assert_true(flow_dominates(flow, one, four));
    assert_true(flow_reaches(flow, one, four));
    assert_false(flow_reaches(flow, four, one));
    flow_free(flow);
    memory_free(stops);
    program_free(p);
}

// ---- registers

static bool holds(const struct registers *r, struct register_value value, uint32_t code, unsigned depth)
{
    if (value.kind == VALUE_CODE)
        return value.number == code;
    if (value.kind == VALUE_ENTRY || depth == 0)
        return false;
    for (uint32_t k = r->merge_starts[value.number]; k < r->merge_starts[value.number + 1]; k++)
        if (holds(r, r->operands[k], code, depth - 1))
            return true;
    return false;
}

static void test_definitions(void **state)
{
    (void)state;
    struct program *p = program_text_load("int g(void); int x;\n"
                                          "int f(int a, int b) {\n"
                                          " int s = a * 3;\n"
                                          " if (b)\n"
                                          "  s = a + 7;\n"
                                          " for (int i = 0; i < b; i++)\n"
                                          "  s ^= i;\n"
                                          " return s; }\n"
                                          "int main(void) { return f(x, 2); }\n");
    struct flow *flow = flow_of(p, "f", NULL);
    struct registers *r = registers_compute(p, flow);
    uint32_t multiply = program_text_find(p, 3, OP_MUL_I), add = program_text_find(p, 5, OP_ADD_I);
    uint32_t combine = program_text_find(p, 7, OP_XOR), end = program_text_find(p, 8, OP_RETURN);
    struct register_value value;
    assert_true(registers_value(r, multiply, p->code[multiply].a, &value));
    assert_int_equal(value.kind, VALUE_ENTRY);
    assert_int_equal(value.number, 0);
    assert_true(registers_value(r, end, p->code[end].a, &value));
    assert_int_equal(value.kind, VALUE_MERGE);
    assert_true(holds(r, value, multiply, 5) && holds(r, value, add, 5) && holds(r, value, combine, 5));
    registers_free(r);
    flow_free(flow);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_random_functions),
        cmocka_unit_test(test_calls_that_stop),
        cmocka_unit_test(test_definitions),
    };
    return cmocka_run_group_tests(tests, program_text_setup, program_text_teardown);
}
