import { plainText } from "../text/snippet.ts";
import type { Schemas } from "../xsd/compile.ts";
import type { ElementDeclaration, QName } from "../xsd/components.ts";
import { ElementWriter } from "./elements.ts";
import { Samples } from "./sample.ts";

/**
 * An element with its required content, in lines with tabs; undefined if a name can't be written.
 * @param nameOf a name with its prefix in the message; undefined if its namespace has none
 */
export function elementSample(
  element: ElementDeclaration,
  schemas: Schemas,
  nameOf: (name: QName) => string | undefined,
): string | undefined {
  let isWritten = true;
  const name = (one: QName) => {
    const written = nameOf(one);
    isWritten &&= written !== undefined;
    return written ?? one.local;
  };
  const text = plainText(new ElementWriter({ name }).element(new Samples(schemas, "required").payload(element)));
  return isWritten ? text : undefined;
}
