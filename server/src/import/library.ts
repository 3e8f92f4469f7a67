import * as l10n from "@vscode/l10n";

/*
 * The library that the language server loads for the first import or page. It is a separate bundle with its own copy of the
 * translated messages.
 */

export { documentationPage } from "../documentation/page.ts";
export { markedRequest, markedResponse, signedPartsPage } from "../documentation/signedParts.ts";
export { formEdit, formOf, problemsByField } from "../features/form/form.ts";
export { formContent, formPage } from "../features/form/page.ts";
export { importSources } from "./import.ts";
export { checklistFile, needsLook } from "./write/checklist.ts";

/** @param contents the translated messages by their English texts */
export function useMessages(contents: Readonly<Record<string, string>>): void {
  l10n.config({ contents: { ...contents } });
}
