import * as vscode from "vscode";
import type { Questions } from "../../client/src/extension/editor/dialogs.ts";
import {
  localSecretFlows,
  requestWithSecret,
  secretEnvironment,
  secretFiles,
  secretForms,
  secretPlaces,
  secretValues,
} from "../support/secretFlows.ts";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { bytesOf, envelope } from "./messages.ts";
import { answer, peer, soapXml } from "./peer.ts";
import {
  answerQuestions,
  closeAll,
  documentOf,
  extension,
  inNode,
  lensesOf,
  open,
  send,
  withSettings,
  writeFile,
} from "./support.ts";

/*
 * Requests and responses with a secret in every place that can contain one, under revealing and innocent names. All
 * secrets start with the same characters, which must not appear in storage and logs, in any encoding.
 */
const secret = "S3cret-4711";
/** A secret whose characters are escaped in XML, URLs, JSON and character references. */
const special = `${secret}<&"'\u00e9>`;
const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const base64 = (text: string) => Buffer.from(text).toString("base64");

// A worker has no Buffer.
if (inNode)
  suite("secrets of an exchange", () => {
    teardown(closeAll);

    const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    const security = [
      `<w:Security xmlns:w="${wsse}">`,
      `<w:UsernameToken><w:Username>ann</w:Username><w:Password Type="#PasswordText">${xml(special)}</w:Password>`,
      `<w:Nonce>${base64(`${secret}-nonce`)}</w:Nonce></w:UsernameToken>`,
      `<w:BinarySecurityToken>${base64(`${secret}-binary`)}</w:BinarySecurityToken>`,
      '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1">',
      `<saml:Subject><saml:NameID>${secret}-saml</saml:NameID></saml:Subject></saml:Assertion>`,
      "</w:Security>",
    ].join("");
    const body = envelope(
      `<Login><apiKey>${secret}-key</apiKey><arg1>${secret}-arg</arg1><v>${secret}-v</v><in>${xml(`<Pwd>${secret}-in</Pwd>`)}</in></Login>`,
    ).replace("<s:Body>", `<s:Header>${security}</s:Header><!-- ${secret}-key --><s:Body>`);
    const request = (origin: string, content = body) => {
      const host = origin.replace("http://", "");
      return [
        `POST http://ann:${secret}-userinfo@${host}/login;jsessionid=${secret}-path?token=${secret}-query&n=1 HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Basic ${base64(`ann:${special}`)}`,
        `Proxy-Authorization: Bearer ${secret}-proxy`,
        `Cookie: a=1; sid=${secret}-cookie`,
        `X-Api-Key: ${secret}-apikey`,
        `Ocp-Apim-Subscription-Key: ${secret}-subscription`,
        `Referer: http://h/?code=${secret}-code`,
        "Content-Type: application/soap+xml; charset=utf-8",
        `Content-Length: ${bytesOf(content)}`,
        "",
        content,
      ].join("\n");
    };

    const echoes = [
      special,
      xml(special),
      xml(xml(special)),
      encodeURIComponent(special),
      base64(special),
      base64(`<a><Password>${xml(special)}</Password></a>`),
      Buffer.from(special, "utf16le").toString("base64"),
      Buffer.from(special).toString("hex"),
      [...special].map((one) => `&#${one.charCodeAt(0)};`).join(""),
      JSON.stringify(special),
      `${secret}-binary ${secret}-saml ${secret}-query ${secret}-cookie`,
    ];
    const fault = envelope(
      `<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no ${xml(special)}</s:Text></s:Reason>` +
        `<s:Detail>${echoes.map((echo) => `<said><![CDATA[${echo}]]></said>`).join("")}</s:Detail></s:Fault>`,
    );
    const heads = [
      `Set-Cookie: sid=${secret}-set; Path=/; HttpOnly`,
      `Location: http://h/next;jsessionid=${secret}-location?ticket=${secret}-ticket`,
      `WWW-Authenticate: Digest realm="a", nonce="${secret}-realm"`,
      `X-Auth-Token: ${secret}-token`,
      `X-Said: ${encodeURIComponent(special)} ${base64(`ann:${special}`)}`,
    ];
    const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
    const answered = (status: string, fields: readonly string[], content: string) =>
      answer(content, [...heads, ...fields], status);
    const wide = latin1(Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${fault}`, "utf16le"));
    const multipart = [
      '--b\r\nContent-Type: application/xop+xml; type="application/soap+xml"\r\n\r\n',
      `${latin1(Buffer.from(fault))}\r\n--b\r\nContent-Type: text/plain\r\n\r\n${secret}-query\r\n--b--\r\n`,
    ].join("");

    const answers: Readonly<Record<string, () => string | Promise<string>>> = {
      "a Fault that repeats them": () => answered("500 Oops", [soapXml], latin1(Buffer.from(fault))),
      "a Fault in UTF-16": () => answered("500 Oops", ["Content-Type: application/soap+xml; charset=utf-16"], wide),
      "a Fault in gzip": async () =>
        answered("500 Oops", [soapXml, "Content-Encoding: gzip"], await gzip(Buffer.from(fault))),
      "undeclared gzip": async () =>
        answered("200 OK", ["Content-Type: application/octet-stream"], await gzip(Buffer.from(fault))),
      "a multipart body": () => answered("200 OK", ['Content-Type: multipart/related; boundary="b"'], multipart),
      "a reason phrase": () => answered(`401 token=${secret}-reason`, [soapXml], ""),
      "a redirect": () => answered("302 Found", [], ""),
      "trailers, 1xx and bytes after the response": () =>
        `HTTP/1.1 103 Early\r\nSet-Cookie: ${secret}-early\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n` +
        `X-Api-Key: ${secret}-trailer\r\n\r\ntoken=${secret}-extra`,
      "a truncated response": () => answered("200 OK", [soapXml], latin1(Buffer.from(fault))).slice(0, -40),
      "a response that is not HTTP": () => `token=${secret}-line\r\n${latin1(Buffer.from(fault))}`,
    };
    for (const [name, made] of Object.entries(answers)) {
      test(`secrets don't appear in any file: ${name}`, async () => {
        const service = await peer(await made());
        await expectClean(request(service.origin));
        assert.ok(service.received().includes(`${secret}-cookie`), "the request has not come as it was typed");
      });
    }

    test("secrets don't appear in any file: followed redirects, and a service that is down", async () => {
      const next = await peer(answered("200 OK", [soapXml], ""), (received) => received.includes("\r\n\r\n"));
      const { origin } = await peer(answer("", [`Location: ${next.origin}/?token=${secret}-hop`], "302 Found"));
      await withSettings({ followRedirects: "always" }, () => expectClean(request(origin)));
      assert.ok(next.received().includes(`${secret}-hop`), "the redirect was not followed");
      await expectClean(request("http://localhost:9"));
    });

    test("secrets don't appear in any file: values of variables with innocent names", async () => {
      // Each value in every encoding that a service may return, without the text that the request adds around it.
      const values = [`${special}-typed`, `${secret}-private`, `${secret}-dotenv`];
      const forms = (text: string) => [text, xml(text), encodeURIComponent(text), base64(text), base64(`a:${text}`)];
      const said = [...values.flatMap(forms), ...values.map((text) => Buffer.from(text).toString("hex"))];
      const content = envelope(said.map((text) => `<said><![CDATA[${text}]]></said>`).join(""));
      const service = await peer(answered("200 OK", [soapXml], latin1(Buffer.from(content))));
      const local = { note: values[1], wrapped: "<{{note}}>" };
      await writeFile("http-client.private.env.json", JSON.stringify({ local }));
      await writeFile(".env", `NOTE='${values[2]}'`);
      await writeFile("body.xml", envelope("{{wrapped}} {{$dotenv NOTE}} {{own}}"));
      await vscode.commands.executeCommand("soaphttp.chooseEnvironment", "local");
      const fields = [
        `POST /notes/{{note}}?n={{$dotenv NOTE}} HTTP/1.1\nHost: ${service.origin.replace("http://", "")}`,
        "X-Note: {{own}} {{note}}\nContent-Type: application/soap+xml; charset=utf-8",
      ];
      const length = "Content-Length: {{$contentLength}}";
      await expectClean(`@own = n {{$secret note}}\n${[...fields, length, "", "<@ ./body.xml"].join("\n")}`, {
        secret: async () => values[0],
      });
      assert.ok(service.received().includes(`${secret}-dotenv`), "the request has not come as it was typed");
      await vscode.commands.executeCommand("soaphttp.chooseEnvironment", null);
      await vscode.commands.executeCommand("soaphttp.forgetSecrets", ["note"]);
    });

    test("secrets don't appear in any file: the password of # @auth", async () => {
      const content = envelope(echoes.map((echo) => `<said><![CDATA[${echo}]]></said>`).join(""));
      const challenge = 'WWW-Authenticate: Digest realm="r", nonce="abc", qop="auth", algorithm=SHA-256';
      const refused = answer(latin1(Buffer.from(content)), [challenge, soapXml], "401 Unauthorized");
      const service = await peer(refused);
      const fields = [
        `POST /login HTTP/1.1\nHost: ${service.origin.replace("http://", "")}\nX-Note: {{password}}`,
        "Content-Type: application/soap+xml; charset=utf-8\nContent-Length: {{$contentLength}}",
      ];
      const directives = '@password = {{$secret note}}\n# @auth digest "ann" password';
      await expectClean(`${directives}\n${fields.join("\n")}\n\n${envelope("")}`, {
        secret: async () => `${secret}-auth`,
      });
      assert.match(service.received(), /Authorization: Digest username="ann"/);
      await vscode.commands.executeCommand("soaphttp.forgetSecrets", ["note"]);
    });

    suite("secrets of each source of the tables", () => {
      const sources = new Set<string>();
      const cases = [
        ...Object.keys(secretPlaces).map((place) => [place, "directly"] as const),
        ["header value", "an earlier request"] as const,
      ];
      suiteSetup(async () => {
        // The server has the environment of its start.
        Object.assign(process.env, secretEnvironment);
        await vscode.commands.executeCommand("soaphttp.restartServer");
      });
      suiteTeardown(async () => {
        for (const name of Object.keys(secretEnvironment)) delete process.env[name];
        await vscode.commands.executeCommand("soaphttp.chooseEnvironment", null);
        await vscode.commands.executeCommand("soaphttp.forgetSecrets", ["KEY"]);
        await vscode.commands.executeCommand("soaphttp.restartServer");
      });

      // Unit tests send each secret in each place. Here, each place has two secrets, the token has all.
      for (const [index, [place, way]] of cases.entries()) {
        const possible = localSecretFlows.filter((flow) => requestWithSecret(flow, place, "h", way) !== undefined);
        const chosen = [index, index + 3].flatMap((at) => possible[at % possible.length] ?? []);
        const flows = place === "UsernameToken" ? possible : chosen;
        test(`secrets don't appear in any file, list or tab: ${place}, ${way}`, async () => {
          const service = await peer(answer(""), (received) => received.includes("\r\n\r\n"));
          await answerQuestions({
            standingErrors: async () => "send",
            needs: async () => true,
            secret: async () => secretValues.secrets,
          });
          await vscode.commands.executeCommand("soaphttp.history.clear");
          for (const [name, content] of Object.entries(secretFiles)) await writeFile(name, content);
          await vscode.commands.executeCommand("soaphttp.chooseEnvironment", "dev");
          for (const flow of flows) {
            const text = requestWithSecret(flow, place, service.origin.replace("http://", ""), way);
            if (text === undefined) continue;
            const { uri } = await open(text);
            await vscode.commands.executeCommand("soaphttp.send", uri, text.trimEnd().split("\n").length - 1);
          }
          await expectHidden();
        });
      }

      test("secrets of all sources were sent", () => {
        assert.deepEqual([...sources].sort(), Object.keys(secretValues).sort());
      });

      async function expectHidden(): Promise<void> {
        const { forTests } = await extension();
        const { history, historyView } = forTests;
        const nodes = (await historyView.getChildren()).map((node) => historyView.getTreeItem(node));
        const stored = (await allTexts(forTests.storage, String)) + (await allTexts(forTests.logs, String));
        const all = JSON.stringify([nodes, tabLabels()]) + stored;
        assert.ok(stored.includes(".exchange"), "nothing was stored");
        const sent = (await Promise.all((await history.entries()).map(({ id }) => history.exchange(id)))).map(
          (exchange) => {
            return `${exchange?.message.requestLine}${exchange?.message.head}${Buffer.from(exchange?.message.body ?? "", "base64")}`;
          },
        );
        for (const [source, value] of Object.entries(secretValues)) {
          for (const form of secretForms(value)) {
            if (sent.some((text) => text.includes(form))) sources.add(source);
            const at = all.indexOf(form);
            assert.ok(at < 0, `${source} as ${form}: ${all.slice(Math.max(0, at - 300), at + 100)}`);
          }
        }
      }
    });

    async function expectClean(requestText: string, answers: Partial<Questions> = {}): Promise<void> {
      const { forTests } = await extension();
      await answerQuestions({ standingErrors: async () => "send", ...answers });
      await vscode.commands.executeCommand("soaphttp.history.clear");
      const sent = await send(await open(requestText));
      // The other views of the response must not be stored either.
      const shown = await documentOf(sent);
      const commands = (await lensesOf(shown)).flatMap(({ command }) => (command?.title === "Wire" ? [command] : []));
      for (const { command, arguments: given = [] } of commands)
        await vscode.commands.executeCommand(command, ...given);
      await vscode.commands.executeCommand(
        "soaphttp.sendAll",
        vscode.Uri.parse((await forTests.history.exchange(sent.id))?.from ?? ""),
      );
      assert.equal((await forTests.history.entries()).length, 2, "nothing was stored");
      const stored = await allTexts(forTests.storage);
      assert.ok(stored.includes(".exchange\n"), "nothing was stored");
      const read = await forTests.history.exchange(sent.id);
      assert.ok(`${read?.message.requestLine}\n${read?.message.head}`.includes(secret), "it was not stored whole");
      for (const [where, all] of [
        ["storage", stored],
        ["logs", await allTexts(forTests.logs)],
        ["tabs", tabLabels().join("\n")],
      ] as const) {
        const at = all.indexOf(secret.slice(0, 8));
        assert.ok(at < 0, `the ${where}: ${all.slice(Math.max(0, at - 300), at + 100)}`);
      }
    }
  });

function tabLabels(): readonly string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
}

/** Returns the text of every file in a folder and its subfolders, with everything that is encoded in it, by default. */
async function allTexts(folder: vscode.Uri, read = (text: string) => unwrapped(text, 4)): Promise<string> {
  const files = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  const parts = files.map(async ([name, type]) => {
    const uri = vscode.Uri.joinPath(folder, name);
    if (type === vscode.FileType.Directory) return `${name}\n${await allTexts(uri, read)}`;
    return `${name}\n${read(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("latin1"))}`;
  });
  return (await Promise.all(parts)).join("\n");
}

/** Returns a text, and its repeated decodings of base64, hexadecimal, percent-encoding, XML references and UTF-16. */
function unwrapped(text: string, times: number): string {
  if (times === 0) return "";
  const plain = text
    .replace(/%([\da-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const coded = [...text.matchAll(/[\w+/-]{8,}/g)].flatMap(([found]) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(found.slice(skip), "base64").toString("latin1")),
  );
  const numbers = [...text.matchAll(/(?:[\da-f]{2}){6,}/gi)].map(([found]) =>
    Buffer.from(found, "hex").toString("latin1"),
  );
  const inside = [...(plain === text ? [] : [plain]), ...coded, ...numbers].map((one) => unwrapped(one, times - 1));
  return [text, text.replaceAll("\0", ""), ...inside].join("\n");
}

async function gzip(bytes: Uint8Array): Promise<string> {
  const { gzipSync } = await builtin.zlib();
  return gzipSync(bytes).toString("latin1");
}
