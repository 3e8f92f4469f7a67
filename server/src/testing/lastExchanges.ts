import * as l10n from "@vscode/l10n";
import type { Shown } from "../analysis/explanation.ts";
import type { SentSecrets } from "../analysis/messageInfo.ts";
import type { ReadExchange } from "../evaluation/evaluate.ts";
import { valuesIn } from "../evaluation/pathValues.ts";
import { fieldValues } from "../evaluation/readContent.ts";
import { type ElementPath, elementPaths } from "../evaluation/uniquePath.ts";
import type { Path } from "../expectations/path.ts";
import { parseReference, type ResponseReference } from "../expectations/reference.ts";
import type { Segment } from "../format/document.ts";
import type { ExpectationResult, SecretSource } from "../protocol/protocol.ts";
import { redactor } from "../text/redactor.ts";
import { isSecretPath } from "../text/secretNames.ts";
import type { ReceivedValue } from "../variables/sending.ts";
import { elementContent } from "../variables/xmlContent.ts";
import type { ElementLike } from "../xpath/domNodes.ts";

/** Maximum number of secrets that are searched in values. The oldest secrets are dropped. */
const maxSecrets = 500;

/** Maximum number of computed values that are kept. The oldest values are dropped. */
const maxComputed = 500;

/** The last exchange of each request in a file, and the variables that their responses have set. */
export class LastExchanges {
  readonly #byName = new Map<string, ReadExchange>();
  /** Results by message and path. Kept, because an editor asks each time the cursor moves. */
  readonly #instead = new WeakMap<ReadExchange, Map<string, readonly string[]>>();
  readonly #results = new WeakMap<Segment, readonly ExpectationResult[]>();
  /** Names of the requests whose last response didn't meet the expectations. */
  readonly #failed = new Set<string>();
  readonly #times = new WeakMap<Segment, number[]>();
  /** Values of the variables that `# @set` has set. */
  readonly values = new Map<string, ReceivedValue>();
  /** The values of `{{$secret name}}` that requests were sent with. */
  readonly secrets = new Map<string, string>();
  #computed: readonly Shown[] = [];
  /** The secrets that requests were sent with, by value, with their sources. */
  readonly #sentSecrets = new Map<string, readonly SecretSource[]>();
  #withoutSecrets = redactor([]);

  /** The exchanges of imported files, by alias. */
  readonly imports = new Map<string, LastExchanges>();

  /** @param start for the run of a single row: the exchanges before all rows */
  constructor(start?: LastExchanges) {
    for (const [name, exchange] of start ? start.#byName : []) this.#byName.set(name, exchange);
    for (const [name, secret] of start?.secrets ?? []) this.secrets.set(name, secret);
    this.addSecrets(start?.sentSecrets ?? new Map());
  }

  /** @param name the name of the request; undefined if it has none, so that nothing can refer to it */
  add(name: string | undefined, exchange: ReadExchange): void {
    if (name !== undefined) this.#byName.set(name, exchange);
  }

  /** The values that were computed for the last messages, the newest first. */
  get computed(): readonly Shown[] {
    return this.#computed;
  }

  addComputed(computed: readonly Shown[]): void {
    const newest = computed.slice(0, maxComputed);
    const others = this.#computed.filter((old) => !newest.some((one) => isSamePlace(old, one)));
    this.#computed = [...newest, ...others].slice(0, maxComputed);
  }

  get sentSecrets(): SentSecrets {
    return this.#sentSecrets;
  }

  /** Adds the secrets of a request that is sent. Later values that contain one of these secrets are secret, too. */
  addSecrets(secrets: SentSecrets): void {
    if (secrets.size === 0) return;
    for (const [secret, sources] of secrets) {
      this.#sentSecrets.delete(secret);
      this.#sentSecrets.set(secret, sources);
    }
    for (const oldest of this.#sentSecrets.keys()) {
      if (this.#sentSecrets.size <= maxSecrets) break;
      this.#sentSecrets.delete(oldest);
    }
    this.#withoutSecrets = redactor([...this.#sentSecrets.keys()]);
  }

  /** The value is secret if its name or path suggests so, or if it contains a secret that a request was sent with. */
  received(name: string, text: string): ReceivedValue {
    if (this.#withoutSecrets(text) === text) return { text, secret: isSecretPath(name) };
    const contained = [...this.#sentSecrets].filter(([secret]) => redactor([secret])(text) !== text);
    return { text, secret: true, sources: contained.flatMap(([, sources]) => sources) };
  }

  /** Like `received`, for a text or an element. Attributes of the element may contain a secret, too. */
  receivedValue(name: string, value: ReferencedValue): ReceivedValue {
    const { element, document } = value.xml ?? {};
    const markup = element && document?.().text.slice(element.start, element.end);
    return { ...this.received(name, markup ?? value.text), ...value };
  }

  /** Keeps the results until the text changes, and whether it succeeded until it is sent again. */
  keepResults(
    segment: Segment,
    name: string | undefined,
    results: readonly ExpectationResult[],
    areFinal: boolean,
  ): void {
    this.#results.set(segment, results);
    if (name === undefined) return;
    if (areFinal && results.every(({ held }) => held)) this.#failed.delete(name);
    else this.#failed.add(name);
  }

  /** Durations of the sendings of a request, from the first one to this one, in milliseconds. */
  timesOf(segment: Segment, sendings: number, total: number): readonly number[] {
    const times = this.#times.get(segment) ?? [];
    times.length = Math.min(times.length, sendings - 1);
    times.push(total);
    this.#times.set(segment, times);
    return times;
  }

  resultsOf(segment: Segment): readonly ExpectationResult[] {
    return this.#results.get(segment) ?? [];
  }

  has(name: string): boolean {
    return this.#exchangeOf(name) !== undefined;
  }

  /** The last exchange of a request. The request may be imported: `auth.login`. */
  #exchangeOf(name: string): ReadExchange | undefined {
    const own = this.#byName.get(name);
    const dot = name.indexOf(".");
    const imported = own || dot < 0 ? undefined : this.imports.get(name.slice(0, dot));
    return imported ? imported.#exchangeOf(name.slice(dot + 1)) : own;
  }

  /** The variables that responses have set, including variables of imported files: `auth.token`. */
  allValues(): ReadonlyMap<string, ReceivedValue> {
    if (this.imports.size === 0) return this.values;
    const imported = [...this.imports].flatMap(([alias, { values }]) =>
      [...values].map(([name, value]) => [`${alias}.${name}`, value] as const),
    );
    return new Map([...imported, ...this.values]);
  }

  /** Whether the last response of a request met the expectations. For a request without a name, only if its text hasn't changed since. */
  succeeded(segment: Segment, name: string | undefined): boolean {
    if (name === undefined) return this.resultsOf(segment).every(({ held }) => held);
    return this.has(name) && !this.#failed.has(name);
  }

  /** The value of a variable, or a sentence about why it has none; undefined if no response sets the variable. */
  readonly lookup = (name: string): ReceivedValue | string | undefined => {
    const reference = parseReference(name);
    if (!reference || "why" in reference) return this.allValues().get(name);
    const { request } = reference;
    if (this.has(request)) return this.valueOf(reference);
    return l10n.t(
      "The response of {0} has not been received in this window. Send it, or run the tests of this file.",
      request,
    );
  };

  /** Paths that find values, if the path of a reference finds nothing because of a namespace. */
  readonly insteadOf = ({ request, message, part }: ResponseReference): readonly string[] => {
    const exchange = this.#exchangeOf(request);
    if (!exchange || part.kind !== "body" || !part.path) return [];
    const cached = this.#instead.get(exchange) ?? new Map<string, readonly string[]>();
    this.#instead.set(exchange, cached);
    const key = `${message} ${part.path.text}`;
    const value = cached.has(key) ? undefined : onlyValue(exchange, message, part.path);
    if (value) cached.set(key, "why" in value ? (value.instead ?? []) : []);
    return cached.get(key) ?? [];
  };

  /** Paths for completion in the last exchange of a named request. */
  readonly pathsIn = (name: string, message: "request" | "response"): readonly ElementPath[] => {
    const exchange = this.#exchangeOf(name);
    return exchange ? elementPaths(exchange, message) : [];
  };

  /** The value, or a sentence about why there is none. `own`: the name of the request that contains the reference. */
  valueOf(reference: ResponseReference, own?: string): ReceivedValue | string {
    const { request: name, part } = reference;
    const exchange = this.#exchangeOf(name);
    // Expectations may refer to the response of their own request, which isn't known when the request is prepared.
    if (!exchange && own === name) return { text: "", secret: false };
    const value = referencedValue(reference, exchange);
    if (typeof value === "string") return value;
    const named = part.kind === "header" ? part.name : part.kind === "body" ? (part.path?.text ?? "") : "";
    return this.receivedValue(named, value);
  }

  /** All values of a reference, up to a maximum number; or a sentence if there are none or too many. */
  valuesOf(reference: ResponseReference, most: number): readonly ReceivedValue[] | string {
    const { request, message, part } = reference;
    const exchange = this.#exchangeOf(request);
    if (!exchange || part.kind !== "body" || !part.path) {
      const value = this.valueOf(reference);
      return typeof value === "string" ? value : [value];
    }
    const { path } = part;
    const result = valuesIn(exchange[message], path, exchange);
    exchange.budget.renew();
    if ("why" in result) return `${path.text}: ${result.why}`;
    if (result.hint) return result.hint.why;
    const { length } = result.values;
    if (length > most) return l10n.t("{0} finds {1} values. At most {2} are possible.", path.text, length, most);
    const { xml } = exchange[message];
    return result.values.map(({ text, node }) => {
      const element = node?.nodeType === 1 ? node : undefined;
      const content = xml && element && elementContent(xml, element.source);
      const isParent = element !== undefined && childrenOf(element).length > 0;
      const notText = isParent ? notTextIn(path) : undefined;
      return this.receivedValue(path.text, { text: content?.text ?? text, xml: content, notText });
    });
  }
}

function isSamePlace(a: Shown, b: Shown): boolean {
  if (a.kind === "value" || b.kind === "value") return a.reference === b.reference;
  return a.reference.start === b.reference.start && a.text === b.text;
}

type ReferencedValue = Pick<ReceivedValue, "text" | "xml" | "notText">;

function referencedValue(
  { message, part, request }: ResponseReference,
  exchange: ReadExchange | undefined,
): ReferencedValue | string {
  if (!exchange) return l10n.t("The request {0} has no response yet.", request);
  const { exchange: sent } = exchange;
  if (part.kind === "status") return { text: String(sent.response.status) };
  if (part.kind === "header") {
    const [value] = fieldValues(sent[message], part.name.toLowerCase());
    if (value !== undefined) return { text: value };
    return message === "response"
      ? l10n.t("The response to {0} has no header {1}.", request, part.name)
      : l10n.t("The request {0} has no header {1}.", request, part.name);
  }
  if (!part.path) return { text: exchange[message].text };
  const value = valueAt(exchange, message, part.path);
  if ("why" in value) return value.why;
  // An editor asks at each edit, and each time gets the full time limit.
  exchange.budget.renew();
  return value;
}

/** The text of the only node that a path finds, and its element. */
export function valueAt(
  exchange: ReadExchange,
  message: "request" | "response",
  path: Path,
): ReferencedValue | { readonly why: string; readonly instead?: readonly string[] } {
  const value = onlyValue(exchange, message, path);
  const { xml } = exchange[message];
  const content = xml && value.element && elementContent(xml, value.element.source);
  if ("why" in value) return content ? { text: content.text, xml: content, notText: value.why } : value;
  return { text: value.text, ...(content ? { xml: content } : {}) };
}

type OnlyValue = { readonly element?: ElementLike } & (
  | { readonly text: string }
  | { readonly why: string; readonly instead?: readonly string[] }
);

/** The text of the only node that a path finds. A sentence if the path finds no node or several, or an element with child elements. */
function onlyValue(exchange: ReadExchange, message: "request" | "response", path: Path): OnlyValue {
  const result = valuesIn(exchange[message], path, exchange);
  if ("why" in result) return { why: `${path.text}: ${result.why}` };
  const [first, second] = result.values;
  if (!first) return result.hint ?? { why: l10n.t("{0} finds nothing.", path.text) };
  if (second) return { why: l10n.t("{0} finds {1} values.", path.text, result.values.length) };
  const element = first.node?.nodeType === 1 ? first.node : undefined;
  if (!element) return { text: first.text };
  if (childrenOf(element).length === 0) return { text: first.text, element };
  const longer = longerPath(exchange, message, path, element);
  if (longer === undefined) {
    return { why: notTextIn(path), element };
  }
  const why = l10n.t(
    "{0} has child elements, not a text. Write a longer path, such as {1}, or add | xml.",
    path.text,
    longer,
  );
  return { why, instead: [longer], element };
}

function notTextIn({ text }: Path): string {
  return l10n.t("{0} has child elements, not a text. Write a longer path, or add | xml.", text);
}

/** Maximum number of elements that are searched. */
const longestSearch = 1000;

/** A longer path to suggest: it finds one element with only text, the nearest one below the element that the path finds. */
function longerPath(
  exchange: ReadExchange,
  message: "request" | "response",
  path: Path,
  element: ElementLike,
): string | undefined {
  // In a path with operators, a step at the end would belong to the last operand, unless the path is in parentheses.
  const isOperand = !/[\s|,=]/.test(path.text.replace(/"[^"]*"|'[^']*'/g, "").replace(/\[[^[\]]*\]/g, ""));
  const open = [{ at: element, text: isOperand ? path.text : `(${path.text})` }];
  // The loop appends to the list that it iterates over.
  for (const { at, text } of open) {
    if (open.length > longestSearch) return undefined;
    const children = childrenOf(at);
    if (children.length === 0) {
      const matches = valuesIn(exchange[message], { kind: "xpath", text }, exchange);
      return "values" in matches && matches.values.length === 1 && matches.values[0]?.node === at ? text : undefined;
    }
    const steps = children.map((one) => `${one.namespaceURI === null ? "" : "*:"}${one.localName}`);
    const counts = new Map<string, number>();
    for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
    for (const [index, child] of children.entries()) {
      const step = steps[index] ?? "";
      if (counts.get(step) === 1) open.push({ at: child, text: `${text}/${step}` });
    }
  }
  return undefined;
}

function childrenOf({ childNodes }: ElementLike): readonly ElementLike[] {
  return childNodes.filter((node) => node.nodeType === 1);
}
