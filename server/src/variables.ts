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
    lookup: (name) => lookup(name, []),
    sources: ["this file", ...outer.sources],
    names: [...new Set([...definitions.keys(), ...outer.names])],
    key: definitions.size === 0 ? outer.key : `${JSON.stringify([...definitions])}${outer.key}`,
  };

  function lookup(name: string, open: readonly string[]): Value {
    const known = found.get(name);
    if (known) return known;
    if (open.includes(name)) return { kind: "cycle", names: [...open.slice(open.indexOf(name)), name] };
    const definition = definitions.get(name);
    if (definition === undefined) return outer.lookup(name);
    const value = evaluate(definition, [...open, name]);
    if (open.length === 0) found.set(name, value);
    return value;
  }

  function evaluate(definition: string, open: readonly string[]): Value {
    let problem: Value | undefined;
    const { text } = resolve(definition, { start: 0, end: definition.length }, (name) => {
      const value = lookup(name, open);
      if (value.kind === "text") return value.text;
      problem ??= value.kind === "undefined" ? { kind: "broken" } : value;
      return undefined;
    });
    return problem ?? { kind: "text", text, origin: "this file" };
  }
}

/** The references in the values of a segment's variable definitions. Offsets: in the segment's text. */
export function definitionReferences(segment: Segment): Reference[] {
  return segment.preamble.flatMap((item) =>
    item.kind === "variable" ? references(segment.text, item.value.start, item.value.end) : [],
  );
}
