// xxHash: two threads feed a state each, piece by piece; what comes out is what one call gives.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <xxhash.h>

static const char text[] = "0123456789abcdefghijklmnopqrstuvwxyz";

static void *hash(void *seed)
{
    XXH64_state_t *state = XXH64_createState();
    assert(state && XXH64_reset(state, *(XXH64_hash_t *)seed) == XXH_OK);
    assert(XXH64_update(state, text, 5) == XXH_OK);
    assert(XXH64_update(state, text + 5, sizeof text - 5) == XXH_OK);
    assert(XXH64_digest(state) == XXH64(text, sizeof text, *(XXH64_hash_t *)seed));
    XXH64_freeState(state);
    return NULL;
}

int main(void)
{
    XXH64_hash_t seeds[2] = {1, 2};
    pthread_t thread;
    pthread_create(&thread, NULL, hash, &seeds[0]);
    hash(&seeds[1]);
    pthread_join(thread, NULL);
    return 0;
}
