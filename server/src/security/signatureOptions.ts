import type { Span } from "../text/span.ts";
import {
  c14nMethods,
  type DigestMethod,
  digestMethods,
  type NamedC14nMethod,
  type SignatureMethod,
  signatureMethods,
  type Transform,
} from "./algorithms.ts";
import { exclusiveC14n } from "./c14n.ts";
import { exclusiveNamespace } from "./names.ts";
import { type OptionProblem, type OptionValue, readOptions, wordsIn } from "./securityOptions.ts";
import { type KeyReference, keyReferences, signatureOptions } from "./signatureOptionTable.ts";

/** The options of `{{$signature NAME …}}`. Spans are offsets in the text between the braces. */
export interface SignatureOptions {
  readonly key: OptionValue | undefined;
  /** Names of the parts; `undefined` for the default, which depends on the place of the signature. */
  readonly parts: readonly OptionValue[] | undefined;
  readonly keyInfo: readonly KeyReference[] | undefined;
  /** The transforms, all of supported kinds. */
  readonly transforms: readonly Transform[] | undefined;
  readonly c14n: NamedC14nMethod;
  /** The signature method; `undefined` for the default method of the key. */
  readonly method: SignatureMethod | undefined;
  readonly digest: DigestMethod;
  /** The PrefixList of InclusiveNamespaces, with "" for `#default`. */
  readonly prefixes: readonly string[];
  readonly attachments: "content" | "complete";
  /** Whether an `xop:Include` is signed as the content of its attachment. */
  readonly isXop: boolean;
  readonly xades: "BES" | "EPES" | "B-B" | undefined;
  readonly policy: Policy | undefined;
  readonly mimeType: string | undefined;
  readonly id: string | undefined;
  readonly prefix: string | undefined;
  /** Whether only the children of the signature element are written. */
  readonly isBare: boolean;
  at(option: string): Span;
  readonly problems: readonly OptionProblem[];
}

export interface Policy {
  readonly identifier: string;
  readonly digest: DigestMethod;
  readonly value: string;
}

const name = /^\$signature(?=[ \t]|$)/;

export function isSignature(reference: string): boolean {
  return name.test(reference);
}

/** @param reference the text between the braces */
export function readSignatureOptions(reference: string): SignatureOptions {
  const { key, values, problems, chosen, at } = readOptions(reference, signatureOptions);
  const named = (name: string, isEmpty = false): string | undefined => {
    const value = values.get(name);
    const isName = value === undefined || (isEmpty && value.text === "") || /^[A-Za-z_][\w.-]*$/.test(value.text);
    if (!isName) problems.push({ kind: "name", option: name, at: value, text: value.text });
    return value?.text;
  };
  const method = signatureMethods.get(chosen("algorithm")?.[0] ?? "");
  const parts = values.get("parts");
  const c14n = c14nMethods.get(chosen("c14n")?.[0] ?? "") ?? defaultC14n;
  const prefixes = wordsIn(values.get("inclusiveNamespaces") ?? noValue).map(({ text }) =>
    text === "#default" ? "" : text,
  );
  const transforms = chosen("transforms")?.flatMap((text): readonly Transform[] => {
    const transform = c14nMethods.get(text);
    return transform ? [{ kind: "c14n", method: transform }] : text === "enveloped" ? [{ kind: "enveloped" }] : [];
  });
  const xades = (["BES", "EPES", "B-B"] as const).find((level) => level === chosen("xades")?.[0]);
  const policy = policyIn(values.get("policy"));
  if (values.has("policy") ? !policy : xades === "EPES")
    problems.push({ kind: "policy", at: at(values.has("policy") ? "policy" : "xades"), text: "" });
  return {
    key,
    parts: parts && wordsIn(parts),
    keyInfo: chosen("keyInfo")?.flatMap((text) => keyReferences.get(text) ?? []),
    transforms: transforms?.map((one) => withPrefixes(one, prefixes)),
    c14n,
    method,
    digest: digestMethods.get(chosen("digest")?.[0] ?? (method?.hash === "SHA-1" ? "sha1" : "sha256")) ?? defaultDigest,
    prefixes,
    attachments: chosen("attachments")?.[0] === "complete" ? "complete" : "content",
    isXop: chosen("xop")?.[0] !== "element",
    xades,
    policy,
    mimeType: values.get("mimeType")?.text,
    id: named("id"),
    prefix: named("prefix", true),
    isBare: chosen("element") !== undefined,
    at,
    problems,
  };
}

const noValue: OptionValue = { text: "", start: 0, end: 0 };
const defaultDigest: DigestMethod = { uri: "", hash: "SHA-256", bytes: 32 };
const defaultC14n: NamedC14nMethod = { ...exclusiveC14n, uri: exclusiveNamespace };

/** Adds a PrefixList to a transform with an exclusive method. Other methods have none. */
export function withPrefixes(transform: Transform, prefixes: readonly string[]): Transform {
  if (transform.kind !== "c14n" || transform.method.kind !== "exclusive") return transform;
  return { kind: "c14n", method: { ...transform.method, prefixes } };
}

function policyIn(value: OptionValue | undefined): Policy | undefined {
  const [identifier, algorithm, base64, ...more] = wordsIn(value ?? noValue).map(({ text }) => text);
  const digest = digestMethods.get(algorithm ?? "");
  if (identifier === undefined || !digest || base64 === undefined || more.length > 0) return undefined;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? { identifier, digest, value: base64 } : undefined;
}
