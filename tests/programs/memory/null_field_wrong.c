// expect: violation
// kinds: memory
// The address is not 0 but close to it.
#include <stdlib.h>

struct node {
    long value[4];
    struct node *next;
};

static int length(struct node *list)
{
    int n = 0;
    do {
        list = list->next; // <- violation
        n++;
    } while (n < 3);
    return n;
}

int main(void)
{
    struct node only = {{0}, NULL};
    return length(&only);
}
