import * as l10n from "@vscode/l10n";
import type { Directive } from "../format/preamble.ts";
import { referenceAt } from "../text/references.ts";
import { type Span, slice, trimmed } from "../text/span.ts";
import { type DirectiveProblem, isProblem } from "./problem.ts";

/** The name of a request in the value of a directive. The span contains the name. */
export interface NamedRequest extends Span {
  /** The name: `login`, or for an imported file `auth.login` or `./login.soaphttp#login`. */
  readonly name: string;
  /** The path in a name such as `./login.soaphttp#login`. */
  readonly path?: string;
  /** Values behind `with`, for the variables of another file. */
  readonly given?: readonly GivenText[];
}

/** An assignment such as `user = bob`. The span contains the name. */
export interface GivenText extends Span {
  readonly name: string;
  /** The span of the value, in which variables are replaced. */
  readonly value: Span;
}

/** Reads the value of `# @needs`: names with optional commas between them, and values behind `with`. */
export function readNeeds(text: string, { name, value }: Directive): readonly (NamedRequest | DirectiveProblem)[] {
  const typed = slice(text, value);
  if (typed === "") return [{ ...name, message: l10n.t("@needs must name a request of this file, such as login.") }];
  const names: NamedRequest[] = [];
  for (const { 0: word, index } of typed.matchAll(/[^\s,]+/g)) {
    const start = value.start + index;
    const end = start + word.length;
    const last = names.at(-1);
    if (word === "with" && last) {
      const given = readGiven(text, { start: end, end: value.end });
      return isProblem(given) ? [...names, given] : [...names.slice(0, -1), { ...last, given }];
    }
    const path = /^(.+\.soaphttp)#/i.exec(word)?.[1];
    names.push({ start, end, name: word, ...(path === undefined ? {} : { path }) });
  }
  return names;
}

/** Reads assignments such as `user = bob, password = {{pw}}`. A value in double quotes may contain commas. */
function readGiven(text: string, { start, end }: Span): readonly GivenText[] | DirectiveProblem {
  const given: GivenText[] = [];
  for (let at = start; at < end; ) {
    const until = endOfGiven(text, at, end);
    const part = trimmed(text, { start: at, end: until });
    const match = /^([A-Za-z_$][^\s={}]*)[ \t]*=[ \t]*/.exec(slice(text, part));
    if (!match?.[1]) {
      return { ...(part.start === part.end ? { start, end } : part), message: withoutValues() };
    }
    const value = { start: part.start + match[0].length, end: part.end };
    const isQuoted = value.end - value.start > 1 && text[value.start] === '"' && text[value.end - 1] === '"';
    given.push({
      start: part.start,
      end: part.start + match[1].length,
      name: match[1],
      value: isQuoted ? { start: value.start + 1, end: value.end - 1 } : value,
    });
    at = until + 1;
  }
  if (given.length > 0) return given;
  return { start, end, message: withoutValues() };
}

function withoutValues(): string {
  return l10n.t("Behind with, write names and values, such as user = bob, password = {{pw}}.");
}

/** The offset of the next comma outside of quotes and braces, or the end. */
function endOfGiven(text: string, start: number, end: number): number {
  let isQuoted = false;
  for (let at = start; at < end; at++) {
    const reference = isQuoted ? undefined : referenceAt(text, at);
    if (reference) at = Math.min(reference.end, end) - 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === "," && !isQuoted) return at;
  }
  return end;
}
