import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  type Analysis,
  analyze,
  type Compute,
  fromHttpFile,
  LastExchanges,
  type MessageInfo,
  messagesOf,
  missingNeeds,
  requestAt,
} from "../../../../server/src/service/languageService.ts";
import { lazily } from "../../../../server/src/text/memoized.ts";
import type { CheckedContracts } from "../check/checkedContracts.ts";
import { documentOf, hostsOf, lineIn } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { filesOf } from "../files.ts";
import type { CommandKeys } from "../keys/commandKeys.ts";
import { lineCounter } from "../lineCounter.ts";
import { isMockFile, readSource } from "../sourceFile.ts";
import type { SendCommand } from "./usage.ts";

/** A request to send, and its place. */
export interface ChosenRequest {
  /** The file's name, as the user wrote it. */
  readonly file: string;
  readonly analysis: Analysis;
  readonly request: MessageInfo;
  /** The line of the request line, from 1. */
  readonly line: number;
  /** Computes with the keys of the command. */
  readonly compute: Compute;
  /** The requests to send before it, in order; or a sentence if they need each other. */
  readonly needs: () => readonly ChosenRequest[] | string;
}

export interface ChosenRequests {
  /** In the order of the operands; a request that two operands name occurs twice. */
  readonly requests: readonly ChosenRequest[];
  /** Why operands can't be used. */
  readonly problems: readonly string[];
}

export interface ReadingOptions extends Pick<SendCommand, "rules" | "environment" | "allowOutside"> {
  /** Undefined: no WSDL is read. */
  readonly contracts?: CheckedContracts | undefined;
  readonly keys: CommandKeys;
}

/** Finds the requests that the operands `FILE`, `FILE:LINE` and `FILE#NAME` name. */
export async function choose(
  { operands, ...options }: ReadingOptions & Pick<SendCommand, "operands">,
  console: Console,
): Promise<ChosenRequests> {
  const requests: ChosenRequest[] = [];
  const problems: string[] = [];
  const opened = new Map<string, Promise<OpenFile | string>>();
  for (const operand of operands) {
    const { path, ...which } = parseOperand(operand, console.cwd);
    const names = filesOf(path, console.cwd, []);
    if (typeof names === "string") problems.push(names);
    else
      for (const name of names) {
        const opening = opened.get(name) ?? open(name, options, console);
        opened.set(name, opening);
        const file = await opening;
        const selected = typeof file === "string" ? file : requestsIn(file, which);
        if (typeof selected === "string") problems.push(selected);
        else requests.push(...selected);
      }
  }
  return { requests, problems };
}

/** Opens a file with all its requests, of which there may be none. Resolves with why it can't be read, if it can't. */
export async function requestsOfFile(
  name: string,
  options: ReadingOptions,
  console: Console,
): Promise<readonly ChosenRequest[] | string> {
  const file = await open(name, options, console);
  return typeof file === "string" ? file : messagesOf(file.analysis).map((request) => chosenIn(file, request));
}

/** Which requests of a file; without a line (from 1) and a name all of them. */
interface Which {
  readonly line?: number;
  readonly name?: string;
}

/** An operand that is the name of a file means this file, even if it looks like an operand with a line or a name. */
function parseOperand(operand: string, cwd: string): Which & { readonly path: string } {
  if (existsSync(resolve(cwd, operand))) return { path: operand };
  const hash = operand.indexOf("#", 1);
  if (hash > 0 && hash < operand.length - 1) return { path: operand.slice(0, hash), name: operand.slice(hash + 1) };
  const line = /:(\d+)$/.exec(operand);
  if (line && line.index > 0) return { path: operand.slice(0, line.index), line: Number(line[1]) };
  return { path: operand };
}

interface OpenFile {
  readonly name: string;
  readonly analysis: Analysis;
  /** The file itself. For an `.http` file, `analysis` has the same requests in this format, segment by segment. */
  readonly typed: Analysis["document"];
  readonly document: TextDocument;
  readonly compute: Compute;
  readonly lineOf: (offset: number) => number;
  readonly bySegment: () => ReadonlyMap<MessageInfo["segment"]["segment"], MessageInfo>;
}

async function open(
  operand: string,
  { rules, environment, allowOutside, contracts, keys: { keys, compute } }: ReadingOptions,
  console: Console,
): Promise<OpenFile | string> {
  if (isMockFile(operand))
    return `${operand} contains responses, which a mock service sends. Specify a .soaphttp file.`;
  contracts?.allowBeside(operand);
  const file = await readSource(operand, environment, console, { allowOutside, contracts, keys });
  if (typeof file === "string") return file;
  const { name, source, resolver } = file;
  const document = documentOf(source.text);
  const lineOf = lineCounter(source.text);
  const text = httpFile.test(operand) ? inThisFormat(source.text) : source.text;
  const isSame = text === source.text;
  const analyzed = () => {
    const analysis = analyze(text, { rules }, resolver, isSame ? source : {});
    // Finding the contract of a request shows which documents are missing.
    if (contracts) for (const { message } of messagesOf(analysis)) void message.contract;
    return analysis;
  };
  let analysis = analyzed();
  while (await contracts?.complete(hostsOf(analysis))) analysis = analyzed();
  contracts?.complainOfUnread();
  const typed = isSame ? analysis.document : analyze(source.text).document;
  const bySegment = lazily(() => new Map(messagesOf(analysis).map((one) => [one.segment.segment, one])));
  return { name, analysis, typed, document, compute, lineOf, bySegment };
}

/** Files of REST Client and JetBrains' HTTP Client. */
const httpFile = /\.(?:http|rest)$/i;

function inThisFormat(text: string): string {
  return fromHttpFile(text, text.includes("\r\n") ? "\r\n" : "\n");
}

/** The offset of a request in the file: of its request line, or of what the other format has in its place. */
function startOf({ analysis, typed }: OpenFile, request: MessageInfo): number {
  if (typed === analysis.document) return request.line.start;
  return requestStart(typed, analysis.document.segments.indexOf(request.segment));
}

/** An offset in the analyzed text for an offset in the file. */
function offsetIn({ analysis, typed }: OpenFile, offset: number): number {
  if (typed === analysis.document) return offset;
  const index = typed.segments.findLastIndex(({ start }) => start <= offset);
  return requestStart(analysis.document, index);
}

function requestStart({ segments }: Analysis["document"], index: number): number {
  const { start, segment } = segments[index] ?? {};
  return (start ?? 0) + (segment?.message?.start ?? 0);
}

function requestsIn(file: OpenFile, { line, name }: Which): readonly ChosenRequest[] | string {
  const { analysis, document } = file;
  const chosen = (request: MessageInfo) => chosenIn(file, request);
  if (line !== undefined) {
    const exists = line >= 1 && line <= document.lineCount;
    const request = exists ? requestAt(analysis, offsetIn(file, lineIn(document, line).start)) : undefined;
    return request ? [chosen(request)] : `${file.name}: no request found at line ${line}.`;
  }
  const all = messagesOf(analysis);
  if (name === undefined) return all.length > 0 ? all.map(chosen) : `${file.name}: the file contains no requests.`;
  const request = all.find((one) => one.name === name);
  if (request) return [chosen(request)];
  const names = all.flatMap((one) => one.name ?? []);
  const hint = names.length > 0 ? `Available: ${names.join(", ")}.` : "Add # @name above a request to name it.";
  return `${file.name}: no request is named ${name}. ${hint}`;
}

function chosenIn(file: OpenFile, request: MessageInfo): ChosenRequest {
  const { name, analysis, lineOf, compute } = file;
  const needs = () => {
    const missing = missingNeeds(analysis, request, new LastExchanges());
    if (typeof missing === "string") return missing;
    return missing.flatMap((one) => file.bySegment().get(one) ?? []).map((one) => chosenIn(file, one));
  };
  return { file: name, analysis, request, compute, line: lineOf(startOf(file, request)), needs };
}
