import * as l10n from "@vscode/l10n";
import type { Fact } from "../../http/facts.ts";
import type { KeyOperation, KeyResult } from "../../protocol/keyProtocol.ts";
import { type Charset, utf8 } from "../../text/charset.ts";
import type { XmlDocument, XmlElement } from "../../xml/tree.ts";
import type { KeyInfo } from "../foundKey.ts";
import { contentOfBytes, documentContent, type XmlContent } from "../xmlContent.ts";
import { StepError } from "./decoding.ts";

/** Content of a value: characters, bytes, or XML. */
export type Content = string | Uint8Array | XmlContent;

/** Kind of a value. Elements and documents are text, too. */
export type Kind = "text" | "bytes";

/** A step. Its name has one word, or two if it has an algorithm or coding: `decode base64`, `hmac sha256`. */
export type Step = Row<"text", string> | Row<"bytes", Uint8Array> | Row<"xml", XmlContent> | Row<"content", Content>;

interface Row<Takes extends string, Input> extends Fact {
  readonly arguments: readonly StepArgument[];
  /** The kind of input. Text is converted to bytes in UTF-8, and bytes are converted to text if possible. */
  readonly takes: Takes;
  readonly gives: Kind;
  /** Whether the resulting bytes are never text, such as a hash or compressed data. */
  readonly isOpaque?: true;
  /** Whether the input can't be guessed from the result. */
  readonly hides?: true;
  /** Whether the result is a secret for any input. */
  readonly isSecret?: true;
  /** Whether the result is inserted without escaping. */
  readonly isMarkup?: true;
  /** Whether the result for a sample has the same length as the result that is sent. */
  readonly ofSamples?: true;
  /** Whether the result before sending is a sample, because it needs random bytes. It has the length of the result that is sent. */
  readonly isRandom?: true;
  /** The result's length in bytes, if it depends only on the input's. Throws a `StepError` if arguments don't fit. */
  readonly length?: (input: number | undefined, given: StepArguments) => number | undefined;
  /** `undefined` until the host has computed the result. Throws a `StepError` for unusable input or arguments. */
  readonly apply: (input: Input, given: StepArguments) => Content | undefined;
}

/**
 * The kinds of arguments: - `value`: the name of a variable, or text in double quotes - `text`: text in double quotes
 * - `key`: the name of a key - `word`: one of several words - `path`: all text up to the next step - `option`:
 * `usage=` with the name of a variable, or with one of several words
 */
export type StepArgument = {
  readonly usage: string;
  readonly optional?: true;
  /** Whether the argument's value is removed from all outputs. */
  readonly secret?: true;
} & (
  | { readonly kind: "value" | "text" | "charset" | "path" }
  /**
   * `certificate`: whether the key needs no private key. `isVariable`: whether the argument is a variable instead of
   * a key, for some algorithms.
   */
  | {
      readonly kind: "key";
      readonly certificate?: true;
      readonly isVariable?: (algorithm: string | undefined) => boolean;
    }
  | { readonly kind: "word"; readonly choices: readonly string[] }
  | { readonly kind: "option"; readonly choices?: readonly string[] }
);

/** The arguments of a step. Those that the step doesn't have are missing. */
export interface StepArguments {
  readonly value?: Uint8Array;
  readonly charset?: Charset;
  /** Nodes by an XPath, or a sentence why it can't be evaluated. Prefixes of `typed` win over other declarations. */
  readonly find?:
    | ((path: string, document: XmlDocument, typed?: XmlDocument) => readonly FoundByPath[] | { readonly why: string })
    | undefined;
  /** Words, texts, paths and words of options, by the usage of the argument. */
  readonly words?: ReadonlyMap<string, string>;
  /** Values of options, by their usage; `undefined` if a value is only known when the request is sent. */
  readonly options?: ReadonlyMap<string, Uint8Array | undefined>;
  /** `info` is `undefined` if the key isn't known before sending. */
  readonly key?: { readonly name: string; readonly info: KeyInfo | undefined };
  /** Returns the result of an operation that only the host can compute; `undefined` if it isn't computed yet. */
  readonly operation?: (operation: KeyOperation) => KeyResult | undefined;
  /** Creates random bytes; `undefined` before sending, like `operation`. */
  readonly randomBytes?: (count: number) => Uint8Array;
  readonly now?: Date;
  /** Whether the value of an argument is only known when the request is sent. */
  readonly isUnknown?: true;
}

/** A node that a path has found. `element`: `undefined` for an attribute, a text or a computed value. */
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

/** Applies a step to a value of any kind. Throws a `StepError`. */
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

/** Converts text to bytes in UTF-8, and a document to bytes in its own encoding. */
export function asBytes(content: Content): Uint8Array {
  if (typeof content === "string") return encoder.encode(content);
  return content instanceof Uint8Array ? content : content.bytes();
}

/** Converts bytes in UTF-8 to text. Throws a `StepError` if they aren't UTF-8. */
export function asText(content: Content): string {
  if (typeof content === "string") return content;
  if (!(content instanceof Uint8Array)) return content.text;
  try {
    return decoder.decode(content);
  } catch {
    throw new StepError(l10n.t("The bytes aren't text in {0}.", utf8.name));
  }
}

/** Parses the content as XML. Throws a `StepError` if it isn't well-formed. */
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
