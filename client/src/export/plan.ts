import type { ExportedMessage, ExportedRequest, ExportedStep } from "../../../server/src/protocol/protocol.ts";
import { fromBase64 } from "../../../server/src/text/base64.ts";
import { checkOf, defaultChecks, type PlannedCheck } from "./checks.ts";
import { type PlannedPath, pathTooComplex, plannedPath } from "./plannedPath.ts";
import {
  type PlannedStep,
  type PlannedValue,
  partsOf,
  partsOfSteps,
  plannedSteps,
  plannedValue,
} from "./plannedValues.ts";
import { inAnyCase, uniqueNames } from "./uniqueNames.ts";

/** Requests as an engine sends them many times. Apart from the slots, all bytes are the same as in soaphttp. */
export interface ExportPlan {
  /** The requests, each after the requests that it needs. */
  readonly requests: readonly PlannedRequest[];
  /** The environment variables with the secrets, sorted. */
  readonly environment: readonly string[];
  /** Directives and values that no engine supports. */
  readonly losses: readonly Loss[];
}

export interface Loss {
  readonly request: string;
  /** Description of the loss, one sentence. */
  readonly text: string;
}

/** The offsets of the slots are in `head` and `body`. */
export interface PlannedRequest
  extends Pick<ExportedMessage, "method" | "compression" | "keepAlive" | "timeout" | "slots" | "charset">,
    Pick<ExportedRequest, "title" | "prefixes"> {
  readonly file: string;
  /** Name of the request, unique in the plan. */
  readonly name: string;
  /** The name for file names and identifiers: unique, of ASCII letters, digits and `_`, starting with a letter. */
  readonly id: string;
  readonly destination: TargetHost;
  /** The request line, the header fields and the empty line. */
  readonly head: Uint8Array;
  readonly body: Uint8Array;
  /** The values of slots and checks. Each has one value in each sending. */
  readonly values: readonly PlannedValue[];
  /** The pause before it is sent, in milliseconds. */
  readonly wait: number;
  /** How often the request is sent, in relation to the others. `undefined`: only when another request needs it. */
  readonly weight: number | undefined;
  /** The requests that must have succeeded before, by their index in the plan. */
  readonly needs: readonly number[];
  readonly sets: readonly {
    readonly name: string;
    readonly path: PlannedPath;
    readonly steps: readonly PlannedStep[];
  }[];
  /** Rows of data. Each sending uses the values of one row. */
  readonly data: { readonly file: string; readonly rows: readonly PlannedRow[] } | undefined;
  readonly checks: readonly PlannedCheck[];
}

export type PlannedRow = Readonly<Record<string, string>>;

type TargetHost = Pick<ExportedMessage, "scheme" | "host" | "port">;

export interface PlanSource {
  readonly file: string;
  readonly requests: readonly ExportedRequest[];
  /** The ids of the requests to export. The requests that they need are exported, too. */
  readonly selected: ReadonlySet<number>;
  /** The rows of the data files of requests, by their ids, or sentences about why they can't be read. */
  readonly rows: ReadonlyMap<number, readonly PlannedRow[] | string>;
}

export interface PlanProblem {
  readonly file: string;
  readonly request: string;
  /** Description of the problem, one sentence. */
  readonly text: string;
}

export interface PlanEngine {
  readonly name: string;
  readonly computes: (step: string) => boolean;
}

/** `asWritten`: requests with errors are planned, too. The problems are the reasons why there is no plan. */
export function planOf(
  sources: readonly PlanSource[],
  asWritten: boolean,
  engine: PlanEngine,
): { readonly plan: ExportPlan; readonly problems: readonly PlanProblem[] } {
  const planner = new Planner(asWritten, engine);
  for (const source of sources) planner.add(source);
  const { requests, losses, problems } = planner;
  const used = requests.flatMap(({ values }) => values.flatMap((one) => [one, ...partsOf(one)]));
  const names = used.flatMap((one) => (one.kind === "environment" ? one.name : []));
  return { plan: { requests, losses, environment: [...new Set(names)].sort() }, problems };
}

class Planner {
  readonly requests: PlannedRequest[] = [];
  readonly losses: Loss[] = [];
  readonly problems: PlanProblem[] = [];
  readonly #asWritten: boolean;
  readonly #engine: PlanEngine;
  readonly #id = uniqueNames(inAnyCase, isDevice);
  readonly #name = uniqueNames(inAnyCase);
  #files = 0;

  constructor(asWritten: boolean, engine: PlanEngine) {
    this.#asWritten = asWritten;
    this.#engine = engine;
  }

  add(source: PlanSource): void {
    const { requests, selected } = source;
    const ordered = inOrder(requests, selected);
    const kept = ordered.filter(({ run }) => run.skip === undefined);
    for (const { run } of ordered) {
      if (run.skip !== undefined) this.#lose(run.name, "It is skipped (# @skip), and not exported.");
    }
    const left = this.#exportable(kept, requests);
    const indexes = new Map(left.map(({ run }, index) => [run.id, this.requests.length + index]));
    const needed = new Set(left.flatMap(({ run }) => run.needs));
    const file = this.#files++;
    for (const loss of left) {
      const isTask = selected.has(loss.run.id) && (loss.weight !== undefined || !needed.has(loss.run.id));
      this.requests.push(this.#planned(source, loss, indexes, isTask ? (loss.weight ?? 1) : undefined, file));
    }
  }

  #exportable(kept: readonly ExportedRequest[], all: readonly ExportedRequest[]): readonly ExportedRequest[] {
    const without = new Set<number>();
    for (const exported of kept) {
      const { run } = exported;
      const leftOut = exported.leftOut ?? this.#uncomputable(exported);
      const needed = run.needs.find((id) => without.has(id));
      if (leftOut !== undefined) this.#lose(run.name, leftOut);
      else if (needed !== undefined)
        this.#lose(run.name, `It needs ${all[needed]?.run.name ?? ""}, which is left out, so it is left out, too.`);
      if (leftOut !== undefined || needed !== undefined) without.add(run.id);
    }
    return kept.filter(({ run }) => !without.has(run.id));
  }

  /** Why an engine can't compute the values of a request. */
  #uncomputable({ values, sets, message }: ExportedRequest): string | undefined {
    if (message?.compression && !this.#engine.computes("gzip"))
      return `It is left out: ${this.#engine.name} can't compute @compress.`;
    const steps = [...values, ...sets].flatMap((value) => ("steps" in value ? value.steps : []));
    const why = this.#uncomputableStep(steps);
    return why === undefined ? undefined : `It is left out: ${why}`;
  }

  #uncomputableStep(steps: readonly Pick<ExportedStep, "name" | "path">[]): string | undefined {
    const step = steps.find(({ name, path }) => !this.#engine.computes(name) || (path && !plannedPath(path)));
    return (
      step && `${this.#engine.name} can't compute ${[step.name, ...(step.path ? [step.path.text] : [])].join(" ")}.`
    );
  }

  #planned(
    { file, rows, requests }: PlanSource,
    exported: ExportedRequest,
    indexes: ReadonlyMap<number, number>,
    weight: number | undefined,
    number: number,
  ): PlannedRequest {
    const { run, message, prefixes, title } = exported;
    const report = (text: string) => this.problems.push({ file, request: run.name, text });
    const errors = this.#asWritten ? [] : exported.errors;
    for (const problem of [...exported.problems, ...errors]) report(problem);
    for (const id of run.needs) {
      if (!indexes.has(id)) report(`It needs ${requests[id]?.run.name ?? ""}, which is skipped.`);
    }
    const data = rows.get(run.id);
    if (typeof data === "string") report(data);
    else if (data?.length === 0) report("The data file has no rows.");
    const named = (name: string) => indexes.get(requests.find((one) => one.run.name === name)?.run.id ?? -1);
    const plannedValues: (PlannedValue | string)[] = [];
    for (const value of exported.values) {
      const planned = ownVariable(plannedValue(value, named, plannedValues), number);
      const isOwn =
        typeof planned === "object" && planned.kind === "exchange" && planned.request === indexes.get(run.id);
      plannedValues.push(isOwn ? "It uses a value of its own response." : planned);
    }
    const { values, ...bytes } = message ? laidOut(message, plannedValues, report) : nothing;
    const checks = this.#checks(exported, plannedValues, values);
    this.#loseDirectives(exported);
    const sets = exported.sets.flatMap(({ name, path, text, ...set }) => {
      const planned = path && plannedPath(path);
      if (!planned) report(`@set ${name} = ${text}: ${path ? pathTooComplex : "Only paths can be exported."}`);
      const steps = plannedSteps(set.steps, plannedValues);
      if (typeof steps === "string") report(steps);
      if (!planned || typeof steps === "string") return [];
      values.push(...partsOfSteps(steps));
      return [{ name: variableName(name, number), path: planned, steps }];
    });
    return {
      file,
      title,
      weight,
      sets,
      checks,
      prefixes,
      values,
      ...bytes,
      name: this.#name(run.name, " "),
      id: this.#id(idOf(run.name), "_"),
      method: message?.method ?? "",
      destination: { scheme: message?.scheme ?? "http", host: message?.host, port: message?.port ?? 0 },
      keepAlive: message?.keepAlive ?? false,
      compression: message?.compression,
      timeout: message?.timeout,
      charset: message?.charset ?? "utf-8",
      wait: run.wait,
      needs: run.needs.flatMap((id) => indexes.get(id) ?? []),
      data: run.data?.kind === "file" && typeof data === "object" ? { file: run.data.path, rows: data } : undefined,
    };
  }

  #checks(
    { run, expectations }: ExportedRequest,
    plannedValues: readonly (PlannedValue | string)[],
    values: PlannedValue[],
  ): readonly PlannedCheck[] {
    if (expectations.length === 0) return defaultChecks;
    return expectations.flatMap((expectation) => {
      const check = checkOf(expectation, plannedValues);
      const why = typeof check === "string" ? check : this.#uncomputableStep(check.steps);
      if (why !== undefined) this.#lose(run.name, `# @expect ${expectation.text}: ${why}`);
      if (typeof check === "string" || why !== undefined) return [];
      const operand = check.operand.map((part) => {
        const planned = typeof part === "number" ? plannedValues[part] : undefined;
        return typeof planned === "object" ? values.push(planned) - 1 : part;
      });
      values.push(...partsOfSteps(check.steps));
      return [{ ...check, operand }];
    });
  }

  #loseDirectives({ run, directives, message }: ExportedRequest): void {
    for (const directive of directives) {
      const text = lostDirectives[directive];
      if (text !== undefined) this.#lose(run.name, `# @${directive}: ${text}`);
    }
    for (const { name } of run.imports)
      this.#lose(run.name, `It needs ${name}, a request of another file, which isn't exported.`);
    if (run.skipWhen !== undefined)
      this.#lose(run.name, `# @skip ${run.skipWhen}: Engines don't check conditions before they send.`);
    if (message && message.host === undefined) {
      this.#lose(run.name, "Its host is a secret. Give the engine the address of the service.");
    }
  }

  #lose(request: string, text: string): void {
    this.losses.push({ request, text });
  }
}

/** Maximum length, so that the name of a file can contain it. */
const longestId = 60;

function idOf(name: string): string {
  const words = name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_/, "")
    .slice(0, longestId)
    .replace(/_$/, "");
  return /^[A-Za-z]/.test(words) ? words : `request${words}`;
}

/** Whether Windows reserves a name for a device, such as `CON`, whatever follows a dot. */
function isDevice(name: string): boolean {
  return /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i.test(name);
}

const lostDirectives: Readonly<Record<string, string>> = {
  retry: "Requests are not sent again.",
  "data of the file": "Requests aren't sent for its rows.",
  "seed of the file": "The random values of engines differ in each run.",
  before: "Engines send it before the requests that need it.",
  after: "It is a task as the others, and isn't sent at the end.",
  save: "Responses are not saved.",
  renew: "Other requests are not sent again for this one.",
  repeat: "The engine decides how often requests are sent.",
  note: "Engines don't ask before they send.",
  cookies: "Cookies are not kept.",
  tls: "The engine connects with its own settings.",
  proxy: "The engine connects with its own settings.",
};

/** The directives that control how a request is sent. Other programs don't support them. */
export const directivesOfSending: ReadonlySet<string> = new Set([...Object.keys(lostDirectives), "auth"]);

const nothing = { head: new Uint8Array(0), body: new Uint8Array(0), slots: [], values: [] };

/** Returns the selected requests and the requests that they need, each after its own needs. */
function inOrder(requests: readonly ExportedRequest[], selected: ReadonlySet<number>): readonly ExportedRequest[] {
  const done = new Set<number>();
  // Requests that need each other are reported elsewhere.
  const entered = new Set<number>();
  for (const { run } of requests) {
    const open = selected.has(run.id) ? [run.id] : [];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      entered.add(top);
      const next = requests[top]?.run.needs.find((one) => !entered.has(one));
      if (next !== undefined) open.push(next);
      else done.add(open.pop() ?? -1);
    }
  }
  return [...done].flatMap((id) => requests[id] ?? []);
}

/** The bytes with their slots, and the values that they use. */
function laidOut(
  { head, body, slots }: ExportedMessage,
  plannedValues: readonly (PlannedValue | string)[],
  report: (problem: string) => void,
): Pick<PlannedRequest, "head" | "body" | "slots"> & { readonly values: PlannedValue[] } {
  const used = [...new Set(slots.map(({ value }) => value))];
  const values = used.flatMap((value) => {
    const planned = plannedValues[value] ?? [];
    if (typeof planned === "string") report(planned);
    return typeof planned === "string" ? [] : planned;
  });
  const placed = slots.map((slot) => ({ ...slot, value: used.indexOf(slot.value) }));
  return { head: fromBase64(head), body: fromBase64(body), slots: placed, values };
}

/** Variables of several files have different names. */
function variableName(name: string, file: number): string {
  return file === 0 ? name : `${name} (${file + 1})`;
}

function ownVariable(planned: PlannedValue | string, file: number): PlannedValue | string {
  if (typeof planned === "string" || planned.kind !== "set") return planned;
  return { ...planned, name: variableName(planned.name, file) };
}
