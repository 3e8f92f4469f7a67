import * as vscode from "vscode";
import {
  type FormAction,
  FormEditRequest,
  FormRequest,
  type FormView,
} from "../../../../server/src/protocol/protocol.ts";
import { fileNameOf, orShowError, registerCommands, requestAt } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import { pageNonce, scriptPanel, scriptPanelOptions } from "../editor/pages.ts";
import { applyEdits, toEditorEdits } from "../editor/positions.ts";
import { showWarning } from "../editor/ui.ts";

const viewType = "soaphttp.form";

/** Milliseconds after a change of the text until the form is updated. */
const delay = 100;

/** The state that a page keeps when the window is reloaded. */
interface Place {
  readonly uri: string;
  /** The number of any line of the request. */
  readonly line: number;
}

/** A message from the page. `version`: the version of the text that it shows. */
interface PageMessage {
  readonly act: FormAction["act"] | "view" | "undo" | "redo";
  readonly id?: string;
  readonly value?: string;
  /** The name of the field, and its previous value. */
  readonly name?: string;
  readonly before?: string;
  /** Whether it is sent again, because the text had changed before. Without an id, the field has changed, too. */
  readonly isAgain?: boolean;
  readonly view: FormView;
  readonly version?: number;
}

type FormParts = Pick<EditorParts, "server" | "host">;

/** Registers `Edit as Form`, which opens the request at the cursor as a form beside its text. */
export function registerForms(parts: FormParts): vscode.Disposable {
  const forms = new Map<string, Form>();
  const open = async (panel: vscode.WebviewPanel, { uri, line }: Place) => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const form = new Form(parts, panel, document, line);
    forms.get(uri)?.dispose();
    forms.set(uri, form);
    panel.onDidDispose(() => forms.get(uri) === form && forms.delete(uri));
    return form;
  };
  /** Resolves with whether the form is shown. */
  const edit = async (given?: unknown, at?: unknown): Promise<boolean> => {
    const place = await requestAt(given, at);
    if (place === undefined) return false;
    const { uri } = place.document;
    const shown = forms.get(uri.toString());
    const title = vscode.l10n.t("{0} (form)", fileNameOf(uri));
    if (shown) return shown.show(place.line);
    return (await open(scriptPanel(viewType, title), { uri: uri.toString(), line: place.line })).start();
  };
  return vscode.Disposable.from(
    registerCommands({ "soaphttp.editAsForm": edit }, notShown),
    vscode.window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel, place: unknown) {
        // If the file is missing, the form is closed.
        const form = isPlace(place) ? await open(panel, place).catch(() => undefined) : undefined;
        if (form === undefined) panel.dispose();
        // The server may not have started yet. When it has, the form follows.
        else await form.start().catch(() => undefined);
      },
    }),
    { dispose: () => vscode.Disposable.from(...forms.values()).dispose() },
  );
}

function isPlace(place: unknown): place is Place {
  if (typeof place !== "object" || place === null || !("uri" in place && "line" in place)) return false;
  return typeof place.uri === "string" && Number.isInteger(place.line);
}

function notShown(reason: string): string {
  return vscode.l10n.t("The form could not be shown: {0}", reason);
}

function warnNotSet(name: string): void {
  const text = vscode.l10n.t("{0} wasn't set, because the text has changed. Enter the value again.", name);
  void showWarning(text);
}

/** The form of one request. It holds nothing that isn't in the text, or in the state of its page. */
class Form implements vscode.Disposable {
  readonly #parts: FormParts;
  readonly #panel: vscode.WebviewPanel;
  readonly #document: vscode.TextDocument;
  readonly #subscriptions: vscode.Disposable;
  #line: number;
  #view: FormView = { open: {}, shown: {} };
  /** The oldest version of the text whose form has the same fields as now. */
  #oldest: number;
  /** Whether the change of the text that is made replaces only a value. */
  #setsValue = false;
  /** Values that weren't set because the text changed at the same time. The page sends them again when it shows the new text. */
  readonly #dropped: PageMessage[] = [];
  /** Whether nothing is opened or closed yet in the request that is shown. */
  #isNew = false;
  #isReady = false;
  /** Actions run one after the other. */
  #queue: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: FormParts, panel: vscode.WebviewPanel, document: vscode.TextDocument, line: number) {
    this.#parts = parts;
    this.#panel = panel;
    this.#document = document;
    this.#line = line;
    this.#oldest = document.version;
    panel.webview.options = scriptPanelOptions;
    const { server } = parts;
    this.#subscriptions = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage((message: PageMessage) => this.#receive(message)),
      vscode.workspace.onDidChangeTextDocument((change) => change.document === document && this.#follow(change)),
      vscode.workspace.onDidCloseTextDocument((closed) => closed === document && panel.dispose()),
      server.onDidChangeContracts(() => this.#refresh()),
      server.onDidStart(() => this.#enqueue(() => (this.#isReady ? this.#draw() : this.start()))),
    );
    panel.onDidDispose(() => {
      clearTimeout(this.#timer);
      this.#subscriptions.dispose();
    });
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** Shows the page, which then asks for its content. Resolves with false if the document isn't open. */
  async start(): Promise<boolean> {
    const page = await this.#request(pageNonce());
    if (page) this.#panel.webview.html = page.html;
    return page !== null;
  }

  async show(line: number): Promise<boolean> {
    const [first, last] = [Math.min(line, this.#line), Math.max(line, this.#line)];
    // The text after a separator belongs to another request.
    if (/^###/m.test(this.#document.getText(new vscode.Range(first + 1, 0, last + 1, 0)))) {
      this.#view = { open: {}, shown: {} };
      this.#isNew = true;
      this.#dropped.length = 0;
    }
    this.#line = line;
    this.#panel.reveal();
    return this.#draw();
  }

  async #request(nonce?: string) {
    const { server, host } = this.#parts;
    const script = await host.importScript?.();
    return server.request(FormRequest, { ...this.#place, view: this.#view, script, nonce });
  }

  get #place(): Place {
    return { uri: this.#document.uri.toString(), line: Math.min(this.#line, this.#document.lineCount - 1) };
  }

  #refresh(): void {
    clearTimeout(this.#timer);
    // If the server is down, its next start draws the form.
    this.#timer = setTimeout(() => this.#enqueue(() => this.#draw().catch(() => false)), delay);
  }

  #enqueue(act: () => Promise<unknown>): void {
    this.#queue = this.#queue.then(async () => {
      await orShowError(act, notShown);
    });
  }

  /** @param edited whether the form follows from what the user did with a field */
  async #draw(edited = false): Promise<boolean> {
    const form = this.#isReady ? await this.#request() : null;
    // Another change of the text draws it again.
    if (form?.version !== this.#document.version) return false;
    const { version, html } = form;
    const place = this.#isNew ? { ...this.#place, ...this.#view } : this.#place;
    this.#isNew = false;
    return this.#panel.webview.postMessage({ html, version, edited, place, dropped: this.#dropped.splice(0) });
  }

  #follow({ contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!this.#setsValue) this.#oldest = this.#document.version;
    for (const { range, text } of contentChanges) {
      if (range.start.line >= this.#line) continue;
      const end = Math.min(range.end.line, this.#line);
      this.#line += text.split("\n").length - 1 - (end - range.start.line);
    }
    if (contentChanges.length > 0) this.#refresh();
  }

  #receive(message: PageMessage): void {
    const { act, id, value, view, version, name, isAgain } = message;
    this.#isReady = true;
    if (act === "undo" || act === "redo") {
      this.#enqueue(() => this.#undo(act));
      return;
    }
    this.#enqueue(async () => {
      this.#view = view;
      const isEdit = act !== "view" && id !== undefined && version !== undefined && version >= this.#oldest;
      const isDone = isEdit && (await this.#edit({ act, id, value }));
      if (act === "set" && !isDone) {
        if (isAgain) warnNotSet(name ?? "");
        else this.#dropped.push(message);
      }
      await this.#draw(isDone);
    });
  }

  async #edit(action: FormAction): Promise<boolean> {
    const { server, host } = this.#parts;
    const script = await host.importScript?.();
    const result = await server.request(FormEditRequest, { ...this.#place, view: this.#view, script, action });
    if (!result || result.version !== this.#document.version) return false;
    this.#setsValue = action.act === "set";
    try {
      return await applyEdits(this.#document.uri, toEditorEdits(result.edits));
    } finally {
      this.#setsValue = false;
    }
  }

  /** Undo is a command of the editor with the focus. */
  async #undo(act: "undo" | "redo"): Promise<void> {
    const shown = vscode.window.visibleTextEditors.find(({ document }) => document === this.#document);
    await vscode.window.showTextDocument(this.#document, { viewColumn: shown?.viewColumn ?? vscode.ViewColumn.One });
    await vscode.commands.executeCommand(act);
    this.#panel.reveal();
  }
}
