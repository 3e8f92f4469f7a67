import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as l10n from "@vscode/l10n";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  type Analysis,
  analyze,
  fromHttpFile,
  type RequestInfo,
  requestAt,
  requestsOf,
} from "../../../../server/src/languageService.ts";
import { documentOf, lineIn } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { inputsOf, readBytes, standardInput, standardInputName } from "../files.ts";
import { outsideOfFile } from "../outside.ts";
import { decodeFile } from "../sourceText.ts";
import type { SendCommand } from "./usage.ts";

/** A request that is to be sent, and where it stands. */
export interface ChosenRequest {
  /** Of the file, as the user named it. */
  readonly file: string;
  readonly analysis: Analysis;
  readonly request: RequestInfo;
  /** Of the request line, from 1. */
  readonly line: number;
}

export interface Chosen {
  /** In the order of the operands; one that is named twice is sent twice. */
  readonly requests: readonly ChosenRequest[];
  /** What can't be found or read, in words. */
  readonly problems: readonly string[];
}

/** The requests that the operands `FILE`, `FILE:LINE` and `FILE#NAME` stand for. */
export async function choose(
  { operands, ...options }: Pick<SendCommand, "operands" | "rules" | "environment">,
  console: Console,
): Promise<Chosen> {
  const requests: ChosenRequest[] = [];
  const problems: string[] = [];
  const opened = new Map<string, Promise<OpenFile | string>>();
  for (const operand of operands) {
    const { path, which } = parseOperand(operand, console.cwd);
    const inputs = inputsOf([path], console.cwd, "no folders");
    problems.push(...inputs.problems);
    for (const name of inputs.names) {
      const file = opened.get(name) ?? open(name, options, console);
      opened.set(name, file);
      const found = requestsIn(await file, which);
      if (typeof found === "string") problems.push(found);
      else requests.push(...found);
    }
  }
  return { requests, problems };
}

type Which =
  | { readonly kind: "all" }
  /** From 1. */
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "name"; readonly name: string };

/** A file whose name looks like an operand with a line or a name is a file. */
function parseOperand(operand: string, cwd: string): { readonly path: string; readonly which: Which } {
  if (existsSync(resolve(cwd, operand))) return { path: operand, which: { kind: "all" } };
  const line = /:(\d+)$/.exec(operand);
  const hash = operand.indexOf("#", 1);
  if (hash > 0 && hash < operand.length - 1)
    return { path: operand.slice(0, hash), which: { kind: "name", name: operand.slice(hash + 1) } };
  if (line && line.index > 0)
    return { path: operand.slice(0, line.index), which: { kind: "line", line: Number(line[1]) } };
  return { path: operand, which: { kind: "all" } };
}

interface OpenFile {
  readonly name: string;
  readonly analysis: Analysis;
  /** As the file has it: of an `.http` file the analysis is that of its requests in this format, segment by segment. */
  readonly typed: Analysis["document"];
  readonly document: TextDocument;
}

async function open(
  name: string,
  { rules, environment }: Pick<SendCommand, "rules" | "environment">,
  console: Console,
): Promise<OpenFile | string> {
  const shown = name === standardInput ? standardInputName : name;
  const bytes = name === standardInput ? await console.input() : readBytes(name, console.cwd);
  if (typeof bytes === "string") return bytes;
  const decoded = decodeFile(bytes);
  if (decoded.kind === "unreadable") return l10n.t("{0}: {1}.", shown, decoded.why);
  const resolver = outsideOfFile(name, environment, console);
  if (typeof resolver === "string") return resolver;
  const document = documentOf(decoded.text);
  const own = httpFile.test(name) ? inThisFormat(decoded.text) : decoded.text;
  if (own === decoded.text) {
    const analysis = analyze(own, { rules }, undefined, resolver, decoded);
    return { name: shown, analysis, typed: analysis.document, document };
  }
  return {
    name: shown,
    analysis: analyze(own, { rules }, undefined, resolver),
    typed: analyze(decoded.text).document,
    document,
  };
}

/** Files of REST Client and JetBrains' HTTP Client. */
const httpFile = /\.(?:http|rest)$/i;

function inThisFormat(text: string): string {
  return fromHttpFile(text, text.includes("\r\n") ? "\r\n" : "\n");
}

/** Where a request begins in the file: its line, or that of its segment where this format has no such request line. */
function startOf({ analysis, typed }: OpenFile, request: RequestInfo): number {
  if (typed === analysis.document) return request.line.start;
  const { start, segment } = typed.segments[analysis.document.segments.indexOf(request.segment)] ?? {};
  return (start ?? 0) + (segment?.request?.start ?? 0);
}

/** The place of the analysed text that stands for an offset of the file. */
function offsetIn({ document }: Analysis, typed: OpenFile["typed"], offset: number): number {
  if (typed === document) return offset;
  const index = typed.segments.findLastIndex(({ start }) => start <= offset);
  const { start, segment } = document.segments[index] ?? {};
  return (start ?? 0) + (segment?.request?.start ?? 0);
}

function requestsIn(file: OpenFile | string, which: Which): readonly ChosenRequest[] | string {
  if (typeof file === "string") return file;
  const { name, analysis, typed, document } = file;
  const chosen = (request: RequestInfo): ChosenRequest => {
    return { file: name, analysis, request, line: document.positionAt(startOf(file, request)).line + 1 };
  };
  switch (which.kind) {
    case "all": {
      const all = requestsOf(analysis);
      return all.length > 0 ? all.map(chosen) : l10n.t("{0}: the file contains no requests.", name);
    }
    case "line": {
      const { start } = lineIn(document, which.line);
      const isLine = which.line >= 1 && which.line <= document.lineCount;
      const request = isLine ? requestAt(analysis, offsetIn(analysis, typed, start)) : undefined;
      return request ? [chosen(request)] : l10n.t("{0}: no request found at line {1}.", name, which.line);
    }
    case "name": {
      const all = requestsOf(analysis);
      const request = all.find((one) => one.name === which.name);
      if (request) return [chosen(request)];
      const names = all.flatMap((one) => one.name ?? []);
      return names.length > 0
        ? l10n.t("{0}: no request is named {1}. Available: {2}.", name, which.name, names.join(", "))
        : l10n.t("{0}: no request is named {1}. Add # @name above a request to name it.", name, which.name);
    }
  }
}
