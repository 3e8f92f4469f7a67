import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { keyFile } from "../../../support/keyFiles.ts";
import { type RawService, startRawService } from "../../../support/transport/rawService.ts";
import { folderOf, programs, soaphttp } from "../built.ts";

const soap = "http://schemas.xmlsoap.org/soap/envelope/";

suite("soaphttp send with computed values", () => {
  let service: RawService;
  suiteSetup(async () => {
    await programs();
    service = await startRawService(async (connection) => {
      await connection.request();
      connection.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
  });
  suiteTeardown(() => service.close());

  /** The body that a request with this SOAP Body has when it arrives, and the folder of its files. */
  async function sent(definitions: string, body: string, files: Readonly<Record<string, string | Uint8Array>> = {}) {
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
    const { code, out, error } = await soaphttp(["send", ...keys, "a.soaphttp"], { cwd });
    assert.equal(code, 0, out + error);
    const { text: received = "" } = service.connections.at(-1) ?? {};
    const value = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(received)?.[1] ?? "";
    return { cwd, value, output: out + error };
  }

  test("the MD5 of a signature over text is that of openssl", async () => {
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
});
