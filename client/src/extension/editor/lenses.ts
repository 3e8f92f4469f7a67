import * as vscode from "vscode";
import { mockLanguageId, responseLanguageId } from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "./languageServer.ts";
import { requestSelector } from "./requestDocument.ts";

interface LensSource<T> {
  /** Events after which the server is asked again, in addition to its start. */
  readonly changes: readonly vscode.Event<unknown>[];
  /** Events after which the lenses are drawn again without asking the server, which may be busy. */
  readonly redraws?: readonly vscode.Event<unknown>[];
  /** Undefined if the document has changed. If it rejects, as when the server is down, there are no lenses. */
  readonly read: (document: vscode.TextDocument, token: vscode.CancellationToken) => Promise<T | undefined>;
  readonly draw: (document: vscode.TextDocument, read: T) => vscode.CodeLens[];
}

/**
 * Registers lenses that are made with the language server. What was read for a version of a document is kept, because
 * VS Code asks all providers of a document again when one of them has changed, and shows nothing until all have responded.
 */
export function registerLenses<T>(
  selector: vscode.DocumentSelector,
  server: LanguageServer,
  { changes, redraws = [], read, draw }: LensSource<T>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let kept = new WeakMap<vscode.TextDocument, { readonly version: number; readonly content: T }>();
  const redraw = () => changed.fire();
  const refresh = () => {
    kept = new WeakMap();
    redraw();
  };
  const provideCodeLenses = async (document: vscode.TextDocument, token: vscode.CancellationToken) => {
    const { version } = document;
    const cached = kept.get(document);
    if (cached?.version === version) return draw(document, cached.content);
    const current = kept;
    const content = await read(document, token).catch(() => undefined);
    if (content === undefined || document.version !== version) return [];
    current.set(document, { version, content });
    return draw(document, content);
  };
  return vscode.Disposable.from(
    changed,
    ...[server.onDidStart, ...changes].map((onChange) => onChange(refresh)),
    ...redraws.map((onRedraw) => onRedraw(redraw)),
    vscode.languages.registerCodeLensProvider(selector, { onDidChangeCodeLenses: changed.event, provideCodeLenses }),
  );
}

/** Milliseconds after which VS Code has drawn lenses, even on a slow machine. */
const drawingTime = 3000;

/** Milliseconds within which VS Code asks for lenses after a change. */
const askingTime = 2000;

/**
 * Lets VS Code ask for lenses a second time. It first draws the lenses that it remembers of a document, which can't be
 * clicked. They stay so if VS Code draws them after it has received the current lenses, or if the editor loses the
 * focus before VS Code asks for them. It always asks all providers of a document, so a provider without lenses of its
 * own is enough.
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
  const languages = [mockLanguageId, responseLanguageId].map((language) => ({ language }));
  const selector = [...requestSelector, ...languages, { pattern: "**/*.wsdl" }];
  return vscode.Disposable.from(
    changed,
    { dispose: () => clearTimeout(timer) },
    vscode.window.onDidChangeActiveTextEditor(() => changed.fire()),
    vscode.window.onDidChangeWindowState(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, { onDidChangeCodeLenses: changed.event, provideCodeLenses }),
  );
}
