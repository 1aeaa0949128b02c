// heddle: --effects={folder}/frames.effects
// expect: safe
// What functions without a body do stands in a file.
#include "frames.h"

#include <assert.h>
#include <pthread.h>

static int called;

static void *seen(int *decoder, int kind)
{
    called += *decoder;
    return kind ? decoder : 0;
}

static void mark(int *what)
{
    *what = 5;
}

int main(void)
{
    char text[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    int decoder = 1;
    set_level(3);
    int got = get_frame(&decoder, seen, text, 7);
    assert(got >= -1 && got <= 15);
    assert(called == 1 && text[7] == 1);
    long *node = make_node(2);
    if (node) {
        node[1] = 4;
        assert(node[1] == 4);
        drop_node(node);
    }
    int *pointer = same(&decoder);
    assert(!pointer || pointer == &decoder);
    visit(&decoder, mark);
    assert(decoder == 1 || decoder == 5);
    assert(level() == 3);
    return 0;
}
