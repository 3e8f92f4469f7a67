import * as vscode from "vscode";
import type { Questions } from "../../client/src/extension/editor/dialogs.ts";
import * as assert from "./assert.ts";
import { actionsAt, definitionsAt, quickFix } from "./assist.ts";
import { builtin } from "./builtin.ts";
import { envelope, newWsdlPort, post, serviceOrigin } from "./messages.ts";
import { secureService } from "./secureService.ts";
import {
  answerQuestions,
  closeAll,
  deleteFile,
  eventually,
  expectCodes,
  extension,
  inNode,
  open,
  readText,
  runCommand,
  withSettings,
  workspaceFile,
  writeFile,
} from "./support.ts";

type LoadFrom = Parameters<Questions["loadFrom"]>;

suite("loading WSDLs from addresses", () => {
  let port = 0;
  let asked: () => readonly LoadFrom[] = () => [];
  const local = (path: string) => `http://localhost:${port}${path}`;
  const load = (path: string) => vscode.commands.executeCommand<number | undefined>("soaphttp.loadWsdl", local(path));
  const requests = async () => JSON.parse(await (await fetch(local("/requests"))).text()) as readonly string[];
  const allow = async (...answers: Awaited<ReturnType<Questions["loadFrom"]>>[]) => {
    const questions = await answerQuestions({
      loadFrom: async (...question) => answers.shift() ?? assert.fail(`an unexpected question: ${question}`),
    });
    asked = () => questions("loadFrom");
  };

  setup(async () => {
    port = newWsdlPort();
    await extension();
  });
  teardown(closeAll);

  test("a file that names an address causes a connection only after its quick fix", async () => {
    const document = await open(`# @wsdl ${local("/main?wsdl")}\nGET /a HTTP/1.1\nHost: localhost\n`);
    await expectCodes(document, "wsdl-not-loaded");
    assert.deepEqual(await requests(), []);
    await allow("load", "load");
    await quickFix(document, "wsdl-not-loaded", "Load WSDL");
    await expectCodes(document);
    assert.equal((await requests()).length, 3);
  });

  test("the command asks for each origin once, and then reads everything that is imported", async () => {
    await allow("load", "load");
    assert.equal(await load("/main?wsdl"), 1);
    const address = local("/main?wsdl");
    assert.deepEqual(asked(), [
      [address, [`http://localhost:${port}`], false],
      [address, [`http://127.0.0.1:${port}`], true],
    ]);
    const all = ["GET 127.0.0.1/other.xsd", "GET localhost/main?wsdl", "GET localhost/types.xsd"];
    assert.deepEqual((await requests()).toSorted(), all);
    assert.equal(await load("/main?wsdl"), 1);
    assert.equal(asked().length, 2);
    assert.deepEqual((await requests()).slice(3).toSorted(), all);
  });

  test("the command reads nothing if the user cancels", async () => {
    await allow("cancel");
    assert.equal(await load("/main?wsdl"), undefined);
    assert.deepEqual(await requests(), []);
  });

  test("the command doesn't connect to other origins if the user declines", async () => {
    await allow("load", "without");
    assert.equal(await load("/main?wsdl"), 1);
    assert.deepEqual((await requests()).toSorted(), ["GET localhost/main?wsdl", "GET localhost/types.xsd"]);
  });

  test("the command asks for credentials until they are right, and keeps them for the origin", async () => {
    const rejections: boolean[] = [];
    const entered = ["wrong", "geheim"];
    await answerQuestions({
      loadFrom: async () => "load",
      credentials: async (origin, rejected) => {
        assert.equal(origin, `http://localhost:${port}`);
        rejections.push(rejected);
        return { user: "me", password: entered.shift() ?? assert.fail("they were right") };
      },
    });
    assert.equal(await load("/closed?wsdl"), 1);
    assert.deepEqual(rejections, [false, true]);
    assert.equal(await load("/closed?wsdl"), 1);
    assert.equal(rejections.length, 2);
  });

  test("the command loads nothing if the user enters no credentials", async () => {
    await answerQuestions({ loadFrom: async () => "load", credentials: async () => undefined });
    assert.equal(await load("/closed?wsdl"), undefined);
    assert.deepEqual(await requests(), ["GET localhost/closed?wsdl"]);
  });

  for (const path of ["/login", "/nothing"]) {
    test(`the command loads nothing from ${path}`, async () => {
      await allow("load");
      assert.equal(await load(path), undefined);
      assert.deepEqual(await requests(), [`GET localhost${path}`]);
    });
  }

  test("the command follows a redirect on the same origin, where the host shows it", async () => {
    await allow("load", "without");
    assert.equal(await load("/moved"), inNode ? 1 : undefined);
  });

  test("the command reads in a browser only what the server allows it to read", async () => {
    await allow("load");
    assert.equal(await load("/private?wsdl"), inNode ? 1 : undefined);
  });

  test("the command reads a few documents at once", async () => {
    await allow("load");
    assert.equal(await load("/many"), 1);
    assert.equal((await requests()).length, 42);
    const most = Number(await (await fetch(local("/most"))).text());
    assert.ok(most > 1 && most <= 8, `${most} at once`);
  });

  for (const location of ["urn:other", "classpath:/other.xsd", "x:", ...(inNode ? ["file:////a/b.wsdl"] : [])]) {
    test(`the command asks nothing about an import of ${location}, which can't be read`, async () => {
      const text = await (await fetch(local("/main?wsdl"))).text();
      const unusual = `<wsdl:import namespace="urn:x" location="${location}"/><wsdl:types>`;
      const changed = text.replace(/<xs:import .*/g, "").replace("<wsdl:types>", unusual);
      const file = await writeFile("unusual.wsdl", changed);
      await allow();
      assert.equal(await vscode.commands.executeCommand("soaphttp.loadWsdl", file.toString()), 1);
    });
  }

  test("the quick fix at an address that can't be loaded writes a catalog for the file with its name", async () => {
    const text = await (await fetch(local("/main?wsdl"))).text();
    const [wsdl, xsd, catalog] = ["away.wsdl", "gone.xsd", "catalog.xml"].map((name) => workspaceFile(`away/${name}`));
    assert.ok(wsdl && xsd && catalog);
    const importing = `<xs:import namespace="urn:gone" schemaLocation="${local("/gone.xsd")}"/>`;
    const write = (file: vscode.Uri, content: string) =>
      vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
    try {
      await write(wsdl, text.replace(/<xs:import .*/g, importing));
      await write(xsd, '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:gone"/>');
      const document = await vscode.workspace.openTextDocument(wsdl);
      // VS Code tells of new files a moment later, which ends what is shown about them.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await allow("without");
      await vscode.commands.executeCommand("soaphttp.newFromWsdl", wsdl, [0]);
      // The other problems are about the missing types.
      const problems = () =>
        vscode.languages.getDiagnostics(wsdl).filter(({ range }) => document.getText(range).includes("/gone.xsd"));
      await eventually("the problem", () => assert.ok(problems().length > 0));
      const [problem = assert.fail("no problem")] = problems();
      const actions = await actionsAt(document, problem.range, vscode.CodeActionKind.QuickFix);
      await runCommand(actions.find(({ title }) => title === "Use gone.xsd for This Address")?.command);
      const written = await readText(catalog);
      assert.ok(written.includes(`<uri name="${local("/gone.xsd")}" uri="gone.xsd"/>`), written);
      await eventually("no problem", () => assert.equal(problems().length, 0));
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(wsdl, ".."), { recursive: true });
    }
  });

  test("Go to Definition opens a read-only document with the text of the address", async () => {
    await allow("load", "load");
    await load("/main?wsdl");
    const text = `# @wsdl ${local("/main?wsdl")}\n${post(serviceOrigin(), "/echo", envelope('<Echo xmlns="urn:echo"><text>a</text><number>1</number></Echo>'))}`;
    const document = await open(text);
    await eventually("the definitions", async () => {
      const definitions = await definitionsAt(document, text.indexOf("<Echo") + 2);
      assert.deepEqual(
        definitions.map(([{ scheme, path, query }, name]) => [scheme, path, query, name]),
        ["Echo", "Echo"].map((name) => ["soaphttp-wsdl", "/main.wsdl", local("/main?wsdl"), name]),
      );
      const [[uri] = []] = definitions;
      const shown = uri && (await vscode.workspace.openTextDocument(uri));
      assert.equal(shown?.getText(), await (await fetch(local("/main?wsdl"))).text());
      assert.equal(shown?.languageId, "xml");
    });
  });

  test("the window knows the WSDLs of the workspace when they are created and deleted", async () => {
    const text = (await (await fetch(local("/main?wsdl"))).text()).replace("wsdl/soap/", "wsdl/soap12/");
    const write = (name: string, action: string) => writeFile(name, text.replace("urn:echo#Echo", action));
    const document = await open(
      post(serviceOrigin(), "/echo", envelope('<Echo xmlns="urn:echo"><text>a</text><number>1</number></Echo>')),
    );
    await expectCodes(document);
    await write("one.wsdl", "urn:one");
    await write("other.wsdl", "urn:other");
    await expectCodes(document, "wsdl-ambiguous");
    await deleteFile("other.wsdl");
    await expectCodes(document);
  });

  // Only Node has files outside of the workspace, and services with certificates.
  if (inNode) {
    test("the server reads files outside of the workspace, also through links, only from folders that the user allows", async () => {
      const { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } = await builtin.fs();
      const { tmpdir } = await builtin.os();
      const { join } = await builtin.path();
      const outside = realpathSync(mkdtempSync(join(tmpdir(), "soaphttp-outside-")));
      const link = workspaceFile("link.wsdl");
      try {
        const schema = '<schema xmlns="http://www.w3.org/2001/XMLSchema"/>';
        writeFileSync(join(outside, "a.xsd"), schema);
        const types = `<types><schema xmlns="http://www.w3.org/2001/XMLSchema"><include schemaLocation="${join(outside, "a.xsd")}"/></schema></types>`;
        writeFileSync(
          join(outside, "a.wsdl"),
          `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">${types}</definitions>`,
        );
        symlinkSync(join(outside, "a.wsdl"), link.fsPath);
        await allow("cancel", "load");
        const loadLink = () => vscode.commands.executeCommand("soaphttp.loadWsdl", link.toString());
        assert.equal(await loadLink(), undefined);
        assert.equal(await loadLink(), 0);
        assert.deepEqual(asked(), Array(2).fill(["link.wsdl", [outside], false]));
      } finally {
        rmSync(outside, { recursive: true });
        rmSync(link.fsPath, { force: true });
      }
    });

    test("the command has the client certificate of a key", async () => {
      const service = await secureService();
      try {
        await allow("load");
        const settings = {
          keys: { door: { file: service.pfx } },
          "tls.hosts": { [`localhost:${service.port}`]: { ca: service.ca, clientKey: "door" } },
        };
        await withSettings(settings, async () => {
          const keyPassphrase = async () => service.passphrase;
          const answered = await answerQuestions({ loadFrom: async () => "load", keyPassphrase });
          await vscode.commands.executeCommand("soaphttp.loadWsdl", `${service.origin}/k?wsdl`);
          assert.deepEqual(answered("keyPassphrase"), [["door"]]);
        });
        assert.equal(service.client(), "client");
      } finally {
        await service.close();
      }
    });

    test("the command verifies certificates with the settings of the host", async () => {
      const service = await secureService();
      try {
        await allow("load");
        const loadIt = () => vscode.commands.executeCommand("soaphttp.loadWsdl", `${service.origin}/a?wsdl`);
        assert.equal(await loadIt(), undefined);
        assert.equal(service.requests(), 0);
        await withSettings({ "tls.hosts": { [`localhost:${service.port}`]: { ca: service.ca } } }, async () => {
          assert.equal(await loadIt(), 0);
        });
        assert.equal(service.requests(), 1);
      } finally {
        await service.close();
      }
    });
  }

  suite("Download WSDL", () => {
    const folder = () => workspaceFile("downloaded");
    const download = (path: string) =>
      vscode.commands.executeCommand<vscode.Uri | undefined>("soaphttp.downloadWsdl", local(path));

    suiteTeardown(() => vscode.workspace.fs.delete(folder(), { recursive: true }));

    test("the command saves a WSDL with its imports, so that it can be loaded without its server", async () => {
      await answerQuestions({ loadFrom: async () => "load", folder: async () => folder(), replace: async () => true });
      const saved = (await download("/main?wsdl")) ?? assert.fail("nothing was saved");
      assert.match(await readText(saved), /schemaLocation="types\.xsd"[\s\S]*schemaLocation="other\.xsd"/);
      const before = (await requests()).length;
      assert.equal(await vscode.commands.executeCommand("soaphttp.loadWsdl", saved.toString()), 1);
      assert.equal((await requests()).length, before);
    });

    test("the command replaces no file without a question", async () => {
      let replaced: readonly string[] = [];
      await answerQuestions({
        loadFrom: async () => "load",
        folder: async () => folder(),
        replace: async (names) => {
          replaced = names;
          return false;
        },
      });
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), "other.xsd"), new TextEncoder().encode("mine"));
      assert.equal(await download("/main?wsdl"), undefined);
      assert.ok(replaced.includes("other.xsd"), replaced.join());
      assert.equal(await readText(vscode.Uri.joinPath(folder(), "other.xsd")), "mine");
    });

    test("the command doesn't fetch again what was just loaded", async () => {
      await answerQuestions({ loadFrom: async () => "load", folder: async () => undefined });
      assert.equal(await load("/main?wsdl"), 1);
      assert.equal(await download("/main?wsdl"), undefined);
      assert.equal((await requests()).length, 3);
    });
  });
});
