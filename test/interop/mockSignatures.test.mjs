// WSS4J and xmlsec1 sign requests to `soaphttp mock`, and verify its signed responses.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { suiteServer } from "./processes.mjs";
import { at, binaryToken, call, certificate, envelope, token, x509 } from "./signing.mjs";
import { program } from "./soaphttp.mjs";
import { wss4jPackages, wss4jProgram, wss4jSignatures } from "./wss4j.mjs";

const ids = ["Body", "Timestamp"].flatMap((name) => ["--id-attr:Id", name]);
const sha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

suite("signatures at a mock service", () => {
  const server = suiteServer("signatures", ["xmlsec1", "openssl", ...wss4jPackages], async (port) => {
    wss4jProgram("Signatures");
    const head =
      "HTTP/1.1 200 OK\nContent-Type: text/xml; charset=utf-8\nContent-Length: {{$contentLength}}\nConnection: close";
    const body = "<r xmlns='urn:r'>{{request.body.//*:Body/*}}</r>";
    const signed = envelope(`${binaryToken("rsa")}{{$signature rsa}}`, { body, created: "{{$wsu.created}}" });
    const refusal = "HTTP/1.1 403 Forbidden\nContent-Length: 0\nConnection: close\n";
    writeFileSync(
      at("signed.soapmock"),
      `# @when signature valid\n${head}\n\n${signed}\n\n###\n# @otherwise\n${refusal}\n`,
    );
    const keys = ["--key", `rsa=${at("rsa.both")}`, "--key", `ca=${at("ca.pem")}`];
    const args = ["mock", "--port", String(port), ...keys, at("signed.soapmock")];
    return [process.execPath, await program(), ...args];
  });

  /** Sends a signed request, and lets both tools verify the response. */
  async function accepted(text, payload) {
    const headers = { "Content-Type": "text/xml; charset=utf-8" };
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: "POST", headers, body: text });
    assert.equal(response.status, 200);
    writeFileSync(at("response.xml"), await response.text());
    assert.match(readFileSync(at("response.xml"), "utf8"), new RegExp(`>${payload}</r>`));
    call("xmlsec1", "--verify", ...ids, "--pubkey-cert-pem", "rsa.crt", "response.xml");
    assert.deepEqual(wss4jSignatures("verify", "rsa.p12", "response.xml"), ["Body", "Timestamp"]);
    const changed = text.replace(/<Add|<a /, (tag) => tag.replace(/ ?$/, " b='c' "));
    assert.notEqual(changed, text);
    assert.equal(
      (await fetch(`http://127.0.0.1:${server.port}/`, { method: "POST", headers, body: changed })).status,
      403,
    );
  }

  for (const kind of ["BST_DIRECT_REFERENCE", "ISSUER_SERIAL"]) {
    test(`a request signed by WSS4J is matched, and it verifies the signed response: ${kind}`, async () => {
      const soap = "http://schemas.xmlsoap.org/soap/envelope/";
      const body = '<a xmlns="urn:a">1</a>';
      writeFileSync(at("plain.xml"), `<s:Envelope xmlns:s="${soap}"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`);
      wss4jSignatures("sign", "rsa.p12", "plain.xml", kind, sha256, "request.xml");
      await accepted(readFileSync(at("request.xml"), "utf8"), "1");
    });
  }

  test("a request signed by xmlsec1 is matched", async () => {
    const c14n = "http://www.w3.org/2001/10/xml-exc-c14n#";
    const reference = `<ds:Reference URI="#Body"><ds:Transforms><ds:Transform Algorithm="${c14n}"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/></ds:Reference>`;
    const info = `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${c14n}"/><ds:SignatureMethod Algorithm="${sha256}"/>${reference}</ds:SignedInfo>`;
    const key = `<ds:KeyInfo><wsse:SecurityTokenReference><wsse:Reference URI="#X509" ValueType="${x509}"/></wsse:SecurityTokenReference></ds:KeyInfo>`;
    const signature = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${info}<ds:SignatureValue/>${key}</ds:Signature>`;
    writeFileSync(at("template.xml"), envelope(`${token(certificate("rsa"))}${signature}`));
    call("xmlsec1", "--sign", ...ids, "--privkey-pem", "rsa.key", "--output", "request.xml", "template.xml");
    await accepted(readFileSync(at("request.xml"), "utf8"), "1 &lt; 2");
  });
});
