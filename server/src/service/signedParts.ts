import type { ImportLibrary } from "../import/importProjects.ts";
import { noSignatures } from "../message/bodySignatures.ts";
import type { PresentedVerification } from "../testing/responseSignatures.ts";
import { type DocumentContext, messageSectionAt } from "./context.ts";

type Messages = Readonly<Record<string, string>> | undefined;

/**
 * What the request at a line signs and encrypts, as a page; null if it has no XML.
 * @param messages the translated messages, if the display language isn't English
 */
export function getSignedPartsAt(
  context: DocumentContext,
  line: number,
  title: string,
  { markedRequest, signedPartsPage, useMessages }: ImportLibrary,
  messages: Messages,
): string | null {
  const { message } = messageSectionAt(context, { line, character: 0 })?.section ?? {};
  if (!message?.xml) return null;
  if (messages) useMessages(messages);
  return signedPartsPage(title, markedRequest(message.xml, message.body?.signatures ?? noSignatures));
}

/** What is signed and encrypted in a response, as a page; null if it isn't XML. */
export function getSignedParts(
  presented: PresentedVerification,
  title: string,
  { markedResponse, signedPartsPage, useMessages }: ImportLibrary,
  messages: Messages,
): string | null {
  if (messages) useMessages(messages);
  const marked = markedResponse(presented);
  return marked ? signedPartsPage(title, marked) : null;
}
