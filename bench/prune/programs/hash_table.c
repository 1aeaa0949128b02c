// A lock-free hash table with open addressing (after Click's): a key is put into a place for good by compare-and-swap, its
// value is exchanged as often as one likes, and 0 is no value. Where GROW is given, a table that has no place left for a
// key points to a second, larger one, made by whoever comes first, and keys go on there.
//
// Programs, with KEYS keys:
// PUT     both threads put the same keys. Claim: each key is there, with the value of one of the two, and who came second
//         saw the other's value.
// REMOVE  both threads put each key and remove it again. Claim: of each key, what was put in came out or is there.
// Both are safe.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { NO_KEY = 0, NO_VALUE = 0, LARGE = 8 };

#ifdef GROW
enum { SMALL = 2 };
#else
enum { SMALL = LARGE };
#endif

struct place {
    atomic_int key, value;
};

struct table {
    int size;
    struct table *_Atomic larger;
    struct place places[LARGE];
};

static struct table table = {.size = SMALL};

// The place of a key, in this table; NULL if it has none and, unless wanted, gets none.
static struct place *find_in(struct table *t, int key, bool wanted)
{
    for (int k = 0; k < t->size; k++) {
        struct place *place = &t->places[(key + k) % t->size];
        int found = atomic_load(&place->key);
        if (found == NO_KEY && !wanted)
            return NULL;
        if (found == NO_KEY && atomic_compare_exchange_strong(&place->key, &found, key))
            return place;
        if (found == key)
            return place;
    }
    return NULL;
}

static struct table *enlarge(struct table *t)
{
    struct table *larger = atomic_load(&t->larger);
    if (larger)
        return larger;
    struct table *made = calloc(1, sizeof *made);
    made->size = LARGE;
    if (atomic_compare_exchange_strong(&t->larger, &larger, made))
        return made;
    free(made);
    return larger;
}

static struct place *find(int key, bool wanted)
{
    for (struct table *t = &table; t; t = wanted ? enlarge(t) : atomic_load(&t->larger)) {
        struct place *place = find_in(t, key, wanted);
        if (place)
            return place;
    }
    return NULL;
}

// Each returns the value before.
static int put(int key, int value)
{
    return atomic_exchange(&find(key, true)->value, value);
}

static int erase(int key)
{
    struct place *place = find(key, false);
    return place ? atomic_exchange(&place->value, NO_VALUE) : NO_VALUE;
}

static int get(int key)
{
    struct place *place = find(key, false);
    return place ? atomic_load(&place->value) : NO_VALUE;
}

static int before[2][KEYS], removed[2][KEYS];

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int k = 0; k < KEYS; k++) {
        before[me][k] = put(k + 1, me + 1);
#ifdef REMOVE
        removed[me][k] = erase(k + 1);
#endif
    }
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, work, (void *)0);
    pthread_create(&second, NULL, work, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    for (int k = 0; k < KEYS; k++) {
        int value = get(k + 1);
#ifdef REMOVE
        assert(before[0][k] + before[1][k] + removed[0][k] + removed[1][k] + value == 1 + 2);
#else
        assert(value == 1 || value == 2);
        int other = 3 - value;
        assert(before[value - 1][k] == other && before[other - 1][k] == NO_VALUE);
#endif
    }
    return 0;
}
