import { type GivenText, GivenValues, type UntakenValue } from "../../../../server/src/service/languageService.ts";
import { type Arguments, suggesting } from "../arguments.ts";
import type { Console } from "../console.ts";
import { readCredentials } from "../credentials.ts";
import { exitCode } from "../exitCode.ts";
import { chosenOperations, pathFrom } from "../new/command.ts";
import { sendBy } from "../send/command.ts";
import { overrideOptions } from "../send/overrides.ts";
import { readSendingOptions, type SendCommand, sendFormats, sendingOptions } from "../send/usage.ts";
import { outsideImports } from "../sharedOptions.ts";
import { runCommand, type Usage } from "../usage.ts";
import { ContractReader, complainOf, wsdlUri } from "../wsdl/contractReader.ts";
import { type DoorOptions, doorOptions, openDoorWith, readDoorOptions } from "../wsdl/door.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(callUsage, call, args, console);
}

async function call(command: CallCommand, console: Console): Promise<number | string> {
  const credentials = await readCredentials(command.door.files, console);
  if (typeof credentials === "string") return credentials;
  const door = await openDoorWith(credentials, command.door, console);
  if (typeof door === "string") return door;
  const { wsdl, allowOutside } = command;
  const contract = await new ContractReader(allowOutside, console, undefined, door).open(
    wsdlUri(wsdl, console.cwd),
    wsdl,
  );
  if (typeof contract === "string") return contract;
  const { rows, wrong } = chosenOperations(contract.operations, { ...command, operations: [command.operation] });
  const [chosen] = rows;
  if (!chosen) return wrong ?? `${wsdl} has no operations.`;
  const given = GivenValues.of(command.values);
  const options = { extent: "parameters", contentLength: "calculated", given } as const;
  const text = contract.requests([chosen.index], { ...options, wsdl: pathFrom(command, console.cwd) });
  const { untaken } = given;
  if (untaken) return whyUntaken(untaken, command.operation);
  complainOf(contract.problems(), console);
  if (!command.print) return sendBy({ ...command, operands: ["<call>"], text }, console, credentials, door);
  console.out(text);
  return exitCode.good;
}

function whyUntaken({ path, rest, isRepeated, names }: UntakenValue, operation: string): string {
  if (isRepeated) {
    const next = /@|\]$/.test(path) ? "" : ` For a second element, write ${path}[2]=VALUE.`;
    return `${path} is given twice.${next}`;
  }
  if (rest === "") return `${path} contains elements. Give values for them, such as ${path}.NAME=VALUE.`;
  const [name = rest] = /^[^.[]+/.exec(rest) ?? [];
  const before = path.slice(0, path.length - rest.length).replace(/\.$/, "");
  const parent = before || operation;
  if (names.includes(name)) return `${path} isn't written: ${parent} doesn't allow it, or not so many of it.`;
  return suggesting(`${parent} has no element ${name}.`, name, names, before === "" ? "" : `${before}.`);
}

interface CallCommand extends Omit<SendCommand, "operands" | "text"> {
  readonly door: DoorOptions;
  readonly service: string | undefined;
  readonly port: string | undefined;
  readonly print: boolean;
  readonly wsdl: string;
  readonly operation: string;
  readonly values: readonly GivenText[];
}

function read(given: Arguments): CallCommand {
  const [wsdl = "", operation = "", ...texts] = given.operands;
  if (wsdl === "") given.refuse("Missing WSDL. Specify a file or an address.");
  if (operation === "") given.refuse("Missing operation. soaphttp new --list shows those of a WSDL.");
  if (given.has("print") && given.has("endpoint")) given.refuse("--print can't be combined with --endpoint.");
  const values = texts.map((text): GivenText => {
    const at = text.indexOf("=");
    if (at <= 0) given.refuse(`Invalid value: ${text}. Use PATH=VALUE, such as a=40 or order.item[2].sku=B-7.`);
    return { path: text.slice(0, at), value: text.slice(at + 1) };
  });
  return {
    ...readSendingOptions(given),
    // The option's headers are for the addresses of WSDLs.
    headers: [],
    door: readDoorOptions(given),
    format: given.choice("format", sendFormats, "text"),
    service: given.last("service"),
    port: given.last("port"),
    print: given.has("print"),
    only: false,
    explain: false,
    strict: false,
    noWsdl: false,
    wsdl,
    operation,
    values,
  };
}

export const callUsage: Usage<CallCommand> = {
  command: "call",
  operands: "WSDL OPERATION [PATH=VALUE]…",
  about: `Writes a request for an operation as soaphttp new does, with these values, checks it, sends it and shows the response.

PATH names an element: a, order.customer.name, order.item[2].sku, or item.@id for an attribute. Elements without a value
have sample values; optional ones inside of others are written if they or something in them have a value.`,
  options: {
    service: { short: "s", value: "NAME", help: "the operation of this service" },
    port: { short: "p", value: "NAME", help: "the operation of this port (default: the first one that has it)" },
    print: { help: "print the request, and send nothing" },
    endpoint: overrideOptions.endpoint,
    format: { short: "f", value: "FORMAT", choices: sendFormats, preset: "text", help: "" },
    "as-written": sendingOptions["as-written"],
    timeout: sendingOptions.timeout,
    "insecure-host": sendingOptions["insecure-host"],
    ...outsideImports,
    ...doorOptions,
  },
  notes: `--ca, --cert, --key, --proxy and --pac are used for the request, too; --user and --header are not.

Exit code: 0 a response with a 2xx status and no Fault, 1 a Fault or another status, 2 a usage error or a request with
errors, 3 no complete response.`,
  read,
};
