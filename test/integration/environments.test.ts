import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { add, bytesOf, envelope, misbehavingPort, post, serviceOrigin } from "./messages.ts";
import { type Peer, peer } from "./peer.ts";
import {
  answerQuestions,
  clickLens,
  closeAll,
  codesOf,
  deleteFile,
  diagnosticsOf,
  documentOf,
  eventually,
  expectCodes,
  inNode,
  open,
  openUnsaved,
  renameFolder,
  send,
  withSettings,
  workspaceFile,
  writeFile,
} from "./support.ts";

const envFile = "http-client.env.json";
const privateFile = "http-client.private.env.json";

suite("environments, secrets and body files", () => {
  let origin = "";
  let host = "";
  setup(async () => {
    origin = await serviceOrigin();
    host = origin.replace("http://", "");
  });
  teardown(async () => {
    await closeAll();
    await choose(null);
  });

  async function write(name: string, content: string | Uint8Array | object): Promise<void> {
    const isText = typeof content === "string" || content instanceof Uint8Array;
    await writeFile(name, isText ? content : JSON.stringify(content));
  }

  async function choose(name: string | null): Promise<void> {
    await vscode.commands.executeCommand("soaphttp.chooseEnvironment", name);
  }

  /** Returns a request to the host and path of an environment. */
  const withVariables = (body = add(17, 25)) => post("http://{{host}}", "{{path}}", body);

  test("a body file is missing after its folder was deleted, and there again after it was renamed back", async () => {
    await writeFile("bodies/inner/a.xml", add(1, 2));
    const document = await open(post(origin, "/calc12", "< ./bodies/inner/a.xml").replace(/Content-Length.*\n/, ""));
    const isMissing = (expected: boolean) =>
      eventually(`the file to be ${expected ? "missing" : "there"}`, async () =>
        assert.equal((await codesOf(document)).includes("body-file-missing"), expected),
      );
    await isMissing(false);
    await renameFolder("bodies", "renamed");
    await isMissing(true);
    await renameFolder("renamed", "bodies");
    await isMissing(false);
    await deleteFile("bodies");
    await isMissing(true);
  });

  test("settings of an environment that have no effect are reported in its file, until they are removed", async () => {
    await write(envFile, '{\n"right": {"SSLConfiguration": {"verifyHostCertificate": false}}}');
    await open(withVariables());
    const messages = () =>
      vscode.languages
        .getDiagnostics(workspaceFile(envFile))
        .map(({ message, range }) => `${range.start.line} ${message}`);
    await eventually("the diagnostic", async () =>
      assert.match(messages().join(), /^1 A file can't turn off the verification of certificates\. [^\n]*line\.$/),
    );
    await write(envFile, { right: { host } });
    await eventually("no diagnostic", async () => assert.deepEqual(messages(), []));
  });

  test("the selected environment defines the variables and the target of the request", async () => {
    await write(envFile, { $shared: { host }, right: { path: "/calc12" }, wrong: { path: "/nowhere" } });
    const document = await open(withVariables());
    await expectCodes(document, "variable-undefined");
    await choose("right");
    await expectCodes(document);
    assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
    await choose("wrong");
    await expectCodes(document);
    assert.match((await documentOf(await send(document))).lineAt(0).text, / 404 |^404 /);
    await choose(null);
    await expectCodes(document, "variable-undefined");
  });

  test("the private environment file takes precedence", async () => {
    await write(envFile, { local: { host, path: "/nowhere" } });
    await write(privateFile, { local: { path: "/calc12" } });
    await choose("local");
    const document = await open(withVariables());
    assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
  });

  test("a token of the environment is requested, and sent", async () => {
    const api = { Type: "OAuth2", "Grant Type": "Client Credentials", "Client ID": "{{user}}" };
    const url = `http://localhost:${misbehavingPort()}/token`;
    const local = { host, path: "/calc12", user: "me", Security: { Auth: { api: { ...api, "Token URL": url } } } };
    await write(envFile, {
      local,
      other: { ...local, Security: { Auth: { api: { ...api, "Token URL": `${url}s` } } } },
    });
    await choose("local");
    const text = withVariables(add(17, '{{$auth.token("api")}}')).replace(/(?<=Length: )\d+/, "{{$contentLength}}");
    const document = await open(text);
    await expectCodes(document);
    assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
    await choose("other");
    await expectCodes(document);
    assert.equal(await clickLens<unknown>(document, "Send Request"), undefined);
  });

  test("the user is asked once before secrets are sent to the host of a token service", async () => {
    const url = `http://localhost:${misbehavingPort()}/token`;
    const api = { Type: "OAuth2", "Grant Type": "Client Credentials", "Client ID": "me", "Token URL": url };
    await write(envFile, { local: { host, path: "/calc12", Security: { Auth: { api } } } });
    await write(privateFile, { local: { Security: { Auth: { api: { "Client Secret": "of-the-client" } } } } });
    await choose("local");
    const answers = [false, true];
    const asked = await answerQuestions({ tokenHost: async () => answers.shift() ?? false });
    const text = withVariables(add(17, '{{$auth.token("api")}}')).replace(/(?<=Length: )\d+/, "{{$contentLength}}");
    const document = await open(text);
    await expectCodes(document);
    assert.equal(await clickLens<unknown>(document, "Send Request"), undefined);
    for (const _ of [1, 2]) assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
    assert.deepEqual(asked("tokenHost"), Array(2).fill(["api", `localhost:${misbehavingPort()}`]));
  });

  test("diagnostics are updated when an environment file is created, changed or deleted", async () => {
    await choose("local");
    const document = await open(withVariables());
    await expectCodes(document, "variable-undefined", "variable-undefined");
    await write(envFile, { local: { host } });
    await expectCodes(document, "variable-undefined");
    await write(envFile, { local: { host, path: "/calc12" } });
    await expectCodes(document);
    await deleteFile(envFile);
    await expectCodes(document, "variable-undefined", "variable-undefined");
  });

  test("environments of the setting apply to unsaved documents too", async () => {
    await withSettings({ environments: { local: { host, path: "/calc12", number: 25 } } }, async () => {
      await choose("local");
      const document = await openUnsaved(
        withVariables(add(17, "{{number}}")).replace(/(?<=Length: )\d+/, `${bytesOf(add(17, 25))}`),
      );
      await expectCodes(document);
      assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
    });
  });

  test("a secret is asked for once, stored, and asked for again after it is forgotten", async () => {
    const answers = ["25", undefined, "26"];
    const asked = await answerQuestions({ secret: async () => answers.shift() });
    const body = add("{{$secret first number}}", 17);
    const document = await open(post(origin, "/calc12", body, "{{$contentLength}}"));
    await expectCodes(document);
    try {
      assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
      assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
      assert.deepEqual(asked("secret"), [["first number", "workspace"]]);
      await vscode.commands.executeCommand("soaphttp.forgetSecrets", ["first number"]);
      assert.equal(await clickLens(document, "Send Request"), undefined);
      assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>43<\//);
      assert.equal(asked("secret").length, 3);
    } finally {
      await vscode.commands.executeCommand("soaphttp.forgetSecrets", ["first number"]);
    }
  });

  test("a Content-Length that is wrong only with the secret is reported before sending", async () => {
    const asked = await answerQuestions({ secret: async () => "250", standingErrors: async () => "cancel" });
    const document = await open(post(origin, "/calc12", add("{{$secret n}}", 17), bytesOf(add(25, 17))));
    try {
      assert.equal(await clickLens(document, "Send Request"), undefined);
      assert.deepEqual(
        asked("standingErrors").map(([problems]) => problems.map(({ code }) => code)),
        [["content-length-mismatch"]],
      );
    } finally {
      await vscode.commands.executeCommand("soaphttp.forgetSecrets", ["n"]);
    }
  });

  test("diagnostics are updated when a body file is created or changed", async () => {
    const document = await open(post(origin, "/calc12", "< ./body (1).xml", bytesOf(add(17, 25))));
    await expectCodes(document, "body-file-missing");
    await write("body (1).xml", add(17, 25));
    await expectCodes(document);
    assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
    await write("body (1).xml", add(17, 255));
    await expectCodes(document, "content-length-mismatch");
  });

  test("a folder is reported as an invalid body file", async () => {
    await write("folder/a.xml", "");
    const document = await open(post(origin, "/calc12", "< ./folder", "{{$contentLength}}"));
    await expectCodes(document, "body-file-missing");
    assert.match((await diagnosticsOf(document))[0]?.message ?? "", /can't be read: Not a file\./);
  });

  test("variables in a body file are replaced", async () => {
    await write("body.xml", add("{{a}}", 25));
    const document = await open(`@a = 17\n${post(origin, "/calc12", "<@ ./body.xml", bytesOf(add(17, 25)))}`);
    await expectCodes(document);
    assert.match((await documentOf(await send(document))).getText(), /<(\w+:)?result>42<\//);
  });

  // Only a socket receives the exact bytes.
  if (inNode)
    suite("environment variables and body files on the wire", () => {
      let service: Peer | undefined;
      teardown(async () => {
        await service?.close();
        service = undefined;
      });

      test("a body file arrives byte for byte", async () => {
        const bytes = Uint8Array.from({ length: 5000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff);
        const content = Buffer.from(bytes).toString("latin1");
        await write("body.bin", bytes);
        service = await peer("HTTP/1.1 204 No Content\r\n\r\n", (received) => received.endsWith(content.slice(-100)));
        await answerQuestions({ standingErrors: async () => "send" });
        const document = await open(
          post(service.origin, "/", "< ./body.bin", 5000).replace(
            "application/soap+xml; charset=utf-8",
            "application/octet-stream",
          ),
        );
        assert.equal((await send(document)).kind, "response");
        assert.equal(service.received().slice(-5000), content);
      });

      test("$processEnv and $dotenv are replaced", async () => {
        await write(".env", "TOKEN='t0p'\n");
        const body = envelope("{{$processEnv PATH}} {{$dotenv TOKEN}}");
        service = await peer("HTTP/1.1 204 No Content\r\n\r\n", (received) => received.endsWith("</s:Envelope>"));
        const document = await open(post(service.origin, "/", body, "{{$contentLength}}"));
        await expectCodes(document);
        assert.equal((await send(document)).kind, "response");
        assert.match(service.received(), /<s:Body>\/.* t0p<\/s:Body>/);
      });
    });
});
