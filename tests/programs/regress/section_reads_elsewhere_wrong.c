// expect: violation
// kinds: assertion
// What an atomic section accesses depends on what it reads. With --por=source the execution was lost in which `look` comes before the
// section, and the section before the write of `index`: in the one explored instead, where the section comes last, it is
// independent of `look`.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static unsigned char index_of = 1;
static int cells[2], seen = 1;
static pthread_t looking;

static void *look(void *unused)
{
    seen = cells[1];
    return unused;
}

static void *move(void *unused)
{
    pthread_create(&looking, NULL, look, NULL);
    index_of += 1;
    return unused;
}

int main(void)
{
    pthread_t moving;
    pthread_create(&moving, NULL, move, NULL);
    __VERIFIER_atomic_begin();
    cells[index_of & 1] += 1;
    __VERIFIER_atomic_end();
    pthread_join(moving, NULL);
    pthread_join(looking, NULL);
    assert(cells[1] == 0 || seen == 1); // <- violation
    return 0;
}
