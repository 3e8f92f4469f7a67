import { decodeText } from "../../text/decode.ts";
import type { SourceFile, SourceProblem } from "../source.ts";
import { attribute, isProblem, type ProjectElement, readProjectFile } from "./projectXml.ts";

/*
 * A project that is saved as a folder. `settings.xml` of a folder is an element without the children that have files of
 * their own: `CalcSoap/Add.xml` is an operation of the interface in `CalcSoap/settings.xml`. Their order is in
 * `element.order`, or for the whole project in `project.content`.
 */

/** The elements that a composite project keeps in files of their own. */
const partNames: ReadonlySet<string> = new Set([
  ...["interface", "operation", "resource", "method"],
  ...["testSuite", "testCase", "securityTest", "loadTest", "loadUiTest"],
  ...["mockService", "mockOperation", "restMockService", "restMockAction", "environment"],
]);

/** Puts the files of a folder together to one project. The first file is the `settings.xml` of the project itself. */
export function readComposite(files: readonly SourceFile[]): ProjectElement | SourceProblem {
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

/** With paths relative to the folder of the first file. */
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
    const found = folder.entries.get(name);
    if (found && "entries" in found) folder = found;
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

/** An element with its own children and those in files, in their order. */
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

/** Adds the order of the names in each folder, unless it has its own, from the paths of the whole project. */
function addOrders(orders: Map<string, readonly string[]>, paths: readonly string[]): void {
  const found = new Map<string, Set<string>>();
  for (const path of paths) {
    let folder = "";
    for (const name of path.split(/[\\/]/)) {
      const names = found.get(folder) ?? new Set();
      found.set(folder, names.add(name));
      folder = folder === "" ? name : `${folder}/${name}`;
    }
  }
  for (const [folder, names] of found) if (!orders.has(folder)) orders.set(folder, [...names]);
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
