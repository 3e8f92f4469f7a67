import * as vscode from "vscode";
import {
  languageId,
  type PlacedRequest,
  TestsRequest,
  type TestsResult,
} from "../../../../server/src/protocol/protocol.ts";
import type { CalledResponse } from "../../../../server/src/protocol/served.ts";
import { fromBase64 } from "../../../../server/src/text/base64.ts";
import { largestFile } from "../../../../server/src/text/limits.ts";
import { type VariantName, variantOf } from "../../../../server/src/text/variantName.ts";
import type { FileRow } from "../../core/run/results.ts";
import { itemIds } from "../../core/testing/itemIds.ts";
import { errorText, exists, fileNameOf } from "../editor/commands.ts";
import type { EditorParts } from "../editor/editorParts.ts";
import type { FolderChanges } from "../editor/folderChanges.ts";
import { toEditorRange } from "../editor/positions.ts";
import { testItem } from "../editor/ui.ts";
import { isRequestFile, requestFiles, watchRequestFiles } from "../languages/httpFiles.ts";
import { inTurns } from "../symbols/bounded.ts";
import { isCopy } from "../symbols/requestFiles.ts";
import { readWorkspaceFile } from "../trust/readFiles.ts";

/** Maximum number of listed files. Further files are listed when they are opened. */
const maxFiles = 1000;
const readAtOnce = 8;
/** Milliseconds after an edit until the tests are updated. */
const editDelay = 300;

interface Listed {
  readonly requests: readonly PlacedRequest[];
  readonly tests: readonly ListedTest[];
  /** The data of the whole file. */
  readonly data: TestsResult["data"];
}

export interface ListedTest {
  readonly request: PlacedRequest;
  readonly item: vscode.TestItem;
}

export interface TestTreeParts extends Pick<EditorParts, "server" | "host"> {
  readonly log: vscode.LogOutputChannel;
  readonly folders: FolderChanges;
}

/**
 * The items of files, below their folders; of requests, with a group for valid and a group for invalid requests that
 * were generated from a contract; and of the rows of data files.
 */
export class TestTree implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #parts: TestTreeParts;
  readonly #files = new Map<string, vscode.TestItem>();
  readonly #edits = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #subscriptions: vscode.Disposable;
  /** The last update of each file: they run one after the other. */
  readonly #updates = new Map<string, Promise<Listed>>();
  #discovery: Promise<void> | undefined;

  constructor(controller: vscode.TestController, parts: TestTreeParts) {
    this.#controller = controller;
    this.#parts = parts;
    const { server, folders } = parts;
    const tracked = () => this.files().flatMap(({ uri }) => uri ?? []);
    const renew = (uri: vscode.Uri) => void (this.#discovery && this.update(uri));
    this.#subscriptions = vscode.Disposable.from(
      watchRequestFiles(folders, tracked, renew, () => void (this.#discovery && this.refresh())),
      server.onDidStart(() => this.#updateOpen()),
      vscode.workspace.onDidOpenTextDocument((document) => void (isListed(document) && this.#afterEdit(document.uri))),
      vscode.workspace.onDidCloseTextDocument((document) => void (isListed(document) && this.update(document.uri))),
      vscode.workspace.onDidChangeTextDocument(
        ({ document }) => void (isListed(document) && this.#afterEdit(document.uri)),
      ),
    );
    this.#updateOpen();
  }

  /** Resolves when the files of the workspace are listed, which are read once. */
  find(): Promise<void> {
    this.#discovery ??= this.#find();
    return this.#discovery;
  }

  async refresh(): Promise<void> {
    this.#discovery = this.#find();
    await this.#discovery;
  }

  files(): readonly vscode.TestItem[] {
    return [...this.#files.values()];
  }

  /** Resolves with the items of these files. The files are read first, and left out if they have no tests. */
  async items(uris: readonly vscode.Uri[]): Promise<readonly vscode.TestItem[]> {
    await Promise.all(uris.map((uri) => this.update(uri)));
    return uris.flatMap((uri) => this.#files.get(uri.toString()) ?? []);
  }

  /** The item of the file that contains a test, or of a file itself; undefined for a folder. */
  fileOf(item: vscode.TestItem): vscode.TestItem | undefined {
    for (let ancestor: vscode.TestItem | undefined = item; ancestor; ancestor = ancestor.parent) {
      if (ancestor.uri !== undefined && this.#files.get(ancestor.uri.toString()) === ancestor) return ancestor;
    }
    return undefined;
  }

  testsIn({ children }: vscode.TestItem): readonly vscode.TestItem[] {
    const isTest = (item: vscode.TestItem) => fileRowNumber(item) === undefined && !isOfMock(item);
    const tests = [...children].flatMap(([, item]) => (isTest(item) ? [item] : []));
    return tests.flatMap((item) => (isGroup(item) ? this.testsIn(item) : [item]));
  }

  /** Reads a file, and lists its tests. Never rejects. */
  update(uri: vscode.Uri): Promise<Listed> {
    const key = uri.toString();
    const before = this.#updates.get(key) ?? Promise.resolve();
    const update = before.then(() => this.#update(uri));
    this.#updates.set(key, update);
    void update.then(() => (this.#updates.get(key) === update ? this.#updates.delete(key) : undefined));
    return update;
  }

  /** The item of a row of the data file of a test, at its place in that file. `number`: from 1. */
  row({ children }: vscode.TestItem, { uri, range }: vscode.Location, number: number): vscode.TestItem {
    const id = String(number);
    // The URI of an item can't change.
    if (children.get(id)?.uri?.toString() !== uri.toString()) children.delete(id);
    const content = { id, label: vscode.l10n.t("Row {0}", number), description: "", uri, range };
    const item = testItem(this.#controller, children, content);
    item.sortText = sortText(number);
    return item;
  }

  /** The item of a test in a row that its whole file is run for. `place`: the place of the row in the data file. */
  inFileRow(
    file: vscode.TestItem,
    test: vscode.TestItem,
    row: FileRow,
    { uri, range }: vscode.Location,
  ): vscode.TestItem {
    const id = `${fileRowId}${row.number}`;
    const content = { id, label: row.label, description: "", uri, range };
    const ofRow = testItem(this.#controller, file.children, content);
    // The text sorts after the tests, which have numbers.
    ofRow.sortText = `row ${sortText(row.number)}`;
    const { label, description = "", range: own, uri: document = uri } = test;
    const item = testItem(this.#controller, ofRow.children, { id: test.id, label, description, uri: document });
    item.range = own;
    item.sortText = test.sortText;
    return item;
  }

  /** Replaces and returns the items of a file for the responses of its mock services, in their order. */
  ofMocks({ children }: vscode.TestItem, responses: readonly CalledResponse[]): readonly vscode.TestItem[] {
    for (const [id, item] of children) if (isOfMock(item)) children.delete(id);
    return responses.map(({ uri, response, line }, index) => {
      const range = new vscode.Range(line - 1, 0, line - 1, 0);
      const id = `${ofMockId}${index}`;
      const content = { id, label: response, description: "", uri: vscode.Uri.parse(uri), range };
      const item = testItem(this.#controller, children, content);
      item.sortText = `service ${sortText(index)}`;
      return item;
    });
  }

  dispose(): void {
    for (const timer of this.#edits.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
  }

  async #update(uri: vscode.Uri): Promise<Listed> {
    const read = await this.#read(uri).catch((error) => {
      this.#parts.log.warn(`The tests of ${uri} can't be listed: ${errorText(error)}`);
      return vscode.l10n.t("The tests of this file can't be listed: {0}", errorText(error));
    });
    const { requests = [], data } = typeof read === "object" ? read : {};
    return { requests, data, tests: this.#list(uri, read) };
  }

  #updateOpen(): void {
    for (const document of vscode.workspace.textDocuments) if (isListed(document)) void this.update(document.uri);
  }

  #afterEdit(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.#edits.get(key));
    this.#edits.set(
      key,
      setTimeout(() => {
        this.#edits.delete(key);
        void this.update(uri);
      }, editDelay),
    );
  }

  async #find(): Promise<void> {
    const uris = await vscode.workspace.findFiles(requestFiles(), undefined, maxFiles);
    const present = new Set(uris.map((uri) => uri.toString()));
    const missing = this.files().flatMap(({ uri }) => (uri && !present.has(uri.toString()) ? [uri] : []));
    await inTurns(
      [...uris, ...missing],
      readAtOnce,
      () => false,
      (uri) => this.update(uri),
    );
  }

  /** The requests of a file, or a sentence about why they are unknown; undefined if there is no such file. */
  async #read(uri: vscode.Uri): Promise<Omit<TestsResult, "version"> | string | undefined> {
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((one) => isListed(one) && one.uri.toString() === key);
    if (open === undefined && !isRequestFile(uri)) return undefined;
    // VS Code keeps documents of deleted files open for a while.
    if (open !== undefined && !open.isUntitled && !open.isDirty && !(await exists(uri))) return undefined;
    if (open !== undefined) {
      const result = await this.#parts.server.request(TestsRequest, { uri: key });
      if (result.version >= open.version) return result;
      // The text is sent along, because the server doesn't have this version yet.
      return this.#parts.server.request(TestsRequest, { uri: key, text: open.getText() });
    }
    if (uri.scheme === "untitled") return undefined;
    const file = await readWorkspaceFile(key, largestFile, this.#parts.host);
    if (file.kind === "missing") return undefined;
    if (file.kind === "refused") return file.why;
    const text = new TextDecoder().decode(fromBase64(file.bytes));
    // Most files have no tests.
    if (!text.includes("@expect")) return { requests: [] };
    return this.#parts.server.request(TestsRequest, { uri: key, text });
  }

  #list(uri: vscode.Uri, read: Omit<TestsResult, "version"> | string | undefined): readonly ListedTest[] {
    const tests = typeof read === "object" ? read.requests.filter(({ isTest }) => isTest) : [];
    if (read === undefined || (typeof read === "object" && tests.length === 0)) {
      this.#remove(uri);
      return [];
    }
    const file = this.#file(uri, typeof read === "string" ? read : undefined);
    const hasRows = typeof read === "object" && read.data !== undefined;
    for (const [id, item] of file.children) if (!hasRows && fileRowNumber(item) !== undefined) file.children.delete(id);
    const ids = itemIds(tests.map(({ name }) => name));
    const kept = new Set(ids);
    for (const { id, parent } of this.testsIn(file)) if (!kept.has(id)) parent?.children.delete(id);
    const operations = new Set(tests.flatMap(({ name }) => variantOf(name)?.operation ?? []));
    const listed = tests.map((request, index) => {
      const { name, range, skip, unclear, data, tags } = request;
      const variant = variantOf(name);
      const { label, about } = labelsOf(request, operations.size === 1 ? variant : undefined);
      const description = skip === undefined ? about : `${vscode.l10n.t("skipped")} ${skip}`.trim();
      const content = { id: ids[index] ?? name, label, description, uri, range: toEditorRange(range), error: unclear };
      const { children } = variant ? this.#group(file, uri, variant.valid) : file;
      const item = testItem(this.#controller, children, content);
      item.sortText = sortText(index);
      item.tags = tags.map((tag) => new vscode.TestTag(tag));
      if (data === undefined) item.children.replace([]);
      return { request, item };
    });
    for (const [id, item] of file.children) if (isGroup(item) && item.children.size === 0) file.children.delete(id);
    return listed;
  }

  #group({ children }: vscode.TestItem, uri: vscode.Uri, valid: boolean): vscode.TestItem {
    const [label, description] = valid
      ? [vscode.l10n.t("Valid"), vscode.l10n.t("must be accepted")]
      : [vscode.l10n.t("Invalid"), vscode.l10n.t("must be refused")];
    const id = valid ? validGroup : invalidGroup;
    const item = testItem(this.#controller, children, { id, label, description, uri });
    // The text sorts after the tests without a group, which have numbers.
    item.sortText = valid ? "valid 1" : "valid 2";
    return item;
  }

  #file(uri: vscode.Uri, error: string | undefined): vscode.TestItem {
    const key = uri.toString();
    const content = { id: key, label: fileNameOf(uri), description: "", uri, error };
    const item = testItem(this.#controller, this.#siblings(uri), content);
    this.#files.set(key, item);
    return item;
  }

  /** Files in a folder of the workspace are below an item with its path. */
  #siblings(uri: vscode.Uri): vscode.TestItemCollection {
    const folder = vscode.Uri.joinPath(uri, "..");
    const path = vscode.workspace.asRelativePath(folder);
    const isInside =
      vscode.workspace.getWorkspaceFolder(uri) !== undefined && path !== folder.fsPath && path !== folder.path;
    if (!isInside || path === "") return this.#controller.items;
    const content = { id: folder.toString(), label: path, description: "", uri: folder };
    return testItem(this.#controller, this.#controller.items, content).children;
  }

  #remove(uri: vscode.Uri): void {
    const item = this.#files.get(uri.toString());
    if (item === undefined) return;
    this.#files.delete(uri.toString());
    const { parent } = item;
    (parent?.children ?? this.#controller.items).delete(item.id);
    if (parent?.children.size === 0) this.#controller.items.delete(parent.id);
  }
}

/** The id of the group for valid requests. Names of tests have no line breaks, so no test has this id. */
const validGroup = "\nvalid";
const invalidGroup = "\ninvalid";

const fileRowId = "\nrow ";

/** The number of the row that a file is run for; undefined for another item. */
export function fileRowNumber({ id }: vscode.TestItem): number | undefined {
  return id.startsWith(fileRowId) ? Number(id.slice(fileRowId.length)) : undefined;
}

const ofMockId = "\nmock ";

export function isOfMock({ id }: vscode.TestItem): boolean {
  return id.startsWith(ofMockId);
}

export function isGroup({ id }: vscode.TestItem): boolean {
  return id === validGroup || id === invalidGroup;
}

/** A request that was generated from a contract is listed by its changed part, without its file's only operation. */
function labelsOf({ name, title }: PlacedRequest, variant: VariantName | undefined) {
  const changed = title !== undefined && variantOf(name) ? title : undefined;
  if (changed === undefined) return { label: name, about: title ?? "" };
  const prefix = variant && `${variant.operation}: `;
  return { label: prefix && changed.startsWith(prefix) ? changed.slice(prefix.length) : changed, about: name };
}

function isListed({ languageId: language, uri }: vscode.TextDocument): boolean {
  return language === languageId && !isCopy(uri);
}

/** Returns a text by which numbers are sorted as numbers. */
function sortText(number: number): string {
  return String(number).padStart(6, "0");
}
