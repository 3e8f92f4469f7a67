import type { Questions } from "./dialogs.ts";
import type { Host } from "./host.ts";
import type { LanguageServer } from "./languageServer.ts";

/** What nearly every feature needs. */
export interface EditorParts {
  readonly host: Host;
  readonly server: LanguageServer;
  readonly questions: () => Questions;
}
