// expect: violation
// kinds: memory
// The final zero was not counted.
#include <stdlib.h>
#include <string.h>

struct message {
    size_t length;
    char text[];
};

int main(void)
{
    size_t length = strlen("hello");
    struct message *m = malloc(sizeof *m + length);
    m->length = length;
    for (size_t i = 0; i <= length; i++)
        m->text[i] = "hello"[i]; // <- violation
    free(m);
    return 0;
}
