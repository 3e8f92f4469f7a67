import { trimTrailing } from "../../text/trailing.ts";
import type { Body, CollectionHeader, CollectionPart, CollectionRequest, ExtraFile, Text } from "../collection.ts";
import { addressOf } from "./address.ts";
import type { FileContext } from "./context.ts";
import { Lines } from "./lines.ts";
import { bodyText, isXml, lineText, targetText, withoutBreaks } from "./texts.ts";

/** The lines of a request from its request line to the end of its body. */
export function messageOf(request: CollectionRequest, context: FileContext): Lines {
  const lines = new Lines();
  const { target, host } = addressOf(writtenOut(request.target, false, lines, context), context.values.lookup);
  const boundary = request.body?.kind === "multipart" ? boundaryFor(request.body.parts) : undefined;
  const body = request.body && bodyOf(request.body, boundary, lines, context);
  const method = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,50}$/.test(request.method) ? request.method : "POST";
  const { status } = request;
  lines.add(
    status === undefined
      ? `${method} ${targetText(target, context) || "/"} HTTP/1.1`
      : `HTTP/1.1 ${withoutBreaks(status)}`,
  );
  if (host.length > 0) lines.add(`Host: ${lineText(host, context)}`);
  addHeaders(lines, boundary === undefined ? request.headers : typed(request.headers, boundary), context);
  if (body) lines.add(`Content-Length: {{$contentLength}}\n\n${body}`);
  else if (/^(?:POST|PUT|PATCH)$/i.test(method)) lines.add("Content-Length: 0");
  return lines;
}

/** A text in which values replace the variables whose values would have another meaning when they are inserted. */
export function writtenOut(text: Text, inXml: boolean, lines: Lines, context: FileContext): Text {
  return context.values.writtenOut(text, inXml, (variable) => {
    context.writtenOut.add(variable);
    if (variable.item) lines.mark(variable.item);
  });
}

/** Adds headers, the disabled ones as comments. Headers that the writer adds itself are omitted. */
export function addHeaders(lines: Lines, headers: readonly CollectionHeader[], context: FileContext): void {
  for (const { name, value, isDisabled } of headers) {
    const token = name
      .trim()
      .replace(/[^!#$%&'*+\-.^_`|~0-9A-Za-z]/g, "-")
      .replace(/^#/, "-");
    if (token === "" || name.startsWith(":") || /^(?:host|content-length|transfer-encoding)$/i.test(token)) continue;
    const line = `${token}: ${lineText(writtenOut(value, false, lines, context), context).trim()}`.trimEnd();
    lines.add(isDisabled ? `# ${line}` : line);
  }
}

function typed(headers: readonly CollectionHeader[], boundary: string): readonly CollectionHeader[] {
  const isType = ({ name, isDisabled }: CollectionHeader) => name.toLowerCase() === "content-type" && !isDisabled;
  const at = headers.findIndex(isType);
  const { name, value } = headers[at] ?? { name: "Content-Type", value: ["multipart/form-data"] };
  const header = { name, value: withBoundary(value, boundary) };
  return at < 0 ? [...headers, header] : headers.with(at, header);
}

/** The text of a body; undefined if it is empty. */
function bodyOf(body: Body, boundary: string | undefined, lines: Lines, context: FileContext): string | undefined {
  if (body.kind === "file") return `< ${context.pathTo(body.file)}`;
  if (body.kind === "text") return trimTrailing(contentText(body.text, lines, context), "\n") || undefined;
  const parts = body.parts.map(({ headers, content }) => {
    const head = new Lines();
    addHeaders(head, headers, context);
    return `--${boundary}\n${head.text}\n${isFile(content) ? `< ${context.pathTo(content)}` : contentText(content, lines, context)}\n`;
  });
  return `${parts.join("")}--${boundary}--`;
}

function contentText(text: Text, lines: Lines, context: FileContext): string {
  return bodyText(writtenOut(text, isXml(text), lines, context), context);
}

function isFile(content: Text | ExtraFile): content is ExtraFile {
  return "item" in content;
}

/** A boundary (RFC 2046 section 5.1) that occurs in no part. It is always the same for the same parts. */
function boundaryFor(parts: readonly CollectionPart[]): string {
  const texts = parts.map(({ content }) => ("item" in content ? (content.content ?? "") : plain(content)));
  for (let count = 1; ; count++) {
    const boundary = `part-boundary-${count}`;
    if (!texts.some((text) => occurs(text, `--${boundary}`))) return boundary;
  }
}

function plain(text: Text): string {
  return text.map((part) => (typeof part === "string" ? part : "")).join("\n");
}

function occurs(content: string | Uint8Array, wanted: string): boolean {
  if (typeof content === "string") return content.includes(wanted);
  const [first = 0, ...rest] = new TextEncoder().encode(wanted);
  for (let at = content.indexOf(first); at >= 0; at = content.indexOf(first, at + 1)) {
    if (rest.every((byte, index) => content[at + 1 + index] === byte)) return true;
  }
  return false;
}

/** The value of Content-Type with a boundary, which replaces an existing one. */
function withBoundary(type: Text, boundary: string): Text {
  const others = type.map((part) =>
    typeof part === "string" ? part.replace(/;[ \t]*boundary=(?:"[^"]*"|[^;\s"]*)/gi, "") : part,
  );
  return [...others, `; boundary="${boundary}"`];
}
