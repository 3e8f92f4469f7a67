import { childElements } from "../../soap/envelope.ts";
import { decodeFault } from "../../soap/fault.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { declaredDetails, httpRootOf, isNamed } from "./expectations.ts";
import { type CheckedMessage, MessageCheck, type MessageProblem } from "./messageProblems.ts";

/**
 * Problems of a response by the contract of its request, in the order of the text: problems of its header blocks and its payload,
 * or of the detail of its Fault. Undeclared faults are allowed. A root without an envelope is checked if the operation has an
 * HTTP binding that describes it.
 */
export function responseProblems(context: CheckedMessage): readonly MessageProblem[] {
  const { document, envelope, operation, schemas } = context;
  if (operation === undefined) return [];
  const check = new MessageCheck(context, "output");
  if (envelope === undefined) {
    const expected = httpRootOf(operation, schemas);
    if (document.root && expected) check.root(document.root, expected);
    return check.end();
  }
  const fault = decodeFault(envelope);
  check.headers(envelope, fault === undefined);
  if (fault) {
    for (const entry of fault.detail ? childElements(fault.detail) : []) checkDetail(entry, context, check);
  } else if (envelope.body) check.body(envelope.body);
  return check.end();
}

function checkDetail(entry: XmlElement, { operation, schemas }: CheckedMessage, check: MessageCheck): void {
  const declared = operation ? declaredDetails(operation, schemas) : [];
  const meant = declared.some(({ name }) => isNamed(entry, name))
    ? undefined
    : declared.find(({ name }) => name.local === entry.local);
  if (meant) check.payload(entry, meant);
  else check.global(entry, "lax");
}
