import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { add, post } from "./messages.ts";
import { type SecureService, secureService } from "./secureService.ts";
import {
  answerQuestions,
  closeAll,
  documentOf,
  eventually,
  extension,
  sendText,
  suiteInNode,
  titlesOf,
  withSettings,
  workspaceFile,
  writeFile,
} from "./support.ts";

suite("settings and trust", () => {
  teardown(closeAll);

  test("settings are restricted to trusted workspaces, and certificates to the machine", async () => {
    await extension();
    const { packageJSON } = vscode.extensions.getExtension("soaphttp.soaphttp") ?? assert.fail("not installed");
    const { untrustedWorkspaces, virtualWorkspaces } = packageJSON.capabilities;
    assert.equal(untrustedWorkspaces.supported, "limited");
    assert.equal(virtualWorkspaces, true);
    const restricted: readonly string[] = untrustedWorkspaces.restrictedConfigurations;
    for (const name of ["tls.hosts", "history.enabled", "timeout", "followRedirects", "send.withErrors"]) {
      assert.ok(restricted.includes(`soaphttp.${name}`), name);
    }
    const groups: readonly { readonly properties: Readonly<Record<string, { readonly scope: string }>> }[] =
      packageJSON.contributes.configuration;
    assert.equal(groups.map(({ properties }) => properties["soaphttp.tls.hosts"]?.scope).join(""), "machine");
  });

  // The user names these files, so they may be anywhere.
  const ofTheUser = {
    "tls.hosts": { localhost: { verify: false, ca: "/etc/passwd" } },
    keys: { me: { file: "/etc/passwd" } },
    "agents.environmentVariables": ["PATH"],
  };
  for (const [name, value] of Object.entries(ofTheUser)) {
    test(`a workspace can't set soaphttp.${name}, which may name files and secrets of its user`, async () => {
      await extension();
      const own = vscode.workspace.getConfiguration("soaphttp");
      const before = JSON.stringify(own.get(name));
      let refused = false;
      try {
        await own.update(name, value, vscode.ConfigurationTarget.Workspace);
      } catch {
        refused = true;
      }
      assert.ok(refused, "the workspace's settings took it");
      assert.equal(JSON.stringify(own.get(name)), before);
    });
  }
});

suiteInNode("TLS settings of hosts", () => {
  let service: SecureService;
  suiteSetup(async () => {
    service = await secureService();
  });
  suiteTeardown(() => service.close());
  teardown(closeAll);

  const request = () => `${post(service.origin, "/s", add(1, 2)).replace("POST /s", `POST ${service.origin}/s`)}`;
  const sendIt = async () => sendText(request().replace(/Host: .*/, `Host: localhost:${service.port}`));

  test("certificates are verified by default", async () => {
    const sent = await sendIt();
    assert.equal(sent.kind, "tls");
    assert.equal(service.requests(), 0);
  });

  test("a certificate is not verified if the setting disables it for the host, and the response says so", async () => {
    await withSettings({ "tls.hosts": { [`localhost:${service.port}`]: { verify: false } } }, async () => {
      const sent = await sendIt();
      assert.equal(sent.kind, "response");
      const [status = "", ...others] = await titlesOf(await documentOf(sent));
      assert.match(status, /^200 OK · [^·]+ · [^·]+ · certificate not verified$/);
      assert.ok(!others.some((title) => /certificate/i.test(title)), others.join());
    });
    await withSettings(
      { "tls.hosts": { "localhost:1": { verify: false }, "a.example": { verify: false } } },
      async () => {
        assert.equal((await sendIt()).kind, "tls");
      },
    );
  });

  test("a host can have its own certificate authority, and a client certificate whose passphrase is asked for once", async () => {
    const name = `localhost:${service.port}`;
    const { ca, cert, key } = service;
    await withSettings({ "tls.hosts": { [name]: { ca, cert, key } } }, async () => {
      const asked = await answerQuestions({ passphrase: async () => service.passphrase });
      const sent = await sendIt();
      assert.equal(sent.kind, "response");
      assert.deepEqual(
        (await titlesOf(await documentOf(sent))).filter((one) => /verified/.test(one)),
        [],
      );
      assert.equal(service.client(), "client");
      await sendIt();
      assert.deepEqual(asked("passphrase"), [[name]]);
      await answerQuestions({ passphrase: async () => "" });
      await vscode.commands.executeCommand("soaphttp.tls.setPassphrase");
      await answerQuestions({ passphrase: async () => "wrong" });
      assert.equal((await sendIt()).kind, "unsendable");
      await answerQuestions({ passphrase: async () => "" });
      await vscode.commands.executeCommand("soaphttp.tls.setPassphrase");
    });
  });

  test("an environment has the client certificate of its requests, whose files are in the workspace", async () => {
    const { readFileSync } = await builtin.fs();
    const environment = (clientCertificate: string, clientCertificateKey: string) =>
      writeFile(
        "http-client.env.json",
        JSON.stringify({ mine: { SSLConfiguration: { clientCertificate, clientCertificateKey } } }),
      );
    const { ca, cert, key } = service;
    await writeFile("client.pem", readFileSync(cert, "utf8"));
    await writeFile("client.key", readFileSync(key, "utf8"));
    await environment("client.pem", "./client.key");
    const asked = await answerQuestions({ keyPassphrase: async () => service.passphrase });
    await withSettings({ "tls.hosts": { [`localhost:${service.port}`]: { ca } } }, async () => {
      await sendIt();
      assert.notEqual(service.client(), "client");
      await vscode.commands.executeCommand("soaphttp.chooseEnvironment", "mine");
      try {
        assert.equal((await sendIt()).kind, "response");
        assert.equal(service.client(), "client");
        const [[name = ""] = [], ...more] = asked("keyPassphrase");
        assert.match(name, /client\.key$/);
        assert.deepEqual(more, []);
        await environment(cert, key);
        await eventually("the files outside to be refused", async () =>
          assert.equal((await sendIt()).kind, "unsendable"),
        );
      } finally {
        await vscode.commands.executeCommand("soaphttp.chooseEnvironment", null);
      }
    });
  });

  test("a host can have the client certificate of a key, and an old version of TLS", async () => {
    const old = await secureService("localhost", {
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    const text = request()
      .replace(/Host: .*/, `Host: localhost:${old.port}`)
      .replace(service.origin, old.origin);
    const own = { ca: old.ca, clientKey: "me" };
    for (const [kind, settings] of [
      ["tls", own],
      ["response", { ...own, minVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }],
    ] as const) {
      const keys = { me: { file: workspaceFile("me.pem").toString() } };
      await withSettings({ keys, "tls.hosts": { [`localhost:${old.port}`]: settings } }, async () => {
        assert.equal((await sendText(text)).kind, kind);
      });
    }
    assert.deepEqual([old.requests(), old.client()], [1, 'Zo\u00eb "me"']);
    await old.close();
  });

  test("the passphrase of a pfx file is asked for until it is right, then stored, and a wrong stored one is reported", async () => {
    const name = `localhost:${service.port}`;
    const answers: (string | undefined)[] = [undefined, "wrong", service.passphrase];
    let asked = 0;
    await withSettings({ "tls.hosts": { [name]: { ca: service.ca, pfx: service.pfx } } }, async () => {
      await answerQuestions({ passphrase: async () => answers[asked++] });
      const titles: string[] = [];
      const before = service.requests();
      for (let sends = 0; sends < 2; sends++) titles.push((await documentOf(await sendIt())).lineAt(0).text);
      assert.deepEqual(titles, [
        "No response: the client certificate needs a passphrase",
        "No response: the passphrase of the client certificate is wrong",
      ]);
      assert.equal(service.requests(), before);
      for (let sends = 0; sends < 2; sends++) assert.equal((await sendIt()).kind, "response");
      assert.deepEqual([asked, service.client()], [3, "client"]);
      await answerQuestions({ passphrase: async () => "another" });
      await vscode.commands.executeCommand("soaphttp.tls.setPassphrase");
      await answerQuestions({ passphrase: async () => assert.fail("one is stored") });
      const text = (await documentOf(await sendIt())).getText();
      assert.match(text, /^No response: the passphrase of the client certificate is wrong\n/);
      assert.match(text.replace(/\s+/g, " "), /command “Set Passphrase of Client Certificate”/);
      await answerQuestions({ passphrase: async () => "" });
      await vscode.commands.executeCommand("soaphttp.tls.setPassphrase");
    });
  });

  test("a missing certificate file prevents sending", async () => {
    const before = service.requests();
    const tls = { [`localhost:${service.port}`]: { verify: false, cert: "/none/c.pem", key: "/none/k.pem" } };
    await withSettings({ "tls.hosts": tls }, async () => {
      assert.equal((await sendIt()).kind, "unsendable");
    });
    assert.equal(service.requests(), before);
  });
});
