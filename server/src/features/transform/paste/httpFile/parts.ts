import { parseXml } from "../../../../xml/parser.ts";

/** A request of an `.http` file, taken apart into lines. */
export interface HttpFileParts {
  /** The line that begins with `###`. */
  readonly separator: string | undefined;
  readonly preamble: readonly string[];
  /** With the lines that continue it; `undefined` where the segment holds nothing but a preamble. */
  readonly requestLine: string | undefined;
  readonly headers: readonly string[];
  /** `undefined` where the head is all. */
  readonly body: readonly string[] | undefined;
  /** What no message holds: scripts, references to responses, assertions, each with its lines. */
  readonly others: readonly (readonly string[])[];
  /** Comments that stand in the body's place. */
  readonly comments: readonly string[];
}

/** @param text of a segment: from a separator, or the start of the file, to the next one */
export function readParts(text: string): HttpFileParts {
  const lines = text.split(/\r\n?|\n/);
  const separator = lines[0]?.startsWith("###") ? lines.shift() : undefined;
  const others: string[][] = [];
  const preamble: string[] = [];
  takePreamble(lines, preamble, others);
  const requestLine = lines.length > 0 ? takeRequestLine(lines) : undefined;
  const headers = takeHeaders(lines);
  const { body, comments } = takeBody(lines, others);
  return { separator, preamble, requestLine, headers, body, others, comments };
}

function takePreamble(lines: string[], preamble: string[], others: string[][]): void {
  while (lines.length > 0) {
    const [line = ""] = lines;
    const isOther = isScript(line) || /^<\s+\S.*\.js\s*$|^(?:import|run)\s+\S/.test(line);
    if (isOther) others.push(takeOther(lines));
    else if (/^\s*(?:$|#|\/\/|@[^\s=]+\s*=)/.test(line)) preamble.push(lines.shift() ?? "");
    else return;
  }
}

/** A line that begins with `?` or `&`, or an indented one with a piece of a path, continues the URL. */
function takeRequestLine(lines: string[]): string {
  let line = (lines.shift() ?? "").trim();
  const [, start = line, version = ""] = /^(.*?)(\s+HTTP\/[\d.]+)$/.exec(line) ?? [];
  line = start;
  while (/^\s*[?&]\S|^\s+\/\S/.test(lines[0] ?? "")) line += (lines.shift() ?? "").trim();
  return line + version.replace(/^\s+/, " ");
}

/** Up to the empty line, which is taken too, or to what can't be a header. */
function takeHeaders(lines: string[]): string[] {
  const headers: string[] = [];
  while (lines.length > 0) {
    const [line = ""] = lines;
    if (line.trim() === "") {
      lines.shift();
      return headers;
    }
    if (/^\s*</.test(line) || isOtherLine(line)) return headers;
    headers.push(line);
    lines.shift();
  }
  return headers;
}

/** What is no XML stands behind the root, or in a body of another kind anywhere. */
function takeBody(lines: string[], others: string[][]): Pick<HttpFileParts, "body" | "comments"> {
  while (lines[0]?.trim() === "") lines.shift();
  const body: string[] = [];
  const comments: string[] = [];
  let inside = linesOfRoot(lines);
  while (lines.length > 0) {
    const [line = ""] = lines;
    if (inside > 0) body.push(lines.shift() ?? "");
    else if (isOtherLine(line)) others.push(takeOther(lines));
    else if (/^\s*(?:#|\/\/)/.test(line)) {
      comments.push(lines.shift() ?? "");
      if (body.length === 0) inside = linesOfRoot(lines) + 1;
    } else body.push(lines.shift() ?? "");
    inside--;
  }
  while (body.at(-1)?.trim() === "") body.pop();
  return { body: body.length > 0 ? body : undefined, comments };
}

/** How many lines the root element of XML takes, what is before it included; 0 where the lines are none. */
function linesOfRoot(lines: readonly string[]): number {
  if (!/^\s*<[?!A-Za-z_]/.test(lines[0] ?? "")) return 0;
  const text = lines.join("\n");
  const { root } = parseXml(text, 0, text.length);
  return root ? text.slice(0, root.end).split("\n").length : 0;
}

function isOtherLine(line: string): boolean {
  return isScript(line) || /^>{1,2}!?\s+\S|^<>\s|^\?\?\s/.test(line);
}

function isScript(line: string): boolean {
  return /^\s*[<>]\s*\{%/.test(line) || /^\s*\{\{\s*[@+\w]*\s*$/.test(line);
}

/** One line, or a script up to its end. */
function takeOther(lines: string[]): string[] {
  const [first = ""] = lines;
  const end = /^\s*[<>]\s*\{%/.test(first) ? "%}" : isScript(first) ? "}}" : undefined;
  const taken: string[] = [];
  do taken.push(lines.shift() ?? "");
  while (end !== undefined && lines.length > 0 && !taken.at(-1)?.trimEnd().endsWith(end));
  return taken;
}
