import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { ClientCapabilities, CodeAction, CompletionList, Position } from "vscode-languageserver/node";
import type {
  CatalogEntryResult,
  ConvertResult,
  FileRead,
  NewRequestsParams,
  NewRequestsResult,
  OperationsResult,
  OutgoingResult,
  PresentResult,
  ResponseSchemaResult,
  WsdlFilesResult,
} from "../../../server/src/protocol/protocol.ts";
import type { ExternalFile } from "../../../server/src/service/languageService.ts";
import { sampleWsdl } from "../../support/contracts.ts";
import { request11 } from "../../support/findings.ts";
import { startTestServer, type TestServer, until } from "../../support/server.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { received } from "../response/captured.ts";

const folder = "test/server/wsdl/stacks";
const gsoap = "file:///w/gsoap.wsdl";
const wcf = "file:///w/wcf.wsdl";

suite("contracts over LSP", () => {
  let server: TestServer;
  const files = new Map<string, string | FileRead>();
  setup(async () => {
    files.clear();
    for (const name of ["gsoap.wsdl", "wcf.wsdl"]) files.set(`file:///w/${name}`, read(name));
    files.set("http://localhost:8733/Calc?wsdl=wsdl0", read("wcf0.wsdl"));
    files.set("http://localhost:8733/Calc?xsd=xsd0", read("wcf.xsd"));
    await start({});
  });

  async function start(given: object): Promise<void> {
    server = await startTestServer({}, {}, { readFile, folders: ["file:///w"], ...given });
  }

  function readFile(uri: string): FileRead {
    const file = files.get(uri);
    if (file === undefined) return { kind: "missing" };
    return typeof file === "string" ? { kind: "bytes", bytes: Buffer.from(file).toString("base64") } : file;
  }

  function operations(wsdl: string, renew = false): Promise<OperationsResult> {
    return server.request<OperationsResult>("soaphttp/operations", { wsdl, renew });
  }

  const shop = "file:///w/shop.wsdl";
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n";

  /** Opens the response to a request for `Add` of the shop, as the client presents it. */
  async function respond(id: string, request: object, given: object = {}) {
    const body = shopMessage(`<AddResponse xmlns="urn:shop"><id>${id}</id></AddResponse>`);
    const params = received(head, body, { ...given, request: { method: "POST", soapVersion: "1.1", ...request } });
    const { text } = await server.request<PresentResult>("soaphttp/present", params);
    const { uri } = server.open(text, "soaphttp-response");
    await server.request<PresentResult>("soaphttp/present", { ...params, uri });
    return { uri, text };
  }

  async function schemaOf(uri: string, values: readonly object[] = []): Promise<ResponseSchemaResult | null> {
    return server.request<ResponseSchemaResult | null>("soaphttp/responseSchema", { uri, values });
  }

  async function requests(given: Partial<NewRequestsParams>): Promise<string> {
    const params = { wsdl: gsoap, operations: [0], extent: "parameters", names: [], form: "text", ...given };
    return (await server.request<NewRequestsResult>("soaphttp/newRequests", params)).text;
  }

  test("the server lists the operations of a WSDL, with the places where they are declared", async () => {
    const { operations: found, documents, problems, unallowed } = await operations(gsoap);
    assert.deepEqual([documents, problems, unallowed], [[gsoap], [], []]);
    const [add] = found;
    assert.ok(add);
    const { place, documentation, ...facts } = add;
    assert.deepEqual(facts, {
      ...{ operation: "Add", service: "calc", port: "calc", binding: "calc", version: "1.1", style: "document" },
      ...{ action: "urn:calc#Add", address: "http://localhost:8080/calc" },
    });
    assert.equal(place.uri, gsoap);
    const line = read("gsoap.wsdl").split("\n")[place.range.start.line];
    assert.match(line ?? "", /<operation name="Add"/);
  });

  test("the server reads all documents of a WSDL, as documents of WSDLs", async () => {
    const { operations: found, documents } = await operations(wcf);
    assert.deepEqual(documents, [wcf, "http://localhost:8733/Calc?wsdl=wsdl0", "http://localhost:8733/Calc?xsd=xsd0"]);
    assert.ok(found.length > 0);
    assert.deepEqual(server.askedAs, Array(4).fill("wsdl"), "the three, and a catalog beside the first");
  });

  test("a catalog of the setting redirects addresses to files, and the one beside the WSDL as soon as it is written", async () => {
    const address = "http://localhost:8733/Calc?xsd=xsd0";
    const catalogOf = (file: string) =>
      `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"><uri name="${address}" uri="${file}"/></catalog>`;
    for (const name of ["moved.xsd", "beside.xsd"]) files.set(`file:///w/${name}`, files.get(address) ?? "");
    files.set("file:///w/all/c.xml", catalogOf("../moved.xsd"));
    server = await startTestServer({}, { catalogs: ["all/c.xml"] }, { readFile, folders: ["file:///w"] });
    assert.equal((await operations(wcf)).documents.at(-1), "file:///w/moved.xsd");
    files.set("file:///w/catalog.xml", catalogOf("beside.xsd"));
    await server.fileChanged("file:///w/catalog.xml", 1);
    assert.equal((await operations(wcf)).documents.at(-1), "file:///w/beside.xsd");
  });

  test("an address that can't be loaded gets an entry in the catalog, for the file with its name or its namespace", async () => {
    const schema = files.get("http://localhost:8733/Calc?xsd=xsd0") ?? "";
    files.delete("http://localhost:8733/Calc?xsd=xsd0");
    const place = (await operations(wcf)).problems.find(({ message }) => message.includes("?xsd=xsd0"));
    assert.ok(place);
    const entry = (names: readonly string[], position = place.range.start) =>
      server.request<CatalogEntryResult | null>("soaphttp/catalogEntry", {
        wsdl: wcf,
        uri: place.uri,
        position,
        names,
      });
    files.set("file:///w/a.xsd", '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:other"/>');
    files.set("file:///w/b.xsd", schema);
    assert.equal((await entry(["a.xsd", "b.xsd", "xsd0.xsd"]))?.file, "xsd0.xsd");
    assert.equal(await entry(["a.xsd", "gone.xsd"]), null);
    assert.equal(await entry(["xsd0.xsd"], { line: 0, character: 0 }), null);
    const written = await entry(["a.xsd", "b.xsd"]);
    assert.deepEqual([written?.file, written?.catalog.uri], ["b.xsd", "file:///w/catalog.xml"]);
    files.set("file:///w/catalog.xml", Buffer.from(written?.catalog.bytes ?? "", "base64").toString());
    const { documents, problems } = await operations(wcf, true);
    assert.ok(documents.includes("file:///w/b.xsd"), documents.join());
    assert.deepEqual(problems, []);
    assert.equal(await entry(["a.xsd", "b.xsd"]), null, "it can be read now");
  });

  test("a catalog that can't be read is not replaced by one with an entry", async () => {
    files.delete("http://localhost:8733/Calc?xsd=xsd0");
    files.set("file:///w/catalog.xml", { kind: "refused", why: "Too large." });
    const place = (await operations(wcf)).problems.find(({ message }) => message.includes("?xsd=xsd0"));
    const params = { wsdl: wcf, uri: place?.uri, position: place?.range.start, names: ["xsd0.xsd"] };
    assert.equal(await server.request("soaphttp/catalogEntry", params), null);
  });

  test("problems say which documents the user may allow, and the documents are read again when asked to", async () => {
    const address = "http://localhost:8733/Calc?wsdl=wsdl0";
    const allowed = files.get(address) ?? "";
    files.set(address, { kind: "refused", why: "Not allowed.", unallowed: true });
    assert.deepEqual((await operations(wcf)).unallowed, [address]);
    files.set(address, allowed);
    assert.deepEqual((await operations(wcf)).unallowed, [address]);
    assert.deepEqual((await operations(wcf, true)).unallowed, []);
  });

  test("problems say why a WSDL can't be read", async () => {
    const { documents, problems } = await operations("file:///w/none.wsdl");
    assert.deepEqual(documents, []);
    const messages = problems.map(({ message }) => message);
    assert.deepEqual(messages, ["Can't read none.wsdl."]);
  });

  test("the server forgets a deleted WSDL with its documents, and lists its operations again when it is back", async () => {
    const asked: string[] = [];
    const noted = (uri: string) => {
      asked.push(uri);
      return readFile(uri);
    };
    await start({ readFile: noted });
    assert.equal((await operations(wcf)).problems.length, 0);
    const text = files.get(wcf) ?? "";
    files.delete(wcf);
    await server.fileChanged(wcf, 3);
    await operations(gsoap);
    asked.length = 0;
    await server.notify("soaphttp/circumstances", { trusted: true });
    await operations(gsoap);
    assert.deepEqual(asked, [gsoap]);
    files.set(wcf, text);
    assert.ok((await operations(wcf)).operations.length > 0);
  });

  test("the server shows a change on disk at once", async () => {
    await operations(gsoap);
    files.set(gsoap, read("gsoap.wsdl").replaceAll('"Add"', '"Sum"'));
    await server.fileChanged(gsoap);
    assert.equal((await operations(gsoap)).operations[0]?.operation, "Sum");
  });

  test("the server checks a response by the operation of its request, again when the WSDL changes", async () => {
    files.set(shop, shopWsdl());
    const text = request11({}, shopMessage('<Add xmlns="urn:shop"><item>a</item></Add>'));
    const { uri } = server.open(`# @wsdl ${shop}\n${text}`);
    const sent = await server.request<OutgoingResult>("soaphttp/outgoing", { uri, line: 1 });
    assert.ok(sent.kind === "message");
    const { method, soapVersion, contract } = sent.message;
    assert.deepEqual(contract, { wsdl: shop, operation: "Shop/P/Add" });
    const response = await respond("x", { method, soapVersion, contract });
    const messages = async () => (await server.diagnostics(response.uri)).map(({ message }) => message);
    const problems = async () => (await schemaOf(response.uri))?.problems;
    assert.deepEqual(await messages(), ["x isn't a valid xs:int. Example: 1"]);
    assert.equal(await problems(), 1);
    files.set(shop, shopWsdl().replace('name="id" type="xs:int"', 'name="id" type="xs:string"'));
    await server.fileChanged(shop);
    await operations(shop);
    assert.deepEqual(await messages(), []);
    assert.equal(await problems(), 0);
  });

  test("the server gives no number of problems of a response that no schema describes, or of which the end is missing", async () => {
    files.set(shop, shopWsdl());
    const contract = { wsdl: shop, operation: "Shop/P/Add" };
    const problemsOf = async (given: object, request: object) =>
      (await schemaOf((await respond("x", request, given)).uri))?.problems;
    assert.equal(await problemsOf({}, { contract }), 1);
    assert.equal(await problemsOf({}, {}), undefined);
    assert.equal(await problemsOf({ truncated: true }, { contract }), null);
  });

  test("the server says which values of a response are Base64 data by their types", async () => {
    files.set(shop, shopWsdl().replace('name="id" type="xs:int"', 'name="id" type="xs:base64Binary"'));
    const { uri, text } = await respond("AAAA", { contract: { wsdl: shop, operation: "Shop/P/Add" } });
    const lines = text.split("\n");
    const line = lines.findIndex((one) => one.includes("AAAA"));
    const character = lines[line]?.indexOf("AAAA");
    const values = [
      { line, character },
      { line: 0, character: 0 },
    ];
    assert.deepEqual(await schemaOf(uri, values), { problems: 0, base64: [true, false] });
  });

  test("the server reads nothing in Restricted Mode", async () => {
    await start({ circumstances: { trusted: false, environment: null } });
    const { operations: found, problems } = await operations(gsoap);
    assert.deepEqual([found.length, problems.length, server.asked], [0, 1, []]);
    assert.equal(await requests({}), "");
  });

  test("the server writes a request whose path is relative to its document", async () => {
    const text = await requests({ relativeTo: "file:///w/a b/one.soaphttp" });
    assert.match(text, /^### Add\n# @name Add\n# @wsdl \.\.\/gsoap\.wsdl\nPOST \/calc HTTP\/1\.1\n/);
    assert.ok(text.endsWith("</soap:Envelope>\n"));
    assert.match(await requests({ relativeTo: "file:///w" }), /\n# @wsdl \.\/gsoap\.wsdl\n/);
    assert.match(await requests({}), /\n# @wsdl file:\/\/\/w\/gsoap\.wsdl\n/);
  });

  test("the server gives new requests names that the document doesn't have", async () => {
    const text = await requests({ operations: [0, 1], names: ["Add", "Divide", "Divide-2"] });
    assert.deepEqual(text.match(/(?<=# @name ).*/g), ["Add-2", "Divide-3"]);
  });

  test("the server writes requests as one snippet with stops of their own", async () => {
    const text = await requests({ operations: [0, 0], form: "snippet" });
    const stops = text.match(/(?<=\$\{)\d+/g) ?? [];
    assert.ok(stops.length > 2);
    assert.equal(new Set(stops).size, stops.length);
    assert.doesNotMatch(text, /\t/);
  });

  test("the server counts the bytes of a snippet when it is sent, because the user changes its values", async () => {
    assert.match(await requests({ form: "snippet" }), /\nContent-Length: \{\{\\\$contentLength\\\}\\\}\n/);
    assert.match(await requests({ form: "text" }), /\nContent-Length: \d+\n/);
  });

  test("the server counts the line endings of the document", async () => {
    const { uri } = server.open("# a\r\n");
    const text = await requests({ relativeTo: uri });
    const [head = "", body = ""] = text.split("\r\n\r\n");
    assert.match(head, new RegExp(`\r\nContent-Length: ${Buffer.byteLength(body.trimEnd())}$`));
  });

  test("the server gives the documents of a WSDL as files that name each other", async () => {
    const { files: found, unread } = await server.request<WsdlFilesResult>("soaphttp/wsdlFiles", { wsdl: wcf });
    assert.deepEqual(unread, []);
    const text = ({ bytes }: WsdlFilesResult["files"][number]) => Buffer.from(bytes, "base64").toString();
    const names = found.map(({ name }) => name);
    assert.deepEqual(names, ["wcf.wsdl", "Calc-wsdl_wsdl0.wsdl", "Calc-xsd_xsd0.xsd"]);
    const [first, , last] = found;
    assert.ok(first && last);
    const expected = read("wcf.wsdl").replaceAll("http://localhost:8733/Calc?wsdl=wsdl0", "Calc-wsdl_wsdl0.wsdl");
    assert.equal(text(first), expected.replaceAll("http://localhost:8733/Calc?xsd=xsd0", "Calc-xsd_xsd0.xsd"));
    assert.equal(text(last), read("wcf.xsd"));
  });

  test("the server keeps the location of a document that can't be read, and lists it", async () => {
    files.set("http://localhost:8733/Calc?wsdl=wsdl0", { kind: "refused", why: "Not allowed.", unallowed: true });
    const { files: found, unread } = await server.request<WsdlFilesResult>("soaphttp/wsdlFiles", { wsdl: wcf });
    assert.deepEqual(unread, [{ uri: "http://localhost:8733/Calc?wsdl=wsdl0", why: "Not allowed." }]);
    assert.match(
      Buffer.from(found[0]?.bytes ?? "", "base64").toString(),
      /location="http:\/\/localhost:8733\/Calc\?wsdl=wsdl0"/,
    );
  });

  test("the server watches files, but neither addresses nor names that are in no file system", async () => {
    const imports =
      '<import namespace="urn:x" location="urn:x"/><import namespace="urn:y" location="y.wsdl"/></definitions>';
    files.set("file:///w/a.wsdl", sampleWsdl().replace("</definitions>", imports));
    files.set("http://localhost/b?wsdl", sampleWsdl());
    const workspace = { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } };
    server = await startTestServer({ workspace }, {}, { readFile });
    await operations("http://localhost/b?wsdl");
    await operations("file:///w/a.wsdl");
    const watched = () => JSON.stringify(server.registered.map(({ registerOptions }) => registerOptions));
    while (!watched().includes("y.wsdl")) await new Promise((resolve) => setImmediate(resolve));
    assert.doesNotMatch(watched(), /urn:|localhost/);
  });

  suite("contracts in documents", () => {
    const calc = "file:///w/calc.wsdl";
    const pulling: ClientCapabilities = {
      textDocument: {
        diagnostic: {},
        completion: { completionItem: { snippetSupport: true, insertTextModeSupport: { valueSet: [1, 2] } } },
      },
      workspace: { diagnostics: { refreshSupport: true } },
    };
    const payload = '<Add xmlns="urn:calc"><a>1</a></Add>';
    const unknown = `# @operation Ad\n${request11(
      { SOAPAction: '"urn:Add"' },
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${payload}</s:Body></s:Envelope>`,
    )}`;

    async function restart(settings: object = {}, given: object = {}, capabilities = pulling): Promise<void> {
      server = await startTestServer(capabilities, settings, { readFile, folders: ["file:///w"], ...given });
      files.set(calc, sampleWsdl());
    }

    async function codes(uri: string): Promise<readonly unknown[]> {
      return (await server.diagnostics(uri)).map(({ code }) => code);
    }

    /** Waits for the codes of diagnostics, because the first diagnostics don't wait for contracts. */
    async function codesWithContract(uri: string): Promise<readonly unknown[]> {
      for (let round = 0; round < 1_000; round++) {
        const shown = await codes(uri);
        if (shown.length > 0) return shown;
        await new Promise((resolve) => setImmediate(resolve));
      }
      return [];
    }

    /** Resolves when the diagnostics have to be asked for again after `work`. */
    async function refreshedBy(work: () => unknown): Promise<void> {
      const before = server.refreshed.length;
      await work();
      await until(() => server.refreshed.length !== before);
    }

    test("contracts of the workspace are read after the first diagnostics, and again when they change", async () => {
      await restart();
      const { uri } = server.open(unknown);
      assert.deepEqual(await codes(uri), []);
      await refreshedBy(() => server.notify("soaphttp/workspaceWsdls", { uris: [calc] }));
      await refreshedBy(async () => assert.deepEqual(await codes(uri), []));
      assert.deepEqual(await codes(uri), ["operation-unknown"]);
      files.set(calc, sampleWsdl({ operations: ["Ad"] }));
      await refreshedBy(() => server.fileChanged(calc));
      assert.ok(!(await codes(uri)).includes("operation-unknown"));
    });

    const many = (count: number) => {
      const uris = Array.from({ length: count }, (_, at) => `file:///w/${at}/${at}.wsdl`);
      for (const uri of uris) files.set(uri, sampleWsdl({ operations: ["Other"] }));
      return [...uris, calc];
    };

    test("the first diagnostics don't wait for contracts of the workspace", async () => {
      let answer: () => void = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await restart(
        {},
        {
          readFile: (uri: string) => (uri.endsWith(".wsdl") ? answered.then(() => readFile(uri)) : readFile(uri)),
        },
      );
      await refreshedBy(() => server.notify("soaphttp/workspaceWsdls", { uris: many(50) }));
      const { uri } = server.open(`${unknown}\n###\nGET / HTTP/1.1\n\n`);
      assert.deepEqual(await codes(uri), ["host-missing"]);
      await refreshedBy(answer);
      assert.deepEqual(await codes(uri), ["operation-unknown", "host-missing"]);
    });

    test("contracts are created one after the other, while other requests are handled", async () => {
      const works: (() => void)[] = [];
      await restart({}, { later: (work: () => void) => works.push(work) });
      const uris = many(50);
      await refreshedBy(() => server.notify("soaphttp/workspaceWsdls", { uris }));
      const { uri } = server.open(unknown);
      let isChecked = false;
      const checked = (async () => {
        while (!(await codes(uri)).includes("operation-unknown"));
        isChecked = true;
      })();
      let answers = 0;
      while (!isChecked) {
        works.shift()?.();
        await server.request("textDocument/foldingRange", { textDocument: { uri } });
        answers++;
      }
      await checked;
      assert.ok(answers >= uris.length, `${answers} answers while ${uris.length} contracts were made`);
    });

    test("contracts are watched by one registration, however many there are", async () => {
      const didChangeWatchedFiles = { dynamicRegistration: true, relativePatternSupport: true };
      await restart({}, {}, { ...pulling, workspace: { ...pulling.workspace, didChangeWatchedFiles } });
      const method = "workspace/didChangeWatchedFiles";
      const { uri } = server.open("GET / HTTP/1.1\nHost: h\n");
      await codes(uri);
      const before = server.registrations.get(method) ?? 0;
      await refreshedBy(() => server.notify("soaphttp/workspaceWsdls", { uris: many(50) }));
      const checked = server.open(unknown).uri;
      await refreshedBy(() => codes(checked));
      assert.deepEqual(await codes(checked), ["operation-unknown"]);
      const registrations = (server.registrations.get(method) ?? 0) - before;
      assert.ok(registrations <= 2, `${registrations} registrations for 50 WSDLs`);
      assert.match(JSON.stringify(server.registered.map(({ registerOptions }) => registerOptions)), /"\*"|calc\.wsdl/);
    });

    test("a change of a contract shows at once what is out of date in a request", async () => {
      await restart({ wsdl: ["calc.wsdl"] });
      const { uri } = server.open(unknown.replace("# @operation Ad\n", ""));
      assert.deepEqual(await codes(uri), []);
      files.set(calc, sampleWsdl().replace('name="a"', 'name="first"'));
      await refreshedBy(() => server.fileChanged(calc));
      assert.deepEqual(await codes(uri), ["schema-element-unexpected"]);
    });

    test("the server reads the WSDLs that the setting names", async () => {
      await restart({ wsdl: ["calc.wsdl"] });
      assert.deepEqual(await codes(server.open(unknown).uri), ["operation-unknown"]);
    });

    test("an edit of a request reads nothing again", async () => {
      await restart({ wsdl: ["calc.wsdl"] });
      const { uri } = server.open(unknown);
      await codes(uri);
      const before = server.asked.length;
      await server.edit(uri, 2, unknown.replace(">1<", ">2<"));
      assert.deepEqual(await codes(uri), ["operation-unknown"]);
      assert.equal(server.asked.length, before);
    });

    test("a contract at a slow address doesn't delay diagnostics, which are refreshed when it has been read", async () => {
      let answer: (file: FileRead) => void = () => {};
      const slow = new Promise<FileRead>((resolve) => {
        answer = resolve;
      });
      await restart({}, { readFile: (uri: string) => (uri.startsWith("http:") ? slow : readFile(uri)) });
      const { uri } = server.open(`# @wsdl http://h/calc?wsdl\n${unknown}`);
      assert.deepEqual(await codes(uri), []);
      await refreshedBy(() => answer(readFile(calc)));
      assert.deepEqual(await codes(uri), ["operation-unknown"]);
    });

    test("a contract that isn't allowed yet has a fix for clients that can load it", async () => {
      const readNothing = (): FileRead => ({ kind: "refused", why: "Not allowed.", unallowed: true });
      for (const loadsWsdls of [false, true]) {
        await restart({}, { readFile: readNothing, options: { loadsWsdls } });
        const { uri } = server.open(`# @wsdl http://h/calc?wsdl\n${unknown}`);
        assert.deepEqual(await codes(uri), ["wsdl-not-loaded"]);
        const start = { line: 0, character: 10 };
        const actions = await server.request<readonly CodeAction[]>("textDocument/codeAction", {
          ...{ textDocument: { uri }, range: { start, end: start } },
          context: { diagnostics: [], only: ["quickfix"] },
        });
        const commands = actions.map(({ command }) => [command?.command, command?.arguments]);
        assert.deepEqual(commands, loadsWsdls ? [["soaphttp.loadWsdl", ["http://h/calc?wsdl"]]] : []);
      }
    });

    test("the operations of contracts are completed in an empty file, with their own whitespace", async () => {
      await restart({ wsdl: ["calc.wsdl"] });
      const { uri } = server.open("");
      const position = { line: 0, character: 0 };
      const list = await server.ask<CompletionList>("completion", { uri, position });
      const item = list.items.find(({ label }) => label === "Add");
      assert.deepEqual([item?.filterText, item?.insertTextMode, item?.preselect], ["Add", 1, undefined]);
      assert.match(item?.textEdit?.newText ?? "", /^# @name Add\n# @wsdl \.\/w\/calc\.wsdl\nPOST \/calc HTTP\/1\.1\n/);
    });

    test("the operation of a contract decides the head of a pasted envelope", async () => {
      await restart({ wsdl: ["calc.wsdl"] });
      const { uri, position } = server.open("");
      const place = { uri, range: { start: position, end: position } };
      const text = unknown.slice(unknown.indexOf("<s:Envelope"));
      const result = await server.request<ConvertResult>("soaphttp/convert", { text, lineEnds: "\n", place });
      assert.match(
        result.kind === "requests" ? result.text : "",
        /^POST \/calc HTTP\/1\.1\n[^<]*SOAPAction: "urn:Add"\n/,
      );
    });

    suite("contracts for clients that neither read nor list files", () => {
      let wsdls: readonly string[] = [];
      const asked: (readonly string[])[] = [];
      const other = {
        readFile: undefined,
        hostReadsFile: (uri: string): ExternalFile => {
          const file = files.get(uri);
          return typeof file === "string" ? { kind: "bytes", bytes: Buffer.from(file) } : { kind: "missing" };
        },
        hostFindsWsdls: async (folders: readonly string[]) => {
          asked.push(folders);
          return wsdls;
        },
      };
      setup(() => {
        wsdls = [];
        asked.length = 0;
      });

      test("contracts of the workspace are found by the server, even if they are created and deleted later", async () => {
        const watching = { ...pulling.workspace, didChangeWatchedFiles: { dynamicRegistration: true } };
        server = await startTestServer({ ...pulling, workspace: watching }, {}, { folders: ["file:///w"], ...other });
        files.set(calc, sampleWsdl());
        const { uri } = server.open(unknown);
        assert.deepEqual(await codes(uri), []);
        assert.deepEqual(asked, [["file:///w"]]);
        const watchers = server.registered.map(({ registerOptions }) => JSON.stringify(registerOptions));
        assert.ok(watchers.includes('{"watchers":[{"globPattern":"**/*.wsdl","kind":5}]}'), watchers.join());
        wsdls = [calc];
        await server.fileChanged(calc, 1);
        assert.deepEqual(await codesWithContract(uri), ["operation-unknown"]);
      });

      test("contracts are found again when the folders change, without a registration", async () => {
        const workspace = { ...pulling.workspace, workspaceFolders: true };
        server = await startTestServer({ ...pulling, workspace }, {}, { folders: ["file:///w"], ...other });
        files.set(calc, sampleWsdl());
        const { uri } = server.open(unknown);
        assert.deepEqual(await codes(uri), []);
        wsdls = [calc];
        await server.notify("workspace/didChangeWorkspaceFolders", { event: { added: [], removed: [] } });
        while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
        assert.deepEqual(await codesWithContract(uri), ["operation-unknown"]);
        assert.deepEqual(asked, [["file:///w"], ["file:///w"]]);
        assert.deepEqual(server.registered, []);
      });

      test("the operations of contracts are code actions where no request is", async () => {
        wsdls = [calc];
        await restart({}, other);
        files.set(calc, sampleWsdl({ operations: ["Add", "Sub"] }));
        const text = `### a\n|\n### b\n${request11()}\n`;
        const { uri, position } = server.open(text);
        const actionsAt = (start: Position) =>
          server.request<readonly CodeAction[]>("textDocument/codeAction", {
            ...{ textDocument: { uri }, range: { start, end: start } },
            context: { diagnostics: [], only: ["refactor"] },
          });
        const actions = await actionsAt(position);
        assert.deepEqual(
          actions.map(({ title }) => title),
          ["Add", "Sub"].map((name) => `New request for Calc/Calcsoap11/${name} (./w/calc.wsdl)`),
        );
        const [edit] = Object.values(actions[1]?.edit?.changes ?? {}).flat();
        assert.ok(edit);
        const after = `### a\n${edit.newText}\n### b\n${request11()}\n`;
        assert.match(after, /^### a\n# @name Sub\n# @wsdl \.\/w\/calc\.wsdl\nPOST \/calc HTTP\/1\.1\n/);
        assert.deepEqual(edit.range, { start: position, end: position });
        assert.deepEqual(await codes(server.open(after).uri), []);
        const elsewhere = (await actionsAt({ line: 4, character: 0 })).map(({ title }) => title);
        assert.ok(!elsewhere.some((title) => title.startsWith("New request")), elsewhere.join());
        await restart({}, { ...other, options: { loadsWsdls: true } });
        server.open(text);
        assert.deepEqual(await actionsAt(position), []);
      });
    });
  });

  test("the documentation of a WSDL is a page in the language of its texts, unless the WSDL has no operations", async () => {
    files.set("file:///w/none.wsdl", '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>');
    const page = (wsdl: string) => server.request<string | null>("soaphttp/documentation", { wsdl, title: "w" });
    assert.match((await page(gsoap)) ?? "", /<html lang="en">/);
    assert.equal(await page("file:///w/none.wsdl"), null);
    const types = Array.from({ length: 30 }, (_, at) => `<xs:complexType name="T${at}"/>`).join("");
    files.set("file:///w/many.xsd", `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${types}</xs:schema>`);
    const [link = ""] = /command:[^"]+/.exec((await page("file:///w/many.xsd")) ?? "") ?? [];
    const [command, argument = ""] = link.split("?");
    const [part] = JSON.parse(decodeURIComponent(argument));
    assert.equal(command, "command:soaphttp.documentation.show");
    const params = { wsdl: "file:///w/many.xsd", title: "w", part };
    const own = await server.request<string | null>("soaphttp/documentation", params);
    const headings = own?.match(/<h3[^>]*>[^<]*/g)?.map((one) => one.replace(/<[^>]*>/, ""));
    assert.deepEqual(headings, ["T0"]);
  });
});

function read(name: string): string {
  return readFileSync(`${folder}/${name}`, "utf8");
}
