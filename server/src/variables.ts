import type { Segment, SoapHttpDocument } from "./document.ts";
import { type Reference, references } from "./text/references.ts";
import { resolve } from "./text/resolved.ts";

/** What a name stands for. */
export type Value =
  | { readonly kind: "text"; readonly text: string; readonly origin: string }
  /** Made at the time of sending (`{{$contentLength}}`, `{{$guid}}`); `length` where all its values have one. */
  | { readonly kind: "atSending"; readonly length: number | undefined }
  | { readonly kind: "cycle"; readonly names: readonly string[] }
  /** Its definition holds a name that has no value; the diagnostic is there. */
  | { readonly kind: "broken" }
  | { readonly kind: "undefined" };

/** Where the values of variables come from. */
export interface Scope {
  lookup(name: string): Value;
  /** The places that were looked in, in words, for a message. */
  readonly sources: readonly string[];
  readonly names: readonly string[];
  /** Two scopes of the same key give the same values. */
  readonly key: string;
}

/** The name that asks for the body's byte count at the time of sending. */
export const contentLengthVariable = "$contentLength";

/** No variable has a value here but those that are made at sending. */
export const emptyScope: Scope = {
  lookup: (name) => (name === contentLengthVariable ? { kind: "atSending", length: undefined } : { kind: "undefined" }),
  sources: [],
  names: [],
  key: "",
};

/** UTF-16 units. Values that are made of each other can double with each line; none of use is this long. */
const maxValue = 1_000_000;

/** The variables that a file defines, in front of `outer` ones. The last definition of a name wins. */
export function fileScope(document: SoapHttpDocument, outer: Scope = emptyScope): Scope {
  const definitions = new Map<string, string>();
  for (const { segment } of document.segments) {
    for (const item of segment.preamble) {
      if (item.kind !== "variable") continue;
      definitions.set(
        segment.text.slice(item.name.start, item.name.end),
        segment.text.slice(item.value.start, item.value.end),
      );
    }
  }
  const found = new Map<string, Value>();
  return {
    lookup: (name) => (definitions.has(name) ? evaluated(name) : outer.lookup(name)),
    sources: ["this file", ...outer.sources],
    names: [...new Set([...definitions.keys(), ...outer.names])],
    key: definitions.size === 0 ? outer.key : `${JSON.stringify([...definitions])}${outer.key}`,
  };

  /** Without recursion: a chain of definitions may be as long as the file. */
  function evaluated(name: string): Value {
    const path: { readonly name: string; readonly needs: readonly string[]; next: number }[] = [];
    const onPath = new Set<string>();
    enter(name);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const need = top.needs[top.next++];
      if (found.has(top.name) || need === undefined) {
        if (!found.has(top.name)) found.set(top.name, evaluate(top.name));
        onPath.delete(top.name);
        path.pop();
      } else if (onPath.has(need)) {
        const cycle = path.slice(path.findIndex((one) => one.name === need)).map((one) => one.name);
        for (const one of cycle) found.set(one, { kind: "cycle", names: [...cycle, need] });
      } else if (definitions.has(need) && !found.has(need)) {
        enter(need);
      }
    }
    return found.get(name) ?? { kind: "broken" };

    function enter(one: string): void {
      path.push({
        name: one,
        needs: references(definitions.get(one) ?? "").map((reference) => reference.name),
        next: 0,
      });
      onPath.add(one);
    }
  }

  /** Of a name all of whose needs are in `found`. */
  function evaluate(name: string): Value {
    const definition = definitions.get(name) ?? "";
    let problem: Value | undefined;
    const { text } = resolve(definition, { start: 0, end: definition.length }, (need) => {
      const value = found.get(need) ?? outer.lookup(need);
      if (value.kind === "text") return value.text;
      problem ??= value.kind === "undefined" ? { kind: "broken" } : value;
      return undefined;
    });
    if (text.length > maxValue) return { kind: "broken" };
    return problem ?? { kind: "text", text, origin: "this file" };
  }
}

/** The references in the values of a segment's variable definitions. Offsets: in the segment's text. */
export function definitionReferences(segment: Segment): Reference[] {
  return segment.preamble.flatMap((item) =>
    item.kind === "variable" ? references(segment.text, item.value.start, item.value.end) : [],
  );
}
