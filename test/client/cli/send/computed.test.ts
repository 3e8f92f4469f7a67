import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyFile } from "../../../support/keyFiles.ts";
import { type RawService, startResponding } from "../../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "../built.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";

suite("soaphttp send with computed values", () => {
  let service: RawService;
  suiteSetup(async () => {
    service = await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  });
  /** The body that a request with this SOAP Body has when it arrives, and the folder of its files. */
  async function sent(
    definitions: string,
    body: string,
    files: Readonly<Record<string, string | Uint8Array>> = {},
    env = {},
  ) {
    const head = `POST /s HTTP/1.1\nHost: 127.0.0.1:${service.port}\nContent-Type: text/xml; charset=utf-8\nSOAPAction: ""\nContent-Length: {{$contentLength}}`;
    const text = `${definitions}\n\n${head}\n\n<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>\n`;
    const cwd = folderOf({
      ...files,
      "a.soaphttp": text,
      "me.pem": keyFile("me.pem"),
      "ec.pem": keyFile("ec256.sec1.pem"),
    });
    execFileSync("openssl", ["x509", "-in", "me.pem", "-pubkey", "-noout", "-out", "me.pub"], { cwd });
    const keys = ["--key", "me=me.pem", "--key", "ec=ec.pem"];
    assert.equal((await soaphttp(["check", ...keys, "a.soaphttp"], { cwd })).code, 0);
    const { code, out, error } = await soaphttp(["send", ...keys, "a.soaphttp"], { cwd, env });
    assert.equal(code, 0, out + error);
    const { text: received = "" } = service.connections.at(-1) ?? {};
    const value = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(received)?.[1] ?? "";
    return { cwd, value, output: out + error };
  }

  test("the MD5 of a signature over text is what openssl computes", async () => {
    const definitions = `@at = {{$datetime "YYYY-MM-DDTHH:mm:ss"}}\n@code = {{$concat "77001" at "R-12" "9.90" | sign me rsa-sha1}}`;
    const { cwd, value } = await sent(
      definitions,
      "<r xmlns='urn:r'><at>{{at}}</at><code>{{code | md5 | hex}}</code><s>{{code | base64}}</s></r>",
    );
    const codeOf = (text: string) =>
      createHash("md5")
        .update(execFileSync("openssl", ["dgst", "-sha1", "-sign", "me.pem"], { cwd, input: text }))
        .digest("hex");
    assert.equal(value("code"), codeOf(`77001${value("at")}R-129.90`));
    assert.notEqual(value("code"), codeOf(`77001${value("at")}R-129.91`));
    const folder = folderOf({ "value.bin": Buffer.from(value("s"), "base64") });
    const judge = (input: string) =>
      spawnSync("openssl", ["dgst", "-sha1", "-verify", join(cwd, "me.pub"), "-signature", join(folder, "value.bin")], {
        input,
      }).status;
    assert.deepEqual([judge(`77001${value("at")}R-129.90`), judge(`77001${value("at")}R-129.91`)], [0, 1]);
  });

  test("SignedData is verified by openssl, with its content, detached, with a chain, and with ECDSA", async () => {
    const content = "<invoice>1</invoice>";
    const { cwd, value } = await sent(
      `@x = ${content}`,
      "<a>{{x | cms me | base64}}</a><b>{{x | cms me sha512 detached | base64}}</b><c>{{x | cms me chain | size}}</c><d>{{x | cms ec sha384 | base64}}</d>",
    );
    execFileSync("openssl", ["x509", "-in", "me.pem", "-out", "trusted.pem"], { cwd });
    execFileSync("openssl", ["x509", "-in", "ec.pem", "-out", "ec.trusted.pem"], { cwd });
    const judge = (name: string, trusted: string, ...more: readonly string[]) => {
      writeFileSync(join(cwd, "cms.der"), Buffer.from(value(name), "base64"));
      const how = [
        "cms",
        "-verify",
        "-binary",
        "-inform",
        "DER",
        "-in",
        "cms.der",
        "-partial_chain",
        "-no_check_time",
        "-purpose",
        "any",
      ];
      return spawnSync("openssl", [...how, "-CAfile", trusted, ...more], { cwd, encoding: "utf8" });
    };
    assert.equal(judge("a", "trusted.pem").stdout, content);
    writeFileSync(join(cwd, "content"), content);
    writeFileSync(join(cwd, "other"), content.replace("1", "2"));
    assert.equal(judge("b", "trusted.pem", "-content", "content").status, 0);
    assert.notEqual(judge("b", "trusted.pem", "-content", "other").status, 0);
    assert.equal(judge("d", "ec.trusted.pem").stdout, content);
    const changed = Buffer.from(value("a"), "base64");
    changed[changed.indexOf("1</invoice>")] = 0x32;
    writeFileSync(join(cwd, "cms.der"), changed);
    const mutated = spawnSync("openssl", ["cms", "-verify", "-inform", "DER", "-in", "cms.der", "-noverify"], { cwd });
    assert.notEqual(mutated.status, 0);
  });

  test("Python verifies a JWT, openssl decrypts an encrypted value, and both refuse changed data", async () => {
    const definitions = '@claims = {"sub":"ann"}\n@k = 0123456789abcdef\n@x = Grüße';
    const { cwd, value } = await sent(
      definitions,
      "<t>{{claims | jwt k HS256}}</t><a>{{x | encrypt k aes128-cbc | base64}}</a><r>{{x | encrypt me rsa-oaep | base64}}</r><p>{{x | encrypt me rsa-1_5 | base64}}</p><d>{{x | encrypt me rsa-1_5 | decrypt me rsa-1_5 | sha256 | hex}}</d>",
    );
    const python = (token: string) =>
      execFileSync("python3", ["-c", verifyHs256, token, "0123456789abcdef"], { encoding: "utf8" }).trim();
    assert.equal(python(value("t")), '{"alg":"HS256","typ":"JWT"} {"sub":"ann"} True');
    assert.match(python(value("t").replace(/.$/, (last) => (last === "A" ? "B" : "A"))), / False$/);
    const all = Buffer.from(value("a"), "base64");
    const hex = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("hex");
    const aes = ["enc", "-d", "-aes-128-cbc", "-K", hex("0123456789abcdef"), "-iv", hex(all.subarray(0, 16))];
    assert.equal(execFileSync("openssl", aes, { input: all.subarray(16) }).toString(), "Grüße");
    const rsa = (name: string, ...options: readonly string[]) =>
      execFileSync("openssl", ["pkeyutl", "-decrypt", "-inkey", "me.pem", ...options], {
        cwd,
        input: Buffer.from(value(name), "base64"),
      }).toString();
    const oaep = [
      "-pkeyopt",
      "rsa_padding_mode:oaep",
      "-pkeyopt",
      "rsa_oaep_md:sha256",
      "-pkeyopt",
      "rsa_mgf1_md:sha256",
    ];
    assert.deepEqual([rsa("r", ...oaep), rsa("p")], ["Grüße", "Grüße"]);
    assert.equal(value("d"), createHash("sha256").update("Grüße").digest("hex"));
  });

  test("the HMAC of five values is what Python computes, differs in each request, and its key is in no output", async () => {
    const key = { SOAPHTTP_SECRET_CONSUMER_SECRET: "sesame", SOAPHTTP_SECRET_TOKEN_SECRET: "open" };
    const definitions = `@account = ACME_1
@consumer = c-77
@token = t-88
@nonce = {{$random 10 | hex}}
@time = {{$timestamp}}
@key = {{$secret consumer secret}}&{{$secret token secret}}
@signed = {{account}}&{{consumer}}&{{token}}&{{nonce}}&{{time}}`;
    const body =
      "<p:passport xmlns:p='urn:p'><p:nonce>{{nonce}}</p:nonce><p:time>{{time}}</p:time><p:code>{{signed | hmac sha256 key | base64}}</p:code></p:passport>";
    const codes: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { value, output } = await sent(definitions, body, {}, key);
      const text = `ACME_1&c-77&t-88&${value("p:nonce")}&${value("p:time")}`;
      const judge = (given: string) =>
        execFileSync("python3", ["-c", hmacSha256, "sesame&open", given], { encoding: "utf8" }).trim();
      assert.equal(value("p:code"), judge(text));
      assert.notEqual(value("p:code"), judge(`${text}0`));
      codes.push(value("p:code"));
      const secret = Buffer.from("sesame&open");
      for (const form of [String(secret), secret.toString("base64"), secret.toString("hex"), "sesame"])
        assert.ok(!output.includes(form), form);
    }
    assert.notEqual(codes[0], codes[1]);
  });
});

const verifyHs256 = `
import base64, hashlib, hmac, sys
def raw(part): return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
header, payload, signature = sys.argv[1].split(".")
own = hmac.new(sys.argv[2].encode(), f"{header}.{payload}".encode(), hashlib.sha256).digest()
print(raw(header).decode(), raw(payload).decode(), own == raw(signature))
`;
const hmacSha256 = `
import base64, hashlib, hmac, sys
print(base64.b64encode(hmac.new(sys.argv[1].encode(), sys.argv[2].encode(), hashlib.sha256).digest()).decode())
`;
