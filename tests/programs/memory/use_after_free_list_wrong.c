// expect: violation
// kinds: memory
// The next pointer is read from the node that was just freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n;
         n = n->next) // <- violation
        free(n);
    return 0;
}
