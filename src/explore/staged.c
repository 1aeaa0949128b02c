// Exploring in two stages: at first without pruning, with all refinements of what conflicts, which many
// programs are through with at once; what takes longer is started again, with pruning.
#include "explore/search.h"

struct exploration *explore(const struct program *program, const struct exploration_options *options)
{
    const char *why_not;
    if (!options->prune_after || !pruning_applies(options, &why_not))
        return search_explore(program, options, 0);
    double start = search_clock();
    struct exploration_options stage = *options;
    stage.prune = false;
    struct exploration *e = search_explore(program, &stage, options->prune_after);
    if (!e->abandoned)
        return e;
    double analysis = e->analysis_seconds;
    exploration_free(e);
    if (options->restarted)
        options->restarted(options->context);
    stage.prune = true;
    if (!options->all_output)
        stage.output = NULL; // it has been shown
    if (options->max_seconds > 0) {
        double left = options->max_seconds - (search_clock() - start);
        stage.max_seconds = left > 0.001 ? left : 0.001;
    }
    e = search_explore(program, &stage, 0);
    e->analysis_seconds += analysis;
    e->seconds = search_clock() - start - e->analysis_seconds;
    return e;
}
