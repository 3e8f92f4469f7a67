import * as l10n from "@vscode/l10n";
import { declaredName, whyNoReference } from "../expectations/declared.ts";
import { parseReference, parseRequestPart } from "../expectations/reference.ts";
import { parseDocument, type Segment } from "../format/document.ts";
import type { MessageKind } from "../http/head.ts";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import type { ContractLookup } from "../resources/contractLookup.ts";
import type { Keys } from "../resources/keys.ts";
import { type ExternalFile, emptyResolver, type Resolver } from "../resources/resolver.ts";
import { toBinary } from "../text/base64.ts";
import { deepestDocument, longestCanonicalized, longestResolved } from "../text/limits.ts";
import { lazily } from "../text/memoized.ts";
import { endsAtBrace, namesBeforeBrace } from "../text/references.ts";
import type { SlottedText } from "../text/slots.ts";
import { builtInOf, variableUses } from "../variables/builtInReferences.ts";
import { bytesProblem, computedValue, type StepHost } from "../variables/computed/compute.ts";
import { type ComputedReference, computedReference } from "../variables/computed/reader.ts";
import { definitionValue } from "../variables/definitionValue.ts";
import type { Explained } from "../variables/explained.ts";
import { newBytes } from "../variables/nonce.ts";
import { type DigestParts, passwordDigest } from "../variables/passwordDigest.ts";
import type { ReceivedValue, Sending } from "../variables/sending.ts";
import {
  bracesCode,
  bytesCode,
  type ComputedValue,
  type DefinitionPlace,
  notTextCode,
  type VariableValue,
} from "../variables/value.ts";
import { parseXml } from "../xml/parser.ts";
import type { XmlDocument } from "../xml/tree.ts";
import { nodesOf } from "../xpath/domNodes.ts";
import { prefixesOf } from "../xpath/prefixes.ts";
import { EvaluationBudget, evaluateXPath } from "../xpath/xpath.ts";
import { exchangesIn, type FileVariables, usability, variablesOf } from "./fileVariables.ts";

export type { VariableValue } from "../variables/value.ts";

/** The number of bytes of the body when it is sent. */
export const contentLengthVariable = "$contentLength";

/** A document of the file, whose text is rendered with the values of a scope. */
export interface DocumentSource {
  /** The names of the variables and documents that it uses. */
  uses(scope: Scope): readonly string[];
  value(scope: Scope): ComputedValue;
}

/** The value of a built-in variable that depends on the place of its reference; `undefined` for all others. */
export type PlacedValue = (name: string) => ComputedValue | undefined;

/** The values of a file's variables and documents, for a check or for one sending. */
export class Scope {
  /** The secret values that were looked up so far, and values that contain one, with their sources. */
  readonly secrets: ReadonlyMap<string, readonly SecretSource[]>;
  readonly #secrets = new Map<string, readonly SecretSource[]>();
  readonly #variables: FileVariables;
  readonly #documents: ReadonlyMap<string, DocumentSource>;
  readonly #resolver: Resolver;
  readonly #sending: Sending | undefined;
  /** The values that were looked up so far. */
  readonly #found: Map<string, ComputedValue>;
  readonly #constants: Map<string, ComputedValue>;
  /** How deep documents are nested in a definition or a document. */
  readonly #depths = new Map<string, number>();
  /** Of all paths in values. */
  readonly #budget = new EvaluationBudget();
  /** How much may still be canonicalized for signatures. */
  readonly canonicalized = { left: longestCanonicalized };
  #instead: Scope["lookup"] | undefined;

  /** @param sending undefined for a check, which uses samples instead of values that are created when sending */
  constructor(
    variables: FileVariables,
    documents: ReadonlyMap<string, DocumentSource>,
    resolver: Resolver,
    sending?: Sending,
  ) {
    this.secrets = this.#secrets;
    this.#variables = variables;
    this.#documents = documents;
    this.#resolver = resolver;
    this.#sending = sending;
    this.#found = new Map(sending ? [] : [...variables.later].map((name) => [name, atSending]));
    // A value that replaces a definition unexpectedly changes those that use it.
    const { definitions, later, constants } = variables;
    const replaces = [...(sending?.values?.keys() ?? [])].some((name) => definitions.has(name) && !later.has(name));
    this.#constants = replaces ? new Map() : constants;
    for (const [name, value] of sending?.values ?? [])
      this.#found.set(name, this.#withSecretKept(receivedValue(name, value)));
  }

  /** The same variables with values for one sending: a new one for each built-in reference, but one for each definition. */
  forSending(sending: Sending): Scope {
    return new Scope(this.#variables, this.#documents, this.#resolver, sending);
  }

  /** The same variables with other values. */
  withValues(instead: Scope["lookup"]): Scope {
    const scope = new Scope(this.#variables, this.#documents, this.#resolver, this.#sending);
    scope.#instead = instead;
    return scope;
  }

  /** The value of a reference as text. */
  lookup(name: string, placed?: PlacedValue): VariableValue {
    const value = this.content(name, placed);
    if (value.kind === "bytes") return { kind: "undefined", why: bytesProblem(value), code: bytesCode };
    if (value.kind === "text" && value.text.length > longestResolved)
      return { kind: "undefined", why: l10n.t("The value has more than {0} MB.", longestResolved / 1_000_000) };
    if (value.kind !== "text" || value.notText === undefined) return value;
    return { kind: "undefined", why: value.notText, code: notTextCode };
  }

  /** The value of a reference, which may be bytes. */
  content(name: string, placed?: PlacedValue): ComputedValue {
    if (this.#instead) return this.#instead(name, placed);
    if (this.#isDefined(name)) return this.#evaluated(name);
    return this.#found.get(name) ?? this.#undefinedHere(name, placed);
  }

  /** Whether a name is that of a variable or a document. */
  #isDefined(name: string): boolean {
    return this.#variables.definitions.has(name) || this.#documents.has(name);
  }

  /** Whether a reference with a brace is text, because the name before the brace isn't that of a variable. */
  isText(name: string): boolean {
    const names = namesBeforeBrace(name);
    const { later } = this.#variables;
    return names.length > 0 && !names.some((one) => this.#isDefined(one) || later.has(one) || this.#found.has(one));
  }

  /** The definition of a name in another file. */
  externalPlace(name: string): DefinitionPlace | undefined {
    return this.#variables.own.has(name) ? undefined : this.#resolver.definitions.get(name)?.place?.();
  }

  file(path: string): ExternalFile {
    return this.#resolver.file(path);
  }

  bodyFile(path: string): ExternalFile {
    return this.#resolver.bodyFile(path);
  }

  fileUri(path: string): string | undefined {
    return this.#resolver.fileUri(path);
  }

  /** Sentences about the places that were searched for an undefined name. */
  lookedIn(): string {
    const { places, problems } = this.#resolver.lookedIn();
    return [l10n.t("Searched in: {0}.", [l10n.t("this file"), ...places].join(", ")), ...problems].join(" ");
  }

  /** The kind of the messages that the variables are for. */
  get kind(): MessageKind {
    return this.#variables.kind;
  }

  /** Whether the values are those of one sending, not of a check. */
  get isForSending(): boolean {
    return this.#sending !== undefined;
  }

  /** What only the host can compute; `undefined` in a check. */
  get operation(): Sending["operation"] {
    return this.#sending?.operation;
  }

  get parse(): typeof parseXml {
    return this.#sending?.parse ?? parseXml;
  }

  get onExplained(): Sending["onExplained"] {
    return this.#sending?.onExplained;
  }

  get keys(): Keys {
    return this.#resolver.keys;
  }

  get contracts(): ContractLookup {
    return this.#resolver.contracts;
  }

  /** The values of `# @wsdl` at the top of the file, above all requests. */
  get wsdls(): readonly string[] {
    return this.#variables.wsdls;
  }

  get names(): readonly string[] {
    return this.#variables.names;
  }

  /** The segments of the documents by name. */
  get documents(): ReadonlyMap<string, Segment> {
    return this.#variables.documents;
  }

  /** Scopes with equal keys have equal values, except for those of other requests. */
  get key(): string {
    return this.#variables.key;
  }

  /** Scopes with equal keys have the same requests that a segment may use values of. */
  keyOf(segment: Segment): string {
    const { declared, requests } = this.#variables;
    const names = exchangesIn(segment);
    if (names === "any") return requests;
    return names.length === 0 ? "" : JSON.stringify(usability(names, declared));
  }

  /** The place of a definition. `text`: whether it is this text. */
  definedIn(name: string): { readonly text: boolean; readonly origin: string } | undefined {
    if (this.#documents.has(name)) return { text: true, origin: l10n.t("this file") };
    const { definitions, own } = this.#variables;
    const definition = definitions.get(name);
    return definition && { text: own.has(name), origin: definition.origin() };
  }

  /** A variable that this text defines with a value, as typed. */
  nameOf(value: string): string | undefined {
    return [...this.#variables.own].find(([, { text }]) => text === value)?.[0];
  }

  /** The names that definitions outside of the text use. */
  usedExternally(): readonly string[] {
    return [...this.#resolver.definitions.values()].flatMap(({ text }) => variableUses(text).map(({ name }) => name));
  }

  #withSecretKept<Value extends ComputedValue>(value: Value): Value {
    if (value.kind !== "text" && value.kind !== "bytes") return value;
    const own = () => (value.kind === "text" ? value.text : toBinary(value.bytes ?? new Uint8Array(0)));
    for (const secret of [value.secret ? own() : "", ...(value.secrets ?? [])])
      if (secret !== "") this.#keepSecret(secret, value.sources ?? []);
    return value;
  }

  #keepSecret(secret: string, sources: readonly SecretSource[]): void {
    this.#secrets.set(secret, sources);
    this.#sending?.onSecret?.(secret);
  }

  /** The time of sending, or the time now; `undefined` if it is unknown. */
  get now(): Date | undefined {
    return this.#sending?.now ?? this.#resolver.now?.();
  }

  /** Keeps bytes as a secret as a whole, because a secret can be read from them. */
  keepBytes(bytes: Uint8Array, sources: readonly SecretSource[]): void {
    this.#keepSecret(toBinary(bytes), sources);
  }

  /** The digest of a password, which is kept as a secret. */
  digest(parts: DigestParts, sources: readonly SecretSource[]): SlottedText {
    if (parts.password.text !== "") this.#keepSecret(parts.password.text, sources);
    return this.#resolver.digest?.(parts) ?? { text: passwordDigest(parts) };
  }

  /** The value of a name without a definition: a built-in variable, or one that depends on other exchanges. */
  #undefinedHere(name: string, placed?: PlacedValue): ComputedValue {
    if (endsAtBrace(name)) {
      if (this.isText(name)) return { kind: "text", text: `{{${name}`, origin: l10n.t("this file"), secret: false };
      const why = l10n.t("A reference can't contain braces, except in double quotes.");
      return { kind: "undefined", why, code: bracesCode };
    }
    const computed = computedReference(name);
    if (computed) return this.#computed(name, computed, placed);
    if (this.kind === "response" && builtInOf(name)?.arguments.some(({ kind }) => kind === "key"))
      return { kind: "undefined", why: l10n.t("A mock service has no keys.") };
    const misplaced = { head: misplacedBody, body: misplacedElement, UsernameToken: undefined };
    const why = misplaced[builtInOf(name)?.placedIn ?? "UsernameToken"]?.();
    if (why !== undefined) return placed?.(name) ?? { kind: "undefined", why };
    if (name.startsWith("$"))
      return this.#withSecretKept(this.#resolver.builtIn(name, this.#sending, (argument) => this.content(argument)));
    return this.kind === "response" ? this.#fromRequest(name) : this.#fromExchange(name);
  }

  /** What is generated for each place, or depends on it, is computed at each place, all else once. */
  #computed(name: string, reference: ComputedReference, placed: PlacedValue | undefined): ComputedValue {
    const builtIn = builtInOf(reference.source);
    let isPlaced = builtIn !== undefined && (this.isForSending || builtIn.placedIn !== undefined);
    const { sending, ...host } = this.#stepHost;
    const { randomBytes } = sending;
    const counting = randomBytes && {
      randomBytes: (count: number) => {
        isPlaced = true;
        return randomBytes(count, name);
      },
    };
    const source = this.content(reference.source, placed);
    const value = this.#withSecretKept(
      computedValue(name, reference, source, { ...host, sending: { ...sending, ...counting } }),
    );
    if (!isPlaced) this.#found.set(name, value);
    return value;
  }

  /**
   * The value of `# @set` from what its path has found.
   * @param text the path with its steps
   * @param given `undefined` in a check
   */
  afterSteps(name: string, text: string, given: ReceivedValue | undefined): VariableValue {
    const computed = computedReference(text, true);
    const source = given ? receivedValue(name, given) : atSending;
    if (!computed) return source;
    const value = this.#withSecretKept(computedValue(text, computed, source, this.#stepHost));
    if (value.kind !== "bytes") return value;
    return { kind: "undefined", why: bytesProblem(value), code: bytesCode, at: { start: 0, end: text.length } };
  }

  /** How a value with steps is computed; `undefined` for other names. */
  explained(name: string, placed: PlacedValue | undefined): Explained | undefined {
    const computed = computedReference(name);
    let result: Explained | undefined;
    const host = this.#stepHost;
    const sending = { ...host.sending, onExplained: (explained: Explained) => (result = explained) };
    if (computed) computedValue(name, computed, this.content(computed.source, placed), { ...host, sending });
    return result;
  }

  get #stepHost(): StepHost {
    return {
      lookup: (name) => this.content(name),
      key: this.kind === "response" ? undefined : (name) => this.keys.find(name),
      sending: this.#sending ? { randomBytes: newBytes, ...this.#sending } : {},
      exported: this.#resolver.exported,
      isForSending: this.isForSending,
      find: (path, document) => this.find(path, document),
    };
  }

  /** What an XPath finds in a document, or why it can't be evaluated. */
  find(path: string, document: XmlDocument) {
    const prefixes = () => prefixesOf(document);
    const result = evaluateXPath(path, nodesOf(document), { prefixes, budget: this.#budget });
    if ("why" in result) return result;
    return result.values.map(({ text, node }) => ({ text, element: node?.nodeType === 1 ? node.source : undefined }));
  }

  /** The value of `request.…` in a response of a mock service, or of a variable that no response has set yet. */
  #fromRequest(name: string): VariableValue {
    const part = parseRequestPart(name);
    if (part && "why" in part) return { kind: "undefined", why: part.why };
    if (!part) return this.#variables.later.has(name) ? received("") : { kind: "undefined" };
    return this.#sending?.requested ? received(this.#sending.requested(part)) : atSending;
  }

  /** The value of `login.response.…`, or of a variable that a response sets. */
  #fromExchange(name: string): VariableValue {
    const { columns, declared } = this.#variables;
    if (columns.includes(name)) {
      const why = l10n.t("The value comes from a row of a data file. Run the request as a test.");
      return { kind: "undefined", why };
    }
    const why = whyNoReference(name, declared);
    if (typeof why === "string") return { kind: "undefined", why };
    const setBy = declared.setBy.get(name)?.[0];
    if (why === false) return setBy ? { kind: "undefined", why: notSent(declaredName(setBy)) } : { kind: "undefined" };
    if (!this.#sending) return atSending;
    const reference = parseReference(name);
    if (!reference || "why" in reference) return { kind: "undefined" };
    const value = this.#sending.reference?.(reference) ?? notSent(reference.request);
    const result: VariableValue =
      typeof value === "string" ? { kind: "undefined", why: value } : this.#withSecretKept(receivedValue(name, value));
    this.#found.set(name, result);
    return result;
  }

  /** Without recursion: a chain of definitions may be as long as the file. */
  #evaluated(name: string): ComputedValue {
    const found = this.#found;
    const isKnown = (one: string) => found.has(one) || this.#constants.has(one);
    const path: { readonly name: string; readonly needs: readonly string[]; next: number }[] = [];
    const onPath = new Set<string>();
    const enter = (one: string) => {
      path.push({ name: one, needs: this.#usesOf(one), next: 0 });
      onPath.add(one);
    };
    if (!isKnown(name)) enter(name);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const need = top.needs[top.next++];
      if (isKnown(top.name) || need === undefined) {
        if (!isKnown(top.name)) found.set(top.name, this.#withSecretKept(this.#evaluate(top)));
        onPath.delete(top.name);
        path.pop();
      } else if (onPath.has(need)) {
        const cycle = path.slice(path.findIndex((one) => one.name === need)).map((one) => one.name);
        const value: VariableValue = { kind: "cycle", names: new Set(cycle) };
        for (const one of cycle) found.set(one, value);
      } else if (this.#isDefined(need) && !isKnown(need)) {
        enter(need);
      }
    }
    return found.get(name) ?? this.#constants.get(name) ?? { kind: "broken", name, missing: undefined };
  }

  #usesOf(name: string): readonly string[] {
    const document = this.#documents.get(name);
    if (document) return document.uses(this);
    const { definitions, uses } = this.#variables;
    const known = uses.get(name) ?? variableUses(definitions.get(name)?.text ?? "").map((reference) => reference.name);
    uses.set(name, known);
    return known;
  }

  /** The values of all names that the definition or document uses have been found. */
  #evaluate({ name, needs }: { readonly name: string; readonly needs: readonly string[] }): ComputedValue {
    const { definitions } = this.#variables;
    const document = this.#documents.get(name);
    const inner = needs.reduce((most, need) => Math.max(most, this.#depths.get(need) ?? 0), 0);
    const depth = inner + (document ? 1 : 0);
    this.#depths.set(name, depth);
    if (depth > deepestDocument)
      return { kind: "undefined", why: l10n.t("The documents are nested more than {0} deep.", deepestDocument) };
    if (document) return document.value(this);
    const definition = definitions.get(name);
    if (!definition) return { kind: "undefined" };
    const { value, isConstant } = definitionValue(name, definition, {
      lookup: (need) => this.#constants.get(need) ?? this.#found.get(need) ?? this.#undefinedHere(need),
      isConstant: (need) => this.#constants.has(need),
      isDefinition: (need) => definitions.has(need),
    });
    if (isConstant && !this.#variables.later.has(name)) this.#constants.set(name, value);
    return value;
  }
}

const atSending: VariableValue = { kind: "atSending", sample: undefined };

function received(text: string): VariableValue {
  return { kind: "text", text, origin: l10n.t("the request"), secret: false };
}

function receivedValue(name: string, value: ReceivedValue): VariableValue {
  const own: readonly SecretSource[] = value.secret ? [{ from: "received", name }] : [];
  return { kind: "text", ...value, origin: l10n.t("another response or a data file"), sources: value.sources ?? own };
}

function misplacedBody(): string {
  return l10n.t("It can only be used in the target or a header, not in the body or in a variable.");
}

function misplacedElement(): string {
  return l10n.t("It can only be used in a body or in a document, not in a variable.");
}

function notSent(request: string | undefined): string {
  return request === undefined
    ? l10n.t("The value comes from another response. Run the file with soaphttp test.")
    : l10n.t("The value comes from the response of {0}. Run the file with soaphttp test.", request);
}

/** The scope of text without definitions or external resources. */
export const emptyScope: () => Scope = lazily(
  () => new Scope(variablesOf(parseDocument(""), emptyResolver), new Map(), emptyResolver),
);
