// expect: safe
// Any four keys: equal ones are there once, and the walk has them in order.
#include <assert.h>
#include <heddle.h>
#include <search.h>
#include <stddef.h>

static int keys[4], last, seen;

static int compare(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static void visit(const void *node, VISIT kind, int depth)
{
    if (kind != postorder && kind != leaf)
        return;
    int key = **(int *const *)node;
    assert(depth < 3);
    assert(seen++ == 0 || last < key);
    last = key;
}

int main(void)
{
    void *root = NULL;
    heddle_symbolic(keys, sizeof keys, "keys");
    for (int i = 0; i < 4; i++) {
        int **node = tsearch(&keys[i], &root, compare);
        assert(**node == keys[i]);
    }
    twalk(root, visit);
    int inserted = seen;
    for (int i = 0; i < 4; i++) {
        if (tfind(&keys[i], &root, compare)) {
            assert(tdelete(&keys[i], &root, compare));
            inserted--;
        }
        assert(!tfind(&keys[i], &root, compare));
    }
    assert(!root && inserted == 0);
    return 0;
}
