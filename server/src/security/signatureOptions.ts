import type { Span } from "../text/span.ts";
import {
  c14nMethods,
  type DigestMethod,
  digestMethods,
  type NamedC14nMethod,
  type SignatureMethod,
  signatureMethods,
} from "./algorithms.ts";
import { exclusiveC14n } from "./c14n.ts";
import { exclusiveNamespace } from "./names.ts";
import { type KeyReference, keyReferences, signatureOptions } from "./signatureOptionTable.ts";
import type { Transform } from "./transforms.ts";

/** A value of an option, with its place without quotes. */
export interface OptionValue extends Span {
  readonly text: string;
}

/** What `{{$signature NAME …}}` says. Spans: in the text between the braces. */
export interface SignatureOptions {
  /** `undefined` if it is missing. */
  readonly key: OptionValue | undefined;
  /** `undefined`: the default of the place. */
  readonly parts: readonly OptionValue[] | undefined;
  readonly keyInfo: readonly KeyReference[] | undefined;
  /** The kind `unsupported` doesn't occur. */
  readonly transforms: readonly Transform[] | undefined;
  readonly c14n: NamedC14nMethod;
  /** `undefined`: the usual one of the key. */
  readonly method: SignatureMethod | undefined;
  readonly digest: DigestMethod;
  /** Of InclusiveNamespaces, with "" for `#default`. */
  readonly prefixes: readonly string[];
  readonly attachments: "content" | "complete";
  /** Whether `xop:Include` counts as the content of its part. */
  readonly isXop: boolean;
  readonly xades: "BES" | "EPES" | "B-B" | undefined;
  readonly policy: Policy | undefined;
  readonly mimeType: string | undefined;
  readonly id: string | undefined;
  readonly prefix: string | undefined;
  /** Whether only the children are written. */
  readonly isBare: boolean;
  /** The places of the options, by name; of the key for an option that isn't there. */
  at(option: string): Span;
  readonly problems: readonly OptionProblem[];
}

export interface Policy {
  readonly identifier: string;
  readonly digest: DigestMethod;
  readonly value: string;
}

export type OptionProblem = { readonly at: Span; readonly text: string } & (
  | { readonly kind: "key" | "unreadable" | "option" | "repeated" | "parts" | "policy" }
  /** A value that isn't a choice of the option, or isn't a name. */
  | { readonly kind: "choice" | "name"; readonly option: string }
);

const name = /^\$signature(?=[ \t]|$)/;

/** Whether the text between the braces of a reference is `$signature …`. */
export function isSignature(reference: string): boolean {
  return name.test(reference);
}

/** The words of `$signature …`, each with the value of its option. */
export interface SignatureWord extends Span {
  /** `undefined` for the name of the key. */
  readonly option: OptionValue | undefined;
  readonly value: OptionValue;
}

/** Reads the text between the braces. Text in double quotes is one word. */
function signatureWords(reference: string): readonly (SignatureWord | (Span & { readonly option: "unreadable" }))[] {
  const words: ReturnType<typeof signatureWords>[number][] = [];
  for (let at = name.exec(reference)?.[0].length ?? 0; at < reference.length; ) {
    if (isBlank(reference, at)) at++;
    else {
      const end = endOfWord(reference, at);
      words.push(wordIn(reference, { start: at, end }));
      at = end;
    }
  }
  return words;
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** Blanks end a word unless they are in quotes. */
function endOfWord(text: string, start: number): number {
  let quoted = false;
  let at = start;
  for (; at < text.length && (quoted || !isBlank(text, at)); at++) if (text[at] === '"') quoted = !quoted;
  return at;
}

function wordIn(reference: string, { start, end }: Span): ReturnType<typeof signatureWords>[number] {
  const word = reference.slice(start, end);
  const equals = word.indexOf("=");
  if (equals < 0) {
    if (word.includes('"')) return { option: "unreadable", start, end };
    return { option: undefined, value: { text: word, start, end }, start, end };
  }
  const option = word.slice(0, equals);
  const given = word.slice(equals + 1);
  const isQuoted = given.length >= 2 && given.startsWith('"') && given.endsWith('"');
  const text = isQuoted ? given.slice(1, -1) : given;
  if (text.includes('"') || !/^[A-Za-z\d]+$/.test(option)) return { option: "unreadable", start, end };
  const from = start + equals + (isQuoted ? 2 : 1);
  return {
    option: { text: option, start, end: start + equals },
    value: { text, start: from, end: from + text.length },
    start,
    end,
  };
}

/** @param reference the text between the braces */
export function readSignatureOptions(reference: string): SignatureOptions {
  const problems: OptionProblem[] = [];
  const values = new Map<string, OptionValue>();
  let key: OptionValue | undefined;
  const add = (kind: "unreadable" | "option" | "repeated" | "parts" | "policy", { text, start, end }: OptionValue) =>
    problems.push({ kind, at: { start, end }, text });
  for (const word of signatureWords(reference)) {
    const { start, end } = word;
    const text = reference.slice(start, end);
    if (word.option === "unreadable") add("unreadable", { text, start, end });
    else if (word.option === undefined) {
      if (key) add("unreadable", word.value);
      else key = word.value;
    } else if (!optionsByName.has(word.option.text)) add("option", word.option);
    else if (values.has(word.option.text)) add("repeated", word.option);
    else values.set(word.option.text, word.value);
  }
  const whole = { start: 0, end: reference.length };
  if (!key) problems.push({ kind: "key", at: whole, text: "" });
  /** The values of an option that are among its choices. */
  const chosen = (name: string): readonly string[] | undefined => {
    const value = values.get(name);
    const { choices, several } = optionsByName.get(name) ?? {};
    if (!value || !choices) return undefined;
    const given = several ? wordsIn(value) : [value];
    for (const { text, start, end } of given.length > 0 ? given : [value])
      if (!choices.includes(text)) problems.push({ kind: "choice", option: name, at: { start, end }, text });
    return given.map(({ text }) => text);
  };
  const named = (name: string, isEmpty = false): string | undefined => {
    const value = values.get(name);
    const isName = value === undefined || (isEmpty && value.text === "") || /^[A-Za-z_][\w.-]*$/.test(value.text);
    if (!isName) problems.push({ kind: "name", option: name, at: value, text: value.text });
    return value?.text;
  };
  const method = signatureMethods.get(chosen("algorithm")?.[0] ?? "");
  const parts = values.get("parts");
  if (parts && parts.text.trim() === "") add("parts", parts);
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
    add("policy", values.get("policy") ?? values.get("xades") ?? { ...whole, text: "" });
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
    at: (option) => values.get(option) ?? key ?? whole,
    problems,
  };
}

const optionsByName = new Map(signatureOptions.map((option) => [option.name, option]));
const noValue: OptionValue = { text: "", start: 0, end: 0 };
const defaultDigest: DigestMethod = { uri: "", hash: "SHA-256", bytes: 32 };
const defaultC14n: NamedC14nMethod = { ...exclusiveC14n, uri: exclusiveNamespace };

/** Only exclusive methods have a PrefixList. */
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

function wordsIn({ text, start }: OptionValue): readonly OptionValue[] {
  return Array.from(text.matchAll(/\S+/g), (word) => {
    const from = start + word.index;
    return { text: word[0], start: from, end: from + word[0].length };
  });
}
