import type { ExportedSlot, Shift } from "../../../../server/src/protocol/protocol.ts";
import type { PlannedCheck } from "../checks.ts";
import type { ExportPlan, PlannedRequest } from "../plan.ts";
import type { PlannedPath, XPathStep } from "../plannedPath.ts";
import {
  type ExchangePart,
  type PlannedContent,
  type PlannedStep,
  type PlannedText,
  type PlannedValue,
  partsOf,
  tokenTimeFormat,
} from "../plannedValues.ts";
import type { PythonNames } from "./pythonNames.ts";

/** The definition of a request in Python, which ends with a line break. */
export function requestText(request: PlannedRequest, plan: ExportPlan, names: PythonNames): string {
  const { name, id, title, method, destination, head, charset, needs, data, wait, timeout, keepAlive, compression } =
    request;
  const { scheme, host, port } = destination;
  const address =
    host === undefined ? "None" : pythonText(`${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`);
  const values = new Values(request, plan, names);
  const slots = request.slots.map((slot) => slotText(slot, head.length, values));
  const checks = request.checks.map((check) => checkText(check, values));
  const sets = request.sets.map(
    ({ name, path, steps }) => `${pythonText(name)}: [${[pathText(path), ...values.steps(steps)].join(", ")}],`,
  );
  const prefixes = Object.entries(prefixesOf(request, plan)).map(
    ([one, uri]) => `${pythonText(one)}: ${pythonText(uri)}`,
  );
  const needed = needs.map((one) => names.constant(plan.requests[one]));
  const options = [
    ...(title === undefined || title === name ? [] : [`title=${pythonText(title)},`]),
    ...listed("slots", "[", slots, "]"),
    ...(slots.length > 0 && charset !== "utf-8" ? [`charset=${pythonText(charset)},`] : []),
    ...(needed.length > 0 ? [`needs=[${needed.join(", ")}],`] : []),
    ...(data ? [`data=${pythonText(`${id}.json`)},`] : []),
    ...listed("sets", "{", sets, "}"),
    ...listed("checks", "[", checks, "]"),
    ...(prefixes.length > 0 ? [`prefixes={${prefixes.join(", ")}},`] : []),
    ...(compression === undefined ? [] : [`compression=${pythonText(compression)},`]),
    ...(wait === 0 ? [] : [`wait=${wait / 1000},`]),
    ...(timeout === undefined ? [] : [`timeout=${timeout / 1000},`]),
    ...(keepAlive ? [] : ["keep_alive=False,"]),
  ];
  const lines = [
    ...[pythonText(name), pythonText(method), address, pythonText(`${id}.bin`)].map((one) => `${one},`),
    `body_at=${head.length},`,
    ...options,
  ];
  const text = [...values.definitions, `${names.constant(request)} = Request(`, ...lines.map(indented), ")", ""];
  return text.join("\n");
}

/** The values of a request in Python. Values that several slots share are variables. */
class Values {
  readonly definitions: string[] = [];
  readonly #request: PlannedRequest;
  readonly #plan: ExportPlan;
  readonly #names: PythonNames;
  readonly #shared = new Map<PlannedValue, string>();

  constructor(request: PlannedRequest, plan: ExportPlan, names: PythonNames) {
    this.#request = request;
    this.#plan = plan;
    this.#names = names;
    const slotted = request.slots.flatMap(({ value }) => request.values[value] ?? []);
    // A digest contains values that are in other slots, too.
    const uses = [...slotted, ...new Set(slotted)].flatMap((one, at) => (at < slotted.length ? one : partsOf(one)));
    const shared = [...new Set(uses.filter((one, at) => uses.indexOf(one) !== at))];
    // A value comes before the values that are made of it.
    for (const planned of shared.sort((a, b) => partsOf(a).length - partsOf(b).length)) {
      if (planned.kind === "contentLength") continue;
      const name = names.value(request, this.#shared.size + 1);
      this.definitions.push(`${name} = ${this.#planned(planned)}`);
      this.#shared.set(planned, name);
    }
  }

  of(value: number): string {
    const planned = this.#request.values[value];
    return planned ? this.#named(planned) : '""';
  }

  steps(steps: readonly PlannedStep[]): readonly string[] {
    return steps.map(({ name, arguments: given, path }) =>
      path ? pathText(path) : `step(${[pythonText(name), ...given.map((one) => this.#content(one))].join(", ")})`,
    );
  }

  #named(planned: PlannedValue): string {
    return this.#shared.get(planned) ?? this.#planned(planned);
  }

  #text(text: PlannedText): string {
    const parts = text.map((part) => (typeof part === "string" ? pythonText(part) : this.#named(part)));
    return `[${parts.join(", ")}]`;
  }

  #content(content: PlannedContent): string {
    return "bytes" in content ? `[from_base64(${pythonText(content.bytes)})]` : this.#text(content);
  }

  #planned(planned: PlannedValue): string {
    switch (planned.kind) {
      case "contentLength":
        return "content_length";
      case "guid":
        return "guid()";
      case "randomInt":
        return `random_int(${planned.min}, ${planned.max})`;
      case "choice":
        return `choice([${planned.texts.map(pythonText).join(", ")}])`;
      case "timestamp":
        return `timestamp(${shiftText(planned.shift).join(", ")})`;
      case "datetime":
        return `date_time(${[pythonText(planned.format), ...shiftText(planned.shift), ...zoneText(planned.zone)].join(", ")})`;
      case "nonce":
        return "nonce()";
      case "tokenTime":
        return `date_time(${[pythonText(tokenTimeFormat), ...shiftText(planned.shift)].join(", ")})`;
      case "basic":
        return `basic(${this.#text(planned.user)}, ${this.#text(planned.password)})`;
      case "digest": {
        const { nonce, created, password } = planned;
        const parts = [
          this.#text(password),
          `nonce_text=${this.#text(nonce ?? [])}`,
          `created=${this.#text(created ?? [])}`,
        ];
        return `password_digest(${parts.join(", ")})`;
      }
      case "computed": {
        return `computed(${[this.#content(planned.source), ...this.steps(planned.steps)].join(", ")})`;
      }
      case "random":
        return `random_bytes(${planned.bytes})`;
      case "environment":
        return `environment(${pythonText(planned.name)})`;
      case "column":
        return `column(${pythonText(planned.name)})`;
      case "set":
        return `variable(${pythonText(planned.name)})`;
      case "exchange": {
        const request = this.#names.constant(this.#plan.requests[planned.request]);
        return `${planned.message}_of(${request}, ${partText(planned.part)})`;
      }
    }
  }
}

function zoneText(zone: string | undefined): readonly string[] {
  return zone === undefined ? [] : [`zone=${pythonText(zone)}`];
}

function shiftText(shift: Shift | undefined): readonly string[] {
  return shift ? [String(shift.count), pythonText(shift.unit)] : [];
}

function slotText({ part, start, end, value, escape: written }: ExportedSlot, head: number, values: Values): string {
  const at = part === "head" ? 0 : head;
  const how = written === "none" ? "" : `, xml_${written}`;
  return `Slot(${start + at}, ${end + at}, ${values.of(value)}${how}),`;
}

function partText(part: ExchangePart): string {
  if (part.kind === "status") return "Status()";
  if (part.kind === "header") return `Header(${pythonText(part.name)})`;
  return part.path ? pathText(part.path) : "Body()";
}

function pathText({ kind, text }: PlannedPath): string {
  return `${kind === "xpath" ? "XPath" : "JsonPath"}(${pythonText(text)})`;
}

function checkText(check: PlannedCheck, values: Values): string {
  const { subject, path, steps, header, operator, operand, quoted } = check;
  const text = pythonText(check.text);
  if (subject === "no fault") return "NoFault(),";
  if (subject === "time" || subject === "size") {
    return `Limit(${text}, "${subject}", ${pythonText(operator ?? "<")}, ${operand.join("")}),`;
  }
  const parts = operand.map((one) => (typeof one === "string" ? pythonText(one) : values.of(one)));
  const [only] = operand;
  const given = parts.length === 1 && typeof only === "string" ? parts.join("") : `[${parts.join(", ")}]`;
  const comparison = operator === undefined ? [] : [pythonText(operator), ...(parts.length > 0 ? [given] : [])];
  const applied = steps.length > 0 ? [`steps=[${values.steps(steps).join(", ")}]`] : [];
  const rest = [...comparison, ...(quoted ? ["quoted=True"] : []), ...applied];
  if (subject === "fault" && !path)
    return `Fault(${[text, ...(rest.length > 0 ? ["None", ...rest] : [])].join(", ")}),`;
  const isBody = subject === "body text" || subject === "no body text";
  const whole = isBody ? "Body()" : "Status()";
  const part = path ? pathText(path) : subject === "header" ? `Header(${pythonText(header ?? "")})` : whole;
  const compared = `Check(${[text, part, ...rest].join(", ")})`;
  if (subject === "no body text") return `Not(${text}, ${compared}),`;
  return subject === "fault" ? `Fault(${text}, ${compared}),` : `${compared},`;
}

/** The prefixes of the paths into the exchange of a request, its own and other requests', and of codes of Faults. */
function prefixesOf(request: PlannedRequest, { requests }: ExportPlan): Readonly<Record<string, string>> {
  const index = requests.indexOf(request);
  const inValues = requests.flatMap(({ values }) =>
    values
      .flatMap((one) => [one, ...partsOf(one)])
      .flatMap((value) =>
        value.kind === "exchange" && value.request === index && value.part.kind === "body" ? value.part.path : [],
      ),
  );
  const applied = [...request.checks, ...request.sets, ...request.values.flatMap((one) => [one, ...partsOf(one)])];
  const inSteps = applied.flatMap((one) => ("steps" in one ? one.steps.map(({ path }) => path) : []));
  const paths = [...request.checks, ...request.sets].map(({ path }) => path).concat(inValues, inSteps);
  const inPaths = paths.flatMap((path) => (path?.kind === "xpath" ? path.steps.flatMap(prefixesIn) : []));
  const inCodes = request.checks.flatMap(({ subject, path, operand: [code] }) =>
    subject === "fault" && !path && typeof code === "string" ? (/^[^:]+(?=:)/.exec(code)?.[0] ?? []) : [],
  );
  const used = new Set([...inPaths, ...inCodes]);
  return Object.fromEntries(Object.entries(request.prefixes).filter(([prefix]) => used.has(prefix)));
}

function prefixesIn({ prefix, predicates }: XPathStep): readonly string[] {
  return [prefix, ...predicates.flatMap((one) => ("prefix" in one ? one.prefix : []))];
}

function listed(name: string, open: string, lines: readonly string[], close: string): readonly string[] {
  return lines.length === 0 ? [] : [`${name}=${open}`, ...lines.map(indented), `${close},`];
}

function indented(line: string): string {
  return `    ${line}`;
}

/**
 * A text as a literal of Python, in ASCII: nothing in it ends the literal, whatever charset Python reads the file in.
 * Python reads the escapes of JSON in the same way, except for surrogates.
 */
export function pythonText(text: string): string {
  const escaped = JSON.stringify(text.replace(/\p{Cs}/gu, "\ufffd"));
  return escaped.replace(/[^ -~]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** The identifiers and string literals in a text of Python without comments. */
export function pythonTokens(python: string): ReadonlySet<string> {
  return new Set(python.match(/"(?:[^"\\]|\\.)*"?|[A-Za-z_]\w*/g));
}
