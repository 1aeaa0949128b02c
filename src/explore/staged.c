// Exploring in two stages: at first without pruning, with all refinements of what conflicts, which many
// programs are through with in a fraction of a second; what takes longer is started again, with pruning.
#include "explore/search.h"

struct exploration *explore(const struct program *program, const struct exploration_options *options)
{
    static const struct patience patience = {.executions = 10000, .least = 100, .instructions = 20000000};
    const char *why_not;
    if (!options->prune_late || !pruning_applies(options, &why_not))
        return search_explore(program, options, NULL);
    double start = search_clock();
    struct exploration_options stage = *options;
    stage.prune = false;
    struct exploration *e = search_explore(program, &stage, &patience);
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
    e = search_explore(program, &stage, NULL);
    e->analysis_seconds += analysis;
    e->seconds = search_clock() - start - e->analysis_seconds;
    return e;
}
