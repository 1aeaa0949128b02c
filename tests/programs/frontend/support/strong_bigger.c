// The bigger file of weak_bigger_right.c.
#include <stdlib.h>
#include <string.h>

int level(void)
{
    return 2;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *join(char **words, size_t count)
{
    size_t length = 1;
    for (size_t i = 0; i < count; i++)
        length += strlen(words[i]) + 1;
    char *text = malloc(length);
    if (!text)
        return NULL;
    text[0] = 0;
    qsort(words, count, sizeof *words, compare);
    for (size_t i = 0; i < count; i++) {
        strcat(text, words[i]);
        strcat(text, " ");
    }
    return text;
}

size_t count_words(const char *text)
{
    size_t count = 0;
    for (const char *at = text; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        count += *at != 0;
    }
    return count;
}
