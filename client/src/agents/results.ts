import type { AgentFinding } from "../../../server/src/protocol/agentProtocol.ts";

/** The result of a call. After an error, `text` tells what to do. */
export interface ToolResult {
  /** Matches the output schema, unless there is only an error. */
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
  readonly isError: boolean;
}

/** Maximum characters of a body in a result. */
const maxBody = 20_000;
export const maxOperations = 200;
const maxFindings = 100;
/** Maximum characters of a result, as JSON. */
export const maxResult = 60_000;
/** Maximum characters of a single message, header or reason. */
const maxText = 2_000;

export function succeeded(structured: Readonly<Record<string, unknown>>): ToolResult {
  return { structured, text: JSON.stringify(structured), isError: false };
}

/** Returns the result of a call that failed because of something that the model can correct. */
export function failed(text: string, structured?: Readonly<Record<string, unknown>>): ToolResult {
  const own = shortened(text);
  return { structured, text: structured ? `${own}\n${JSON.stringify(structured)}` : own, isError: true };
}

/** Shortens a text, by default to 2,000 characters. */
export function shortened(text: string, most = maxText): string {
  return text.length > most ? `${slice(text, 0, most)}…` : text;
}

/** A part of a text that doesn't cut characters in half. */
export function slice(text: string, start: number, end: number): string {
  return text.slice(whole(text, start), whole(text, end));
}

function whole(text: string, at: number): number {
  const isCut = /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");
  return isCut ? at - 1 : at;
}

/** Returns the first items for which a result has room. `other`: the number of characters in the rest of the result. */
export function fitting<T>(items: readonly T[], most: number, other: number): readonly T[] {
  let room = maxResult - other - 100;
  const fit: T[] = [];
  for (const item of items.slice(0, most)) {
    room -= JSON.stringify(item).length + 1;
    if (room < 0) break;
    fit.push(item);
  }
  return fit;
}

/** The findings of a result, errors first if not all of them fit. */
export function fittingFindings(findings: readonly AgentFinding[], other: number): readonly AgentFinding[] {
  const short = findings.map((one) => ({ ...one, message: shortened(one.message), ...shortFix(one) }));
  const fit = fitting(short, maxFindings, other);
  if (fit.length === short.length) return fit;
  const order = ["error", "warning", "information", "hint"];
  const sorted = short.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return fitting(sorted, maxFindings, other);
}

function shortFix({ fix }: AgentFinding): Pick<AgentFinding, "fix"> {
  return fix === undefined ? {} : { fix: shortened(fix) };
}

export function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The part of a body from an offset that a result has room for. */
export function bodyPart(body: string, from: number, room: number): string {
  let length = maxBody;
  let part = slice(body, from, from + length);
  while (length > 1 && lengthOf(part) > room) {
    length = Math.floor(length / 2);
    part = slice(body, from, from + length);
  }
  return part;
}
