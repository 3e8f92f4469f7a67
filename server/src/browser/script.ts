/** A worker that loads scripts for Node. */
export interface ScriptScope extends Pick<WorkerGlobalScope, "importScripts"> {
  /** What a script for Node sees as its module. */
  module?: { exports: unknown };
}

/** Loads a script for Node, and returns what it exports. */
export function loadScript<T>(scope: ScriptScope, url: string): T {
  const module: { exports: unknown } = { exports: {} };
  scope.module = module;
  scope.importScripts(url);
  delete scope.module;
  return module.exports as T;
}
