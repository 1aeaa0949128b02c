// The runtime library's trees (src/runtime/search_trees.c) against glibc's: after every operation both have
// the same shape, have compared the same keys in the same order, and have returned pointers to the same
// nodes.
#include "runtime_host.h"

#include <search.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LARGEST = 1000, VISITS = 3 * LARGEST, COMPARISONS = 200 };

struct tree_functions {
    __typeof__(&tsearch) search;
    __typeof__(&tfind) find;
    __typeof__(&tdelete) remove;
    __typeof__(&twalk) walk;
    __typeof__(&twalk_r) walk_with;
    __typeof__(&tdestroy) destroy;
};

struct visit {
    const void *node;
    const int *key;
    VISIT kind;
    int depth;
};

// A tree of one of the two, and what was seen of it.
struct tree {
    struct tree_functions functions;
    void *root;
    struct {
        const int *left, *right;
    } compared[COMPARISONS];
    int comparisons;
    struct visit visits[VISITS];
    int count;
    const int *released[LARGEST];
    int releases;
};

static struct tree mine, theirs, *current;
static int (*order)(int left, int right);

static int compare_keys(const void *left, const void *right)
{
    assert_true(current->comparisons < COMPARISONS);
    current->compared[current->comparisons].left = left;
    current->compared[current->comparisons++].right = right;
    return order(*(const int *)left, *(const int *)right);
}

static void note_visit(const void *node, VISIT kind, int depth)
{
    assert_true(current->count < VISITS);
    current->visits[current->count++] = (struct visit){node, *(const int *const *)node, kind, depth};
}

// twalk_r visits what twalk did, without the depths.
static void check_visit(const void *node, VISIT kind, void *context)
{
    const struct visit *visit = &current->visits[(*(int *)context)++];
    assert_ptr_equal(node, visit->node);
    assert_int_equal(kind, visit->kind);
}

static void note_release(void *key)
{
    current->released[current->releases++] = key;
}

// Whether nodes with the same key before and after an operation are the same nodes in both trees.
static void compare_nodes(const struct visit *old_mine, const struct visit *old_theirs, int old_count)
{
    for (int i = 0; i < theirs.count; i++)
        for (int k = 0; k < old_count; k++) {
            bool same_mine = old_mine[k].node == mine.visits[i].node;
            bool same_theirs = old_theirs[k].node == theirs.visits[i].node;
            assert_int_equal(same_mine, same_theirs);
        }
}

static void walk(struct tree *tree)
{
    int next = 0;
    current = tree;
    tree->count = 0;
    tree->functions.walk(tree->root, note_visit);
    tree->functions.walk_with(tree->root, check_visit, &next);
    assert_int_equal(next, tree->count);
}

static void compare_shapes(bool with_nodes)
{
    static struct visit old_mine[VISITS], old_theirs[VISITS];
    int old_count = mine.count;
    memcpy(old_mine, mine.visits, sizeof *old_mine * (size_t)old_count);
    memcpy(old_theirs, theirs.visits, sizeof *old_theirs * (size_t)old_count);
    walk(&mine);
    walk(&theirs);
    assert_int_equal(mine.count, theirs.count);
    for (int i = 0; i < mine.count; i++) {
        assert_ptr_equal(mine.visits[i].key, theirs.visits[i].key);
        assert_int_equal(mine.visits[i].kind, theirs.visits[i].kind);
        assert_int_equal(mine.visits[i].depth, theirs.visits[i].depth);
    }
    if (with_nodes)
        compare_nodes(old_mine, old_theirs, old_count);
}

static void compare_comparisons(void)
{
    assert_int_equal(mine.comparisons, theirs.comparisons);
    assert_memory_equal(mine.compared, theirs.compared, sizeof *mine.compared * (size_t)theirs.comparisons);
    mine.comparisons = theirs.comparisons = 0;
}

// What a tree's function returned is a node with the same key.
static void compare_results(void *const *my_result, void *const *their_result)
{
    assert_int_equal(!my_result, !their_result);
    if (my_result && their_result)
        assert_ptr_equal(*my_result, *their_result);
}

// Deletes what compares as the key. What is returned for the root is not said, but is the root that was freed
// where there is one.
static void remove_key(const int *key)
{
    void *my_root = mine.root, *their_root = theirs.root;
    runtime_reset();
    current = &mine;
    void *my_result = mine.functions.remove(key, &mine.root, compare_keys);
    current = &theirs;
    void *their_result = theirs.functions.remove(key, &theirs.root, compare_keys);
    assert_int_equal(!my_result, !their_result);
    bool is_root = their_result && theirs.comparisons == 1;
    if (runtime_record.unmodelled)
        assert_true(is_root);
    else if (is_root)
        assert_true(my_result == my_root && their_result == their_root);
    else
        compare_results(my_result, their_result);
}

static void insert(const int *key)
{
    current = &mine;
    void *my_result = mine.functions.search(key, &mine.root, compare_keys);
    current = &theirs;
    compare_results(my_result, theirs.functions.search(key, &theirs.root, compare_keys));
}

static void find(const int *key)
{
    current = &mine;
    void *my_result = mine.functions.find(key, &mine.root, compare_keys);
    current = &theirs;
    compare_results(my_result, theirs.functions.find(key, &theirs.root, compare_keys));
}

static void destroy(void)
{
    current = &mine;
    mine.functions.destroy(mine.root, note_release);
    current = &theirs;
    theirs.functions.destroy(theirs.root, note_release);
    assert_int_equal(mine.releases, theirs.releases);
    assert_memory_equal(mine.released, theirs.released, sizeof *mine.released * (size_t)theirs.releases);
    mine.root = theirs.root = NULL;
    mine.releases = theirs.releases = mine.count = theirs.count = 0;
}

// Operations on keys below the limit, of which every second one may be there. Two ints for each key, so that
// it shows which of two equal ones a tree has.
static void random_operations(int operations, int limit, uint32_t inserts_of_ten, bool with_nodes)
{
    static int keys[2][LARGEST];
    for (int i = 0; i < operations; i++) {
        uint32_t at = random_below((uint32_t)limit);
        int *key = &keys[random_below(2)][at];
        *key = (int)at;
        if (random_below(8) == 0)
            find(key);
        else if (random_below(10) < inserts_of_ten)
            insert(key);
        else
            remove_key(key);
        compare_comparisons();
        compare_shapes(with_nodes);
    }
}

static int by_value(int left, int right)
{
    return left - right;
}

// No order, but always the same answer for the same keys.
static int by_chance(int left, int right)
{
    uint32_t bits = ((uint32_t)left * 2654435761u) ^ ((uint32_t)right * 2246822519u);
    bits = (bits ^ bits >> 15) * 3266489917u;
    return left == right ? 0 : bits >> 16 & 1 ? 1 : -1;
}

static void test_small_trees(void **state)
{
    (void)state;
    order = by_value;
    for (int round = 0; round < 2000; round++) {
        int limit = 1 + round % 40;
        random_operations(limit, limit, 10, true);
        random_operations(2 * limit, limit, 5, true);
        random_operations(2 * limit, limit, 1, true);
        destroy();
    }
}

static void test_large_trees(void **state)
{
    (void)state;
    order = by_value;
    for (int round = 0; round < 2; round++) {
        random_operations(2000, LARGEST, 9, false);
        random_operations(2000, LARGEST, 5, false);
        random_operations(2000, LARGEST, 0, false);
        destroy();
    }
}

// Keys that come in order, and go in it.
static void test_sorted_keys(void **state)
{
    (void)state;
    static int keys[200];
    order = by_value;
    for (int way = 0; way < 8; way++) {
        for (int i = 0; i < 200; i++) {
            int at = way & 1 ? i : 199 - i;
            keys[at] = at;
            insert(&keys[at]);
            compare_comparisons();
            compare_shapes(true);
        }
        for (int i = 0; i < 200; i++) {
            int at = way & 4 ? (i * 77 + 100) % 200 : i;
            remove_key(&keys[way & 2 ? at : 199 - at]);
            compare_comparisons();
            compare_shapes(true);
        }
        assert_null(mine.root);
    }
}

static void test_wrong_order(void **state)
{
    (void)state;
    order = by_chance;
    for (int round = 0; round < 1000; round++) {
        int limit = 1 + round % 60;
        random_operations(2 * limit, limit, 8, true);
        random_operations(2 * limit, limit, 3, true);
        destroy();
    }
}

static int by_turns(int left, int right)
{
    (void)left, (void)right;
    return (int)random_below(20) - 10;
}

// How many nodes the tree has.
static int count_nodes(const struct tree *tree)
{
    int nodes = 0;
    for (int i = 0; i < tree->count; i++)
        nodes += tree->visits[i].kind == leaf || tree->visits[i].kind == postorder;
    return nodes;
}

// Answers that change: ours still has the nodes that were inserted, and no way down is too long.
static void test_changing_answers(void **state)
{
    (void)state;
    static int key;
    order = by_turns;
    for (int round = 0; round < 1000; round++) {
        int nodes = count_nodes(&mine);
        walk(&mine);
        assert_int_equal(count_nodes(&mine), nodes);
        if (round % 100 < 90 && random_below(10) < 8) {
            assert_non_null(mine.functions.search(&key, &mine.root, compare_keys));
            walk(&mine);
            assert_in_range(count_nodes(&mine), nodes, nodes + 1);
        } else if (mine.functions.remove(&key, &mine.root, compare_keys)) {
            walk(&mine);
            assert_int_equal(count_nodes(&mine), nodes - 1);
        }
        mine.comparisons = 0;
        for (int i = 0; i < mine.count; i++)
            assert_true(mine.visits[i].depth < 20); // of 511 nodes at most
        assert_true(count_nodes(&mine) < 512);
    }
    mine.functions.destroy(mine.root, note_release);
    mine.root = NULL;
    mine.releases = mine.count = 0;
}

static void test_no_tree(void **state)
{
    (void)state;
    int key = 1;
    void *root = NULL;
    const struct tree_functions *all[] = {&mine.functions, &theirs.functions};
    for (int i = 0; i < 2; i++) {
        assert_null(all[i]->search(&key, NULL, compare_keys));
        assert_null(all[i]->find(&key, NULL, compare_keys));
        assert_null(all[i]->find(&key, &root, compare_keys));
        assert_null(all[i]->remove(&key, NULL, compare_keys));
        assert_null(all[i]->remove(&key, &root, compare_keys));
        all[i]->walk(NULL, note_visit);
        all[i]->walk_with(NULL, check_visit, NULL);
        all[i]->destroy(NULL, note_release);
    }
}

static int load(void **state)
{
    (void)state;
    runtime_load();
    RUNTIME(tsearch);
    RUNTIME(tfind);
    RUNTIME(tdelete);
    RUNTIME(twalk);
    RUNTIME(twalk_r);
    RUNTIME(tdestroy);
    mine.functions = (struct tree_functions){mine_tsearch, mine_tfind,   mine_tdelete,
                                             mine_twalk,   mine_twalk_r, mine_tdestroy};
    theirs.functions = (struct tree_functions){tsearch, tfind, tdelete, twalk, twalk_r, tdestroy};
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_trees),      cmocka_unit_test(test_large_trees),
        cmocka_unit_test(test_sorted_keys),      cmocka_unit_test(test_wrong_order),
        cmocka_unit_test(test_changing_answers), cmocka_unit_test(test_no_tree),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
