import type { ImportLibrary } from "../import/importProjects.ts";
import type * as protocol from "../protocol/protocol.ts";
import { shift } from "../text/span.ts";
import { type DocumentContext, messageSectionAt } from "./context.ts";
import { toTextEdits } from "./convert.ts";

type Messages = Readonly<Record<string, string>> | undefined;

/**
 * The request at a line as a form: its page, or the content of the page.
 * @param messages the translated messages, if the display language isn't English
 */
export function getForm(
  context: DocumentContext,
  { line, view, nonce }: protocol.FormParams,
  { formContent, formOf, formPage, problemsByField, useMessages }: ImportLibrary,
  messages: Messages,
): protocol.FormResult {
  if (messages) useMessages(messages);
  const { version } = context.document;
  if (nonce !== undefined) return { version, html: formPage(nonce).toString() };
  const { section } = messageSectionAt(context, { line, character: 0 }) ?? {};
  const form = formOf(section?.message, view);
  if (!section || form.kind === "none") return { version, html: formContent(form, new Map()).toString() };
  const problems = context.findings.filter(({ severity }) => severity === "error" || severity === "warning");
  const own = problems.map(({ at, message }) => ({ at: shift(at, -section.start), message }));
  return { version, html: formContent(form, problemsByField(form, own)).toString() };
}

/** The edits of an action in the form; null if there is no such field. */
export function getFormEdit(
  context: DocumentContext,
  { line, view, action }: protocol.FormEditParams,
  { formEdit, formOf }: ImportLibrary,
): protocol.EditsResult | null {
  const { document } = context;
  const { section } = messageSectionAt(context, { line, character: 0 }) ?? {};
  const edits = section?.message && formEdit(section.message, formOf(section.message, view), action);
  if (!section || !edits) return null;
  return {
    version: document.version,
    edits: toTextEdits(
      document,
      edits.map((edit) => shift(edit, section.start)),
    ),
  };
}
