import { isTypedLanguage } from "../../../../server/src/protocol/protocol.ts";

interface Document {
  readonly uri: { toString(): string };
  readonly languageId: string;
  readonly isDirty: boolean;
}

/** Returns a document that an edit changes and that has unsaved changes, if the server knows only its file. */
export function unsavedOf<D extends Document>(changed: readonly Document["uri"][], open: readonly D[]): D | undefined {
  const uris = new Set(changed.map(String));
  return open.find((one) => one.isDirty && !isTypedLanguage(one.languageId) && uris.has(String(one.uri)));
}
