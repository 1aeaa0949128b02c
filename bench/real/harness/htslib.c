// htslib's thread pool: workers square two numbers; results come in the order of the jobs.
#include <assert.h>
#include <htslib/thread_pool.h>
#include <stddef.h>

#ifndef WORKERS
#define WORKERS 2
#endif

void hts_log(int severity, const char *context, const char *format, ...)
{
    (void)severity;
    (void)context;
    (void)format;
}

static void *square(void *argument)
{
    int *number = argument;
    *number *= *number;
    return number;
}

int main(void)
{
    int numbers[2] = {3, 4};
    hts_tpool *pool = hts_tpool_init(WORKERS);
    hts_tpool_process *queue = hts_tpool_process_init(pool, 2, 0);
    assert(pool && queue);
    for (int i = 0; i < 2; i++)
        assert(hts_tpool_dispatch(pool, queue, square, &numbers[i]) == 0);
    for (int i = 0; i < 2; i++) {
        hts_tpool_result *result = hts_tpool_next_result_wait(queue);
        assert(result && hts_tpool_result_data(result) == &numbers[i]);
        assert(numbers[i] == (i ? 16 : 9));
        hts_tpool_delete_result(result, 0);
    }
    hts_tpool_process_destroy(queue);
    hts_tpool_destroy(pool);
    return 0;
}
