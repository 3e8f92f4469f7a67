/* Pages and what they contain, made by the library that a host loads when it is first needed. */
import type { Contract } from "../contract/contract.ts";
import type { ImportLibrary } from "../import/importProjects.ts";
import { noSignatures } from "../message/bodySignatures.ts";
import type * as protocol from "../protocol/protocol.ts";
import { documentationCommand } from "../protocol/protocol.ts";
import type { PresentedVerification } from "../testing/responseSignatures.ts";
import { shift } from "../text/span.ts";
import { type DocumentContext, sectionOnLine } from "./context.ts";
import { toEditsResult } from "./convert.ts";

export function getForm(
  context: DocumentContext,
  { line, view, nonce }: protocol.FormParams,
  { formContent, formOf, formPage, problemsByField }: ImportLibrary,
): protocol.FormResult {
  const { version } = context.document;
  if (nonce !== undefined) return { version, html: formPage(nonce).toString() };
  const section = sectionOnLine(context, line);
  const form = formOf(section?.message, view);
  if (!section || form.kind === "none") return { version, html: formContent(form, new Map()).toString() };
  const problems = context.findings.filter(({ severity }) => severity === "error" || severity === "warning");
  const own = problems.map(({ at, message }) => ({ at: shift(at, -section.start), message }));
  return { version, html: formContent(form, problemsByField(form, own)).toString() };
}

/** The edits of a user's action in the form; null if there is no such field. */
export function getFormEdit(
  context: DocumentContext,
  { line, view, action }: protocol.FormEditParams,
  { formEdit, formOf }: ImportLibrary,
): protocol.EditsResult | null {
  const section = sectionOnLine(context, line);
  const edits = section?.message && formEdit(section.message, formOf(section.message, view), action);
  return edits ? toEditsResult(context, edits, section.start) : null;
}

/** A page that shows the signed and encrypted parts of the request at a line; null if the request has no XML. */
export function getSignedPartsAt(
  context: DocumentContext,
  line: number,
  title: string,
  { markedRequest, signedPartsPage }: ImportLibrary,
): string | null {
  const { message } = sectionOnLine(context, line) ?? {};
  if (!message?.xml) return null;
  return signedPartsPage(title, markedRequest(message.xml, message.body?.signatures ?? noSignatures));
}

/** A page that shows the signed and encrypted parts of a response; null if the response isn't XML. */
export function getSignedParts(
  presented: PresentedVerification,
  title: string,
  { markedResponse, signedPartsPage }: ImportLibrary,
): string | null {
  const marked = markedResponse(presented);
  return marked ? signedPartsPage(title, marked) : null;
}

/** The documentation of a WSDL or a schema as a page; null for a WSDL without operations. */
export function getDocumentation(
  contract: Contract,
  options: protocol.DocumentationParams,
  { documentationPage }: ImportLibrary,
): string | null {
  if (contract.operations.length === 0 && !contract.isSchema) return null;
  const link = (part: protocol.DocumentationPart) =>
    `command:${documentationCommand}?${encodeURIComponent(JSON.stringify([part]))}`;
  return documentationPage(contract, { ...options, link });
}
