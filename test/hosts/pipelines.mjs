// Checks the files for build servers as these do: with GitHub's parser of actions and workflows, a program that reads
// pipelines like GitLab, and a linter of Dockerfiles.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { install } from "./install.mjs";

// gitlab-ci-local is written for Node 22.
const union = "Set.prototype.union||=function(other){return new Set([...this,...other])}";

/** Installs the checks, and returns them. Each of the first three returns the errors in a file's text. */
export async function pipelineChecks() {
  const packages = await install("pipelines");
  const { NoOperationTraceWriter, convertWorkflowTemplate, parseAction, parseWorkflow } = await githubParser(packages);
  const { validate } = createRequire(join(packages, "package.json"))("dockerfile-utils");
  const trace = new NoOperationTraceWriter();
  const messages = ({ context }) => context.errors.getErrors().map(({ message }) => message);
  return {
    action: async (content) => messages(parseAction({ name: "action.yml", content }, trace)),
    workflow: async (content) => {
      const parsed = parseWorkflow({ name: "workflow.yml", content }, trace);
      if (parsed.value) await convertWorkflowTemplate(parsed.context, parsed.value);
      return messages(parsed);
    },
    dockerfile: async (content) => validate(content).map(({ message }) => message),
    /** Returns the pipeline of a folder's `.gitlab-ci.yml` with what it includes. Throws if it isn't valid by GitLab's schema. */
    gitlab: (folder) => {
      // Only files that Git knows are included.
      for (const args of [
        ["init", "--quiet"],
        ["add", "--all"],
      ])
        spawnSync("git", args, { cwd: folder });
      const program = join(packages, "node_modules", "gitlab-ci-local", "dist", "index.js");
      const args = ["--import", `data:text/javascript,${union}`, program, "--preview"];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
      if (status !== 0) throw new Error(stderr + stdout);
      return stdout;
    },
  };
}

/** The parser imports JSON in a way that only bundlers understand. */
async function githubParser(resolveDir) {
  const contents = `export * from "@actions/workflow-parser";
export { parseAction } from "@actions/workflow-parser/actions/action-parser";`;
  const options = { bundle: true, platform: "node", format: "cjs", write: false };
  const { outputFiles } = await build({ stdin: { contents, resolveDir }, ...options });
  const module = { exports: {} };
  new Function("module", "require", outputFiles[0].text)(module, createRequire(import.meta.url));
  return module.exports;
}
