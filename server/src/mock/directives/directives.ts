import * as l10n from "@vscode/l10n";
import { type Check, symbols } from "../../expectations/expectation.ts";
import { byteCount } from "../../expectations/operands.ts";
import { type Path, pathProblem, readPath } from "../../expectations/path.ts";
import { type DirectiveProblem, isProblem, withoutProblems } from "../../expectations/problem.ts";
import { comparedPath, nothingAfter } from "../../expectations/readCheck.ts";
import { operandIn, skipBlanks, wordIn } from "../../expectations/words.ts";
import { unknownDirective } from "../../format/directiveChecks.ts";
import { directiveInfo, valueProblem } from "../../format/directives.ts";
import { isDataPath, readChance, readCount, readThen, type ThenDirective } from "../../format/directiveValues.ts";
import type { Segment } from "../../format/document.ts";
import type { Directive } from "../../format/preamble.ts";
import type { Pace } from "../../protocol/served.ts";
import { parseDuration } from "../../text/duration.ts";
import { longestDelay } from "../../text/limits.ts";
import { memoized } from "../../text/memoized.ts";
import { type Span, slice } from "../../text/span.ts";
import { type Condition, nameIn, readCondition } from "./condition.ts";

/** The directives of a response in a `.soapmock` file. Their spans are offsets in the segment's text. */
export interface MockDirectives {
  /** The conditions, all of which must hold. Without any, the response always matches, unless `otherwise` is set. */
  readonly conditions: readonly Condition[];
  readonly otherwise: boolean;
  /** How often the response may be sent; undefined if there is no limit. */
  readonly times: number | undefined;
  /** `share`: the share of the matching requests that get the response, from 0 to 1. `text`: the share as written. */
  readonly chance: { readonly share: number; readonly text: string } | undefined;
  readonly sets: readonly StateChange[];
  readonly data: RowChoice | undefined;
  readonly expected: readonly CallExpectation[];
  /** Whether the request is passed on to the real service (`# @forward`). */
  readonly forward: boolean;
  readonly replacements: readonly Replacement[];
  /** The requests of `# @then` that are sent after the response. Each span is of the whole value. */
  readonly thens: readonly (Span & ThenDirective)[];
  /** Undefined if the response doesn't misbehave. */
  readonly pace: Pace | undefined;
  /** Whether the head is sent with the bytes of the file, like the body. */
  readonly raw: boolean;
  readonly problems: readonly MockDirectiveProblem[];
}

/** `directive-unknown` is a warning, the others are errors. */
export interface MockDirectiveProblem extends DirectiveProblem {
  readonly code: "when-invalid" | "directive-value" | "directive-unknown" | "data-file-missing";
}

/** `# @set NAME = VALUE`. The span is of the name. */
interface StateChange extends Span {
  readonly name: string;
  /** A path in the request, or a text in which variables are replaced. */
  readonly value: { readonly kind: "path"; readonly path: Path } | { readonly kind: "text"; readonly text: string };
}

/** `# @expect`: how often the response is sent, or a condition of each request that gets it. The span is of the whole value. */
type CallExpectation = Span &
  (
    | { readonly kind: "called"; readonly operator: Check["operator"]; readonly count: string }
    | { readonly kind: "request"; readonly condition: Condition }
  );

/** `# @replace PATH = VALUE`. The span is of the whole value, `PATH = VALUE`. */
export interface Replacement extends Span {
  readonly path: Path;
  /** Text in which variables are replaced. */
  readonly value: string;
}

/** `# @data FILE where COLUMN = VALUE`. The span is of the file's path. */
export interface RowChoice extends Span {
  readonly file: string;
  readonly column: Span & { readonly name: string };
  /** The value of the request that a row must have in the column. */
  readonly value:
    | { readonly kind: "path"; readonly path: Path }
    | { readonly kind: "header" | "query"; readonly name: string };
}

export const mockDirectives = memoized(read);

/** Whether a segment is a response. A response that is never sent needs no text. */
export function isResponse(segment: Segment): boolean {
  const { pace, forward } = mockDirectives(segment);
  return segment.message !== undefined || pace?.end !== undefined || forward;
}

function read({ kind, text, preamble }: Segment): MockDirectives {
  const all = kind === "response" ? preamble.filter((item) => item.kind === "directive") : [];
  const named = (name: string) => all.filter((one) => slice(text, one.name) === name);
  const whens = named("when").map(({ name, value }) => atName(readCondition(text, value), name));
  const expected = named("expect").map(({ name, value }) => atName(readExpectation(text, value), name));
  const replaces = named("replace").map(({ name, value }) => atName(readReplacement(text, value), name));
  const forward = named("forward").length > 0;
  const unused = forward ? [] : named("replace").map(({ name }) => ({ ...name, message: withoutForward() }));
  const sets = named("set").map((one) => atName(readSet(text, one.value), one.name));
  const rows = named("data").map((one) => atName(readRowChoice(text, one.value), one.name));
  const { pace, problems } = readPace(text, all);
  const wrong = all.flatMap((one) => valueProblem(kind, text, one) ?? []);
  const times = named("times").at(-1);
  const chance = named("chance").at(-1);
  const flags = [...named("otherwise"), ...named("raw"), ...named("forward")].flatMap((one) => flagProblem(text, one));
  const values = [...sets, ...rows, ...expected, ...replaces].filter(isProblem);
  const unknown = all.flatMap(({ name }) => {
    const typed = slice(text, name);
    return directiveInfo(kind, typed) ? [] : [{ ...name, ...unknownDirective(kind, typed) }];
  });
  const withCode = (code: MockDirectiveProblem["code"]) => (one: DirectiveProblem) => ({ ...one, code });
  return {
    conditions: withoutProblems(whens),
    otherwise: named("otherwise").length > 0,
    times: times && readCount(slice(text, times.value), 100_000),
    chance: chance && chanceOf(slice(text, chance.value)),
    sets: withoutProblems(sets),
    data: withoutProblems(rows).at(-1),
    expected: withoutProblems(expected),
    forward,
    replacements: withoutProblems(replaces),
    thens: named("then").flatMap(({ value }) => {
      const then = readThen(slice(text, value));
      return then ? [{ ...value, ...then }] : [];
    }),
    pace,
    raw: named("raw").length > 0,
    problems: [
      ...whens.filter(isProblem).map(withCode("when-invalid")),
      ...[...values, ...wrong, ...flags, ...unused, ...problems].map(withCode("directive-value")),
      ...unknown.map(withCode("directive-unknown")),
    ].sort((a, b) => a.start - b.start),
  };
}

function chanceOf(text: string): MockDirectives["chance"] {
  const share = readChance(text);
  return share === undefined ? undefined : { share, text };
}

function withoutForward(): string {
  return l10n.t("@replace has no effect without @forward. Add # @forward.");
}

function readReplacement(text: string, value: Span): Replacement | DirectiveProblem {
  const { start, end } = value;
  const read = comparedPath(text, value);
  if (isProblem(read)) return read;
  const { path, check } = read;
  if (path.kind !== "json" && check.operator === "=" && check.operand)
    return { start, end, path, value: check.operand.text };
  return { start, end, message: l10n.t("@replace must be an XPath and a value, such as //m:Price = 0.") };
}

function readExpectation(text: string, value: Span): CallExpectation | DirectiveProblem {
  const { start, end } = value;
  const typed = slice(text, value);
  if (!/^called(?![^\s=<>!])/.test(typed)) {
    const condition = readCondition(text, value);
    return isProblem(condition) ? condition : { start, end, kind: "request", condition };
  }
  const [, never, operator = "=", count] =
    /^(?:(never)|(=|!=|<=?|>=?)?[ \t]*(\d{1,9}))$/.exec(typed.slice("called".length).trim()) ?? [];
  if (never !== undefined) return { start, end, kind: "called", operator: "=", count: "0" };
  const symbol = symbols.find((one) => one === operator);
  if (count !== undefined && symbol) return { start, end, kind: "called", operator: symbol, count };
  return {
    start,
    end,
    message: l10n.t("Write how often the response is sent, such as called 2, called >= 1 or called never."),
  };
}

/** Gives a directive without a value the span of its name, where its problems are shown. */
function atName<T extends object>(directive: T | DirectiveProblem, { start, end }: Span): T | DirectiveProblem {
  return isProblem(directive) && directive.start === directive.end ? { ...directive, start, end } : directive;
}

function flagProblem(text: string, { name, value }: Directive): readonly DirectiveProblem[] {
  if (value.start === value.end) return [];
  return [{ ...value, message: l10n.t("@{0} must have no value.", slice(text, name)) }];
}

function readSet(text: string, value: Span): StateChange | DirectiveProblem {
  const match = /^([A-Za-z_][^\s={}.]*)[ \t]*=/.exec(slice(text, value));
  const [whole, name] = match ?? [];
  if (whole === undefined || name === undefined) {
    const message = l10n.t("@set must be a name and a value, such as state = paid or id = //m:Id.");
    return { start: value.start, end: value.end, message };
  }
  const at = { start: value.start, end: value.start + name.length, name };
  const rest = { start: skipBlanks(text, { start: value.start + whole.length, end: value.end }), end: value.end };
  if (isPath(slice(text, rest))) {
    const path = readPath(text, rest);
    return pathProblem(path) ?? { ...at, value: { kind: "path", path } };
  }
  if (text[rest.start] !== '"' || rest.start === rest.end) {
    return { ...at, value: { kind: "text", text: slice(text, rest) } };
  }
  const quoted = operandIn(text, rest);
  if (!quoted) return { ...rest, message: l10n.t("The closing quote is missing.") };
  return nothingAfter(text, rest, quoted) ?? { ...at, value: { kind: "text", text: quoted.text } };
}

/** Whether a value without quotes is a path in the request and not a text. */
function isPath(value: string): boolean {
  return /^(?:\/|\$[.[])/.test(value);
}

function readRowChoice(text: string, value: Span): RowChoice | DirectiveProblem {
  const file = operandIn(text, value);
  if (!file || !isDataPath(file.text)) {
    return {
      ...(file ?? value),
      message: l10n.t("@data must begin with the path of a .csv, .json, .xml or .xlsx file."),
    };
  }
  const word = wordIn(text, { start: file.end, end: value.end });
  const column = nameIn(text, { start: word.end, end: value.end });
  const equals = column && skipBlanks(text, { start: column.end, end: value.end });
  if (slice(text, word) !== "where" || !column || equals === undefined || text[equals] !== "=") {
    const message = l10n.t("After the file, @data must say which row is used, such as where sku = //m:Sku.");
    return { start: value.start, end: value.end, message };
  }
  const rowValue = readRowValue(text, { start: equals + 1, end: value.end });
  if (isProblem(rowValue)) return rowValue.start === rowValue.end ? { ...rowValue, start: value.start } : rowValue;
  const { start, end } = file;
  return { start, end, file: file.text, column: { ...column, name: column.text }, value: rowValue };
}

function readRowValue(text: string, rest: Span): RowChoice["value"] | DirectiveProblem {
  const start = skipBlanks(text, rest);
  const word = wordIn(text, rest);
  const kind = slice(text, word);
  if (kind !== "header" && kind !== "query") {
    const path = readPath(text, { start, end: rest.end });
    return pathProblem(path) ?? { kind: "path", path };
  }
  const name = nameIn(text, { start: word.end, end: rest.end });
  if (!name) return { ...word, message: l10n.t("Missing name, such as {0}.", `${kind} Id`) };
  return nothingAfter(text, rest, name) ?? { kind, name: name.text };
}

/** Reads how a response misbehaves, by the last directive of each name. Also returns the problems of these directives. */
function readPace(text: string, directives: readonly Directive[]) {
  let pace: Pace | undefined;
  const problems: DirectiveProblem[] = [];
  for (const { name, value } of directives) {
    const read = readers.get(slice(text, name));
    if (!read) continue;
    const readPace = read(slice(text, value));
    const at: Span = value.start === value.end ? name : value;
    if (typeof readPace === "string") problems.push({ ...at, message: readPace });
    else if (readPace.end && pace?.end && pace.end !== readPace.end) {
      problems.push({ ...name, message: l10n.t("A response can't have both @reset and @hang. Remove one of them.") });
    } else pace = { ...pace, ...readPace };
  }
  return { pace, problems };
}

/** Reads a value. Returns a part of the pace, or a sentence about why the value is invalid. */
type Read = (value: string) => Pace | string;

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["delay", readDelay],
  ["slow", readSlow],
  ["cut", readCut],
  ["reset", (value) => readEnd("reset", value)],
  ["hang", (value) => readEnd("hang", value)],
]);

function readDelay(value: string): Pace | string {
  const [first = "", second = first, ...more] = value.split(" to ");
  // Requires a unit, because a number without a unit means seconds in other directives.
  const read = (time: string) => (/\d\s*$/.test(time) ? undefined : parseDuration(time.trim()));
  const [from, to] = [read(first), read(second)];
  if (from === undefined || to === undefined || more.length > 0) {
    return l10n.t("@delay must be a time, such as 2 s, or two, such as 1 s to 3 s.");
  }
  if (to < from) return l10n.t("The second time of @delay must not be less than the first.");
  if (to > longestDelay) return l10n.t("@delay must be at most {0} hours.", longestDelay / 3_600_000);
  return { delay: { from, to } };
}

function readSlow(value: string): Pace | string {
  const bytesPerSecond = value.endsWith("/s") ? byteCount(value.slice(0, -2).trimEnd()) : undefined;
  if (bytesPerSecond === undefined || bytesPerSecond < 1) {
    return l10n.t("@slow must be a number of bytes per second, such as 100 B/s or 10 KB/s.");
  }
  return { bytesPerSecond };
}

function readCut(value: string): Pace | string {
  const [, count] = /^after[ \t]+(\d{1,12})[ \t]+bytes?$/.exec(value) ?? [];
  return count === undefined
    ? l10n.t("@cut must be a number of bytes, such as after 200 bytes.")
    : { cutAfter: Number(count) };
}

function readEnd(end: "reset" | "hang", value: string): Pace | string {
  return value === "" ? { end } : l10n.t("@{0} must have no value.", end);
}
