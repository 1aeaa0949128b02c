// expect: safe
// case: --property=assertion optimal=1 default=1
// case: --property=data-race default=0
// Differences of addresses are lengths and places in texts and arrays, and are added to addresses: these are no numbers.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16] = "a,b";
static struct item {
    char *name;
    size_t length;
} items[4];

static void *count(void *argument)
{
    size_t n = 0;
    for (char *at = text; n < 4;) {
        char *comma = strchr(at, ',');
        items[n].name = at;
        items[n].length = comma ? (size_t)(comma - at) : strlen(at);
        at += items[n++].length;
        if (!*at)
            break;
        *at++ = 0;
    }
    text[strlen(text) + 1] = 'c';
    for (struct item *item = items + n; item > items; item--)
        items[item - items - 1].name[0]++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    pthread_join(thread, 0);
    char *end = text + strlen(items[0].name);
    printf("%s %td\n", items[0].name, end - text);
    assert(end - text == 1);
    return 0;
}
