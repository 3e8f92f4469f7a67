import * as vscode from "vscode";
import { acceptedVerdict, computedExamples } from "../support/computedExamples.ts";
import { computedBodySha256, computedMessage } from "../support/computedMessage.ts";
import { skip } from "../support/skip.mjs";
import * as assert from "./assert.ts";
import { actionsAt } from "./assist.ts";
import { misbehavingPort, post, serviceOrigin, soap12 } from "./messages.ts";
import {
  answerQuestions,
  clickLens,
  closeAll,
  diagnosticsOf,
  documentOf,
  eventually,
  extension,
  inNode,
  open,
  responseTo,
  runCommand,
  send,
  showView,
  titlesOf,
  withSettings,
  workspaceFile,
  writeFile,
} from "./support.ts";

const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const base64 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
const x509 = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";

/** A request that is signed with the key `me`: of a PKCS #12 file whose passphrase is "open sesame". */
function signedRequest(origin = serviceOrigin(), path = "/calc12"): string {
  const token = `<w:BinarySecurityToken wsu:Id="X509" EncodingType="${base64}" ValueType="${x509}">{{$certificate me}}</w:BinarySecurityToken>`;
  const header = `<s:Header><w:Security xmlns:w="${wsse}">${token}{{$signature me}}</w:Security></s:Header>`;
  const body = '<s:Body wsu:Id="Body"><Add xmlns="http://example.org/calc"><a>17</a><b>25</b></Add></s:Body>';
  const envelope = `<s:Envelope xmlns:s="${soap12}" xmlns:wsu="${wsu}">${header}${body}</s:Envelope>`;
  return post(origin, path, envelope, "{{$contentLength}}");
}

suite("keys of requests", () => {
  const asked: string[] = [];
  let answers: (string | undefined)[] = [];
  const keys = () => ({ keys: { me: { file: workspaceFile("ec256.p12").toString() } } });
  const forget = () => vscode.commands.executeCommand("soaphttp.forgetSecrets", [], ["me"]);

  setup(async () => {
    asked.length = 0;
    await answerQuestions({
      keyPassphrase: async (name) => {
        asked.push(name);
        return answers.shift();
      },
    });
  });
  teardown(async () => {
    await forget();
    await closeAll();
  });

  async function messagesOf(document: vscode.TextDocument): Promise<string> {
    return (await diagnosticsOf(document)).map(({ message }) => message).join("\n");
  }

  /** Sends the request and returns the bytes that were sent. */
  async function sent(document: vscode.TextDocument): Promise<string> {
    const response = await documentOf(await send(document));
    // Without the offsets in front of the rows.
    return (await showView(response, "wire")).getText().replace(/\n[0-9a-f]{6} {2}/g, "");
  }

  test("a key signs its request, and the passphrase is asked for once, when it is sent", async () => {
    await withSettings(keys(), async () => {
      answers = ["open sesame"];
      const document = await open(signedRequest());
      await eventually("the missing passphrase is a problem", async () => {
        assert.match(await messagesOf(document), /The passphrase of the key me is missing/);
      });
      assert.deepEqual(asked, []);
      const wire = await sent(document);
      assert.match(wire, /<w:BinarySecurityToken [^>]*>MII[A-Za-z0-9+/=]+<\/w:BinarySecurityToken>/);
      assert.match(wire, /<ds:SignatureValue>(?!A{80})[A-Za-z0-9+/]{86}==<\/ds:SignatureValue>/);
      assert.match(await sent(document), /<ds:SignatureValue>/);
      assert.deepEqual(asked, ["me"]);
      await eventually("the problem has gone", async () => assert.ok(!/ key /.test(await messagesOf(document))));
      await forget();
      answers = ["open sesame"];
      assert.match(await sent(document), /<ds:SignatureValue>/);
      assert.deepEqual(asked, ["me", "me"]);
    });
  });

  if (inNode) {
    let mocks = 0;
    /** Writes a file and waits until VS Code reports it, because a mock service reads a changed file again, and then asks again. */
    const writeReported = async (name: string, text: string) => {
      const watcher = vscode.workspace.createFileSystemWatcher(`**/${name}`);
      const reported = new Promise((resolve) => watcher.onDidCreate(resolve));
      const file = await writeFile(name, text);
      await reported;
      watcher.dispose();
      return file;
    };
    /** Starts a service that signs its response with a key, and calls back with a function that sends it a request. */
    const withSignedMock = async (keys: object, use: (sent: () => Promise<string>) => Promise<void>) => {
      const [, body = ""] = signedRequest().split("\n\n");
      const head =
        "HTTP/1.1 200 OK\nContent-Type: application/soap+xml; charset=utf-8\nContent-Length: {{$contentLength}}";
      const file = await writeReported(`signed-${++mocks}.soapmock`, `${head}\n\n${body}`);
      await withSettings({ ...keys, "mock.port": 0 }, async () => {
        await vscode.commands.executeCommand("soaphttp.startMock", file, [file]);
        try {
          const { address } = (await extension()).forTests.mock;
          await use(async () => {
            const response = await responseTo(`GET ${address} HTTP/1.1\nHost: localhost\n\n`);
            return (await showView(response, "raw")).getText();
          });
        } finally {
          await vscode.commands.executeCommand("soaphttp.stopMock");
        }
      });
    };

    test("a mock service signs its responses with a key, whose passphrase is asked for when it starts", async () => {
      answers = ["open sesame"];
      await withSignedMock(keys(), async (sent) => {
        assert.deepEqual(asked, ["me"]);
        assert.match(await sent(), /<ds:SignatureValue>(?!A{80})[A-Za-z0-9+/]{86}==<\/ds:SignatureValue>/);
      });
    });

    test("a client of a mock service can't have the user asked for a passphrase", async () => {
      const withLockedKey = { keys: { me: { file: workspaceFile("me.aes.pem").toString() } } };
      await withSignedMock(withLockedKey, async (sent) => {
        for (let time = 1; time <= 2; time++) assert.match(await sent(), /^HTTP\/1\.1 500 /);
        assert.deepEqual(asked, ["me"], "only when the service started");
      });
      answers = ["open sesame"];
      await withSignedMock(withLockedKey, async (sent) => {
        assert.match(await sent(), /<ds:SignatureValue>(?!A{80})[A-Za-z0-9+/]+=*<\/ds:SignatureValue>/);
        assert.deepEqual(asked, ["me", "me"]);
      });
    });
  }

  test("computed values and signed documents are sent with the same bytes as on the command line", async () => {
    await withSettings({ keys: { me: { file: workspaceFile("me.pem").toString() } } }, async () => {
      const head = `POST /echo-body HTTP/1.1\nHost: localhost:${misbehavingPort()}\nContent-Type: text/xml; charset=utf-8`;
      const document = await open(computedMessage(head));
      const response = await showView(await documentOf(await send(document)), "raw");
      const [body = ""] = /<s:Envelope.*<\/s:Envelope>/s.exec(response.getText()) ?? [];
      const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
      const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      assert.equal(hex, computedBodySha256, body);
    });
  });

  for (const { title, text, files = {}, first } of computedExamples) {
    test(`${title}, with the same bytes in each host`, async function () {
      await withSettings({ keys: { me: { file: workspaceFile("me.pem").toString() } } }, async () => {
        for (const [name, content] of Object.entries(files)) await writeFile(name, content);
        const document = await open(
          text(
            (target) =>
              `POST ${target} HTTP/1.1\nHost: localhost:${misbehavingPort()}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}`,
          ),
        );
        const requestLine = (name: string) =>
          document.positionAt(document.getText().indexOf(`# @name ${name}`)).line + 1;
        if (first !== undefined) await send(document, requestLine(first));
        const response = await showView(await documentOf(await send(document, requestLine("send"))), "raw");
        const [, missing] = /<missing>(.*)<\/missing>/.exec(response.getText()) ?? [];
        if (missing !== undefined) skip(this, missing);
        assert.ok(response.getText().includes(acceptedVerdict), response.getText());
      });
    });
  }

  test("the view of a signed response says who has signed what, and whether that is trusted", async () => {
    await withSettings(keys(), async () => {
      answers = ["open sesame"];
      const origin = `http://localhost:${misbehavingPort()}`;
      const response = await documentOf(await send(await open(signedRequest(origin, "/echo-body"))));
      // The note is wrapped.
      assert.match(
        response.getText().replace(/\n│ /g, " "),
        /Signature of Body valid: \S.* \(ecdsa-sha256\), not trusted\. Covers Body\./,
      );
      await eventually("the editor says that the certificate isn't trusted", async () => {
        assert.match(await messagesOf(response), /The certificate .* isn't trusted/);
      });
      const titles = async () => await titlesOf(response);
      assert.match((await titles())[0] ?? "", /signature not trusted/);
      const asked = await answerQuestions({ trustSigner: async () => true });
      await clickLens(response, "Trust This Certificate…");
      assert.match(asked("trustSigner").flat(2).join("\n"), /^CN=.*\nSHA-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
      await eventually("the signature is trusted", async () => {
        assert.match((await titles())[0] ?? "", /signature valid/);
        assert.ok(!(await titles()).includes("Trust This Certificate…"));
        assert.match(response.getText().replace(/\n│ /g, " "), /\(ecdsa-sha256\), trusted\./);
      });
    });
  });

  test("a wrong passphrase keeps the request from being sent, and isn't kept", async () => {
    await withSettings(keys(), async () => {
      answers = ["wrong"];
      const document = await open(signedRequest());
      const asked = await answerQuestions({
        keyPassphrase: async () => answers.shift(),
        unsendable: async () => "cancel",
      });
      await eventually("the key is known", async () => assert.match(await messagesOf(document), / key me /));
      assert.equal(await vscode.commands.executeCommand("soaphttp.send", document.uri, 0), undefined);
      const [[problems = []] = []] = asked("unsendable");
      assert.match(problems.map(({ message }) => message).join("\n"), /The passphrase of the key me is wrong/);
      answers = ["open sesame"];
      assert.match(await sent(document), /<ds:SignatureValue>/);
    });
  });

  test("a key is missing without the setting, and the message names it", async () => {
    const document = await open(signedRequest());
    await eventually("the key is missing", async () => {
      assert.match(await messagesOf(document), /There is no key me\. Choose its file, or add it to .*soaphttp\.keys/);
    });
    await withSettings(keys(), async () => {
      await eventually("the key is found", async () => {
        assert.match(await messagesOf(document), /The passphrase of the key me is missing/);
      });
    });
  });

  test("a fix asks for the file of a key and its passphrase, and adds the key to the setting", async () => {
    answers = ["open sesame"];
    const asked = await answerQuestions({
      keyFile: async () => workspaceFile("ec256.p12"),
      keyPassphrase: async () => answers.shift(),
    });
    await withSettings({ keys: {} }, async () => {
      const document = await open(signedRequest());
      const errors = async () =>
        (await diagnosticsOf(document)).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
      await eventually("one error", async () => {
        assert.match((await errors()).map(({ message }) => message).join("\n"), /^There is no key me\. .*$/);
      });
      const [problem] = await errors();
      assert.ok(problem);
      const actions = await actionsAt(document, problem.range);
      const fix = actions.find(({ title }) => title === 'Choose File for Key "me"…');
      assert.equal(await runCommand(fix?.command), "me");
      assert.deepEqual(asked("keyFile"), [["me"]]);
      await eventually("no error is left", async () => assert.equal((await errors()).length, 0));
      assert.match(await sent(document), /<ds:SignatureValue>/);
    });
  });
});

suite("Add Security…", () => {
  teardown(closeAll);

  test("the command compares the request with the changed one, and Apply Changes makes all changes", async () => {
    const body = `<s:Envelope xmlns:s="${soap12}"><s:Body/></s:Envelope>`;
    const document = await open(post(serviceOrigin(), "/calc12", body, "{{$contentLength}}"));
    const before = document.getText();
    await vscode.commands.executeCommand("soaphttp.addSecurity", document.uri, 0, "usernameDigest", { user: "ann" });
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(document.getText(), before);
    await vscode.commands.executeCommand("soaphttp.applyUpdate", input.modified);
    assert.match(document.getText(), /^@user = ann\n@password = \{\{\$secret password\}\}\nPOST/);
    assert.match(document.getText(), /<wsse:UsernameToken>/);
    assert.deepEqual(
      (await diagnosticsOf(document)).map(({ message }) => message),
      [],
    );
  });

  test("the command makes a change of one place at once", async () => {
    const body = `<s:Envelope xmlns:s="${soap12}"><s:Body/></s:Envelope>`;
    const document = await open(post(serviceOrigin(), "/calc12", body, "{{$contentLength}}"));
    await vscode.commands.executeCommand("soaphttp.addSecurity", document.uri, 0, "timestamp");
    assert.match(document.getText(), /<wsu:Timestamp>/);
  });

  test("Add Security… is a code action in soap:Header, not in the Body", async () => {
    const body = `<s:Envelope xmlns:s="${soap12}">\n<s:Header>\n</s:Header>\n<s:Body/></s:Envelope>`;
    const document = await open(post(serviceOrigin(), "/calc12", body, "{{$contentLength}}"));
    const offeredAt = async (text: string) => {
      const at = document.positionAt(document.getText().indexOf(text) + 1);
      const all = await actionsAt(document, new vscode.Range(at, at));
      return all.filter(({ title }) => title === "Add Security…").length;
    };
    assert.deepEqual([await offeredAt("<s:Header>"), await offeredAt("<s:Body/>")], [1, 0]);
  });
});
