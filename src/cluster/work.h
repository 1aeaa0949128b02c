// A worker of a cluster: takes parts of explorations from the streams of a redis server, explores them,
// reports what came of them, and takes over what others have left. Any number of workers may begin and end at
// any time.
#ifndef HEDDLE_CLUSTER_WORK_H
#define HEDDLE_CLUSTER_WORK_H

#include "explore/explore.h"
#include "store/store.h"

#include <stdatomic.h>

// What a job is explored with.
struct worker_program {
    struct program *program;
    struct exploration_options options; // progress, context and interrupt are the worker's
    void *owner;
};

struct worker_setting {
    const struct store_servers *servers;
    double claim_after;      // seconds after which a part that nobody has said anything of is taken over
    const atomic_bool *stop; // it is to end; what it explores is given back
    void *context;
    // Makes a job's program from its image, and the options from its request (cluster_setting). False with
    // the error set: this worker cannot work on the job.
    bool (*open)(void *context, struct byte_reader request, const void *image, size_t size,
                 struct worker_program *program, struct error *error);
    void (*close)(struct worker_program *program);
    void (*remark)(void *context, const char *text); // something that people should know
};

// Works until it is to end, however often and long the server is out of reach.
void worker_run(const struct worker_setting *setting);

#endif
