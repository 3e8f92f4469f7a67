/**
 * Evaluates proxy scripts (PAC) in QuickJS, compiled to WebAssembly: a script reaches only the functions that it is given. The memory
 * is limited here; the time by the other thread, which ends this one, because QuickJS doesn't interrupt its own functions.
 */
import { parentPort } from "node:worker_threads";
import { JSException, type JSValueHandle, MAX_STACK_SIZE, QuickJS } from "quickjs-wasi";
import wasm from "quickjs-wasi/quickjs.wasm";
import { type PacValue, standardFunctions } from "./functions.ts";
import type { PacMessage, PacOutcome, PacTask } from "./task.ts";

const memoryLimit = 64 * 2 ** 20;

const tell = (message: PacMessage) => parentPort?.postMessage(message);

parentPort?.on("message", async (task: PacTask) => tell(await evaluate(task)));

async function evaluate({ script, name, url, host, ...surroundings }: PacTask): Promise<PacOutcome> {
  const vm = await QuickJS.create({ wasm, memoryLimit, maxStackSize: MAX_STACK_SIZE });
  const names = new Set<string>();
  tell({ kind: "running" });
  const outcome = evaluateIn(vm);
  // The script runs again with the addresses of these names, so this result doesn't count.
  return names.size > 0 ? { kind: "names", names: [...names] } : outcome;

  function evaluateIn(vm: QuickJS): PacOutcome {
    try {
      for (const [called, call] of Object.entries(standardFunctions(surroundings, names))) {
        const handle = vm.newFunction(called, (...args) => vm.hostToHandle(call(...args.map(primitiveOf))));
        vm.setProp(vm.global, called, handle);
      }
      vm.evalCode(script, "script");
      const find = vm.global.getProp("FindProxyForURL");
      if (!find.isFunction) return { kind: "error", message: `${name} has no function FindProxyForURL.` };
      const result = vm.callFunction(find, vm.undefined, vm.newString(url), vm.newString(host));
      if (result.isString) return { kind: "result", value: result.toString() };
      if (result.isNull || result.isUndefined) return { kind: "result", value: "" };
      return { kind: "error", message: `FindProxyForURL of ${name} must return a text.` };
    } catch (error) {
      if (!(error instanceof JSException)) throw error;
      const line = /script:(\d+)/.exec(error.stack ?? "")?.[1];
      const where = line === undefined ? name : `Line ${line} of ${name}`;
      return { kind: "error", message: `${where} has an error: ${error.message.slice(0, 1000)}.` };
    }
  }
}

function primitiveOf(handle: JSValueHandle): PacValue {
  if (handle.isNull || handle.isUndefined) return undefined;
  if (handle.isNumber) return handle.toNumber();
  return handle.isString || handle.isBool ? handle.toString() : "";
}
