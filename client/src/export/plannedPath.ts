import { type JsonStep, parseJsonPath } from "../../../server/src/expectations/jsonPath.ts";
import type { ExportedPath } from "../../../server/src/protocol/protocol.ts";

/** A path for engines that don't have XPath 3.1. */
export type PlannedPath =
  | { readonly kind: "xpath"; readonly text: string; readonly steps: readonly XPathStep[]; readonly only?: number }
  | { readonly kind: "json"; readonly text: string; readonly steps: readonly JsonStep[] };

/** A step of a path. `only` in a path: the number of the single node that is meant, as in `(//m:item)[2]`. */
export interface XPathStep {
  readonly axis: "child" | "descendant";
  readonly node: "element" | "attribute" | "text";
  /** `*`: any namespace; the empty string: none. */
  readonly prefix: string;
  /** `*`: any name. */
  readonly local: string;
  readonly predicates: readonly XPathPredicate[];
}

/** `position`: from 1, or -1 for the last node. Otherwise, whether an attribute, a child or the node has a value. */
export type XPathPredicate =
  | { readonly position: number }
  | {
      readonly of: "attribute" | "child" | "self";
      readonly prefix: string;
      readonly local: string;
      /** The value to compare with; `undefined`: the node only has to exist. */
      readonly value: string | undefined;
    };

export const pathTooComplex =
  'The path can\'t be carried over. Use steps with names, such as //m:item[2]/@id or //m:item[m:id = "5"]/m:name.';

/** Converts a path for engines. `undefined` if only full XPath can express it. */
export function plannedPath({ kind, text }: ExportedPath): PlannedPath | undefined {
  if (kind === "json") {
    const steps = parseJsonPath(text);
    return "why" in steps ? undefined : { kind, text, steps };
  }
  const trimmed = text.trim();
  const inside = /^string\(.*\)$/s.test(trimmed) ? trimmed.slice("string(".length, -1).trim() : trimmed;
  const close = inside.startsWith("(") ? inside.lastIndexOf(")") : -1;
  const only = close < 0 ? undefined : /^\[(\d{1,6})\]$/.exec(inside.slice(close + 1).trim())?.[1];
  const steps = xpathSteps(only === undefined ? inside : inside.slice(1, close).trim());
  return steps && { kind, text, steps, ...(only === undefined ? {} : { only: Number(only) }) };
}

const stepPattern = /(\/\/?)(?:(text\(\))|(@)?(?:([\p{L}_*][\p{L}\p{N}_.-]*):)?([\p{L}_][\p{L}\p{N}_.-]*|\*))/uy;
const predicatePattern =
  /\[[ \t]*(?:(\d{1,6})|(last\(\))|(?:(\.|text\(\))|(@)?(?:([\p{L}_*][\p{L}\p{N}_.-]*):)?([\p{L}_][\p{L}\p{N}_.-]*|\*))[ \t]*(?:=[ \t]*(?:"([^"]+)"|'([^']+)')[ \t]*)?)\]/uy;

function xpathSteps(text: string): readonly XPathStep[] | undefined {
  const steps: XPathStep[] = [];
  for (let at = 0; at < text.length; ) {
    stepPattern.lastIndex = at;
    const match = stepPattern.exec(text);
    const last = steps.at(-1);
    if (!match || (last && last.node !== "element")) return undefined;
    const [, slashes, isText, sign, prefix, local = ""] = match;
    at = stepPattern.lastIndex;
    const predicates: XPathPredicate[] = [];
    for (predicatePattern.lastIndex = at; ; ) {
      const match = predicatePattern.exec(text);
      if (!match) break;
      predicates.push(predicateOf(match));
      at = predicatePattern.lastIndex;
    }
    steps.push({
      axis: slashes === "//" ? "descendant" : "child",
      node: isText ? "text" : sign ? "attribute" : "element",
      prefix: prefix ?? (local === "*" ? "*" : ""),
      local,
      predicates,
    });
  }
  return steps.length > 0 ? steps : undefined;
}

function predicateOf([
  ,
  position,
  last,
  self,
  sign,
  prefix,
  local = "",
  double,
  single,
]: RegExpExecArray): XPathPredicate {
  if (position !== undefined) return { position: Number(position) };
  if (last !== undefined) return { position: -1 };
  const of = self !== undefined ? "self" : sign ? "attribute" : "child";
  return { of, prefix: prefix ?? (local === "*" ? "*" : ""), local, value: double ?? single };
}
