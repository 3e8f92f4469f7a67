import * as l10n from "@vscode/l10n";
import type { Fact } from "../../http/facts.ts";
import type { KeyOperation, KeyResult } from "../../protocol/keyProtocol.ts";
import { type Charset, utf8 } from "../../text/charset.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { KeyInfo } from "../foundKey.ts";
import { contentOfBytes, documentContent, type XmlContent } from "../xmlContent.ts";
import { StepError } from "./decoding.ts";

/** What a value consists of: characters, bytes, or XML. */
export type Content = string | Uint8Array | XmlContent;

/** An element or a document is text, too. */
export type Kind = "text" | "bytes";

/** A step. Its name is one word, or two with the algorithm or coding that it has: `decode base64`, `hmac sha256`. */
export type Step = Row<"text", string> | Row<"bytes", Uint8Array> | Row<"xml", XmlContent> | Row<"content", Content>;

interface Row<Takes extends string, Input> extends Fact {
  readonly arguments: readonly StepArgument[];
  /** Text is converted to bytes in UTF-8, and bytes to text if they can be text. */
  readonly takes: Takes;
  readonly gives: Kind;
  /** Whether its bytes are never text: those of a hash, of compression. */
  readonly isOpaque?: true;
  /** Whether its result says nothing about what it was made of. */
  readonly hides?: true;
  /** Whether its result is a secret, whatever it was made of. */
  readonly isSecret?: true;
  /** Whether the result is inserted without escaping. */
  readonly isMarkup?: true;
  /** Whether the result for a sample has the length of the result that is sent. */
  readonly ofSamples?: true;
  /** Whether the result is a sample without random bytes, and has the length of the result that is sent. */
  readonly isRandom?: true;
  /**
   * The number of bytes of the result from that of the input, if it doesn't depend on anything else. Throws a `StepError` if
   * the arguments don't fit together.
   */
  readonly length?: (input: number | undefined, given: StepArguments) => number | undefined;
  /** `undefined`: the host hasn't computed it yet. Throws a `StepError` if the input or the arguments can't be used. */
  readonly apply: (input: Input, given: StepArguments) => Content | undefined;
}

/**
 * - `value`: the name of a variable, or text in double quotes
 * - `text`: text in double quotes
 * - `key`: the name of a key
 * - `word`: one of several words
 * - `path`: all text up to the next step
 * - `option`: `usage=` with the name of a variable, or with one of several words
 */
export type StepArgument = {
  readonly usage: string;
  readonly optional?: true;
  /** Whether the value of the argument is removed from all outputs. */
  readonly secret?: true;
} & (
  | { readonly kind: "value" | "text" | "charset" | "path" }
  /** `certificate`: it needs no private key. `isVariable`: whether it is a variable instead, with an algorithm. */
  | {
      readonly kind: "key";
      readonly certificate?: true;
      readonly isVariable?: (algorithm: string | undefined) => boolean;
    }
  | { readonly kind: "word"; readonly choices: readonly string[] }
  | { readonly kind: "option"; readonly choices?: readonly string[] }
);

/** The arguments of a step, as far as it has them. */
export interface StepArguments {
  readonly value?: Uint8Array;
  readonly charset?: Charset;
  /** What an XPath finds in a document, or why it can't be evaluated: a sentence. The prefixes of `typed` come first. */
  readonly find?:
    | ((path: string, document: XmlDocument, typed?: XmlDocument) => readonly FoundByPath[] | { readonly why: string })
    | undefined;
  /** Words, texts and paths by the usage of the argument, as the values of options. */
  readonly words?: ReadonlyMap<string, string>;
  /** `undefined`: the value is only known when sending. */
  readonly options?: ReadonlyMap<string, Uint8Array | undefined>;
  /** `info` is `undefined` if nothing is known of the key before sending. */
  readonly key?: { readonly name: string; readonly info: KeyInfo | undefined };
  /** What only the host can compute; `undefined`: not yet. */
  readonly operation?: (operation: KeyOperation) => KeyResult | undefined;
  /** `undefined` before sending, as the next one. */
  readonly randomBytes?: (count: number) => Uint8Array;
  readonly now?: Date;
  /** Whether the value of one is only known when sending. */
  readonly isUnknown?: true;
}

/** `element`: `undefined` for an attribute, a text or a computed value. */
export interface FoundByPath {
  readonly text: string;
  readonly element: XmlElement | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function fromBytes(gives: Kind, row: Omit<Row<"bytes", Uint8Array>, "takes" | "gives">): Step {
  return { takes: "bytes", gives, ...row };
}

export function fromText(gives: Kind, row: Omit<Row<"text", string>, "takes" | "gives">): Step {
  return { takes: "text", gives, ...row };
}

export function ofXml(gives: Kind, row: Omit<Row<"xml", XmlContent>, "takes" | "gives">): Step {
  return { takes: "xml", gives, ...row };
}

export function ofContent(gives: Kind, row: Omit<Row<"content", Content>, "takes" | "gives">): Step {
  return { takes: "content", gives, ...row };
}

/** The result of a step for a value of any kind. Throws a `StepError`. */
export function applyStep(step: Step, content: Content, given: StepArguments): Content | undefined {
  switch (step.takes) {
    case "text":
      return step.apply(asText(content), given);
    case "bytes":
      return step.apply(asBytes(content), given);
    case "xml":
      return step.apply(asXml(content), given);
    case "content":
      return step.apply(content, given);
  }
}

/** Text as bytes in UTF-8, a document in its own encoding. */
export function asBytes(content: Content): Uint8Array {
  if (typeof content === "string") return encoder.encode(content);
  return content instanceof Uint8Array ? content : content.bytes();
}

/** Bytes in UTF-8 as text. Throws a `StepError`. */
export function asText(content: Content): string {
  if (typeof content === "string") return content;
  if (!(content instanceof Uint8Array)) return content.text;
  try {
    return decoder.decode(content);
  } catch {
    throw new StepError(l10n.t("The bytes aren't text in {0}.", utf8.name));
  }
}

/** The content as XML. Throws a `StepError` if it isn't well-formed. */
export function asXml(content: Content): XmlContent {
  if (typeof content === "string") return wellFormed(documentContent(content, utf8.encode));
  return wellFormed(content instanceof Uint8Array ? contentOfBytes(content) : content);
}

function wellFormed(content: XmlContent): XmlContent {
  const { problems, root, doctype } = content.document();
  if (doctype) throw new StepError(l10n.t("The value has a DTD, which isn't read."));
  const [problem] = problems;
  if (problem) throw new StepError(l10n.t("The value isn't well-formed XML at character {0}.", problem.start + 1));
  if (!root) throw new StepError(l10n.t("The value isn't XML."));
  return content;
}
