import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/*
 * What few users of the extension need: exports, CSV, and mock services. A bundle of its own, which is loaded at first use and has its own
 * copy of the translated messages.
 */

if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });

export { CsvError, parse } from "csv-parse/browser/esm/sync";
export { engineNames, engines, exportSections, exportTo } from "../export/engines.ts";
export { emptyHar, harEntries } from "../export/har/har.ts";
export { planOf } from "../export/plan.ts";
export { startMock } from "./mock.ts";
