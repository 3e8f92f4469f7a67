import { dirname, relative, resolve, sep } from "node:path";
import type { Extent, OperationRow } from "../../../../server/src/contract/contract.ts";
import { defaultLimit, VariantTexts } from "../../../../server/src/service/languageService.ts";
import { type Arguments, suggesting } from "../arguments.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { writeNamed } from "../namedFiles.ts";
import { outsideImports } from "../sharedOptions.ts";
import { cellsOf, jsonElements, visible } from "../terminalText.ts";
import { runCommand, type Usage } from "../usage.ts";
import { ContractReader, complainOf, isUrl, wsdlUri } from "../wsdl/contractReader.ts";
import { type DoorOptions, doorOptions, openDoor, readDoorOptions } from "../wsdl/door.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(newUsage, newRequests, args, console);
}

async function newRequests(command: NewOptions, console: Console): Promise<number | string> {
  const door = await openDoor(command.door, console);
  if (typeof door === "string") return door;
  const reader = new ContractReader(command.allowOutside, console, undefined, door);
  const contract = await reader.open(wsdlUri(command.wsdl, console.cwd), command.wsdl);
  if (typeof contract === "string") return contract;
  const { rows, wrong } = chosenOperations(contract.operations, command);
  if (contract.operations.length === 0) {
    complainOf(contract.problems(), console);
    return `${command.wsdl} has no operations.`;
  }
  if (wrong !== undefined) return wrong;
  if (command.list || (rows.length > 1 && !command.all && command.operations.length === 0)) {
    const listed = rows.map(({ row }) => row);
    console.out(command.format === "json" ? listJson(listed) : listText(listed));
    complainOf(contract.problems(), console);
    if (command.list) return exitCode.good;
    return "Specify --operation NAME or --all.";
  }
  const wsdl = pathFrom(command, console.cwd);
  if (command.variants !== undefined) {
    const indexes = rows.map(({ index }) => index);
    const texts = new VariantTexts(contract, indexes, { ...command, which: command.variants, wsdl });
    const code = await write(texts, command, console);
    complainOf(texts.problems, console);
    return code;
  }
  // The parts of a multipart message are separated by CRLF.
  const lineEnds = command.mtom ? ("\r\n" as const) : ("\n" as const);
  const options = { extent: command.extent, mtom: command.mtom, wsdl, contentLength: "calculated" as const, lineEnds };
  const text = contract.requests(
    rows.map(({ index }) => index),
    options,
  );
  complainOf(contract.problems(), console);
  return write([text], command, console);
}

export interface Chosen {
  readonly rows: readonly { readonly row: OperationRow; readonly index: number }[];
  /** Error message about a name that the service doesn't have. */
  readonly wrong?: string;
}

export function chosenOperations(
  all: readonly OperationRow[],
  { service, port, operations }: Pick<NewOptions, "service" | "port" | "operations">,
): Chosen {
  const rows = all
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => service === undefined || row.service === service)
    .filter(({ row }) => port === undefined || row.port === port);
  const missing = (option: string, name: string, names: readonly (string | undefined)[]): Chosen => {
    const unique = [...new Set(names.flatMap((one) => one ?? []))];
    const sentence = `Unknown ${option}: ${name}.`;
    const suggestion = suggesting(sentence, name, unique);
    const available = `${sentence} Available: ${unique.slice(0, 20).join(", ")}.`;
    return { rows: [], wrong: suggestion === sentence ? available : suggestion };
  };
  if (rows.length === 0 && all.length > 0) {
    return service !== undefined && all.every((one) => one.service !== service)
      ? missing(
          "service",
          service,
          all.map((one) => one.service),
        )
      : missing(
          "port",
          port ?? "",
          all.map((one) => one.port),
        );
  }
  for (const name of operations) {
    if (rows.every(({ row }) => row.operation !== name))
      return missing(
        "operation",
        name,
        rows.map(({ row }) => row.operation),
      );
  }
  return { rows: operations.length === 0 ? rows : rows.filter(({ row }) => operations.includes(row.operation)) };
}

/** Writes texts one by one, as they are generated. */
async function write(texts: Iterable<string>, { out }: NewOptions, console: Console): Promise<number | string> {
  for (const text of out === undefined ? texts : []) {
    console.out(text);
    await console.drained();
  }
  const why = out === undefined ? undefined : await writeNamed(out, texts, console.cwd, { isNew: true });
  return why ?? exitCode.good;
}

/** Returns the path or address of the WSDL for `# @wsdl` in the file with the requests. */
export function pathFrom(
  { wsdl, out }: Pick<NewOptions, "wsdl"> & Partial<Pick<NewOptions, "out">>,
  cwd: string,
): string {
  if (isUrl(wsdl)) return wsdl;
  const folder = out === undefined ? cwd : dirname(resolve(cwd, out));
  const path = relative(folder, resolve(cwd, wsdl)).split(sep).join("/");
  return path.startsWith("../") ? path : `./${path}`;
}

const columns = ["service", "port", "version", "style", "operation", "action", "address"] as const;

function listText(rows: readonly OperationRow[]): string {
  const cells = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((name) => visible(row[name] ?? "-") || '""')),
  ];
  const widths = columns.map((_, index) => cells.reduce((most, line) => Math.max(most, width(line[index] ?? "")), 0));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => (at === texts.length - 1 ? text : text + " ".repeat((widths[at] ?? 0) - width(text))))
      .join("  ");
  return `${cells.map(line).join("\n")}\n`;
}

/** Returns the width of a text in columns of a terminal. */
function width(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return cellsOf(text).reduce((sum, cell) => sum + cell.width, 0);
}

/** Returns the operations as JSON. Values that the WSDL doesn't contain are null. */
function listJson(rows: readonly OperationRow[]): string {
  const element = jsonElements();
  const objects = rows.map(({ service, port, binding, version, style, operation, action, address, input, output }) => {
    const all = { service, port, binding, version, style, operation, action, address, input, output };
    return element(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value ?? null])));
  });
  return `[${objects.join("")}\n]\n`;
}

interface NewOptions {
  readonly door: DoorOptions;
  readonly service: string | undefined;
  readonly port: string | undefined;
  readonly operations: readonly string[];
  readonly all: boolean;
  readonly extent: Extent;
  readonly mtom: boolean;
  readonly variants: keyof typeof variants | undefined;
  /** Maximum tests of an operation. */
  readonly limit: number;
  readonly seed: number;
  readonly list: boolean;
  readonly format: keyof typeof formats;
  /** The file to create, which must not exist yet. */
  readonly out: string | undefined;
  readonly allowOutside: boolean;
  readonly wsdl: string;
}

function read(given: Arguments): NewOptions {
  const [wsdl = "", ...more] = given.operands;
  if (wsdl === "") given.refuse("Missing WSDL. Specify a file or an address.");
  if (more.length > 0) given.refuse("Specify one WSDL.");
  if (given.has("required") && given.has("optional")) given.refuse("Use either --required or --optional.");
  const isTests = given.last("variants") !== undefined;
  if (isTests && (given.has("required") || given.has("optional") || given.has("mtom"))) {
    given.refuse("--variants can't be combined with --required, --optional and --mtom.");
  }
  if (!isTests && (given.last("limit") !== undefined || given.last("seed") !== undefined)) {
    given.refuse("--limit and --seed require --variants.");
  }
  return {
    service: given.last("service"),
    port: given.last("port"),
    operations: given.all("operation"),
    all: given.has("all"),
    extent: given.has("required") ? "required" : given.has("optional") ? "optional" : "parameters",
    mtom: given.has("mtom"),
    variants: isTests ? given.choice("variants", variants, "all") : undefined,
    limit: given.count("limit", /^[1-9]\d{0,4}$/, "requests") ?? defaultLimit,
    seed: given.count("seed", /^\d{1,9}$/, "at most nine digits") ?? 0,
    list: given.has("list"),
    format: given.choice("format", formats, "text"),
    out: given.last("out"),
    allowOutside: given.has("allow-outside"),
    door: readDoorOptions(given),
    wsdl,
  };
}

const variants = {
  valid: "requests that the service must accept",
  invalid: "requests that the service must refuse",
  all: "both",
} as const;

const formats = {
  text: "a table",
  json: "an array of {service, port, binding, version, style, operation, action, address, input, output}",
} as const;

export const newUsage: Usage<NewOptions> = {
  command: "new",
  operands: "WSDL",
  about: `Writes requests for the operations of a service: with the right address, action, namespaces and byte count, and with
sample values that are valid.

WSDL is a file or an address: WSDL 1.1 or 2.0, or the description of a UPnP device. What it imports is read, too.`,
  options: {
    service: { short: "s", value: "NAME", help: "only the operations of this service" },
    port: { short: "p", value: "NAME", help: "only the operations of this port" },
    operation: { short: "o", value: "NAME", repeated: true, help: "only this operation" },
    all: { short: "a", help: "all operations" },
    required: { help: "only elements that are required (default: also the optional parameters of the operation)" },
    optional: { help: "all optional elements" },
    mtom: { help: "binary values and attachments as parts of multipart messages (MTOM); lines end with CRLF" },
    variants: {
      value: "KIND",
      choices: variants,
      help: "tests from the schema instead of samples, each request with one reason in its name",
    },
    limit: {
      value: "N",
      help: "with --variants: at most N requests for each operation (default: 200), of each kind some",
    },
    seed: { value: "N", help: "with --variants: which requests of a kind --limit leaves out (default: 0)" },
    list: { short: "l", help: "list the operations instead" },
    format: { short: "f", value: "FORMAT", choices: formats, preset: "text", help: "the format of the list" },
    out: { value: "FILE", help: "write the requests to this file, which must not exist yet" },
    ...outsideImports,
    ...doorOptions,
  },
  notes: `Without --operation and --all, a service with several operations is listed.

Exit code: 0 success, 2 a usage error, or a WSDL that can't be read.`,
  read,
};
