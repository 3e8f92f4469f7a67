import * as l10n from "@vscode/l10n";
import type { Contract } from "../contract/contract.ts";
import { findOperation, isNamed, parseUrl } from "../contract/find.ts";
import type { ContractOperation } from "../contract/operationReference.ts";
import { valuesIn } from "../evaluation/pathValues.ts";
import { fieldValues, ReadContent } from "../evaluation/readContent.ts";
import type { Path } from "../expectations/path.ts";
import type { RequestPart } from "../expectations/reference.ts";
import type { ServedRequest } from "../protocol/served.ts";
import { hostCertificates, type Keys } from "../resources/keys.ts";
import { signatureProblems as problemsOf } from "../security/verification/verification.ts";
import { verifySignatures } from "../security/verification/verify.ts";
import { childElements, type Envelope, readEnvelope } from "../soap/envelope.ts";
import { largestKeptMockRequest, longestConditions } from "../text/limits.ts";
import type { XmlDocument, XmlElement } from "../xml/tree.ts";
import { EvaluationBudget, evaluateXPath, type PrefixReader } from "../xpath/xpath.ts";
import { requestFacts, splitTarget } from "./requestFacts.ts";

/** The body of a request. Its text and its XML are read once, at first use. */
export function contentOf(request: ServedRequest): ReadContent {
  const kept = last?.request === request ? last.content : ofLarge.get(request);
  if (kept) return kept;
  const content = new ReadContent(request);
  if (content.size > largestKeptMockRequest) ofLarge.set(request, content);
  else last = { request, content };
  return content;
}

const ofLarge = new WeakMap<ServedRequest, ReadContent>();
/**
 * The content of the last request. A `WeakMap` would keep contents until V8 also collects old objects, which costs a
 * quarter of the time of a small request.
 */
let last: { readonly request: ServedRequest; readonly content: ReadContent } | undefined;

/** For each request, sentences about why its signatures don't satisfy `# @when signature valid`. Kept because verifying takes time. */
const signatureProblems = new WeakMap<ServedRequest, readonly string[]>();

/** Verifies the signatures of a request and stores the result in `signatureProblems`. */
export async function verifyRequest(request: ServedRequest, keys: Keys, now: Date): Promise<void> {
  const { xml, attachments } = contentOf(request);
  const verified = xml && (await verifySignatures(xml, hostCertificates(keys), now, attachments));
  const none = [l10n.t("The request has no signature that can be verified.")];
  signatureProblems.set(request, verified?.signatures.length ? problemsOf(verified) : none);
}

/** A request as conditions and values read it. Each part is read at first use: most conditions need neither the body's text nor XML. */
export class ReceivedRequest {
  readonly served: ServedRequest;
  readonly budget = new EvaluationBudget();
  #target: ReturnType<typeof splitTarget> | undefined;
  #query: URLSearchParams | undefined;
  #envelope: { readonly read: Envelope | undefined } | undefined;
  readonly #operations = new Map<readonly Contract[], readonly ContractOperation[]>();
  /** The values of paths, by the text of the path: most paths are in several responses. */
  readonly #values = new Map<string, readonly string[] | undefined>();

  /** The errors of paths (sentences), by the text of the path. */
  readonly #failures = new Map<string, string>();

  constructor(served: ServedRequest) {
    this.served = served;
    this.budget.milliseconds = longestConditions;
  }

  get path(): string {
    this.#target ??= splitTarget(this.served.target);
    return this.#target.path;
  }

  get query(): URLSearchParams {
    this.#target ??= splitTarget(this.served.target);
    this.#query ??= new URLSearchParams(this.#target.query);
    return this.#query;
  }

  headers(name: string): readonly string[] {
    return fieldValues(this.served, name.toLowerCase());
  }

  get content(): ReadContent {
    return contentOf(this.served);
  }

  /** The XML of the body; `undefined` if it isn't well-formed. */
  get xml(): XmlDocument | undefined {
    const { xml } = this.content;
    return xml?.root && xml.problems.length === 0 ? xml : undefined;
  }

  get envelope(): Envelope | undefined {
    this.#envelope ??= { read: this.xml && readEnvelope(this.xml) };
    return this.#envelope.read;
  }

  /** The first element in the Body; the root if there is no Envelope. */
  get payload(): XmlElement | undefined {
    const { envelope } = this;
    return envelope ? envelope.body && childElements(envelope.body)[0] : this.xml?.root;
  }

  /** Whether the request calls this operation by the WSDLs. If they don't have the operation, the name of the payload decides. */
  isOperation(name: string, contracts: readonly Contract[]): boolean {
    const matches = this.#operationsIn(contracts);
    return matches.length === 0 ? this.payload?.local === name : matches.some((one) => isNamed(one, name));
  }

  /** The name of the operation for the log; undefined if the body isn't XML. Parses the body only if necessary. */
  operationName(contracts: readonly Contract[]): string | undefined {
    if (contracts.length === 0 && !this.#envelope && this.content.kind === "xml") {
      const scanned = scannedPayload(this.content.text);
      if (scanned !== undefined) return scanned;
    }
    return this.#operationsIn(contracts)[0]?.operation.name ?? this.payload?.local;
  }

  #operationsIn(contracts: readonly Contract[]): readonly ContractOperation[] {
    const operation = this.#operations.get(contracts);
    if (operation) return operation;
    const facts = () => {
      const address = parseUrl(`http://localhost${this.path}`);
      return { ...requestFacts(this.served, this.envelope, this.payload), address };
    };
    const matches = contracts.length === 0 ? [] : (findOperation(contracts, facts(), true)?.matches ?? []);
    this.#operations.set(contracts, matches);
    return matches;
  }

  /** The values of a path in the body. Empty if the body is of another kind (XML or JSON); `undefined` if the path can't be evaluated. */
  valuesOf(path: Pick<Path, "kind" | "text">, prefixes: PrefixReader): readonly string[] | undefined {
    // A path with prefixes isn't kept, because the meaning of prefixes depends on the response.
    const isUniversal = !path.text.replaceAll("*:", "").includes(":");
    if (isUniversal && this.#values.has(path.text)) return this.#values.get(path.text);
    const values = this.#evaluate(path, prefixes);
    if (isUniversal) this.#values.set(path.text, values);
    return values;
  }

  #evaluate(path: Pick<Path, "kind" | "text">, prefixes: PrefixReader): readonly string[] | undefined {
    if (path.kind === "json" ? !this.content.json : !this.xml) return [];
    const { nodes } = this.content;
    const evaluation = { prefixes, budget: this.budget };
    const isXPath = path.kind === "xpath" && nodes !== undefined;
    const result = isXPath ? evaluateXPath(path.text, nodes, evaluation) : valuesIn(this.content, path, evaluation);
    if ("values" in result) return result.values.map(({ text }) => text);
    this.#failures.set(path.text, result.why);
    return undefined;
  }

  /** `undefined` if the signatures weren't verified. */
  get signatureProblems(): readonly string[] | undefined {
    return signatureProblems.get(this.served);
  }

  /** Why a path couldn't be evaluated; undefined if it was evaluated or not tried. */
  whyFailed({ text }: Pick<Path, "text">): string | undefined {
    return this.#failures.get(text);
  }

  /** The text of a part of the request; empty if the request doesn't have the part. */
  textOf(part: RequestPart, prefixes: PrefixReader): string {
    switch (part.kind) {
      case "method":
        return this.served.method;
      case "path":
        return this.path;
      case "query":
        return this.query.get(part.name) ?? "";
      case "header":
        return this.headers(part.name)[0] ?? "";
      case "body":
        return part.path ? (this.valuesOf(part.path, prefixes)?.[0] ?? "") : this.content.text;
    }
  }
}

/** The local name of the first element in the Body, if only whitespace is before it; found without parsing. */
function scannedPayload(text: string): string | undefined {
  const body = /<(?:[^\s<>/:]{1,100}:)?Body(?:\s[^<>]*)?>/.exec(text);
  payloadTag.lastIndex = body ? body.index + body[0].length : text.length;
  return payloadTag.exec(text)?.[1];
}

const payloadTag = /\s*<(?:[^\s<>/:!?]+:)?([^\s<>/:!?]+)[\s>/]/y;
