#include "base/interrupt.h"
#include "base/clock.h"

void interrupt_init(struct interrupt *interrupt)
{
    *interrupt = (struct interrupt){0};
    pthread_mutex_init(&interrupt->lock, NULL);
}

void interrupt_free(struct interrupt *interrupt)
{
    pthread_mutex_destroy(&interrupt->lock);
}

bool interrupt_enter(struct interrupt *interrupt, void (*end)(void *context), void *context, double until)
{
    if (!interrupt)
        return true;
    pthread_mutex_lock(&interrupt->lock);
    bool begin = !interrupt->raised;
    if (begin) {
        interrupt->end = end;
        interrupt->context = context;
        interrupt->until = until;
    }
    pthread_mutex_unlock(&interrupt->lock);
    return begin;
}

void interrupt_leave(struct interrupt *interrupt)
{
    if (!interrupt)
        return;
    pthread_mutex_lock(&interrupt->lock);
    interrupt->end = NULL;
    pthread_mutex_unlock(&interrupt->lock);
}

bool interrupt_raised(struct interrupt *interrupt)
{
    if (!interrupt)
        return false;
    pthread_mutex_lock(&interrupt->lock);
    bool raised = interrupt->raised;
    pthread_mutex_unlock(&interrupt->lock);
    return raised;
}

void interrupt_raise(struct interrupt *interrupt)
{
    pthread_mutex_lock(&interrupt->lock);
    interrupt->raised = true;
    if (interrupt->end)
        interrupt->end(interrupt->context);
    pthread_mutex_unlock(&interrupt->lock);
}

void interrupt_exhaust(struct interrupt *interrupt)
{
    pthread_mutex_lock(&interrupt->lock);
    interrupt->out_of_memory = true;
    pthread_mutex_unlock(&interrupt->lock);
    interrupt_raise(interrupt);
}

void interrupt_look(struct interrupt *interrupt)
{
    pthread_mutex_lock(&interrupt->lock);
    if (interrupt->end && interrupt->until > 0 && clock_seconds() > interrupt->until)
        interrupt->end(interrupt->context);
    pthread_mutex_unlock(&interrupt->lock);
}
