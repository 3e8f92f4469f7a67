import { parseXml } from "../../../../xml/parser.ts";

export interface HttpFileParts {
  readonly separator: string | undefined;
  readonly preamble: readonly string[];
  /** The request line with its continuation lines; `undefined` if the segment has only a preamble. */
  readonly requestLine: string | undefined;
  readonly headers: readonly string[];
  readonly body: readonly string[] | undefined;
  /** Scripts, references to responses and assertions, each as its lines. */
  readonly others: readonly (readonly string[])[];
  readonly comments: readonly string[];
}

/** @param text a segment: from a separator, or the start of the file, to the next separator */
export function readParts(text: string): HttpFileParts {
  const lines = new Lines(text.split(/\r\n?|\n/));
  const separator = lines.next?.startsWith("###") ? lines.take() : undefined;
  const others: string[][] = [];
  const preamble = takePreamble(lines, others);
  const requestLine = lines.next === undefined ? undefined : takeRequestLine(lines);
  const headers = takeHeaders(lines);
  const { body, comments } = takeBody(lines, others);
  return { separator, preamble, requestLine, headers, body, others, comments };
}

class Lines {
  readonly #all: readonly string[];
  #at = 0;

  constructor(all: readonly string[]) {
    this.#all = all;
  }

  get next(): string | undefined {
    return this.#all[this.#at];
  }

  take(): string {
    return this.#all[this.#at++] ?? "";
  }

  /** The number of lines up to the end of an XML root element; 0 if the next line doesn't begin XML. */
  countXml(): number {
    if (!/^\s*<[?!A-Za-z_]/.test(this.next ?? "")) return 0;
    const text = this.#all.slice(this.#at).join("\n");
    const { root } = parseXml(text, 0, text.length);
    return root ? text.slice(0, root.end).split("\n").length : 0;
  }
}

function takePreamble(lines: Lines, others: string[][]): string[] {
  const preamble: string[] = [];
  for (let line = lines.next; line !== undefined; line = lines.next) {
    if (isScript(line) || /^<\s+\S.*\.js\s*$|^(?:import|run)\s+\S/.test(line)) others.push(takeOther(lines));
    else if (/^\s*(?:$|#|\/\/|@[^\s=]+\s*=)/.test(line)) preamble.push(lines.take());
    else break;
  }
  return preamble;
}

/** Reads a request line. Lines that begin with `?` or `&`, or with whitespace and `/`, continue the URL. */
function takeRequestLine(lines: Lines): string {
  const { before, version } = withoutVersion(lines.take().trim());
  let line = before;
  while (/^\s*[?&]\S|^\s+\/\S/.test(lines.next ?? "")) line += lines.take().trim();
  return version === undefined ? line : `${line} ${version}`;
}

export function withoutVersion(line: string): { readonly before: string; readonly version: string | undefined } {
  const match = /\s(HTTP\/[\d.]+)$/.exec(line);
  return { before: match ? line.slice(0, match.index).trimEnd() : line, version: match?.[1] };
}

function takeHeaders(lines: Lines): string[] {
  const headers: string[] = [];
  for (let line = lines.next; line !== undefined; line = lines.next) {
    if (line.trim() === "") {
      lines.take();
      return headers;
    }
    if (/^\s*</.test(line) || isOtherLine(line)) return headers;
    headers.push(lines.take());
  }
  return headers;
}

/** Other lines, such as scripts, are separated from it: after the XML root, or anywhere in a body that isn't XML. */
function takeBody(lines: Lines, others: string[][]): Pick<HttpFileParts, "body" | "comments"> {
  while (lines.next?.trim() === "") lines.take();
  const body: string[] = [];
  const comments: string[] = [];
  let inRoot = lines.countXml();
  for (let line = lines.next; line !== undefined; line = lines.next) {
    if (inRoot > 0) {
      body.push(lines.take());
      inRoot--;
    } else if (isOtherLine(line)) others.push(takeOther(lines));
    else if (/^\s*(?:#|\/\/)/.test(line)) {
      comments.push(lines.take());
      if (body.length === 0) inRoot = lines.countXml();
    } else body.push(lines.take());
  }
  while (body.at(-1)?.trim() === "") body.pop();
  return { body: body.length > 0 ? body : undefined, comments };
}

function isOtherLine(line: string): boolean {
  return isScript(line) || /^>{1,2}!?\s+\S|^<>\s|^\?\?\s/.test(line);
}

function isScript(line: string): boolean {
  return /^\s*[<>]\s*\{%/.test(line) || /^\s*\{\{\s*(?:[@+\w]+\s*)?$/.test(line);
}

function takeOther(lines: Lines): string[] {
  const first = lines.next ?? "";
  const end = /^\s*[<>]\s*\{%/.test(first) ? "%}" : isScript(first) ? "}}" : undefined;
  const taken: string[] = [];
  do taken.push(lines.take());
  while (end !== undefined && lines.next !== undefined && !taken.at(-1)?.trimEnd().endsWith(end));
  return taken;
}
