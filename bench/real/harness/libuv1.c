// libuv: work for the thread pool, whose result a loop hands back in its own thread.
#include <assert.h>
#include <stddef.h>
#include <uv.h>

static int worked, ended;

static void work(uv_work_t *request)
{
    *(int *)request->data += 1;
}

static void after(uv_work_t *request, int status)
{
    (void)request;
    assert(status == 0 && worked == 1);
    ended = 1;
}

int main(void)
{
    uv_loop_t loop;
    uv_work_t request;
    uv_os_setenv("UV_THREADPOOL_SIZE", "1");
    assert(uv_loop_init(&loop) == 0);
    request.data = &worked;
    assert(uv_queue_work(&loop, &request, work, after) == 0);
    assert(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    assert(ended == 1);
    assert(uv_loop_close(&loop) == 0);
    return 0;
}
