import type { Fact } from "../http/facts.ts";
import type { GeneratedValue, SecretOrigin } from "../protocol/protocol.ts";
import type { ExternalFile, Lookup, Machine, Sending, Unavailable } from "./sending.ts";
import type { ComputedValue, Found } from "./value.ts";
import type { ValueArgument } from "./valueArguments.ts";

/** A built-in variable. Its name begins with `$`. */
export interface BuiltIn extends Fact {
  readonly arguments: readonly Argument[];
  /** XML can only stand in element content, and in no variable. */
  readonly gives: "text" | "bytes" | "xml";
  /** Where its value comes from, which is then never shown or stored; `arguments`: it can be computed back to a secret one. */
  readonly secret?: SecretOrigin | "arguments";
  /** Where alone it can stand: in the element whose content is a part of the value, in the head, or in a message and no variable. */
  readonly placedIn?: "UsernameToken" | "head" | "message";
  /** For a variable with another value each time. Returns `undefined` if the words don't match the usage. */
  readonly generated?: (words: readonly string[]) => Generated | Unavailable | undefined;
  /** For the others. Without `sending`, it can return a sample of the same length. */
  readonly value?: (given: Given) => ComputedValue | Found | Unavailable | undefined;
}

/**
 * - `value`: the name of a variable, or text in double quotes
 * - `key`: the name of a key
 * - `word`: anything else, which the variable reads itself
 * - `path`: all text behind a dot
 */
export interface Argument {
  readonly kind: "value" | "key" | "word" | "path";
  /** As messages write it: `min`, `±n unit`. */
  readonly usage: string;
  readonly optional?: true;
  /** What completion inserts; the usage if `undefined`, nothing if the argument is optional. */
  readonly example?: string;
  /** Whether the value of the argument is removed from all outputs. */
  readonly secret?: true;
}

/** What is between a variable, or another argument, and an argument. */
export function beforeArgument({ kind, usage }: Argument): string {
  if (kind === "path") return ".";
  return usage.startsWith("(") ? "" : " ";
}

export interface Generated {
  /** A text with the length of all values; `undefined` if their lengths differ. */
  readonly sample: string | undefined;
  readonly exported: GeneratedValue;
  text(sending: Sending): string;
}

export interface Given {
  /** The text between the braces. */
  readonly reference: string;
  readonly words: readonly string[];
  /** The arguments of a variable that takes values. */
  readonly values: readonly ValueArgument[];
  readonly machine: Machine;
  readonly sending: Sending | undefined;
  readonly lookup: Lookup;
  /** A file that is sent, beside the document. */
  readonly file: (path: string) => ExternalFile;
}
