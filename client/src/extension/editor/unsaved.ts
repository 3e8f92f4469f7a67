import { isTypedLanguage } from "../../../../server/src/protocol/protocol.ts";

interface Document {
  readonly uri: { toString(): string };
  readonly languageId: string;
  readonly isDirty: boolean;
}

/** A document with unsaved changes among those that an edit changes, if the server only knows its file. */
export function unsavedOf<D extends Document>(changed: readonly Document["uri"][], open: readonly D[]): D | undefined {
  const uris = new Set(changed.map(String));
  return open.find((one) => one.isDirty && !isTypedLanguage(one.languageId) && uris.has(String(one.uri)));
}
