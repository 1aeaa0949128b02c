// Concurrency Kit, ck_epoch: a reader in a section looks at an object that a writer replaces, and gives back after the
// grace period. The reader must never see one that was given back.
#include <assert.h>
#include <ck_epoch.h>
#include <ck_pr.h>
#include <pthread.h>
#include <stddef.h>

struct object {
    int alive;
};

static ck_epoch_t epoch;
static ck_epoch_record_t records[2];
static struct object objects[2];
static struct object *current = &objects[0];

static void *read_current(void *unused)
{
    (void)unused;
    ck_epoch_begin(&records[0], NULL);
    struct object *object = ck_pr_load_ptr(&current);
    assert(ck_pr_load_int(&object->alive) == 1);
    ck_epoch_end(&records[0], NULL);
    return NULL;
}

int main(void)
{
    objects[0].alive = objects[1].alive = 1;
    ck_epoch_init(&epoch);
    for (int i = 0; i < 2; i++)
        ck_epoch_register(&epoch, &records[i], NULL);
    pthread_t reader;
    pthread_create(&reader, NULL, read_current, NULL);
    ck_pr_store_ptr(&current, &objects[1]);
    ck_epoch_synchronize(&records[1]);
    ck_pr_store_int(&objects[0].alive, 0);
    pthread_join(reader, NULL);
    return 0;
}
