// expect: inconclusive
// message: by %fs or %gs, beyond the first word.*no model
// What else is there in the segment of %fs is not modelled.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *slot(size_t number)
{
    size_t offset = number * sizeof(void *);
    void *result;
    __asm__("movq %%fs:%1, %0" : "=r"(result) : "m"(*(void **)offset));
    return result;
}

static void *look(void *unused)
{
    void *pointer, *again, *third;
    size_t zero = 0;
    (void)unused;
    __asm__("mov %%fs:0, %0" : "=r"(pointer));
    __asm__("mov %%fs:(%1), %0" : "=r"(again) : "r"(zero));
    __asm__("mov %%fs:0(%1), %0" : "=r"(third) : "r"(zero));
    assert(pointer == again && pointer == third && slot(2));
    return pointer;
}

int main(void)
{
    pthread_t thread;
    void *other;
    pthread_create(&thread, NULL, look, NULL);
    void *own = look(NULL);
    pthread_join(thread, &other);
    assert(own != other);
    return 0;
}
