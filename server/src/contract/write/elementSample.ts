import { plainText } from "../../text/snippet.ts";
import type { ElementDeclaration, QName } from "../../xsd/components.ts";
import type { Schemas } from "../../xsd/schemas.ts";
import { ElementWriter } from "./elementWriter.ts";
import { Samples } from "./sample.ts";

/**
 * An element with its required content, in lines with tabs; undefined if a name can't be written.
 * @param nameOf a name with its prefix in the message; undefined if its namespace has none. Attributes have no default namespace
 */
export function elementSample(
  element: ElementDeclaration,
  schemas: Schemas,
  nameOf: (name: QName, isAttribute: boolean) => string | undefined,
): string | undefined {
  let isWritten = true;
  const write = (name: QName, isAttribute: boolean) => {
    const written = nameOf(name, isAttribute);
    isWritten &&= written !== undefined;
    return written ?? name.local;
  };
  const names = { name: (one: QName) => write(one, false), attributeName: (one: QName) => write(one, true) };
  const text = plainText(new ElementWriter(names).element(new Samples(schemas, "required").payload(element)));
  return isWritten ? text : undefined;
}
