import * as l10n from "@vscode/l10n";
import { decodeText } from "../../text/decode.ts";
import type { Collection } from "../collection.ts";
import type { Reader, Source, SourceFile, SourceProblem } from "../source.ts";
import { readProject } from "./project.ts";
import { attribute, childText, isProblem, type ProjectElement, readProjectFile } from "./projectXml.ts";

/** Reads SoapUI and ReadyAPI projects: files, and folders of the composite format. */
export const soapui: Reader = {
  kind: "soapui",
  recognizes: isProjectFile,
  marksFolder: (file) => /(?:^|\/)settings\.xml$/.test(file.path) && isProjectFile(file),
  read,
};

/** Maximum number of bytes before the root element. */
const longestBeginning = 10_000;

function isProjectFile({ bytes }: SourceFile): boolean {
  // In UTF-16, every second byte of ASCII text is 0.
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, longestBeginning)).replaceAll("\0", "");
  return /<(?:[\w.-]{1,100}:)?soapui-project[\s/>]/.test(beginning);
}

function read({ files }: Source): Collection | SourceProblem {
  const [main] = files;
  if (!main) return { problem: l10n.t("The folder has no project.") };
  const root = files.length > 1 ? readComposite(files) : readProjectFile(main.bytes);
  if (isProblem(root)) return root;
  if (root.name !== "soapui-project") return { problem: l10n.t("The file isn't a SoapUI project.") };
  if (isEncrypted(root)) {
    return {
      problem: l10n.t("The project is encrypted. Remove its password in SoapUI, save it, and import it again."),
    };
  }
  return readProject(root);
}

function isEncrypted(root: ProjectElement): boolean {
  return (childText(root, "encryptedContent") ?? "").trim() !== "";
}

/*
 * Reads a project that is saved as a folder. `settings.xml` of a folder contains an element without the children that have their
 * own files: `CalcSoap/Add.xml` is an operation of the interface in `CalcSoap/settings.xml`. The order of the children is in
 * `element.order`, or for the whole project in `project.content`.
 */

/** The elements that a composite project stores in their own files. */
const partNames: ReadonlySet<string> = new Set([
  ...["interface", "operation", "resource", "method"],
  ...["testSuite", "testCase", "securityTest", "loadTest", "loadUiTest"],
  ...["mockService", "mockOperation", "restMockService", "restMockAction", "environment"],
]);

/** Combines the files of a folder to one project. The first file is `settings.xml` of the project itself. */
function readComposite(files: readonly SourceFile[]): ProjectElement | SourceProblem {
  const [main, ...others] = relativeFiles(files);
  const tree: Folder = { settings: undefined, entries: new Map() };
  const orders = new Map<string, readonly string[]>();
  for (const file of main ? [main, ...[...others].sort(byPath)] : []) {
    const folder = folderOf(file.path);
    const name = file.path.slice(folder.length).replace("/", "");
    if (file.path === "project.content") addOrders(orders, linesOf(file));
    else if (name === "element.order") orders.set(folder, linesOf(file));
    if (!/\.xml$/i.test(name)) continue;
    const element = readProjectFile(file.bytes);
    if (isProblem(element)) return { problem: `${file.path}: ${element.problem}` };
    if (file === main) tree.settings = element;
    else if (partNames.has(element.name)) place(tree, file.path.split("/"), element);
  }
  return assembled(tree, "", orders);
}

/** The files with paths relative to the folder of the first file. */
function relativeFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  const folder = folderOf(files[0]?.path ?? "");
  if (folder === "") return files;
  return files.flatMap(({ path, bytes }) =>
    path.startsWith(`${folder}/`) ? [{ path: path.slice(folder.length + 1), bytes }] : [],
  );
}

interface Folder {
  settings: ProjectElement | undefined;
  readonly entries: Map<string, Folder | ProjectElement>;
}

function place(tree: Folder, names: readonly string[], element: ProjectElement): void {
  let folder = tree;
  for (const name of names.slice(0, -1)) {
    const entry = folder.entries.get(name);
    if (entry && "entries" in entry) folder = entry;
    else {
      const inner: Folder = { settings: undefined, entries: new Map() };
      folder.entries.set(name, inner);
      folder = inner;
    }
  }
  const last = names.at(-1) ?? "";
  if (last === "settings.xml") folder.settings = element;
  else folder.entries.set(last, element);
}

/** An element whose children are its own children and the elements from files, in their order. */
function assembled(folder: Folder, path: string, orders: ReadonlyMap<string, readonly string[]>): ProjectElement {
  const own = folder.settings ?? emptyElement;
  const order = new Map(orders.get(path)?.map((name, index) => [withoutExtension(name), index]));
  const parts = [...folder.entries].flatMap(([name, entry]) => {
    if ("entries" in entry && !entry.settings) return [];
    const element = "entries" in entry ? assembled(entry, path === "" ? name : `${path}/${name}`, orders) : entry;
    const rank = order.get(withoutExtension(name)) ?? order.get(attribute(element, "name")) ?? order.size;
    return [{ element, rank }];
  });
  parts.sort((a, b) => a.rank - b.rank);
  const { name, attributes, text, inner } = own;
  return { name, attributes, text, inner, children: [...own.children, ...parts.map(({ element }) => element)] };
}

const emptyElement: ProjectElement = { name: "", attributes: new Map(), children: [], text: "", inner: "" };

/** Adds the order of the names in each folder, from the paths of the whole project. A folder with its own order keeps it. */
function addOrders(orders: Map<string, readonly string[]>, paths: readonly string[]): void {
  const namesByKey = new Map<string, Set<string>>();
  for (const path of paths) {
    let folder = "";
    for (const name of path.split(/[\\/]/)) {
      const names = namesByKey.get(folder) ?? new Set();
      namesByKey.set(folder, names.add(name));
      folder = folder === "" ? name : `${folder}/${name}`;
    }
  }
  for (const [folder, names] of namesByKey) if (!orders.has(folder)) orders.set(folder, [...names]);
}

function linesOf({ bytes }: SourceFile): readonly string[] {
  const { text } = decodeText(bytes);
  return text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || []);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

function withoutExtension(name: string): string {
  return name.replace(/\.xml$/i, "");
}

function byPath(a: SourceFile, b: SourceFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
