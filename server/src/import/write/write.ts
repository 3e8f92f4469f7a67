import { trimTrailing } from "../../text/trailing.ts";
import type { Collection, CollectionFile, CollectionMock, CollectionWsdl, ExtraFile, Folder } from "../collection.ts";
import type { ImportCounts, ImportedFile, ImportedSource, ImportTools } from "../result.ts";
import { checklist, checklistFile, type Hidden } from "./checklist.ts";
import { FileContext, ProjectContext, stepNames, writeComment } from "./context.ts";
import { environmentFile, privateEnvironmentFile, secretNames, writeEnvironments } from "./environments.ts";
import { Lines } from "./lines.ts";
import { addHeaders, writtenOut } from "./message.ts";
import { fileName, fileNameWithExtension, Names } from "./names.ts";
import { writeRequestFile } from "./requestFile.ts";
import { hasSecrets } from "./secretPlaces.ts";
import { withSecretVariables } from "./secrets.ts";
import { bodyText, isXml, lineText, withoutBreaks } from "./texts.ts";

type WrittenCollection = Pick<ImportedSource, "files" | "secrets" | "requests" | "tests">;

/** The files of a collection. The same collection always results in the same bytes. */
export function writeCollection(read: Collection, tools: ImportTools): WrittenCollection {
  const collection = withSecretVariables(read);
  const { variables, environments } = collection;
  const copied = [...extraFiles(collection.files), ...definitions(collection.wsdls, tools)];
  const paths = new Map(copied.flatMap(({ of, path }) => (of === undefined ? [] : [[of, path] as const])));
  const project = new ProjectContext([...environments.flatMap((one) => one.variables), ...variables], paths, tools);
  const placed = [
    ...filesIn(collection.requests, "requests", ".soaphttp"),
    ...filesIn(collection.tests, "tests", ".soaphttp"),
  ];
  const secrets = secretNames([...variables, ...environments.flatMap((one) => one.variables)], project);
  const counts = countsOf(placed.map(({ file }) => file));
  const files = copied.flatMap(({ of, path, content }) => {
    return of && "folder" in of && content !== undefined && hasSecrets(content) ? [path] : [];
  });
  const hidden: Hidden = { variables: secrets, files };
  return { files: filesOf(collection, { placed, copied, project, hidden, counts }), secrets, ...counts };
}

interface Parts {
  readonly placed: readonly PlacedFile[];
  readonly copied: readonly CopiedFile[];
  readonly project: ProjectContext;
  readonly hidden: Hidden;
  readonly counts: ImportCounts;
}

/** The files of a collection. The last files contain data that is known only after the others were written. */
function* filesOf(
  { name, ledger, variables, environments, mocks }: Collection,
  { placed, copied, project, hidden, counts }: Parts,
): Generator<ImportedFile> {
  for (const { file, path } of placed) yield { path, content: writeRequestFile(file, path, project) };
  const mockNames = new Names();
  const paths = placed.map(({ path }) => path);
  for (const mock of mocks) {
    const path = `mocks/${mockNames.take(fileName(mock.name), ".soapmock")}`;
    paths.push(path);
    yield { path, content: writeMock(mock, path, project) };
  }
  for (const { path, content } of copied) if (content !== undefined) yield { path, content };
  const { shared, secret } = writeEnvironments(variables, environments, project);
  if (shared !== undefined) yield { path: environmentFile, content: shared };
  if (secret !== undefined) yield { path: privateEnvironmentFile, content: secret };
  const ignored = [...(secret === undefined ? [] : [privateEnvironmentFile]), ...hidden.files.map(ignorePattern)];
  if (ignored.length > 0) yield { path: ".gitignore", content: `${ignored.join("\n")}\n` };
  yield { path: checklistFile, content: checklist(name, counts, ledger.items, hidden, paths) };
}

/** A pattern for a file in the folder of `.gitignore`. */
function ignorePattern(path: string): string {
  return `/${path.replace(/[\\[\]*?!# ]/g, "\\$&")}`;
}

interface PlacedFile {
  readonly file: CollectionFile;
  readonly path: string;
}

/** The files in a folder and its subfolders, in their order. Not recursive, because a source may have many levels. */
function filesIn(root: Folder, path: string, extension: string): readonly PlacedFile[] {
  const placed: PlacedFile[] = [];
  const open: { readonly entry: Folder | CollectionFile; readonly path: string }[] = [{ entry: root, path }];
  for (let current = open.pop(); current; current = open.pop()) {
    const { entry, path: own } = current;
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
  /** The content; undefined if there is nothing to copy. */
  readonly content: ImportedFile["content"] | undefined;
  /** The file or definition of the collection that is copied. */
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

function countsOf(files: readonly CollectionFile[]): ImportCounts {
  const requests = files.flatMap(({ steps }) => steps.filter((step) => step.kind === "request"));
  const tests = requests.filter(({ preamble }) => preamble.some(({ kind }) => kind === "expect")).length;
  return { requests: requests.length - tests, tests };
}

/** The text of a `.soapmock` file. Sets the places of the items in it. */
function writeMock(mock: CollectionMock, path: string, project: ProjectContext): string {
  const names = stepNames(
    mock.responses.map(({ name }) => name),
    new Set(),
  );
  const context = new FileContext(project, path, mock, names.byName);
  const responses = mock.responses.map((response, at) => {
    const lines = new Lines();
    lines.add(`### ${withoutBreaks(response.name)}`.trimEnd());
    lines.add(`# @name ${names.own[at] ?? ""}`);
    for (const value of response.when) lines.add(`# @when ${withoutBreaks(value)}`);
    for (const line of response.preamble) {
      if (line.kind === "comment") writeComment(lines, line);
      else lines.add(`# @${line.name} ${withoutBreaks(line.value)}`.trimEnd());
    }
    const message = new Lines();
    message.add(`HTTP/1.1 ${withoutBreaks(response.status)}`, response.item);
    addHeaders(message, response.headers, context);
    const content = response.body ?? [];
    const body = trimTrailing(bodyText(writtenOut(content, isXml(content), message, context), context), "\n");
    message.add(`Content-Length: {{$contentLength}}\n${body === "" ? "" : `\n${body}`}`);
    lines.append(message);
    return lines;
  });
  const all = new Lines();
  for (const comment of mock.comments) writeComment(all, comment);
  for (const { item, name, value } of mock.variables) {
    all.add(`@${context.variable(name)} = ${lineText(value, context)}`.trimEnd(), item);
  }
  if (all.count === 0) all.mark(mock.item);
  for (const [at, lines] of responses.entries()) {
    if (all.count > 0) all.add("", at === 0 ? mock.item : undefined);
    all.append(lines);
  }
  if (mock.responses.length === 0) all.add("", mock.item);
  all.place(path);
  return all.text;
}
