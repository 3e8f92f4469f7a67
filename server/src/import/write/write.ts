import type { Collection, CollectionFile, CollectionWsdl, ExtraFile, Folder } from "../collection.ts";
import type { ImportedFile } from "../result.ts";
import type { ImportTools } from "../tools.ts";
import { checklist, checklistFile } from "./checklist.ts";
import { ProjectContext } from "./context.ts";
import { environmentFile, privateEnvironmentFile, writeEnvironments } from "./environments.ts";
import { writeMock } from "./mockFile.ts";
import { fileName, fileNameWithExtension, Names } from "./names.ts";
import { writeRequestFile } from "./requestFile.ts";
import { withSecretVariables } from "./secrets.ts";

/** The files of a collection. The same collection gives the same bytes; its items know their places afterwards. */
export interface WrittenCollection {
  readonly files: readonly ImportedFile[];
  readonly secrets: readonly string[];
  readonly requests: number;
  readonly tests: number;
}

export function writeCollection(read: Collection, tools: ImportTools): WrittenCollection {
  const collection = withSecretVariables(read);
  const { name, ledger, variables, environments, mocks } = collection;
  const copied = [...extraFiles(collection.files), ...definitions(collection.wsdls, tools)];
  const paths = new Map(copied.flatMap(({ of, path }) => (of === undefined ? [] : [[of, path] as const])));
  const project = new ProjectContext([...environments.flatMap((one) => one.variables), ...variables], paths, tools);
  const placed = [
    ...filesIn(collection.requests, "requests", ".soaphttp"),
    ...filesIn(collection.tests, "tests", ".soaphttp"),
  ];
  const written = placed.map(({ file, path }) => ({ path, content: writeRequestFile(file, path, project) }));
  const mockNames = new Names();
  const mocked = mocks.map((mock) => {
    const path = `mocks/${mockNames.take(fileName(mock.name), ".soapmock")}`;
    return { path, content: writeMock(mock, path, project) };
  });
  const { shared, secret, secrets } = writeEnvironments(variables, environments, project);
  const counts = countsOf(placed.map(({ file }) => file));
  return {
    files: [
      ...written,
      ...mocked,
      ...copied.flatMap(({ path, content }) => (content === undefined ? [] : [{ path, content }])),
      ...(shared === undefined ? [] : [{ path: environmentFile, content: shared }]),
      ...(secret === undefined ? [] : [{ path: privateEnvironmentFile, content: secret }]),
      ...(secret === undefined ? [] : [{ path: ".gitignore", content: `${privateEnvironmentFile}\n` }]),
      { path: checklistFile, content: checklist(name, counts, ledger.items, secrets) },
    ],
    secrets,
    ...counts,
  };
}

interface PlacedFile {
  readonly file: CollectionFile;
  readonly path: string;
}

/** The files in a folder and its subfolders, in order, without recursion: a source may have many levels. */
function filesIn(root: Folder, path: string, extension: string): readonly PlacedFile[] {
  const placed: PlacedFile[] = [];
  const open: { readonly entry: Folder | CollectionFile; readonly path: string }[] = [{ entry: root, path }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { entry, path: own } = one;
    if ("steps" in entry) {
      placed.push({ file: entry, path: own });
      continue;
    }
    const names = new Names();
    const entries = entry.entries.map((child) => {
      const isFile = "steps" in child;
      return { entry: child, path: `${own}/${names.take(fileName(child.name), isFile ? extension : "")}` };
    });
    for (const child of entries.toReversed()) open.push(child);
  }
  return placed;
}

interface CopiedFile extends Omit<ImportedFile, "content"> {
  /** Undefined if there is nothing to copy. */
  readonly content: ImportedFile["content"] | undefined;
  /** What refers to it. */
  readonly of: ExtraFile | CollectionWsdl | undefined;
}

function extraFiles(files: readonly ExtraFile[]): readonly CopiedFile[] {
  const names = { attachments: new Names(), data: new Names() };
  return files.map((file) => {
    const legal = fileNameWithExtension(file.name);
    const at = legal.lastIndexOf(".");
    const [base, extension] = at > 0 ? [legal.slice(0, at), legal.slice(at)] : [legal, ""];
    const path = `${file.folder}/${names[file.folder].take(base, extension)}`;
    if (file.content !== undefined) file.item.written("translated", { file: path, line: 1 });
    return { of: file, path, content: file.content };
  });
}

function definitions(wsdls: readonly CollectionWsdl[], tools: ImportTools): readonly CopiedFile[] {
  const names = new Names();
  return wsdls.flatMap((wsdl) => {
    const folder = `wsdl/${names.take(fileName(wsdl.name))}`;
    return tools.wsdlCopies(wsdl).map(({ path: name, content }, at): CopiedFile => {
      const path = `${folder}/${name}`;
      if (at === 0) wsdl.item.written("translated", { file: path, line: 1 });
      return { of: at === 0 ? wsdl : undefined, path, content };
    });
  });
}

function countsOf(files: readonly CollectionFile[]): { readonly requests: number; readonly tests: number } {
  const requests = files.flatMap(({ steps }) => steps.filter((step) => step.kind === "request"));
  const tests = requests.filter(({ preamble }) => preamble.some(({ kind }) => kind === "expect")).length;
  return { requests: requests.length - tests, tests };
}
