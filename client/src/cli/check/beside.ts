import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { type Console, processConsole } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { readOutside } from "../outside.ts";
import { runCommand } from "../usage.ts";
import { openDoor } from "../wsdl/door.ts";
import { CheckedContracts } from "./checkedContracts.ts";
import { type CheckedFile, documentOf } from "./checkedFile.ts";
import { checkFile } from "./checkFile.ts";
import { type CheckOptions, checkUsage } from "./usage.ts";

/** Findings of a worker thread in one file. `text` is only needed to show findings. */
interface FoundBeside {
  readonly complaints: readonly string[];
  readonly checked: readonly (Omit<CheckedFile, "document"> & { readonly text: string })[] | string;
}

/**
 * The results for a block of files. It ends at the first file that needs a document of a server: which documents are
 * read depends on the files before it.
 */
interface Block {
  readonly at: number;
  readonly results: readonly FoundBeside[];
}

/** Input of a worker thread: the arguments of the command, and the path of this program. */
interface Beginning {
  readonly args: readonly string[];
  readonly program: string;
}

const blockSize = 50;

/** Whether there are several cores, and threads would find the same and ask the user nothing. */
export function areCheckedBeside(
  names: readonly string[],
  { keys, variables, door, wsdl, noWsdl }: CheckOptions,
): boolean {
  const { files, user } = door;
  const asks = keys.size > 0 || user !== undefined || (files.pfx ?? files.key ?? files.cert) !== undefined;
  const isAlike = variables.length === 0 && (noWsdl || wsdl === undefined);
  const areRequests = names.every((name) => !/^-$|\.(?:wsdl|xsd)$/i.test(name));
  return availableParallelism() > 1 && !asks && isAlike && areRequests;
}

/** Checks files in threads, one for each core. `console` reports the same problem only once. */
export class CheckedBeside {
  readonly #workers: readonly Worker[];
  readonly #blocks = new Map<number, Block>();
  readonly #console: Console;
  #arrived = () => {};
  #failed: unknown;

  constructor(args: readonly string[], names: readonly string[], console: Console) {
    this.#console = console;
    let next = 0;
    const code = `const { workerData } = require("node:worker_threads"); require(workerData.program).serve();`;
    const beginning: Beginning = { args, program: __filename };
    this.#workers = Array.from({ length: availableParallelism() }, () => {
      const worker = new Worker(code, { eval: true, workerData: beginning });
      const give = () => {
        if (next < names.length) worker.postMessage({ at: next, names: names.slice(next, next + blockSize) });
        next += blockSize;
      };
      const failed = (error: unknown) => {
        this.#failed ??= error;
        this.#arrived();
      };
      worker.on("error", failed).on("exit", () => failed(new Error("a thread has ended")));
      worker.on("message", (block: Block) => {
        this.#blocks.set(block.at, block);
        give();
        this.#arrived();
      });
      give();
      return worker;
    });
  }

  /** Resolves with the findings in a file, or undefined if the main thread must check this file and all later ones. */
  async result(index: number): Promise<readonly CheckedFile[] | string | undefined> {
    const at = index - (index % blockSize);
    this.#blocks.delete(at - blockSize);
    while (!this.#blocks.has(at)) {
      if (this.#failed !== undefined) throw this.#failed;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    const result = this.#blocks.get(at)?.results[index - at];
    if (!result) return undefined;
    for (const complaint of result.complaints) this.#console.complain(complaint);
    if (typeof result.checked === "string") return result.checked;
    return result.checked.map(({ text, ...file }) => ({ ...file, document: documentOf(text) }));
  }

  async end(): Promise<void> {
    for (const worker of this.#workers) await worker.terminate();
  }
}

/** Checks the files that a thread is given, until it is ended. */
export async function serve(): Promise<void> {
  const console = processConsole();
  const { args } = workerData as Beginning;
  let complaints: string[] = [];
  const quiet: Console = { ...console, complain: (problem) => void complaints.push(problem) };
  await runCommand(checkUsage, (options) => serveWith(options), args, quiet);

  async function serveWith(options: CheckOptions): Promise<number> {
    const door = await openDoor(options.door, quiet);
    const read = await readCommandKeys(options, quiet);
    const outside = readOutside(options, quiet);
    if (typeof door === "string" || typeof read === "string" || typeof outside === "string") return exitCode.usage;
    const contracts = options.noWsdl ? undefined : new LocalContracts(options, quiet, door);
    const check = async (name: string): Promise<FoundBeside> => {
      complaints = [];
      const checked = await checkFile(name, options, quiet, { contracts, keys: read.keys, outside });
      if (typeof checked === "string") return { complaints, checked };
      const withText = ({ document, ...file }: CheckedFile) => {
        return { ...file, text: file.findings.length > 0 ? document.getText() : "" };
      };
      return { complaints, checked: checked.map(withText) };
    };
    let isAlone = false;
    parentPort?.on("message", async ({ at, names }: { readonly at: number; readonly names: readonly string[] }) => {
      const results: FoundBeside[] = [];
      for (const name of isAlone ? [] : names) {
        const result = await check(name).catch((error: unknown) => {
          if (error !== alone) throw error;
        });
        isAlone = result === undefined;
        if (!result) break;
        results.push(result);
      }
      parentPort?.postMessage({ at, results } satisfies Block);
    });
    return 0;
  }
}

const alone = new Error("documents of a server are missing");

/** Contracts without documents of servers. */
class LocalContracts extends CheckedContracts {
  override async complete(hosts: readonly string[]): Promise<boolean> {
    if (this.isMissing(hosts)) throw alone;
    return false;
  }
}
