import { type Span, shift } from "../text/span.ts";
import type { DefinitionPlace } from "../variables/value.ts";
import { localSpan, nameSpan } from "../xml/query.ts";
import { type Section, sectionAt } from "./support/section.ts";

/** The operation in its WSDL, at the name of the payload. `from` is in the document. Only files can be opened. */
export function operationDefinition(
  sections: readonly Section[],
  offset: number,
): { readonly from: Span; readonly place: DefinitionPlace } | undefined {
  const section = sectionAt(sections, offset);
  const { payload, contract } = section?.message ?? {};
  if (!section || !payload || contract?.kind !== "found" || !contract.operation) return undefined;
  const names = [payload, payload.endTag].flatMap((tag) => (tag ? shift(nameSpan(tag), section.start) : []));
  const from = names.find(({ start, end }) => start <= offset && offset <= end);
  const { document, nameSpan: name } = contract.operation.operation.source;
  if (!from || /^https?:/i.test(document.uri)) return undefined;
  return { from, place: { uri: document.uri, text: document.text, name } };
}

/** Whether an offset is at the local name of a payload whose operation is known: its references are requests. */
export function isOperationName(sections: readonly Section[], offset: number): boolean {
  const section = sectionAt(sections, offset);
  const { payload, contract } = section?.message ?? {};
  if (!section || !payload || (contract?.kind !== "found" && contract?.kind !== "ambiguous")) return false;
  const { start, end } = shift(localSpan(payload), section.start);
  return contract.matches.length > 0 && start <= offset && offset <= end;
}
