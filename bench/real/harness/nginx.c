// nginx's thread pool: two tasks for one thread; the event loop's thread is notified and runs their handlers.
#include <assert.h>
#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_event.h>
#include <ngx_thread_pool.h>
#include <semaphore.h>

extern ngx_module_t ngx_thread_pool_module;

static sem_t notified;
static ngx_event_handler_pt volatile handler;
static int worked[2], completed[2];

static ngx_int_t notify(ngx_event_handler_pt function)
{
    handler = function;
    sem_post(&notified);
    return NGX_OK;
}

static void work(void *data, ngx_log_t *log)
{
    (void)log;
    ++**(int **)data;
}

static void complete(ngx_event_t *event)
{
    ++*(int *)event->data;
}

int main(void)
{
    static ngx_log_t log;
    static ngx_cycle_t cycle;
    static void *context[1];
    ngx_str_t words[] = {ngx_string("thread_pool"), ngx_string("pool"), ngx_string("threads=1")};
    ngx_array_t arguments = {words, 3, sizeof *words, 3, NULL};
    ngx_pagesize = 4096;
    ngx_event_actions.notify = notify;
    sem_init(&notified, 0, 0);
    ngx_thread_pool_module.index = 0;
    cycle.log = &log;
    cycle.pool = ngx_create_pool(4096, &log);
    cycle.conf_ctx = (void *)context;
    context[0] = ((ngx_core_module_t *)ngx_thread_pool_module.ctx)->create_conf(&cycle);
    static ngx_conf_file_t file;
    ngx_conf_t configuration = {.conf_file = &file, .args = &arguments, .cycle = &cycle, .pool = cycle.pool, .log = &log};
    assert(context[0]);
    assert(ngx_thread_pool_module.commands[0].set(&configuration, ngx_thread_pool_module.commands, context[0]) == NGX_CONF_OK);
    assert(ngx_thread_pool_module.init_process(&cycle) == NGX_OK);
    ngx_thread_pool_t *pool = ngx_thread_pool_get(&cycle, &words[1]);
    ngx_thread_task_t *tasks[2];
    for (int i = 0; i < 2; i++) {
        tasks[i] = ngx_thread_task_alloc(cycle.pool, sizeof(int *));
        *(int **)tasks[i]->ctx = &worked[i];
        tasks[i]->handler = work;
        tasks[i]->event.handler = complete;
        tasks[i]->event.data = &completed[i];
        assert(ngx_thread_task_post(pool, tasks[i]) == NGX_OK);
    }
    while (completed[0] + completed[1] < 2) {
        ngx_event_t event = {.log = &log};
        sem_wait(&notified);
        handler(&event);
    }
    assert(worked[0] == 1 && worked[1] == 1);
    assert(completed[0] == 1 && completed[1] == 1);
    return 0;
}
