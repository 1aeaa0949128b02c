// heddle: --property=assertion,memory,leak
// expect: safe
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    struct node *reversed = NULL;
    while (list) {
        struct node *n = list;
        list = n->next;
        n->next = reversed;
        reversed = n;
    }
    int expected = 0;
    while (reversed) {
        struct node *n = reversed;
        assert(n->value == expected++);
        reversed = n->next;
        free(n);
    }
    assert(expected == 5);
    return 0;
}
