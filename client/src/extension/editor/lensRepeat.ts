import * as vscode from "vscode";
import { mockLanguageId, responseLanguageId } from "../../../../server/src/protocol/protocol.ts";
import { requestSelector } from "./requestDocument.ts";

/** Milliseconds after which VS Code has drawn lenses, even on a slow machine. */
const drawingTime = 3000;

/** Milliseconds within which VS Code asks for lenses after a change. */
const askingTime = 2000;

/**
 * Lets VS Code ask for lenses a second time. First it draws those that it remembers of a document, which can't be clicked. They
 * stay so if it draws them later than it receives the current ones, or if the editor loses the focus before it asks for these.
 * It always asks all providers of a document, so one that has no lenses of its own is enough.
 */
export function registerLensRepeat(): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let repeatedAt = 0;
  const repeat = () => {
    repeatedAt = Date.now();
    changed.fire();
  };
  const provideCodeLenses = (): vscode.CodeLens[] => {
    if (Date.now() - repeatedAt > askingTime) {
      clearTimeout(timer);
      timer = setTimeout(repeat, drawingTime);
    }
    return [];
  };
  const selector = [
    ...requestSelector,
    ...[mockLanguageId, responseLanguageId].map((language) => ({ language })),
    wsdls,
  ];
  return vscode.Disposable.from(
    changed,
    { dispose: () => clearTimeout(timer) },
    vscode.window.onDidChangeActiveTextEditor(() => changed.fire()),
    vscode.window.onDidChangeWindowState(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, { onDidChangeCodeLenses: changed.event, provideCodeLenses }),
  );
}

const wsdls = { pattern: "**/*.wsdl" };
