"""Tool-info module for BenchExec: how heddle is called for SV-COMP, and what its output means.

    PYTHONPATH=tools/benchexec benchexec --tool-directory=... benchmark.xml        with <benchmark tool="heddle">
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    REQUIRED_PATHS = ["bin", "libexec", "include", "lib"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle", subdir="bin")

    def name(self):
        return "heddle"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp"]
        if task.property_file:
            command.append(f"--prp={task.property_file}")
        model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        if model and model not in options:
            command.append(model)
        if rlimits.cputime and not any(option.startswith("--max-seconds") for option in options):
            command.append(f"--max-seconds={max(1, int(rlimits.cputime * 0.95))}")
        if rlimits.memory and not any(option.startswith("--max-memory") for option in options):
            command.append(f"--max-memory={int(rlimits.memory * 0.9)}")
        return [*command, *options, *task.input_files]

    def determine_result(self, run):
        for line in reversed(list(run.output)):
            line = line.strip()
            if line == "TRUE":
                return result.RESULT_TRUE_PROP
            if line.startswith("FALSE(") and line.endswith(")"):
                return f"{result.RESULT_FALSE_PROP}({line[len('FALSE('):-1]})"
            if line == "UNKNOWN":
                return result.RESULT_UNKNOWN
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR
