import type { CollectionWsdl } from "./collection.ts";
import type { ImportedFile } from "./result.ts";

/** What the import needs from the rest of the server: an argument, so that the import is a bundle of its own. */
export interface ImportTools {
  /** The codes of the rules for SOAP that a request breaks. */
  brokenSoapRules(text: string): readonly string[];
  /** The documents of a definition, their locations rewritten to each other, the WSDL first. */
  wsdlCopies(wsdl: CollectionWsdl): readonly ImportedFile[];
}
