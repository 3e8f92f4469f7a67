import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Analysis,
  analyze,
  type Compute,
  fromHttpFile,
  importedNeeds,
  LastExchanges,
  type MessageInfo,
  messagesOf,
  missingNeeds,
  unknownNeed,
} from "../../../../server/src/service/languageService.ts";
import { lazily } from "../../../../server/src/text/memoized.ts";
import { needsValues } from "../../../../server/src/text/needsValues.ts";
import type { CheckedContracts } from "../check/checkedContracts.ts";
import { documentOf, hostsOf, type TextLines } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { setFlagsForMessage } from "../engineFlags.ts";
import type { CommandKeys } from "../keys/commandKeys.ts";
import { lineCounter } from "../lineCounter.ts";
import { type FileBlock, readMarkdown } from "../markdownFile.ts";
import type { Outside } from "../outside.ts";
import { isMockFile, type NamedMocks, readSource } from "../sourceFile.ts";
import type { SendCommand } from "./usage.ts";

export interface ChosenRequest extends Pick<CommandKeys, "clientCertificate"> {
  readonly file: string;
  readonly analysis: Analysis;
  readonly block: OpenFile["block"];
  readonly request: MessageInfo;
  /** The line of the request line, from 1. */
  readonly line: number;
  readonly compute: Compute;
  /** The requests to send before it, in order, also of imported files; or a sentence about why they can't be sent. */
  readonly needs: () => readonly ChosenRequest[] | string;
  /** The files that its file imports, by path; or why they can't be read. */
  readonly imports: OpenFile["imports"];
  /** The requests of `# @receive` below it, up to the next request. */
  readonly callbacks: () => readonly ChosenRequest[];
  /** A request of the same file, by its index among them. */
  readonly other: (index: number) => ChosenRequest | undefined;
}

export interface OpenFile {
  readonly name: string;
  /** Imported files by path; a sentence if a file can't be read. */
  readonly imports: ReadonlyMap<string, OpenFile | string>;
  readonly analysis: Analysis;
  /** The file itself. For an `.http` file, `analysis` has the same requests in this format, segment by segment. */
  readonly typed: Analysis["document"];
  readonly document: TextLines;
  readonly block: FileBlock | undefined;
  readonly requests: readonly ChosenRequest[];
  readonly bySegment: () => ReadonlyMap<MessageInfo["segment"]["segment"], ChosenRequest>;
}

export interface ReadingOptions extends Pick<SendCommand, "rules" | "allowOutside"> {
  /** Called before a file is read. Returns a function that is called for each file that is read for it. */
  readonly reading?: ((name: string) => (uri: string) => void) | undefined;
  readonly outside: Outside;
  /** The contracts of the files; undefined: no WSDL is read. */
  readonly contracts?: CheckedContracts | undefined;
  readonly keys: CommandKeys;
  /** The mock services that files name; undefined: they aren't started. */
  readonly mocks?: NamedMocks | undefined;
}

/** The files of a command and the files that they import: each is opened once. */
export class OpenFiles {
  readonly #options: ReadingOptions;
  readonly #console: Console;
  /** Opened files by absolute path; a sentence if a file can't be read. */
  readonly #files = new Map<string, Promise<OpenFile | string>>();
  readonly #all = new Map<string, Promise<readonly OpenFile[] | string>>();
  /** The last completion of contracts: they are completed for one file at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ReadingOptions, console: Console) {
    this.#options = options;
    this.#console = console;
  }

  /** Resolves with a sentence if the file can't be read. `bytes`: the content of an imported file, if known already. */
  open(name: string, bytes?: Uint8Array): Promise<OpenFile | string> {
    const path = resolve(this.#console.cwd, name);
    const opening = this.#files.get(path) ?? this.#open(name, bytes);
    this.#files.set(path, opening);
    return opening;
  }

  /** Resolves with a file alone, or with all blocks of a Markdown file. */
  openAll(name: string): Promise<readonly OpenFile[] | string> {
    const path = resolve(this.#console.cwd, name);
    const opening = this.#all.get(path) ?? this.#openAll(name);
    this.#all.set(path, opening);
    return opening;
  }

  async #openAll(name: string): Promise<readonly OpenFile[] | string> {
    const markdown = readMarkdown(name, this.#console.cwd);
    if (typeof markdown === "string") return markdown;
    const files: OpenFile[] = [];
    const reads = markdown && this.#options.reading?.(name);
    for (const block of markdown?.blocks ?? [undefined]) {
      const file = await (block ? this.#open(name, block.bytes, block, reads) : this.open(name));
      if (typeof file === "string") return file;
      files.push(file);
    }
    return files;
  }

  async #open(
    name: string,
    bytes: Uint8Array | undefined,
    block?: FileBlock,
    reads = this.#options.reading?.(name),
  ): Promise<OpenFile | string> {
    const given = { bytes, block, reads };
    const reading = this.#turn.then(() => read(name, this.#options, this.#console, given));
    this.#turn = reading;
    const file = await reading;
    if (typeof file === "string") return file;
    const imports = new Map<string, OpenFile | string>();
    const { analysis } = file;
    for (const { path } of messagesOf(analysis).flatMap(({ segment }) => importedNeeds(analysis, segment.segment))) {
      const imported = imports.has(path) ? undefined : analysis.resolver.imported(path);
      if (imported?.kind !== "imported") continue;
      const shown = relative(this.#console.cwd, fileURLToPath(imported.uri)).replaceAll(sep, "/");
      imports.set(path, await this.open(shown, imported.bytes));
    }
    return withRequests(file, imports);
  }
}

interface ReadFile extends Pick<OpenFile, "name" | "analysis" | "typed" | "document" | "block"> {
  readonly compute: Compute;
  readonly clientCertificate: CommandKeys["clientCertificate"];
  readonly lineOf: (offset: number) => number;
}

interface FileGiven extends Pick<OpenFile, "block"> {
  readonly bytes: Uint8Array | undefined;
  /** Called with the URI of each file that is read for this one. */
  readonly reads: ((uri: string) => void) | undefined;
}

async function read(
  operand: string,
  { rules, outside, allowOutside, contracts, mocks, keys: { keys, compute, clientCertificate } }: ReadingOptions,
  console: Console,
  { bytes, block, reads }: FileGiven,
): Promise<ReadFile | string> {
  if (isMockFile(operand))
    return `${operand} contains responses, which a mock service sends. Specify a .soaphttp file.`;
  contracts?.allowBeside(operand);
  const host = { allowOutside, contracts, keys, mocks, ...(reads ? { reads } : {}) };
  const file = await readSource(operand, outside, console, host, bytes);
  if (typeof file === "string") return file;
  const { name, source, resolver } = file;
  setFlagsForMessage(source.text.length);
  const document = documentOf(source.text);
  const lineOf = lineCounter(source.text);
  const lineEnd = source.text.includes("\r\n") ? "\r\n" : "\n";
  const text = httpFile.test(operand) ? fromHttpFile(source.text, lineEnd) : source.text;
  const isSame = text === source.text;
  const analyzed = () => {
    const analysis = analyze(text, { rules }, resolver, isSame ? source : {});
    // Finding the contract of a request shows which documents are missing.
    if (contracts) for (const { message } of messagesOf(analysis)) void message.contract;
    return analysis;
  };
  let analysis = analyzed();
  while (await contracts?.complete(hostsOf(analysis))) analysis = analyzed();
  if (reads) for (const uri of contracts?.takeSources() ?? []) reads(uri);
  contracts?.complainOfUnread();
  const typed = isSame ? analysis.document : analyze(source.text).document;
  return { name, analysis, typed, document, block, compute, clientCertificate, lineOf };
}

const httpFile = /\.(?:http|rest)$/i;

function withRequests(
  { lineOf, compute, clientCertificate, ...read }: ReadFile,
  imports: OpenFile["imports"],
): OpenFile {
  const { name, analysis, block } = read;
  const other = (index: number) => requests[index];
  const isCallback = ({ request }: ChosenRequest) => request.segment.segment.kind === "callback";
  const requests = messagesOf(analysis).map((request, index): ChosenRequest => {
    const needs = () => needsOf(file, request);
    const callbacks = () => {
      const below = requests.slice(index + 1);
      const end = below.findIndex((one) => !isCallback(one));
      return end < 0 ? below : below.slice(0, end);
    };
    const line = lineOf(startOf(read, request));
    return { file: name, analysis, block, request, compute, clientCertificate, line, needs, callbacks, imports, other };
  });
  const bySegment = lazily(() => new Map(requests.map((one) => [one.request.segment.segment, one])));
  const file = { ...read, imports, requests, bySegment };
  return file;
}

/** Returns the offset of a request's line in the file; in an `.http` file, of the corresponding line. */
function startOf({ analysis, typed }: Pick<OpenFile, "analysis" | "typed">, request: MessageInfo): number {
  if (typed === analysis.document) return request.line.start;
  return requestStart(typed, analysis.document.segments.indexOf(request.segment));
}

/** An offset in the analyzed text for an offset in the file. */
export function offsetIn({ analysis, typed }: OpenFile, offset: number): number {
  if (typed === analysis.document) return offset;
  const index = typed.segments.findLastIndex(({ start }) => start <= offset);
  return requestStart(analysis.document, index);
}

function requestStart({ segments }: Analysis["document"], index: number): number {
  const { start, segment } = segments[index] ?? {};
  return (start ?? 0) + (segment?.message?.start ?? 0);
}

function needsOf(file: OpenFile, request: MessageInfo): readonly ChosenRequest[] | string {
  const all = new Set<ChosenRequest>();
  return addNeeds(file, request, all) ?? [...all];
}

/** Adds needed requests, each after the ones that it needs itself. Returns why they can't be sent, if they can't. */
function addNeeds(
  { analysis, imports, bySegment }: OpenFile,
  request: MessageInfo,
  all: Set<ChosenRequest>,
): string | undefined {
  const missing = missingNeeds(analysis, request, new LastExchanges());
  if (typeof missing === "string") return missing;
  for (const segment of [...missing, request.segment.segment]) {
    const why = unknownNeed(analysis, segment);
    if (why !== undefined) return why;
    for (const { path, id, name, given } of importedNeeds(analysis, segment)) {
      const file = imports.get(path) ?? `${path} can't be imported.`;
      if (typeof file === "string") return file;
      if (given.length > 0) return needsValues(name);
      const needed = file.requests[id];
      if (!needed) return `${path} has no such request.`;
      const unsendable = all.has(needed) ? undefined : addNeeds(file, needed.request, all);
      if (unsendable !== undefined) return unsendable;
      all.add(needed);
    }
    const own = bySegment().get(segment);
    if (own && segment !== request.segment.segment) all.add(own);
  }
  return undefined;
}
