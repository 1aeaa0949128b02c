// The coordinator of an exploration on many machines (docs/scale.md): puts the parts of an exploration
// (explore/split.h) into a stream of a redis server, and receives what workers found of them (work.h). It
// explores nothing by itself, keeps all that it needs in memory, and takes nothing that the server says for
// granted: what the server has lost is put there again.
//
// What is on the server is named by what it is: the job by its program, its options and the build of heddle,
// a part by its facts and its path. So a coordinator that was ended finds the results of the one before, in
// their order, and goes on from there.
#ifndef HEDDLE_CLUSTER_COORDINATE_H
#define HEDDLE_CLUSTER_COORDINATE_H

#include "explore/explore.h"
#include "store/store.h"

struct cluster_setting {
    const struct store_servers *servers;
    struct byte_reader request; // what workers are to know of the job (message_job)
    double patience;            // seconds in which the server may be out of reach; 0: any
};

// explore() by workers, with --por=source or optimal and without pruning. Where the server is out of reach
// for too long, the result has that as a reason.
struct exploration *cluster_explore(const struct program *program, const struct exploration_options *options,
                                    const struct cluster_setting *setting);

#endif
