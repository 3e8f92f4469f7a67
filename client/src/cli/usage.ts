import { Arguments, type OptionSpecs } from "./arguments.ts";
import type { Console } from "./console.ts";
import { exitCode } from "./exitCode.ts";

/** How a command is used. */
export interface Usage<Options> {
  readonly command: string;
  readonly options: OptionSpecs;
  /** The text of `--help`. */
  readonly help: string;
  /** Refuses wrong values: see `Arguments.problem`. */
  read(given: Arguments): Options;
}

/** Runs a command with the arguments after its name, or shows its help. Resolves with the exit code. */
export async function runCommand<Options>(
  usage: Usage<Options>,
  run: (options: Options, console: Console) => Promise<number>,
  args: readonly string[],
  console: Console,
): Promise<number> {
  const given = new Arguments(args, usage.options);
  if (given.problem === undefined && given.has("help")) return show(usage.help, console);
  const options = usage.read(given);
  return given.problem === undefined
    ? run(options, console)
    : refuse(given.problem, `soaphttp ${usage.command} --help`, console);
}

/** Writes a text that the user asked for. Returns the exit code. */
export function show(text: string, console: Console): number {
  console.out(text);
  return exitCode.good;
}

/** Reports wrong usage. `help`: the command that shows the right one. Returns the exit code. */
export function refuse(problem: string, help: string, console: Console): number {
  console.complain(problem);
  console.error(`Run ${help} for help.\n`);
  return exitCode.usage;
}
