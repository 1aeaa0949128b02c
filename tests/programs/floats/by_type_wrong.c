// expect: violation
// kinds: assertion
// Floating-point numbers are shown as such: inputs by the type of the memory, atomic ones, and with few digits.
// text: ^  step = 1 \(bits 0x3ff0000000000000\)$
// text: ^  reading.weights = \{2 \(bits 0x40000000\), 0 \(bits 0x0\)\}$
// text: ^  reading.count = 1$
// text: write level = 0\.1 
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

struct reading {
    float weights[2];
    int count;
};

static _Atomic double level;
static double step;

static void *worker(void *mine)
{
    atomic_store(&level, *(double *)mine);
    return NULL;
}

int main(void)
{
    pthread_t a;
    struct reading reading;
    double mine = 0.1;
    heddle_symbolic(&step, sizeof step, "step");
    heddle_symbolic(&reading, sizeof reading, "reading");
    heddle_assume(step > 0.5 && reading.weights[0] > 1.5f && reading.count > 0);
    pthread_create(&a, NULL, worker, &mine);
    atomic_store(&level, mine);
    pthread_join(a, NULL);
    assert(level != 0.1); // <- violation
}
