import type { Shift } from "../../../../server/src/protocol/protocol.ts";
import type { ExportPlan, Loss, PlannedRequest } from "../plan.ts";
import { type ExchangePart, type PlannedValue, partsOf } from "../plannedValues.ts";
import { uniqueNames } from "../uniqueNames.ts";
import { type ComputedValue, credentialScript, isComputed } from "./credentialScript.ts";
import { type Expression, escapedParameter, property, variable } from "./testElements.ts";

/** How a value is written at its place: see `Slot.escape`. */
type ValueForm = "none" | "text" | "attribute";

/** A variable that JMeter reads from the response of a request. */
export interface Extraction {
  readonly name: string;
  readonly part: ExchangePart;
}

export interface Column {
  readonly name: string;
  readonly column: string;
  readonly form: ValueForm;
}

export class JMeterValues {
  readonly losses: Loss[] = [];
  readonly #plan: ExportPlan;
  /** The names of variables, by a key for their content. */
  readonly #names = new Map<string, string>();
  readonly #unique = uniqueNames((name) => name);
  readonly #columns = new Map<PlannedRequest, Map<string, Column>>();
  readonly #generated = new Map<PlannedRequest, Map<string, Expression>>();

  readonly #computed = new Map<PlannedRequest, Map<ComputedValue, string>>();

  constructor(plan: ExportPlan) {
    this.#plan = plan;
  }

  lose(request: PlannedRequest, text: string): void {
    if (!this.losses.some((one) => one.request === request.name && one.text === text)) {
      this.losses.push({ request: request.name, text });
    }
  }

  /** The expression that JMeter replaces with a value of the request; empty if there is none. */
  expression(request: PlannedRequest, index: number, form: ValueForm): Expression | string {
    const planned = request.values[index];
    if (planned === undefined) return "";
    switch (planned.kind) {
      case "column":
        return variable(this.#column(request, planned.name, form));
      case "environment":
        if (form !== "none") this.lose(request, `${unescaped("Secrets")} (${planned.name}).`);
        return property(planned.name, "");
      case "set":
        if (form !== "none") this.lose(request, `${unescaped("Values of responses")} (${planned.name}).`);
        return variable(this.#set(planned.name));
      case "exchange":
        if (planned.message === "request")
          return this.#lost(request, "A value of another request can't be carried over.");
        if (form !== "none") this.lose(request, `${unescaped("Values of responses")}.`);
        return variable(this.#extracted(planned.request, planned.part));
      case "contentLength":
        return this.#lost(request, "The number of bytes can only be written as Content-Length.");
      case "computed":
      case "random":
        return this.#lost(request, "A computed value can't be carried over.");
      case "nonce":
      case "tokenTime":
      case "basic":
      case "digest":
        return variable(this.#compute(request, planned));
      default:
        return this.#generate(request, index, planned);
    }
  }

  /** The variables that are read from the responses of a request. Complete when all expressions have been asked for. */
  extractions(index: number): readonly Extraction[] {
    const request = this.#plan.requests[index];
    const own = (request?.sets ?? []).map(({ name, path }): Extraction => {
      return { name: this.#set(name), part: { kind: "body", path } };
    });
    const others = this.#plan.requests.flatMap(({ values }) =>
      values
        .flatMap((one) => [one, ...partsOf(one)])
        .flatMap((value) =>
          value.kind === "exchange" && value.request === index && value.message === "response" ? [value.part] : [],
        ),
    );
    const read = new Map(others.map((part) => [this.#extracted(index, part), part]));
    return [...own, ...[...read].map(([name, part]) => ({ name, part }))];
  }

  columns(request: PlannedRequest): readonly Column[] {
    return [...(this.#columns.get(request)?.values() ?? [])];
  }

  /** The variables that are generated before each sending, with their functions. */
  generated(request: PlannedRequest): ReadonlyMap<string, Expression> {
    return this.#generated.get(request) ?? new Map();
  }

  /** The variables that a script computes before each sending, and the script; `undefined` if there are none. */
  script(request: PlannedRequest): string | undefined {
    const computed = this.#computed.get(request);
    if (!computed) return undefined;
    const computations = [...computed].map(([planned, name]) => ({ name, planned }));
    return credentialScript(computations, (planned) => this.#inScript(request, planned));
  }

  /** A value that isn't computed, as an expression of BeanShell. */
  #inScript(request: PlannedRequest, planned: PlannedValue): string {
    const index = request.values.indexOf(planned);
    if (planned.kind === "environment") return `props.getProperty("${planned.name}", "")`;
    if (planned.kind === "column") return `vars.get("${this.#column(request, planned.name, "none")}")`;
    if (planned.kind === "set") return `vars.get("${this.#set(planned.name)}")`;
    if (planned.kind === "exchange" && planned.message === "response") {
      return `vars.get("${this.#extracted(planned.request, planned.part)}")`;
    }
    const name = index < 0 ? "" : this.#names.get(`generated ${request.id} ${index}`);
    if (name) return `vars.get("${name}")`;
    this.lose(request, "A value of a user, a password or a digest can't be carried over.");
    return '""';
  }

  /** Adds the computation of a value, and of the values that it is computed from. */
  #compute(request: PlannedRequest, planned: ComputedValue): string {
    const computed = this.#computed.get(request) ?? new Map<ComputedValue, string>();
    this.#computed.set(request, computed);
    for (const part of partsOf(planned)) if (isComputed(part) && !computed.has(part)) this.#compute(request, part);
    const id =
      computed.get(planned) ?? this.#name(`computed ${request.id} ${computed.size}`, `${request.id}_${planned.kind}`);
    computed.set(planned, id);
    return id;
  }

  #column(request: PlannedRequest, column: string, form: ValueForm): string {
    const name = this.#name(`column ${request.id} ${form} ${column}`, `${request.id}_${column}`);
    const columns = this.#columns.get(request) ?? new Map<string, Column>();
    this.#columns.set(request, columns.set(name, { name, column, form }));
    return name;
  }

  #set(name: string): string {
    return this.#name(`set ${name}`, name);
  }

  #extracted(request: number, part: ExchangePart): string {
    const id = this.#plan.requests[request]?.id ?? "";
    const of = part.kind === "header" ? part.name : part.kind;
    return this.#name(`exchange ${request} ${JSON.stringify(part)}`, `${id}_${of}`);
  }

  #generate(
    request: PlannedRequest,
    index: number,
    planned: Extract<PlannedValue, { kind: "guid" | "randomInt" | "choice" | "timestamp" | "datetime" }>,
  ): Expression | string {
    const call = functionOf(planned);
    if ("shift" in planned && planned.shift)
      this.lose(request, `${shiftText(planned.shift)} JMeter writes the current time.`);
    if (planned.kind === "choice") return this.#lost(request, "A choice of {{$random}} can't be carried over.");
    if (call === undefined)
      return this.#lost(request, "The format or the zone of {{$datetime}} can't be carried over.");
    const name = this.#name(`generated ${request.id} ${index}`, `${request.id}_${planned.kind}`);
    const generated = this.#generated.get(request) ?? new Map<string, Expression>();
    this.#generated.set(request, generated.set(name, { expression: `\${${call}}` }));
    return variable(name);
  }

  #lost(request: PlannedRequest, text: string): string {
    this.lose(request, text);
    return "";
  }

  #name(key: string, wish: string): string {
    const cached = this.#names.get(key);
    if (cached !== undefined) return cached;
    const plain = wish.replace(/[^A-Za-z0-9]+/g, "_").replace(/(?<=.)_$/, "");
    // Extractors also write to variables with these endings.
    const name = this.#unique(/_(?:\d+|g\d*|matchNr)$/.test(plain) ? `${plain}_value` : plain, "");
    this.#names.set(key, name);
    return name;
  }
}

function unescaped(what: string): string {
  return `${what} are inserted into XML as they are: they must not contain < and &`;
}

function shiftText({ count, unit }: Shift): string {
  return `A time that is shifted by ${count} ${unit} can't be carried over.`;
}

function functionOf(
  planned: Extract<PlannedValue, { kind: "guid" | "randomInt" | "choice" | "timestamp" | "datetime" }>,
) {
  switch (planned.kind) {
    case "guid":
      return "__UUID()";
    case "randomInt":
      return `__Random(${planned.min},${planned.max - 1},)`;
    case "choice":
      return undefined;
    case "timestamp":
      return "__time(/1000,)";
    case "datetime": {
      const format = planned.zone === undefined ? timeFormat(planned.format) : undefined;
      return format === undefined ? undefined : `__time(${escapedParameter(format)},)`;
    }
  }
}

/** The tokens of dayjs, the longest first, with their form in Java's SimpleDateFormat. Times are in UTC. */
const tokens: Readonly<Record<string, string>> = {
  YYYY: "yyyy",
  YY: "yy",
  MMMM: "MMMM",
  MMM: "MMM",
  MM: "MM",
  M: "M",
  DD: "dd",
  D: "d",
  dddd: "EEEE",
  ddd: "EEE",
  HH: "HH",
  H: "H",
  hh: "hh",
  h: "h",
  mm: "mm",
  m: "m",
  ss: "ss",
  s: "s",
  SSS: "SSS",
  A: "a",
  ZZ: "'+0000'",
  Z: "'+00:00'",
};

/** A format of dayjs in the language of Java; undefined if that has no equivalent. */
export function timeFormat(format: string): string | undefined {
  let written = "";
  for (const [part, text] of format.matchAll(/\[([^[\]]*)\]|Y+|M+|D+|d+|H+|h+|m+|s+|S+|Z+|[\s\S]/g)) {
    const token = Object.hasOwn(tokens, part) ? tokens[part] : undefined;
    if (token === undefined && /^[A-Za-z]/.test(part)) return undefined;
    written += token ?? (text === undefined ? quoted(part) : quoted(text));
  }
  return written.replaceAll("''", "");
}

function quoted(text: string): string {
  return /[A-Za-z']/.test(text) ? `'${text.replaceAll("'", "\u2019")}'` : text;
}
