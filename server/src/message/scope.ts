import * as l10n from "@vscode/l10n";
import { parseReference, parseRequestPart } from "../expectations/reference.ts";
import { parseDocument, type Segment } from "../format/document.ts";
import type { SecretSource } from "../protocol/sendingProtocol.ts";
import { emptyResolver, type Resolver } from "../resources/resolver.ts";
import { toBinary } from "../text/base64.ts";
import { longestCanonicalized, longestResolved } from "../text/limits.ts";
import { lazily } from "../text/memoized.ts";
import { endsAtBrace, namesBeforeBrace } from "../text/references.ts";
import type { SlottedText } from "../text/slots.ts";
import { builtInOf } from "../variables/builtInReferences.ts";
import { bytesProblem } from "../variables/computed/compute.ts";
import { type ComputedReference, computedReference } from "../variables/computed/reader.ts";
import type { Explained } from "../variables/explained.ts";
import { noMockKey } from "../variables/foundKey.ts";
import { newBytes } from "../variables/nonce.ts";
import { type DigestParts, passwordDigest } from "../variables/passwordDigest.ts";
import type { Sending } from "../variables/sending.ts";
import {
  atSending,
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
import { Definitions, type DocumentSource } from "./definitions.ts";
import {
  callbackValue,
  exchangeReference,
  isMockName,
  noMock,
  referredValue,
  requestedValue,
} from "./exchangeValues.ts";
import { exchangesIn, type FileVariables, usability, variablesOf } from "./fileVariables.ts";
import { KeptSecrets } from "./keptSecrets.ts";
import { StepValues, type TypedXml } from "./stepValues.ts";

export type { VariableValue } from "../variables/value.ts";

/** The variable with the number of bytes of the body when it is sent. */
export const contentLengthVariable = "$contentLength";

/** Returns the value of a built-in variable that depends on the place of its reference; `undefined` for other variables. */
export type PlacedValue = (name: string) => ComputedValue | undefined;

/** The values of a file's variables and documents, for a check or for one sending. */
export class Scope {
  /** The secret values that were looked up so far, and values that contain a secret, with their sources. */
  readonly secrets: ReadonlyMap<string, readonly SecretSource[]>;
  readonly #secrets: KeptSecrets;
  readonly variables: FileVariables;
  readonly #documents: ReadonlyMap<string, DocumentSource<Scope>>;
  readonly #definitions: Definitions<Scope>;
  readonly resolver: Resolver;
  readonly #sending: Sending | undefined;
  readonly #budget = new EvaluationBudget();
  /** Remaining amount of text that may be canonicalized for signatures. */
  readonly canonicalized = { left: longestCanonicalized };
  #instead: Scope["lookup"] | undefined;
  #steps: StepValues | undefined;

  /** @param sending undefined for a check, in which samples replace values that are created when sending */
  constructor(
    variables: FileVariables,
    documents: ReadonlyMap<string, DocumentSource<Scope>>,
    resolver: Resolver,
    sending?: Sending,
  ) {
    this.#secrets = new KeptSecrets(sending?.onSecret);
    this.secrets = this.#secrets.sources;
    this.variables = variables;
    this.#documents = documents;
    this.resolver = resolver;
    this.#sending = sending;
    const withoutDefinition = (name: string) => this.#undefinedHere(name);
    this.#definitions = new Definitions(
      this,
      { variables, documents, withoutDefinition, secrets: this.#secrets },
      sending,
    );
  }

  /** Each reference to a built-in variable gets a new value, but each definition has only one value. */
  forSending(sending: Sending): Scope {
    return new Scope(this.variables, this.#documents, this.resolver, sending);
  }

  withValues(instead: Scope["lookup"]): Scope {
    const scope = new Scope(this.variables, this.#documents, this.resolver, this.#sending);
    scope.#instead = instead;
    return scope;
  }

  lookup(name: string, placed?: PlacedValue, typedXml?: TypedXml): VariableValue {
    const value = this.content(name, placed, typedXml);
    if (value.kind === "bytes") return { kind: "undefined", why: bytesProblem(value), code: bytesCode };
    if (value.kind === "text" && value.text.length > longestResolved)
      return { kind: "undefined", why: l10n.t("The value has more than {0} MB.", longestResolved / 1_000_000) };
    if (value.kind !== "text" || value.notText === undefined) return value;
    return { kind: "undefined", why: value.notText, code: notTextCode };
  }

  /** The value of a reference, which may consist of bytes. */
  content(name: string, placed?: PlacedValue, typedXml?: TypedXml): ComputedValue {
    if (this.#instead) return this.#instead(name, placed);
    const definitions = this.#definitions;
    if (definitions.has(name)) return definitions.value(name);
    return definitions.values.get(name) ?? this.#undefinedHere(name, placed, typedXml);
  }

  /** Whether a reference that contains a brace is text, because no variable has the name before the brace. */
  isText(name: string): boolean {
    const names = namesBeforeBrace(name);
    const { later } = this.variables;
    const definitions = this.#definitions;
    return (
      names.length > 0 && !names.some((one) => definitions.has(one) || later.has(one) || definitions.values.has(one))
    );
  }

  externalPlace(name: string): DefinitionPlace | undefined {
    return this.variables.own.has(name) ? undefined : this.resolver.definitions.get(name)?.place?.();
  }

  /** Sentences about the places that were searched for an undefined name, or that define it in another environment. */
  lookedIn(name: string): string {
    const { places, others, isNamed, problems } = this.resolver.lookedIn(name);
    if (others.length > 0)
      return isNamed
        ? l10n.t("Add an environment that defines it to # @environment: {0}.", others.join(", "))
        : l10n.t("Select an environment that defines it: {0}.", others.join(", "));
    return [l10n.t("Searched in: {0}.", [l10n.t("this file"), ...places].join(", ")), ...problems].join(" ");
  }

  get isForSending(): boolean {
    return this.#sending !== undefined;
  }

  get operation(): Sending["operation"] {
    return this.#sending?.operation;
  }

  get parse(): typeof parseXml {
    return this.#sending?.parse ?? parseXml;
  }

  get randomBytes(): Sending["randomBytes"] {
    return this.#sending && (this.#sending.randomBytes ?? newBytes);
  }

  get onExplained(): Sending["onExplained"] {
    return this.#sending?.onExplained;
  }

  /** A key for a segment. Scopes with equal keys have the same requests whose values the segment may use. */
  keyOf(segment: Segment): string {
    const { declared, requests } = this.variables;
    const names = exchangesIn(segment);
    if (names === "any") return requests;
    return names.length === 0 ? "" : JSON.stringify(usability(names, declared));
  }

  /** Where a name is defined. `text`: whether that is in this text. */
  definedIn(name: string): { readonly text: boolean; readonly origin: string } | undefined {
    if (this.#documents.has(name)) return { text: true, origin: l10n.t("this file") };
    const { definitions, own } = this.variables;
    const definition = definitions.get(name);
    return definition && { text: own.has(name), origin: definition.origin() };
  }

  nameOf(value: string): string | undefined {
    return [...this.variables.own].find(([, { text }]) => text === value)?.[0];
  }

  isGiven(name: string): boolean {
    const { own } = this.variables;
    return this.resolver.given.has(name) && !own.has(name) && !this.resolver.definitions.has(name);
  }

  /** The time of sending, or in a check the current time; `undefined` if it is unknown. */
  get now(): Date | undefined {
    return this.#sending?.now ?? this.resolver.now?.();
  }

  /** Records bytes as a secret, because a secret can be read from them. */
  keepBytes(bytes: Uint8Array, sources: readonly SecretSource[]): void {
    this.#secrets.add(toBinary(bytes), sources);
  }

  /** The digest of a password, which is recorded as a secret. */
  digest(parts: DigestParts, sources: readonly SecretSource[]): SlottedText {
    if (parts.password.text !== "") this.#secrets.add(parts.password.text, sources);
    return this.resolver.digest?.(parts) ?? { text: passwordDigest(parts) };
  }

  /** The value of a name without a definition: a built-in variable, or a variable that depends on other exchanges. */
  #undefinedHere(name: string, placed?: PlacedValue, typedXml?: TypedXml): ComputedValue {
    if (endsAtBrace(name)) {
      if (this.isText(name)) return { kind: "text", text: `{{${name}`, origin: l10n.t("this file"), secret: false };
      const why = l10n.t("A reference can't contain braces, except in double quotes.");
      return { kind: "undefined", why, code: bracesCode };
    }
    const computed = computedReference(name);
    if (computed) return this.#computed(name, computed, placed, typedXml);
    const [, key = "NAME"] = /^\S+[ \t]+([A-Za-z][\w-]*)/.exec(name) ?? [];
    if (builtInOf(name)?.arguments.some(({ kind }) => kind === "key") && this.#lacksKeys(key))
      return { kind: "undefined", why: noMockKey(key) };
    if (this.variables.kind === "response" && builtInOf(name)?.name === "$ask")
      return { kind: "undefined", why: l10n.t("A mock service can't ask.") };
    if (this.variables.kind === "response" && builtInOf(name)?.name === "$auth.token")
      return { kind: "undefined", why: l10n.t("A mock service requests no tokens.") };
    const misplaced = { head: misplacedBody, message: misplacedElement, UsernameToken: undefined };
    const why = misplaced[builtInOf(name)?.placedIn ?? "UsernameToken"]?.();
    if (why !== undefined) return placed?.(name) ?? { kind: "undefined", why };
    if (name.startsWith("$"))
      return this.#secrets.keep(this.resolver.builtIn(name, this.#sending, (argument) => this.content(argument)));
    return this.variables.kind === "response"
      ? requestedValue(name, this.variables.later, this.#sending)
      : this.#fromExchange(name);
  }

  /** Whether this is a file of a mock service without any keys. */
  #lacksKeys(name: string): boolean {
    return this.variables.kind === "response" && this.resolver.keys.find(name).kind === "unnamed";
  }

  #fromExchange(name: string): VariableValue {
    if (isMockName(name, this.variables)) return this.#sending ? noMock(this.variables) : atSending;
    const callback = callbackValue(name, this.variables, this.#sending !== undefined);
    if (callback) return callback;
    if (parseRequestPart(name) && !parseReference(name))
      return !this.#sending || this.#sending.requested
        ? requestedValue(name, this.variables.later, this.#sending)
        : {
            kind: "undefined",
            why: l10n.t("Only # @then of a mock service sends it, with values of the request that it received."),
          };
    const reference = exchangeReference(name, this.variables);
    if ("kind" in reference) return reference;
    if (!this.#sending) return atSending;
    const value = this.#secrets.keep(referredValue(name, reference, this.#sending));
    this.#definitions.values.set(name, value);
    return value;
  }

  #computed(
    name: string,
    reference: ComputedReference,
    placed: PlacedValue | undefined,
    typedXml: TypedXml | undefined,
  ): ComputedValue {
    const { value, isPlaced } = this.steps.valueOf(name, reference, this.content(reference.source, placed), typedXml);
    if (!isPlaced) this.#definitions.values.set(name, value);
    return value;
  }

  explained(name: string, placed: PlacedValue | undefined): Explained | undefined {
    const reference = computedReference(name);
    return reference && this.steps.explained(name, reference, this.content(reference.source, placed));
  }

  get steps(): StepValues {
    this.#steps ??= new StepValues(
      {
        lookup: (name) => this.content(name),
        key: (name) =>
          this.#lacksKeys(name) ? { kind: "missing", why: noMockKey(name) } : this.resolver.keys.find(name),
        sending: this.#sending ? { randomBytes: newBytes, ...this.#sending } : {},
        exported: this.resolver.exported,
        isForSending: this.isForSending,
        find: (path, document, typed) => this.find(path, document, typed),
      },
      this.#secrets,
    );
    return this.#steps;
  }

  /** The values, or a reason why there are none. `typed`: the message, whose prefixes take precedence. */
  find(path: string, document: XmlDocument, typed?: XmlDocument) {
    const prefixes = () => prefixesOf(typed, document);
    const result = evaluateXPath(path, nodesOf(document), { prefixes, budget: this.#budget });
    if ("why" in result) return result;
    return result.values.map(({ text, node }) => ({ text, element: node?.nodeType === 1 ? node.source : undefined }));
  }
}

function misplacedBody(): string {
  return l10n.t("It can only be used in the target or a header, not in the body or in a variable.");
}

function misplacedElement(): string {
  return l10n.t("It can only be used in a message or a document, not in a variable.");
}

/** The scope of a text without definitions or external resources. */
export const emptyScope: () => Scope = lazily(
  () => new Scope(variablesOf(parseDocument(""), emptyResolver), new Map(), emptyResolver),
);
