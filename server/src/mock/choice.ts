import * as l10n from "@vscode/l10n";
import type { DataRow } from "../data/dataRows.ts";
import { holdsFor } from "../evaluation/compare.ts";
import type { Scope } from "../message/scope.ts";
import type { CalledResponse } from "../protocol/served.ts";
import { resolve } from "../text/resolved.ts";
import { slice } from "../text/span.ts";
import { seeded } from "../variables/seeded.ts";
import type { ReceivedValue, Sending } from "../variables/sending.ts";
import { type ConditionScope, holds } from "./conditions.ts";
import type { RowChoice } from "./directives/directives.ts";
import type { ReadyReplacement } from "./forward.ts";
import type { FileResponse, ReadMockFile } from "./mockFile.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";

/** The requests that got one response with `# @expect`. */
interface Calls {
  count: number;
  /** For each expectation: how many requests didn't meet it, and a description of the first of them. */
  readonly missed: { count: number; first: string }[];
}

/** The state of a served file, kept from one request to the next. */
export class FileState {
  /** Values of the variables that `# @set` sets, by name. */
  readonly variables = new Map<string, string>();
  /** How often each response with `# @times` was sent, by the index of the response. */
  readonly taken = new Map<number, number>();
  /** The calls of each response with `# @expect`, by the index of the response. */
  readonly calls = new Map<number, Calls>();
  /** Random numbers for each response with `# @chance`, by the index of the response. */
  readonly chances = new Map<number, () => number>();
}

export interface ServedFile {
  readonly read: ReadMockFile;
  readonly state: FileState;
}

export interface Choice extends ServedFile {
  readonly response: FileResponse;
  readonly index: number;
  /** The row that `# @data` chooses; undefined without `# @data`. */
  readonly row: DataRow | undefined;
}

/** Creates the time and the random values of one response. */
export type NewSending = () => Sending;

/** The first response that matches; if none does, the first with `# @otherwise`. */
export function choose(
  files: Iterable<ServedFile>,
  request: ReceivedRequest,
  newSending: NewSending,
): Choice | undefined {
  let otherwise: Choice | undefined;
  for (const file of files) {
    for (const [index, response] of file.read.responses.entries()) {
      const isOtherwise = response.directives.otherwise;
      if (isOtherwise && otherwise) continue;
      const choice = fitting(file, index, response, request, newSending);
      if (choice && !isOtherwise) return choice;
      otherwise ??= choice;
    }
  }
  return otherwise;
}

function fitting(
  file: ServedFile,
  index: number,
  response: FileResponse,
  request: ReceivedRequest,
  newSending: NewSending,
): Choice | undefined {
  const { conditions, times, data, chance } = response.directives;
  if (times !== undefined && takenOf(file, index) >= times) return undefined;
  if (conditions.length > 0) {
    const scope = conditionScope(file, response, request, newSending);
    if (!conditions.every((one) => holds(one, request, scope))) return undefined;
  }
  const row = data && response.rows?.find(valuesFor(data.value, response, request));
  if ((data && !row) || (chance !== undefined && drawn(file, index, response, newSending) >= chance.share))
    return undefined;
  return { ...file, response, index, row };
}

/** A random number from 0 (inclusive) to 1 (exclusive). With a seed, each response gets the same numbers in each run. */
function drawn({ state }: ServedFile, index: number, { name }: FileResponse, newSending: NewSending): number {
  const { seed, random } = newSending();
  const draw = state.chances.get(index) ?? (seed === undefined ? random : seeded(JSON.stringify([seed, name])).random);
  state.chances.set(index, draw);
  return draw();
}

export function takenOf({ state }: ServedFile, index: number): number {
  return state.taken.get(index) ?? 0;
}

export function conditionScope(
  { read, state }: ServedFile,
  response: FileResponse,
  request: ReceivedRequest,
  newSending: NewSending,
): ConditionScope {
  let made: Scope | undefined;
  const scope = () => {
    made ??= read.scope.forSending(sendingFor({ read, state, response, row: undefined }, request, newSending));
    return made;
  };
  return {
    contracts: read.contracts,
    prefixes: response.prefixes.for(request),
    variable: (name) => {
      const isDefined = state.variables.has(name) || read.scope.definedIn(name) !== undefined;
      return isDefined ? textOf(scope(), name) : undefined;
    },
    replace: (text) => replaced(text, scope),
  };
}

function valuesFor(value: RowChoice["value"], { prefixes }: FileResponse, request: ReceivedRequest): readonly string[] {
  switch (value.kind) {
    case "path":
      return request.valuesOf(value.path, prefixes.for(request)) ?? [];
    case "header":
      return request.headers(value.name);
    case "query":
      return request.query.getAll(value.name);
  }
}

/** Changes the state as the directives of a response require, when it is sent for a request. */
export function take(choice: Choice, request: ReceivedRequest, newSending: NewSending): void {
  const { response, state, index, read } = choice;
  const { times, sets } = response.directives;
  if (times !== undefined) state.taken.set(index, takenOf(choice, index) + 1);
  for (const { name, value } of sets) {
    const captured =
      value.kind === "path"
        ? request.valuesOf(value.path, response.prefixes.for(request))?.[0]
        : replaced(value.text, () => read.scope.forSending(sendingFor(choice, request, newSending)));
    state.variables.set(name, captured ?? "");
  }
}

/** Maximum length of the method and path that a failure quotes, in UTF-16 units. */
const longestNamed = 200;

/** Counts a request that gets a response with `# @expect`, and checks it before the response changes the state. */
export function countCall(choice: Choice, request: ReceivedRequest, newSending: NewSending): void {
  const { response, state, index } = choice;
  const { expected } = response.directives;
  if (expected.length === 0) return;
  const calls = state.calls.get(index) ?? { count: 0, missed: expected.map(() => ({ count: 0, first: "" })) };
  state.calls.set(index, calls);
  calls.count++;
  const scope = conditionScope(choice, response, request, newSending);
  for (const [at, one] of expected.entries()) {
    const missed = calls.missed[at];
    if (one.kind === "called" || !missed || holds(one.condition, request, scope)) continue;
    if (missed.count++ === 0) missed.first = `${request.served.method} ${request.path}`.slice(0, longestNamed);
  }
}

/** The results of all `# @expect` about the responses of a file, as far as its requests have come. */
export function calledResponses({ read, state }: ServedFile): readonly Omit<CalledResponse, "uri" | "file">[] {
  return read.responses.flatMap(({ name, segment, directives, lineOf }, index) => {
    const { count, missed } = state.calls.get(index) ?? { count: 0, missed: [] };
    const results = directives.expected.map((one, at) => {
      const failed = missed[at]?.count ?? 0;
      const held =
        one.kind === "called"
          ? holdsFor(one.operator, [String(count)], { text: one.count, quoted: false })
          : failed === 0;
      const why =
        one.kind === "called"
          ? l10n.t("The number of calls is {0}.", count)
          : l10n.t("{0} of {1} requests didn't meet it. The first was {2}.", failed, count, missed[at]?.first ?? "");
      const mayFollow = one.kind === "called" && (/^(?:>=?|!=)$/.test(one.operator) || count < Number(one.count));
      const isFinal = !held && !mayFollow;
      return { text: slice(segment.text, one), held, isFinal, why: held ? undefined : why, line: lineOf(one.start) };
    });
    const line = lineOf(segment.message?.start ?? directives.expected[0]?.start ?? 0);
    return results.length === 0 ? [] : [{ response: name, line, results }];
  });
}

export function replacementsFor(
  choice: Choice,
  request: ReceivedRequest,
  newSending: NewSending,
): readonly ReadyReplacement[] {
  const scope = () => choice.read.scope.forSending(sendingFor(choice, request, newSending));
  return choice.response.directives.replacements.map(({ path, value }) => ({ path, value: replaced(value, scope) }));
}

/** The variables of a response to a request: of the data row, of the state, of the request. */
export function sendingFor(
  { state, row, response }: Pick<Choice, "read" | "state" | "row" | "response">,
  request: ReceivedRequest,
  newSending: NewSending,
): Sending {
  const ofState = [...state.variables].map(([name, text]): readonly [string, ReceivedValue] => {
    return [name, { text, secret: false }];
  });
  return {
    ...newSending(),
    values: new Map([...ofState, ...(row ?? [])]),
    requested: (part) => request.textOf(part, response.prefixes.for(request)),
  };
}

function replaced(text: string, scope: () => Scope): string | undefined {
  if (!text.includes("{{")) return text;
  const { text: resolvedText, known } = resolve(text, { start: 0, end: text.length }, (name) => textOf(scope(), name));
  return known ? resolvedText : undefined;
}

function textOf(scope: Scope, name: string): string | undefined {
  const value = scope.lookup(name);
  return value.kind === "text" ? value.text : undefined;
}
