import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { requestAt } from "../../../../server/src/service/languageService.ts";
import { lineIn } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { filesOf } from "../files.ts";
import { type ChosenRequest, type OpenFile, OpenFiles, offsetIn, type ReadingOptions } from "./openFiles.ts";
import type { SendCommand } from "./usage.ts";

export interface ChosenRequests {
  /** The chosen requests, in the order of the operands. A request that two operands name occurs twice. */
  readonly requests: readonly ChosenRequest[];
  readonly problems: readonly string[];
  /** Whether an operand names a part of a file. */
  readonly isPart: boolean;
}

/** Finds the requests that the operands `FILE`, `FILE:LINE` and `FILE#NAME` name. */
export async function choose(
  { operands, text, ...options }: ReadingOptions & Pick<SendCommand, "operands" | "text">,
  console: Console,
): Promise<ChosenRequests> {
  const requests: ChosenRequest[] = [];
  const problems: string[] = [];
  let isPart = false;
  const files = new OpenFiles(options, console);
  for (const operand of operands) {
    const { path, ...which } = parseOperand(operand, console.cwd);
    isPart ||= which.line !== undefined || which.name !== undefined;
    const names = text === undefined ? filesOf(path, console.cwd, []) : [path];
    if (typeof names === "string") problems.push(names);
    else
      for (const name of names) {
        const opened = await (text === undefined ? files.openAll(name) : files.open(name, Buffer.from(text)));
        const selected = typeof opened === "string" ? opened : requestsIn([opened].flat(), which, name);
        if (typeof selected === "string") problems.push(selected);
        else requests.push(...selected);
      }
  }
  return { requests, problems, isPart };
}

/** The requests of a file that an operand names: by line (from 1), by name, or all of them. */
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

/** @param files the file, or the blocks of the Markdown file `path` */
function requestsIn(
  files: readonly OpenFile[],
  { line, name }: Which,
  path: string,
): readonly ChosenRequest[] | string {
  const shown = files[0]?.name ?? path;
  if (line !== undefined) {
    const file = files.find(({ block, document }) => line >= (block?.line ?? 1) && line <= document.lineCount);
    const at = file && requestAt(file.analysis, offsetIn(file, lineIn(file.document, line).start));
    const chosen = at && file?.bySegment().get(at.segment.segment);
    return chosen ? [chosen] : `${shown}: no request found at line ${line}.`;
  }
  const requests = files.flatMap((file) => file.requests);
  if (name === undefined) return requests.length > 0 ? requests : `${shown}: the file contains no requests.`;
  const named = files.flatMap((file) => file.requests.find(({ request }) => request.name === name) ?? []);
  if (named.length > 1) {
    const lines = named.map((one) => one.line).join(", ");
    return `${shown}: several blocks have a request named ${name}, at the lines ${lines}. Specify ${shown}:LINE.`;
  }
  if (named.length === 1) return named;
  const names = new Set(requests.flatMap(({ request }) => request.name ?? []));
  const hint = names.size > 0 ? `Available: ${[...names].join(", ")}.` : "Add # @name above a request to name it.";
  return `${shown}: no request is named ${name}. ${hint}`;
}
