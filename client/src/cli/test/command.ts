import { resolve } from "node:path";
import { createFolder } from "../../core/node/writeFile.ts";
import { CheckedContracts } from "../check/checkedContracts.ts";
import { askingBeside, type Console } from "../console.ts";
import { type Credentials, readCredentials } from "../credentials.ts";
import { exitCode } from "../exitCode.ts";
import { filesOfAll } from "../files.ts";
import { readCommandKeys } from "../keys/commandKeys.ts";
import { SideMocks } from "../mock/sideMocks.ts";
import { named, whyNotWritten } from "../namedFiles.ts";
import { type Outside, readOutside } from "../outside.ts";
import type { ReadingOptions } from "../send/openFiles.ts";
import { CommandSecrets } from "../send/secrets.ts";
import { commandTokens, commandTransport } from "../send/sendOptions.ts";
import { visible } from "../terminalText.ts";
import { runCommand } from "../usage.ts";
import { Watch } from "../watchedFiles.ts";
import { isUrl } from "../wsdl/contractReader.ts";
import type { Door } from "../wsdl/documentReader.ts";
import { doorWith } from "../wsdl/door.ts";
import { Baseline } from "./baseline.ts";
import { LastRun } from "./lastRun.ts";
import { Outputs } from "./outputs.ts";
import { recordingWire, replayingWire } from "./recording.ts";
import { Suite, type SuiteParts } from "./suite.ts";
import { compareUsage, type TestCommand, testUsage } from "./usage.ts";
import { type ExchangeOnWire, sendingWire } from "./wire.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(testUsage, test, args, console);
}

export function compare(args: readonly string[], console: Console): Promise<number> {
  return runCommand(compareUsage, test, args, console);
}

/** Runs the files, and with `--watch` again the files that a change concerns. Resolves with the exit code. */
async function test(command: TestCommand, console: Console): Promise<number | string> {
  const files = () => filesOfAll(command.operands, console.cwd);
  const { names, problems } = files();
  const credentials = await readCredentials(command.credentials, askingBeside(command.operands, console));
  if (typeof credentials === "string") return credentials;
  const wire = await wireOf(command, credentials, console);
  const keys = await readCommandKeys(command, console);
  const outside = readOutside(command, console);
  const unwritable = await Outputs.problem(command.reports, console);
  const baseline = Baseline.read(command.baselines, console.cwd);
  const unknown =
    command.failed && !new LastRun(console).isKnown
      ? "No last run of this folder is known. Run soaphttp test without --failed first."
      : undefined;
  const complaints = [...problems, unwritable, wire, keys, outside, baseline, unknown].filter(
    (one) => typeof one === "string",
  );
  for (const complaint of complaints) console.complain(complaint);
  if (typeof wire === "string" || typeof keys === "string" || typeof outside === "string") return exitCode.usage;
  if (typeof baseline === "string" || complaints.length > 0) return exitCode.usage;
  const ended = new AbortController();
  const secrets = secretsOf(command, outside, console, credentials, ended.signal);
  const door = doorWith(credentials, command, console);
  const common = [command.wsdl ?? "", ...command.mockFiles].filter((name) => name !== "" && !isUrl(name));
  const watch = command.watch ? new Watch(console.cwd, common) : undefined;
  const parts: RunParts = { wire, keys, outside, baseline, secrets, door, watch };
  if (command.compared)
    console.error(`${visible(`Each request is sent twice: to ${command.compared.names.join(" and to ")}.`)}\n`);
  // A second signal ends the process.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ended.abort(signal));
  let code = await runOnce(names, command, console, parts, ended.signal);
  while (watch && !ended.signal.aborted) {
    console.error("Waiting for changes. Ctrl-C ends.\n");
    const changed = await watch.changed(() => files().names, ended.signal);
    if (changed.length === 0) break;
    console.error(visible(`Running again: ${changed.join(", ")}`).concat("\n"));
    code = await runOnce(changed, { ...command, isPart: true }, console, parts, ended.signal);
  }
  return code;
}

interface RunParts extends Pick<SuiteParts, "wire" | "baseline" | "secrets">, Pick<ReadingOptions, "keys" | "outside"> {
  readonly door: Door;
  readonly watch: Watch | undefined;
}

async function runOnce(
  names: readonly string[],
  command: TestCommand,
  console: Console,
  { keys, outside, door, watch, ...parts }: RunParts,
  ended: AbortSignal,
): Promise<number> {
  for (const name of names) watch?.begin(name);
  const contracts = command.noWsdl ? undefined : new CheckedContracts(command, console, door);
  const mocks = command.lists ? undefined : new SideMocks(command, outside, console, door, keys, watch?.beginMock);
  const complaints = [await contracts?.open(command.wsdl), await mocks?.start(command.mockFiles)];
  for (const complaint of complaints) if (complaint !== undefined) console.complain(complaint);
  if (complaints.some((one) => one !== undefined)) {
    await mocks?.close();
    return exitCode.usage;
  }
  const reading = { contracts, keys, outside, mocks, reading: watch?.begin };
  const suite = new Suite(command, console, { ...parts, reading, wrote: watch?.wrote });
  const stop = () => suite.stop(String(ended.reason));
  ended.addEventListener("abort", stop);
  await suite.run(names);
  if (mocks && command.replay === undefined && !command.compared) suite.reportMocks(await mocks.called());
  await mocks?.close();
  ended.removeEventListener("abort", stop);
  return suite.finish();
}

/** A replay asks for none, because requests were sent with them: secrets are empty, answers the first choice. */
function secretsOf(
  command: TestCommand,
  { values }: Outside,
  console: Console,
  credentials: Credentials,
  ended: AbortSignal,
): CommandSecrets {
  if (command.replay === undefined) {
    const tokens = commandTokens(command, credentials, console, ended);
    return new CommandSecrets(console, values, command.secretCommand, tokens);
  }
  const { env } = console;
  return new CommandSecrets({ env, secret: async () => "", ask: async (_, [first = ""]) => first }, values);
}

async function wireOf(
  command: TestCommand,
  credentials: Credentials,
  console: Console,
): Promise<ExchangeOnWire | string> {
  const { record, recordSecrets, replay } = command;
  if (replay !== undefined) return replayingWire(resolve(console.cwd, replay));
  const transport = commandTransport(command, credentials, console);
  const wire = sendingWire(transport, command, credentials);
  if (record === undefined) return wire;
  const folder = named(record, console.cwd);
  const why = await whyNotWritten(createFolder(folder), console.cwd);
  if (why !== undefined) return `The folder of --record can't be created. ${why}`;
  if (recordSecrets) {
    console.complain(`--record-secrets writes secrets as plain text to ${record}. Keep it out of version control.`);
  }
  return recordingWire(wire, folder, recordSecrets, console);
}
