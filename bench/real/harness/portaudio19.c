// PortAudio's ring buffer: one thread writes, one reads, with nothing but barriers. Elements come out once and in order.
#include <assert.h>
#include <pa_ringbuffer.h>
#include <pthread.h>
#include <stddef.h>

static PaUtilRingBuffer ring;
static int space[2];

static void *produce(void *unused)
{
    (void)unused;
    for (int i = 1; i <= 3; i++)
        if (!PaUtil_WriteRingBuffer(&ring, &i, 1))
            break;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int expected = 1, element;
    assert(PaUtil_InitializeRingBuffer(&ring, sizeof *space, 2, space) == 0);
    pthread_create(&thread, NULL, produce, NULL);
    for (int i = 0; i < 3; i++)
        if (PaUtil_ReadRingBuffer(&ring, &element, 1))
            assert(element == expected++);
    pthread_join(thread, NULL);
    while (PaUtil_ReadRingBuffer(&ring, &element, 1))
        assert(element == expected++);
    return 0;
}
