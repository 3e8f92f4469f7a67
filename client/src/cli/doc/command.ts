import { documentationPage } from "../../../../server/src/service/languageService.ts";
import type { Arguments } from "../arguments.ts";
import type { Console } from "../console.ts";
import { exitCode } from "../exitCode.ts";
import { writeNamed } from "../namedFiles.ts";
import { outsideImports } from "../sharedOptions.ts";
import { runCommand, type Usage } from "../usage.ts";
import { ContractReader, complainOf, wsdlUri } from "../wsdl/contractReader.ts";
import { type DoorOptions, doorOptions, openDoor, readDoorOptions } from "../wsdl/door.ts";

export function run(args: readonly string[], console: Console): Promise<number> {
  return runCommand(docUsage, writePage, args, console);
}

/** Resolves with the exit code. */
async function writePage({ wsdl, out, ...command }: DocOptions, console: Console): Promise<number | string> {
  const door = await openDoor(command.door, console);
  if (typeof door === "string") return door;
  const reader = new ContractReader(command.allowOutside, console, undefined, door);
  const contract = await reader.open(wsdlUri(wsdl, console.cwd), wsdl);
  if (typeof contract === "string") return contract;
  const title = wsdl.split(/[/\\]/).at(-1) || wsdl;
  const page = documentationPage(contract, { title });
  complainOf(contract.isSchema ? contract.checked() : contract.problems(), console);
  if (contract.operations.length === 0 && !contract.isSchema) return `${wsdl} has no operations.`;
  if (out === undefined) console.out(page);
  return (out === undefined ? undefined : await writeNamed(out, page, console.cwd)) ?? exitCode.good;
}

interface DocOptions {
  readonly door: DoorOptions;
  /** The file to write, which is replaced if it exists. */
  readonly out: string | undefined;
  readonly allowOutside: boolean;
  readonly wsdl: string;
}

function read(given: Arguments): DocOptions {
  const [wsdl = "", ...more] = given.operands;
  if (wsdl === "") given.refuse("Missing WSDL. Specify a file or an address.");
  if (more.length > 0) given.refuse("Specify one WSDL.");
  return {
    out: given.last("out"),
    allowOutside: given.has("allow-outside"),
    door: readDoorOptions(given),
    wsdl,
  };
}

const docUsage: Usage<DocOptions> = {
  command: "doc",
  operands: "WSDL",
  about: `Writes the documentation of a service as one page of HTML without scripts: its operations, with the elements of their
messages and sample requests.

WSDL is a file or an address: WSDL 1.1 or 2.0, the description of a UPnP device, or an XML schema. What it imports is read, too.`,
  options: {
    out: { value: "FILE", help: "write the page to this file, which is replaced (default: standard output)" },
    ...outsideImports,
    ...doorOptions,
  },
  notes: "Exit code: 0 success, 2 a usage error, or a WSDL that can't be read.",
  read,
};
