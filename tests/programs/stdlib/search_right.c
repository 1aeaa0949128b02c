// expect: safe
// heddle: --property=leak
// Trees, hash tables and lists of <search.h>.
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static int order[8], seen;

static int compare(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static void visit(const void *node, VISIT which, int depth)
{
    (void)depth;
    if (which == postorder || which == leaf)
        order[seen++] = **(const int *const *)node;
}

static void forget(void *key)
{
    *(int *)key = 0;
}

static void trees(void)
{
    static int keys[] = {5, 2, 8, 1, 3, 9, 7};
    void *root = NULL;
    int missing = 4;
    for (int i = 0; i < 7; i++)
        assert(**(int **)tsearch(&keys[i], &root, compare) == keys[i]);
    int five = 5;
    assert(*(int **)tsearch(&five, &root, compare) == &keys[0]);
    assert(!tfind(&missing, &root, compare) && !tdelete(&missing, &root, compare));
    twalk(root, visit);
    assert(seen == 7);
    for (int i = 1; i < seen; i++)
        assert(order[i - 1] < order[i]);
    for (int i = 0; i < 3; i++) // with two children, and the root
        assert(tdelete(&keys[i], &root, compare));
    seen = 0;
    twalk(root, visit);
    assert(seen == 4 && order[0] == 1 && order[1] == 3 && order[2] == 7 && order[3] == 9);
    tdestroy(root, forget);
    assert(keys[0] == 5 && keys[3] == 0 && keys[6] == 0);
}

static void tables(void)
{
    assert(hcreate(4));
    ENTRY one = {"one", (void *)1}, two = {"two", (void *)2}, other = {"one", (void *)3};
    assert(hsearch(one, ENTER)->data == (void *)1);
    assert(hsearch(two, ENTER)->data == (void *)2);
    assert(hsearch(other, ENTER)->data == (void *)1);
    other.key = "three";
    assert(!hsearch(other, FIND) && hsearch(two, FIND)->data == (void *)2);
    hdestroy();
}

static void lists(void)
{
    struct element {
        struct element *next, *previous;
    } a, b, c;
    insque(&a, NULL);
    insque(&c, &a);
    insque(&b, &a);
    assert(a.next == &b && b.next == &c && !c.next && c.previous == &b && !a.previous);
    remque(&b);
    assert(a.next == &c && c.previous == &a);
}

int main(void)
{
    trees();
    tables();
    lists();
    return 0;
}
