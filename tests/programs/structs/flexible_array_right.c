// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct message {
    size_t length;
    char text[];
};

static struct message *make(const char *text)
{
    size_t length = strlen(text);
    struct message *m = malloc(sizeof *m + length + 1);
    m->length = length;
    memcpy(m->text, text, length + 1);
    return m;
}

int main(void)
{
    struct message *m = make("hello");
    assert(m->length == 5 && m->text[4] == 'o' && m->text[5] == '\0');
    free(m);
    return 0;
}
