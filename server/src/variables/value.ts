import type { Span } from "../text/span.ts";

/** The value of a variable. */
export type Value =
  | {
      readonly kind: "text";
      readonly text: string;
      /** Where it comes from, in words that follow "from". */
      readonly origin: string;
      /** Never shown or stored. */
      readonly secret: boolean;
    }
  /** Made at the time of sending. `sample`: a text as long as each of its values, where they all have one length. */
  | { readonly kind: "atSending"; readonly sample: string | undefined }
  | { readonly kind: "cycle"; readonly names: ReadonlySet<string> }
  /** The definition of `name` holds a name that has no value, or makes more text than any use has. */
  | { readonly kind: "broken"; readonly name: string; readonly missing: string | undefined }
  /** `why`: a sentence, where more is to be said than that no definition was found. */
  | { readonly kind: "undefined"; readonly why?: string };

/** The names of a cycle, the first once more at the end; of a long one only its beginning. */
export function cycleText(names: ReadonlySet<string>): string {
  const shown: string[] = [];
  for (const name of names) if (shown.push(name) === namesShown) break;
  return [...shown, names.size > namesShown ? "…" : shown[0]].join(" → ");
}

const namesShown = 10;

/** A variable as it is defined: its text may use others. */
export interface Definition {
  readonly text: string;
  readonly origin: () => string;
  readonly secret: boolean;
  /** Its name in the file that defines it; `undefined` where it is in no file. */
  readonly place?: () => DefinitionPlace | undefined;
}

/** A name in a file other than the document. */
export interface DefinitionPlace {
  readonly uri: string;
  /** Of the file. */
  readonly text: string;
  readonly name: Span;
}
