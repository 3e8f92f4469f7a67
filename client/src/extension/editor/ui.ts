/*
 * The only module that shows text outside of documents (test/project/ui.test.ts), so that text from files and services
 * never becomes markup, which VS Code recognizes in most of these places.
 */
import * as vscode from "vscode";
import { plain } from "./plain.ts";

export function inform(text: string): undefined {
  void showInformation(text);
}

export function showInformation(text: string, ...choices: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(plain(text), ...choices);
}

export function showWarning(text: string, ...choices: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(plain(text), ...choices);
}

export function showError(text: string, ...choices: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(plain(text), ...choices);
}

export function ask(text: string, detail: string, ...choices: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(plain(text), { modal: true, detail: plain(detail) }, ...choices);
}

/** Text in which nothing is markup, for places that show Markdown. */
export function codeBlock(text: string, language: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendCodeblock(plain(text), language);
}

export function showStatus(text: string, milliseconds: number): void {
  vscode.window.setStatusBarMessage(plain(text), milliseconds);
}

export function showProgress<T>(
  title: string,
  task: (report: (message: string, increment: number) => void, token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plain(title), cancellable: true },
    (progress, token) => task((message, increment) => progress.report({ message: plain(message), increment }), token),
  );
}

/** Milliseconds after which progress is shown. */
const progressAfter = 500;

/** Shows progress with Cancel if a task takes longer. `task` ends early if its token is cancelled. */
export async function showLateProgress<T>(
  title: string,
  task: (token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const running = task(source.token);
  const timer = setTimeout(() => {
    void showProgress(title, async (_, token) => {
      token.onCancellationRequested(() => source.cancel());
      await running.catch(() => {});
    });
  }, progressAfter);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}

export interface ListItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

export async function pick<T extends ListItem>(items: readonly T[], placeHolder?: string): Promise<T | undefined> {
  const options = { matchOnDescription: true, matchOnDetail: true, ...placeHolderOf(placeHolder) };
  return (await vscode.window.showQuickPick(items.map(shownChoice), options))?.item;
}

export async function pickMany<T extends ListItem>(items: readonly T[], placeHolder: string): Promise<readonly T[]> {
  const options = { canPickMany: true, ...placeHolderOf(placeHolder) } as const;
  return ((await vscode.window.showQuickPick(items.map(shownChoice), options)) ?? []).map(({ item }) => item);
}

/** A heading is shown above the items that follow it. */
export interface List<T extends ListItem> {
  readonly title: string;
  readonly placeHolder: string;
  readonly items: readonly (T | { readonly heading: string })[];
  readonly several: boolean;
  readonly buttons?: readonly { readonly icon: string; readonly tooltip: string }[];
  /** The filter and the check marks, if the list is shown again. */
  readonly typed?: string;
  readonly checked?: readonly T[];
}

type ListResult<T> =
  | { readonly kind: "items"; readonly items: readonly T[] }
  /** `index`: the index of the button in the list's buttons. */
  | { readonly kind: "button"; readonly index: number; readonly typed: string; readonly checked: readonly T[] };

/** Resolves with the selected items; in a list of several, Enter without a check mark chooses the focused item. */
export function showList<T extends ListItem>(list: List<T>): Promise<ListResult<T> | undefined> {
  type Shown = vscode.QuickPickItem & { readonly item?: T };
  const input = vscode.window.createQuickPick<Shown>();
  const { buttons: shownButtons = [], typed = "", checked: before = [] } = list;
  const buttons = shownButtons.map(({ icon, tooltip }): vscode.QuickInputButton => {
    return { iconPath: new vscode.ThemeIcon(icon), tooltip };
  });
  input.title = plain(list.title);
  input.placeholder = plain(list.placeHolder);
  input.value = typed;
  input.matchOnDescription = input.matchOnDetail = true;
  input.canSelectMany = list.several;
  input.buttons = buttons;
  input.items = list.items.map((item) =>
    "heading" in item ? { label: plain(item.heading), kind: vscode.QuickPickItemKind.Separator } : shownChoice(item),
  );
  input.selectedItems = input.items.filter(({ item }) => item !== undefined && before.includes(item));
  const checked = () => input.selectedItems.flatMap(({ item }) => item ?? []);
  return new Promise((resolve) => {
    input.onDidTriggerButton((button) => {
      resolve({ kind: "button", index: buttons.indexOf(button), typed: input.value, checked: checked() });
      input.hide();
    });
    input.onDidAccept(() => {
      const focused = input.activeItems.flatMap(({ item }) => item ?? []);
      resolve({ kind: "items", items: input.selectedItems.length > 0 ? checked() : focused });
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

function placeHolderOf(placeHolder: string | undefined) {
  return placeHolder === undefined ? {} : { placeHolder: plain(placeHolder) };
}

function shownChoice<T extends ListItem>(item: T) {
  const { label, description, detail } = item;
  return {
    item,
    label: plain(label),
    ...(description === undefined ? {} : { description: plain(description) }),
    ...(detail === undefined ? {} : { detail: plain(detail) }),
  };
}

/** Asks for a secret. `missing`: the message while the field is empty; without it, the field may be empty. */
export function askSecret(title: string, prompt: string, missing?: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: plain(title),
    prompt: plain(prompt),
    password: true,
    ignoreFocusOut: true,
    ...(missing === undefined ? {} : { validateInput: (value) => (value === "" ? missing : undefined) }),
  });
}

/** `error`: the message for a text that is not accepted; `value`: the text at first. */
export function askText(
  title: string,
  placeHolder: string,
  { error, value }: { readonly error?: (text: string) => string | undefined; readonly value?: string | undefined } = {},
) {
  return vscode.window.showInputBox({
    title: plain(title),
    placeHolder: plain(placeHolder),
    ignoreFocusOut: true,
    ...(value === undefined ? {} : { value }),
    ...(error && { validateInput: error }),
  });
}

export interface TypedNote {
  readonly text: string;
  readonly isError: boolean;
}

/** Milliseconds without a key after which a typed text is evaluated. */
const typingPause = 200;

/** Asks for a text, with the note of `look` about it. A text with an error isn't accepted. Undefined: cancelled. */
export function askWhileTyping(
  title: string,
  placeHolder: string,
  look: (text: string) => Promise<TypedNote | undefined>,
): Promise<string | undefined> {
  const input = vscode.window.createInputBox();
  input.title = plain(title);
  input.placeholder = plain(placeHolder);
  input.ignoreFocusOut = true;
  let edition = 0;
  const update = async (pause: number): Promise<boolean> => {
    const own = ++edition;
    await new Promise<void>((resolve) => setTimeout(resolve, pause));
    const { value } = input;
    const note = own === edition ? await look(value) : undefined;
    if (own !== edition) return false;
    const { Error: error, Info: info } = vscode.InputBoxValidationSeverity;
    input.validationMessage = note && { message: plain(note.text), severity: note.isError ? error : info };
    return note !== undefined && !note.isError;
  };
  return new Promise((resolve) => {
    input.onDidChangeValue(() => void update(typingPause));
    input.onDidAccept(async () => {
      const { value } = input;
      if (!(await update(0))) return;
      resolve(value);
      input.hide();
    });
    input.onDidHide(() => {
      edition++;
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

interface StatusText {
  /** The name of one of VS Code's icons. */
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  /** The text for screen readers. */
  readonly spoken: string;
  readonly command: string | vscode.Command;
}

export function createStatusItem(id: string, name: string, alignment: vscode.StatusBarAlignment, priority: number) {
  const item = vscode.window.createStatusBarItem(id, alignment, priority);
  item.name = name;
  return item;
}

export function showStatusItem(item: vscode.StatusBarItem, content: StatusText): void {
  const { icon, text, tooltip, spoken, command } = content;
  item.text = `$(${icon}) ${plain(text)}`;
  item.tooltip = plain(tooltip);
  item.accessibilityInformation = { label: spoken, role: "button" };
  item.command = command;
  item.show();
}

/** A lens without a command is text. */
export interface LensContent {
  readonly icon?: string;
  readonly title: string;
  readonly notes?: readonly { readonly icon?: string | undefined; readonly title: string }[];
  readonly tooltip?: string;
  readonly command?: string;
  readonly arguments?: unknown[];
}

export function lens(range: vscode.Range, content: LensContent): vscode.CodeLens {
  const { icon, title, tooltip, command = "", arguments: given, notes = [] } = content;
  const begin = icon === undefined ? plain(title) : `$(${icon}) ${plain(title)}`;
  // VS Code removes spaces beside an icon.
  const added = notes.map((note) =>
    note.icon === undefined ? ` · ${plain(note.title)}` : ` ·\u00a0$(${note.icon})\u00a0${plain(note.title)}`,
  );
  return new vscode.CodeLens(range, {
    title: [begin, ...added].join(""),
    command,
    ...(tooltip === undefined ? {} : { tooltip: plain(tooltip) }),
    ...(given === undefined ? {} : { arguments: given }),
  });
}

export function treeItem(label: string, description: string, tooltip: string): vscode.TreeItem {
  const item = new vscode.TreeItem(plain(label));
  item.description = plain(description);
  item.tooltip = plain(tooltip);
  // Otherwise, screen readers speak the tooltip alone.
  if (description !== "") item.accessibilityInformation = { label: `${label}, ${description}` };
  return item;
}

/** The tests of this extension in the Testing view, which renders icons in labels: use `testItem`. */
export function createTests(): vscode.TestController {
  return vscode.tests.createTestController("soaphttp", vscode.l10n.t("SOAP over HTTP"));
}

interface TestContent {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly uri: vscode.Uri;
  readonly range?: vscode.Range;
  /** Error message about the test itself. */
  readonly error?: string | undefined;
}

/** Updates the child with this id, or adds it. */
export function testItem(
  { createTestItem }: vscode.TestController,
  siblings: vscode.TestItemCollection,
  content: TestContent,
): vscode.TestItem {
  const { id, label, description, uri, range, error } = content;
  const item = siblings.get(id) ?? createTestItem(id, plain(label), uri);
  item.label = plain(label);
  item.description = plain(description);
  item.range = range;
  item.error = error === undefined ? undefined : plain(error);
  if (siblings.get(id) === undefined) siblings.add(item);
  return item;
}

/** Returns a symbol for Go to Symbol, which would show icons in a name. */
export function symbol(name: string, detail: string, place: vscode.Location): vscode.SymbolInformation {
  return new vscode.SymbolInformation(plain(name), vscode.SymbolKind.Method, plain(detail), place);
}

/** The media type is data from a service: only letters, digits and `.+-/` become part of the Markdown. */
export function pictureHover(mediaType: string, base64: string): vscode.Hover {
  const type = mediaType.replace(/[^\w.+/-]/g, "");
  return new vscode.Hover(new vscode.MarkdownString(`![](data:${type};base64,${base64})`));
}
