import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { requestAt } from "../../../../server/src/service/languageService.ts";
import { lineIn } from "../check/checkedFile.ts";
import type { Console } from "../console.ts";
import { filesOf } from "../files.ts";
import { type ChosenRequest, type OpenFile, OpenFiles, offsetIn, type ReadingOptions } from "./openFiles.ts";
import type { SendCommand } from "./usage.ts";

export interface ChosenRequests {
  /** In the order of the operands; a request that two operands name occurs twice. */
  readonly requests: readonly ChosenRequest[];
  /** Why operands can't be used. */
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
        const file = await files.open(name, text === undefined ? undefined : Buffer.from(text));
        const selected = typeof file === "string" ? file : requestsIn(file, which);
        if (typeof selected === "string") problems.push(selected);
        else requests.push(...selected);
      }
  }
  return { requests, problems, isPart };
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

function requestsIn(file: OpenFile, { line, name }: Which): readonly ChosenRequest[] | string {
  const { analysis, document, requests } = file;
  if (line !== undefined) {
    const exists = line >= 1 && line <= document.lineCount;
    const at = exists ? requestAt(analysis, offsetIn(file, lineIn(document, line).start)) : undefined;
    const chosen = at && file.bySegment().get(at.segment.segment);
    return chosen ? [chosen] : `${file.name}: no request found at line ${line}.`;
  }
  if (name === undefined) return requests.length > 0 ? requests : `${file.name}: the file contains no requests.`;
  const named = requests.find(({ request }) => request.name === name);
  if (named) return [named];
  const names = requests.flatMap(({ request }) => request.name ?? []);
  const hint = names.length > 0 ? `Available: ${names.join(", ")}.` : "Add # @name above a request to name it.";
  return `${file.name}: no request is named ${name}. ${hint}`;
}
