import { Arguments } from "./arguments.ts";
import type { Console } from "./console.ts";
import { exitCode } from "./exitCode.ts";
import { helpOption, type OptionTable, optionsHelp } from "./options.ts";

export interface Usage<Read> {
  readonly command: string;
  /** The operands in the usage line, after the options, such as `FILE…`. */
  readonly operands: string;
  readonly about: string;
  /** All options except `--help`, in the order of the help. */
  readonly options: OptionTable;
  readonly notes: string;
  /** Reads the arguments. For a wrong value, it sets `Arguments.problem`. */
  read(given: Arguments): Read;
}

/** Runs a command, or shows its help. Resolves with the exit code. `run` also resolves with why nothing was done. */
export async function runCommand<Read>(
  usage: Usage<Read>,
  run: (options: Read, console: Console) => Promise<number | string>,
  args: readonly string[],
  console: Console,
): Promise<number> {
  const given = new Arguments(args, { ...usage.options, help: helpOption });
  if (given.problem === undefined && given.has("help")) return writeHelp(helpOf(usage), console);
  const options = usage.read(given);
  if (given.problem !== undefined) return refuse(given.problem, `soaphttp ${usage.command} --help`, console);
  const result = await run(options, console);
  if (typeof result === "number") return result;
  console.complain(result);
  return exitCode.usage;
}

function helpOf({ command, operands, about, options, notes }: Usage<unknown>): string {
  const all = optionsHelp({ ...options, help: helpOption });
  return `Usage: soaphttp ${command} [OPTION]… ${operands}\n\n${about}\n\nOptions\n${all}\n\n${notes}\n`;
}

export function writeHelp(text: string, console: Console): number {
  console.out(text);
  return exitCode.good;
}

/** Reports a usage error. `help`: the command that shows the correct usage. Returns the exit code. */
export function refuse(problem: string, help: string, console: Console): number {
  console.complain(problem);
  console.error(`Run ${help} for help.\n`);
  return exitCode.usage;
}
