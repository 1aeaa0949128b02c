// libwebp's workers: one thread does two pieces of work, one after the other, as the decoder asks for.
#include <assert.h>
#include <stddef.h>
#include <src/utils/thread_utils.h>

static int work(void *first, void *second)
{
    *(int *)first += *(int *)second;
    return 1;
}

int main(void)
{
    const WebPWorkerInterface *interface = WebPGetWorkerInterface();
    WebPWorker worker;
    int sum = 0, one = 1;
    interface->Init(&worker);
    assert(interface->Reset(&worker));
    worker.hook = work;
    worker.data1 = &sum;
    worker.data2 = &one;
    interface->Launch(&worker);
    assert(interface->Sync(&worker));
    assert(sum == 1);
    one = 2;
    interface->Launch(&worker);
    assert(interface->Sync(&worker));
    assert(sum == 3);
    interface->End(&worker);
    return 0;
}
