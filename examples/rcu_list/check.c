// heddle:
// files: list.c
// expect: safe
// por: classic
// timeout: 120
//
// A writer replaces one setting by an input and removes another, while a reader looks both up. The reader
// sees each setting before or after its change, never in between, and never freed memory.
#include "list.h"

#include <assert.h>
#include <heddle.h>

static struct list list;
static int fresh; // input

static void *write_settings(void *unused)
{
    assert(list_set(&list, 1, fresh));
    assert(list_remove(&list, 2));
    return unused;
}

static void *read_settings(void *unused)
{
    int value;
    list_enter(&list, 0);
    assert(list_lookup(&list, 1, &value));
    assert(value == 10 || value == fresh);
    if (list_lookup(&list, 2, &value))
        assert(value == 20);
    list_leave(&list, 0);
    return unused;
}

int main(void)
{
    heddle_symbolic(&fresh, sizeof fresh, "fresh");
    list_init(&list);
    assert(list_set(&list, 2, 20));
    assert(list_set(&list, 1, 10));

    pthread_t writer, reader;
    pthread_create(&writer, NULL, write_settings, NULL);
    pthread_create(&reader, NULL, read_settings, NULL);
    pthread_join(writer, NULL);
    pthread_join(reader, NULL);

    int value;
    assert(list_is_sound(&list));
    assert(list_lookup(&list, 1, &value) && value == fresh);
    assert(!list_lookup(&list, 2, &value));
    list_destroy(&list);
    return 0;
}
