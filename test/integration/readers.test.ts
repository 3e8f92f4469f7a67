import * as vscode from "vscode";
import type { ShownResponse } from "../../client/src/extension/send/sendCommands.ts";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { misbehavingPort, post } from "./messages.ts";
import {
  answerQuestions,
  clickLens,
  closeAll,
  diagnosticsOf,
  documentOf,
  eventually,
  lensesOf,
  suiteInNode,
  workspaceFile,
} from "./support.ts";
import { recordedRuns } from "./testRuns.ts";

const marker = "only-the-owner-knows";
const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";
const body = (content: string) => `<s:Envelope xmlns:s="${soap11}"><s:Body>${content}</s:Body></s:Envelope>`;
const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o"><xs:element name="Add"><xs:complexType><xs:sequence><xs:element name="${marker}"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;
const wsdl = (types: string) =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:o="urn:o" targetNamespace="urn:o">
<types>${types}</types><message name="M"><part name="p" element="o:Add"/></message>
<portType name="P"><operation name="Add"><input message="o:M"/></operation></portType>
<binding name="B" type="o:P"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Add"><s:operation soapAction=""/><input><s:body use="literal"/></input></operation></binding>
<service name="S"><port name="B" binding="o:B"><s:address location="http://localhost/"/></port></service></definitions>`;
const importing = (path: string) =>
  wsdl(
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="urn:o" schemaLocation="${path}"/></xs:schema>`,
  );

/** Something that reads a file that a document names. */
interface Reader {
  readonly content: string;
  /** The name of the file, if it is fixed. */
  readonly name?: string;
  /** Whether only the Testing view uses it. */
  readonly isTest?: true;
  /** The WSDL whose loading asks about the file: no finding of the request names it. */
  readonly loads?: string;
  /** The request that uses the file: its preamble and its body. */
  readonly uses: (path: string) => readonly [preamble: string, body: string];
  /** The other files beside the document. */
  readonly files?: (path: string) => Readonly<Record<string, string>>;
}

const environment = JSON.stringify({ $shared: { v: marker } });
const sample = (value: string) => body(`<o:x xmlns:o="urn:x">${value}</o:x>`);
const add = body('<o:Add xmlns:o="urn:o"/>');

/** All readers of files that a document names. Add a new one here: each way below is then tried with it. */
const readers: Readonly<Record<string, Reader>> = {
  ".env": { name: ".env", content: `v=${marker}`, uses: () => ["", sample("{{$dotenv v}}")] },
  "http-client.env.json": { name: "http-client.env.json", content: environment, uses: () => ["", sample("{{v}}")] },
  "http-client.private.env.json": {
    name: "http-client.private.env.json",
    content: environment,
    uses: () => ["", sample("{{v}}")],
  },
  "a body": { content: sample(marker), uses: (path) => ["", `< ${path}`] },
  "a body with variables": { content: sample(marker), uses: (path) => ["", `<@ ${path}`] },
  "an expected body": { isTest: true, content: `<a>${marker}</a>`, uses: (path) => [`# @expect body = ${path}`, add] },
  "# @data": {
    name: "rows.csv",
    content: `v\n${marker}\n`,
    isTest: true,
    uses: (path) => [`# @data ${path}\n# @expect //*:x = no`, sample("{{v}}")],
  },
  "# @wsdl": { content: wsdl(xsd), uses: (path) => [`# @wsdl ${path}`, add] },
  "an imported schema": {
    content: xsd,
    uses: () => ["# @wsdl ./importing.wsdl", add],
    loads: "importing.wsdl",
    files: (path) => ({ "importing.wsdl": importing(path) }),
  },
};

const refusal = /outside|isn't loaded/;

/**
 * The folder of a document, another one for each test, because the server remembers files; and functions that put files and
 * links there. Paths are relative to the folder.
 */
interface Place {
  readonly folder: () => vscode.Uri;
  readonly write: (path: string, content: string) => Promise<void>;
  readonly link: (path: string, target: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** The path that the document names, and how the file gets there. `name`: of the file. */
interface Way {
  readonly path: (name: string, place: Place) => string;
  readonly put: (place: Place, name: string, content: string) => Promise<void>;
  /** Whether the document must name the path itself. */
  readonly isNamed?: true;
}

const elsewhere = "../../soaphttp-elsewhere";
const beside = (name: string) => `./${name}`;
const ways: Readonly<Record<string, Way>> = {
  "a link outside": {
    path: beside,
    put: async (place, name, content) => {
      await place.write(`${elsewhere}/file`, content);
      await place.link(name, `${elsewhere}/file`);
    },
  },
  "a folder that is a link outside": {
    path: (name) => `./linked/${name}`,
    isNamed: true,
    put: async (place, name, content) => {
      await place.write(`${elsewhere}/${name}`, content);
      await place.link("linked", elsewhere);
    },
  },
  "a path with ..": {
    path: (name) => `${elsewhere}/${name}`,
    isNamed: true,
    put: (place, name, content) => place.write(`${elsewhere}/${name}`, content),
  },
  "an absolute path": {
    path: (name, place) => vscode.Uri.joinPath(place.folder(), elsewhere, name).path,
    isNamed: true,
    put: (place, name, content) => place.write(`${elsewhere}/${name}`, content),
  },
};

function tests(place: Place, follows: boolean): void {
  const runs = recordedRuns();
  const questions: string[] = [];
  let count = 0;

  setup(async () => {
    questions.length = 0;
    await answerQuestions({
      outsideFile: async (path) => {
        questions.push(`${path} is outside`);
        return false;
      },
      loadFrom: async (_wsdl, places, isImported) => {
        questions.push(`${places} is outside`);
        return isImported ? "without" : "cancel";
      },
      standingErrors: async () => "send",
      unsendable: async () => "cancel",
    });
  });
  teardown(async () => {
    await closeAll();
    await place.clear();
    await vscode.commands.executeCommand("testing.refreshTests");
  });

  async function opened(reader: Reader, path: string): Promise<vscode.TextDocument> {
    const [preamble, content] = reader.uses(path);
    for (const [name, text] of Object.entries(reader.files?.(path) ?? {})) await place.write(name, text);
    const request = post(`http://localhost:${misbehavingPort()}`, "/echo-body", content, "{{$contentLength}}");
    const text = request.replace("application/soap+xml", "text/xml").replace("\n\n", '\nSOAPAction: ""\n\n');
    const name = `${++count}.soaphttp`;
    await place.write(name, `${preamble}\n${text}\n`);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(place.folder(), name));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  /** Everything that the author, the reader of a report and the service see of a request. */
  async function seen(document: vscode.TextDocument, { isTest, loads }: Reader): Promise<string> {
    if (loads)
      await vscode.commands.executeCommand("soaphttp.loadWsdl", `${vscode.Uri.joinPath(place.folder(), loads)}`);
    const diagnostics = (await diagnosticsOf(document)).map(({ message }) => message);
    const results = await (isTest ? tested() : sent(document));
    return [...diagnostics, ...results, ...questions].join("\n");
  }

  async function tested(): Promise<readonly string[]> {
    await vscode.commands.executeCommand("testing.runAll");
    return runs
      .splice(0)
      .flatMap(({ reported }) => reported.flatMap(({ messages }) => messages))
      .map(
        ({ message, actualOutput = "" }) => `${typeof message === "string" ? message : message.value} ${actualOutput}`,
      );
  }

  async function sent(document: vscode.TextDocument): Promise<readonly string[]> {
    const response = await clickLens<ShownResponse | undefined>(document, "Send Request");
    if (response === undefined) return [];
    const shown = await documentOf(response);
    return [shown.getText(), ...(await lensesOf(shown)).map(({ command }) => command?.tooltip ?? "")];
  }

  for (const [title, reader] of Object.entries(readers)) {
    const { name = "file", content } = reader;
    const isUsed = async (path: string) => {
      const document = await opened(reader, path);
      await eventually("the file to be used", async () => {
        const all = await seen(document, reader);
        assert.ok(all.includes(marker), all);
      });
    };
    const isRefused = async (path: string) => {
      const document = await opened(reader, path);
      await eventually("the file to be refused", async () => {
        const all = await seen(document, reader);
        isShown ||= all.includes(marker);
        assert.match(all, refusal);
      });
      assert.ok(!isShown, await seen(document, reader));
    };
    let isShown = false;
    setup(() => {
      isShown = false;
    });

    test(`${title} uses the file`, async () => {
      await place.write(name, content);
      await isUsed(beside(name));
    });

    test(`${title} ${follows ? "uses" : "refuses"} a link inside of the folder`, async () => {
      await place.write("inside", content);
      await place.link(name, "inside");
      await (follows ? isUsed : isRefused)(beside(name));
    });

    for (const [target, way] of Object.entries(ways)) {
      if (way.isNamed && reader.uses("a").join() === reader.uses("b").join() && !reader.files) continue;
      test(`${title} refuses ${target} with a message`, async () => {
        await way.put(place, name, content);
        await isRefused(way.path(name, place));
      });
    }
  }
}

suiteInNode("a file that a document in an open folder names", () => {
  let count = 0;
  const folder = () => workspaceFile(`readers-${count}`);
  const at = (path: string) => vscode.Uri.joinPath(folder(), path).fsPath;
  tests(
    {
      folder,
      write: async (path, content) => {
        const { mkdirSync, writeFileSync } = await builtin.fs();
        const { dirname } = await builtin.path();
        mkdirSync(dirname(at(path)), { recursive: true });
        writeFileSync(at(path), content);
      },
      link: async (path, target) => {
        const { mkdirSync, symlinkSync } = await builtin.fs();
        const { dirname } = await builtin.path();
        mkdirSync(dirname(at(path)), { recursive: true });
        symlinkSync(at(target), at(path));
      },
      clear: async () => {
        const { rmSync } = await builtin.fs();
        for (const path of [".", elsewhere]) rmSync(at(path), { recursive: true, force: true });
        count++;
      },
    },
    true,
  );
});

/** A virtual file system that says, as VS Code does, that something is a link, but not where it leads. */
class Links implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  readonly links = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const real = this.#real(path);
    const link = this.links.has(path) ? vscode.FileType.SymbolicLink : 0;
    const file = this.files.get(real);
    if (file) return { type: vscode.FileType.File | link, ctime: 0, mtime: this.#time++, size: file.length };
    if (![...this.files.keys()].some((one) => one.startsWith(`${real}/`))) throw vscode.FileSystemError.FileNotFound();
    return { type: vscode.FileType.Directory | link, ctime: 0, mtime: 0, size: 0 };
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    return this.files.get(this.#real(path)) ?? missing();
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.files.set(uri.path, content);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  readDirectory = (): [string, vscode.FileType][] => [];
  createDirectory = missing;
  delete = missing;
  rename = missing;
  #time = 1;

  #real(path: string): string {
    for (const [link, target] of this.links)
      if (path === link || path.startsWith(`${link}/`)) return this.#real(target + path.slice(link.length));
    return path;
  }
}

function missing(): never {
  throw vscode.FileSystemError.FileNotFound();
}

suite("a file that a document in a virtual workspace names", () => {
  const provider = new Links();
  // It stays: VS Code closes documents some time after their editors, and the Testing view looks then whether they exist.
  suiteSetup(() => void vscode.workspace.registerFileSystemProvider("soaphttp-links", provider));
  let count = 0;
  const folder = () => vscode.Uri.parse(`soaphttp-links://somewhere/projects/${count}/folder`);
  const at = (path: string) => vscode.Uri.joinPath(folder(), path);
  tests(
    {
      folder,
      write: async (path, content) => provider.writeFile(at(path), new TextEncoder().encode(content)),
      link: async (path, target) => void provider.links.set(at(path).path, at(target).path),
      clear: async () => {
        provider.files.clear();
        provider.links.clear();
        count++;
      },
    },
    false,
  );
});
