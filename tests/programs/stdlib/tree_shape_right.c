// expect: safe
// heddle: --property=assertion,memory,leak
// Trees of <search.h> have the shape that glibc's have: depths and kinds of visits, what tdelete returns,
// which node a key has, and which keys are compared.
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
#include <stddef.h>
#include <string.h>

static char seen[100];
static size_t length;

static int compare(const void *left, const void *right)
{
    seen[length++] = *(const char *)right;
    return *(const char *)left - *(const char *)right;
}

static void visit(const void *node, VISIT kind, int depth)
{
    if (kind == preorder || kind == endorder)
        return;
    seen[length++] = **(char *const *)node;
    seen[length++] = (char)('0' + depth);
    seen[length++] = kind == leaf ? '.' : ' ';
}

static void sees(const char *expected)
{
    assert(length == strlen(expected) && memcmp(seen, expected, length) == 0);
    length = 0;
}

int main(void)
{
    static char letters[] = "abcdefghij";
    void *root = NULL;
    for (int i = 0; i < 10; i++)
        tsearch(&letters[i], &root, compare);
    length = 0;
    tsearch("j", &root, compare);
    sees("dfhij");
    twalk(root, visit);
    sees("a2.b1 c2.d0 e2.f1 g3.h2 i3 j4.");
    void *b = tfind("b", &root, compare), *f = tfind("f", &root, compare);
    length = 0;
    assert(tdelete("a", &root, compare) == b && tdelete("j", &root, compare) == tfind("i", &root, compare));
    assert(tdelete("f", &root, compare) && tfind("g", &root, compare) == f);
    length = 0;
    twalk(root, visit);
    sees("b2 c3.d1 e2.g0 h1 i2.");
    while (root)
        assert(tdelete(*(char **)root, &root, compare));
    return 0;
}
