// OpenSSL's layer for threads: what is to be done once, a reference count, and a read-write lock.
#include <assert.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stddef.h>

static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
static CRYPTO_RWLOCK *lock;
static int references = 2, made, value, released;

static void make(void)
{
    made++;
}

static void *use(void *unused)
{
    int left, seen;
    (void)unused;
    assert(CRYPTO_THREAD_run_once(&once, make));
    assert(made == 1);
    assert(CRYPTO_THREAD_write_lock(lock));
    value++;
    assert(CRYPTO_THREAD_unlock(lock));
    assert(CRYPTO_THREAD_read_lock(lock));
    seen = value;
    assert(CRYPTO_THREAD_unlock(lock));
    assert(seen >= 1 && seen <= 2);
    assert(CRYPTO_atomic_add(&references, -1, &left, lock));
    if (left == 0)
        released++;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    lock = CRYPTO_THREAD_lock_new();
    assert(lock);
    pthread_create(&thread, NULL, use, NULL);
    use(NULL);
    pthread_join(thread, NULL);
    assert(released == 1 && value == 2 && made == 1);
    CRYPTO_THREAD_lock_free(lock);
    return 0;
}
