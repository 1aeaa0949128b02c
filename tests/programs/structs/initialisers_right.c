// expect: safe
#include <assert.h>

struct inner { int a, b[3]; };
struct outer { struct inner first; const char *name; struct inner rest[2]; union { int i; char c[4]; }; };

static struct outer global = {
    .first = {1, {2, 3}}, .name = "name", .rest[1] = {.b = {[2] = 9}}, .c = {1, 0, 0, 0}};
static int *into = &global.rest[1].b[2];
static const int sparse[] = {[3] = 4, [1] = 2};

int main(void)
{
    assert(global.first.b[1] == 3 && global.first.b[2] == 0 && global.name[3] == 'e' && global.i == 1);
    assert(*into == 9 && global.rest[0].a == 0);
    assert(sizeof sparse == 4 * sizeof(int) && sparse[0] == 0 && sparse[3] == 4);
    struct outer copy = global;
    copy.first.b[1] = 8;
    assert(global.first.b[1] == 3);
    int *literal = (int[]){5, 6, 7};
    assert(literal[2] == 7);
    struct inner array[2] = {{1, {1, 1, 1}}, {2, {2, 2, 2}}};
    array[0] = array[1];
    assert(array[0].a == 2 && array[0].b[2] == 2);
    char text[8] = "abc";
    assert(text[7] == 0);
    return 0;
}
