import assert from "node:assert/strict";
import { filesBelow } from "../../support/folders.ts";
import { outputArguments } from "../../support/outputs.ts";
import { type RawConnection, type RawService, startRawService } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

const secret = `Gr&n<"d'ä/+ 7`;
const env = { SOAPHTTP_SECRET_PIN: secret };
const basic = Buffer.from(`ann:${secret}`).toString("base64");

const xml = secret.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const named = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const bytes = Buffer.from(secret);

/** The password as others may write it, and the value of Basic, as text, escaped, in Base64 and in hexadecimal digits. */
const spellings: readonly string[] = [
  ...[secret, xml, named, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
  ...[bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")],
  ...[bytes.toString("hex").toUpperCase(), basic, encodeURIComponent(basic)],
];
/** The value of Basic in hexadecimal digits. It is a secret only of a request that sends Basic. */
const ofBasic = Buffer.from(basic).toString("hex");

/** A ticket of Kerberos, as a module of the user gives it. */
const ticket = Buffer.from("a ticket of ann, valid today").toString("base64");
const module = `exports.GSS_MECH_OID_SPNEGO = 6;
exports.initializeClient = async () => ({ step: async (challenge) => (challenge === "" ? "${ticket}" : null) });`;

/** NTLM's message 2, of a service without a name. */
const ntlmChallenge = "TlRMTVNTUAACAAAAAAAAADgAAAAFgokAASNFZ4mrze8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

suite("passwords of Basic, Digest and NTLM, and tickets of Negotiate", () => {
  let service: RawService;
  /** What the requests have computed: a ticket, the response of NTLM, the hash of Digest. The service repeats the header with it. */
  const computed: string[] = [];
  function repeated(connection: RawConnection, value: string): void {
    computed.push(/response="([^"]+)"/.exec(value)?.[1] ?? value.replace(/^\S+ /, "").slice(0, -4));
    connection.end(
      `HTTP/1.1 403 ${value}\r\nX-Seen: ${value}\r\nContent-Length: ${value.length + 8}\r\n\r\n<a>${value}</a>\n`,
    );
  }
  suiteSetup(async () => {
    service = await startRawService(async (connection) => {
      const { target, head } = await connection.request();
      const sent = credentials(head);
      if (/^(?:Digest|Negotiate) /.test(sent)) return repeated(connection, sent);
      if (target === "/ntlm") {
        connection.write(`HTTP/1.1 401 No\r\nWWW-Authenticate: NTLM ${ntlmChallenge}\r\nContent-Length: 0\r\n\r\n`);
        return repeated(connection, credentials((await connection.request()).head));
      }
      if (target === "/negotiate")
        return connection.end("HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n");
      const body = [...spellings, ...(target === "/a" ? [ofBasic] : [])].join("\n| ");
      const fields = 'WWW-Authenticate: Digest realm="r", nonce="n", qop="auth"\r\nWWW-Authenticate: Basic realm="r"';
      const length = Buffer.byteLength(body);
      connection.end(
        Buffer.from(`HTTP/1.1 401 No\r\n${fields}\r\nX-Echo: ${basic}\r\nContent-Length: ${length}\r\n\r\n${body}`),
      );
    });
  });
  const file = () => {
    const head = `Host: 127.0.0.1:${service.port}\nContent-Length: 0\n`;
    const definitions = "@user = ann\n@password = {{$secret pin}}\n";
    return [
      `${definitions}# @name a\n# @expect status 200\nPOST /a HTTP/1.1\n${head}Authorization: Basic {{$basic user password}}\n`,
      `# @name b\n# @auth digest user password\n# @expect status 200\nPOST /b HTTP/1.1\n${head}`,
      `# @name c\n# @auth ntlm EU\\user password\n# @expect body = x\nPOST /c HTTP/1.1\n${head}`,
      `# @name d\n# @auth negotiate\n# @expect body = x\nPOST /negotiate HTTP/1.1\n${head}`,
      `# @name e\n# @auth ntlm EU\\user password\n# @expect status 200\nPOST /ntlm HTTP/1.1\n${head}`,
    ].join("\n###\n");
  };

  for (const args of outputArguments) {
    test(`a password or a ticket is in no output and no file of soaphttp ${args.join(" ")}`, async () => {
      const cwd = folderOf({ "a.soaphttp": file(), "http-client.env.json": '{"dev": {}, "other": {}}' });
      const kerberos = folderOf({ "index.js": module });
      const [command = "", ...options] = args;
      const written = command === "check" ? [] : ["--as-written"];
      const sends = (command === "send" || command === "test") && !options.includes("--explain");
      if (command === "send" || command === "test") written.push("--kerberos-module", kerberos);
      const { out, error, code } = await soaphttp([command, "a.soaphttp", ...options, ...written], {
        cwd,
        env,
      });
      assert.notEqual(code, 2, error);
      const values = computed.splice(0);
      if (sends) assert.ok(values.length >= 3 && values.includes(ticket.slice(0, -4)), error);
      const texts = [["output", `${out}\n${error}`] as const, ...filesBelow(cwd)];
      for (const [name, text] of texts) {
        for (const form of [...spellings, ofBasic, ...values])
          assert.ok(!text.includes(form), `${form} in ${name}:\n${text.slice(0, 2000)}`);
      }
    });
  }
});

function credentials(head: string): string {
  return /^Authorization: (.*)$/im.exec(head)?.[1]?.trim() ?? "";
}
