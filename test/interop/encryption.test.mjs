// Lets WSS4J decrypt and verify our requests, and decrypts and verifies its responses.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { requirePackages } from "../support/debian.mjs";
import { at, binaryToken, envelope } from "./signing.mjs";
import { run } from "./soaphttp.mjs";
import { wss4jPackages, wss4jProgram } from "./wss4j.mjs";

const algorithms = [128, 192, 256].flatMap((bits) => [`aes${bits}-cbc`, `aes${bits}-gcm`]).concat("tripledes-cbc");
/** Our values of keyInfo, and the names that WSS4J has for them. */
const identifiers = {
  BinarySecurityToken: "BST_DIRECT_REFERENCE",
  IssuerSerial: "ISSUER_SERIAL",
  SubjectKeyIdentifier: "SKI_KEY_IDENTIFIER",
  Thumbprint: "THUMBPRINT_IDENTIFIER",
  Certificate: "X509_KEY_IDENTIFIER",
};
const orders = ["signed-first", "encrypted-first"];
const cases = algorithms
  .flatMap((algorithm) =>
    ["rsa-1_5", "rsa-oaep-mgf1p"].flatMap((transport) =>
      Object.keys(identifiers).map((keyInfo) => ({ algorithm, transport, keyInfo })),
    ),
  )
  .map((one, index) => ({ ...one, order: orders[index % 2] }));
const titleOf = ({ algorithm, transport, keyInfo, order }) => `${algorithm}, ${transport}, ${keyInfo}, ${order}`;

suite("encryption", () => {
  let service;
  let port;

  suiteSetup(async function () {
    requirePackages(this, "encryption", ["openssl", ...wss4jPackages]);
    service = spawn("/usr/bin/java", wss4jProgram("Encryption"), {
      cwd: at(""),
      stdio: ["pipe", "pipe", "inherit"],
    });
    port = await new Promise((resolve, reject) => {
      service.once("exit", () => reject(new Error("WSS4J's service has ended")));
      service.stdout.once("data", (bytes) => resolve(Number(bytes)));
    });
  });
  suiteTeardown(() => service?.stdin.end());

  /** A request that is signed and encrypted as a case says, to a service that responds in the same way. */
  function request({ algorithm, transport, keyInfo, order }, { expected = [], key = "rsa", defect = "none" } = {}) {
    const encrypted = `{{$encrypted rsa parts="Body" algorithm=${algorithm} key=${transport} keyInfo=${keyInfo}}}`;
    const signature = "{{$signature rsa}}";
    const items = order === "signed-first" ? [encrypted, signature] : [signature, encrypted];
    const path = [algorithm, transport, identifiers[keyInfo], order, key, defect].join("/");
    return [
      ...expected.map((line) => `# @expect ${line}`),
      `POST /${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      "Content-Type: text/xml; charset=utf-8",
      'SOAPAction: ""',
      "Content-Length: {{$contentLength}}",
      "",
      envelope([binaryToken("rsa"), ...items].join(""), { body: "<t>1 &lt; ü</t>", created: "{{$wsu.created}}" }),
    ].join("\n");
  }
  const options = () => ["--key", `rsa=${at("rsa.both")}`, "--key", `ca=${at("ca.pem")}`];

  suite("WSS4J decrypts and verifies our request, and we its response", () => {
    let tests;
    suiteSetup(async function () {
      this.timeout(240_000);
      const expected = [
        '//*:text = "1 < ü"',
        '//*:parts = "decrypted Body, signed Body, signed Timestamp"',
        "signature",
      ];
      writeFileSync(at("cases.soaphttp"), cases.map((one) => request(one, { expected })).join("\n###\n"));
      const { out, error } = await run(["test", "--reporter", "json", ...options(), at("cases.soaphttp")]);
      assert.ok(out.startsWith("{"), `${error}${out}`);
      ({ tests } = JSON.parse(out));
    });

    for (const [index, one] of cases.entries())
      test(titleOf(one), () => {
        const { outcome, why, results, exchange } = tests[index];
        assert.equal(outcome, "passed", JSON.stringify({ why, results, exchange }, undefined, 2));
      });
  });

  test("A response for another key, and each change of a response, fail with the same sentence", async function () {
    this.timeout(240_000);
    const defects = ["key", "data", "padding", "length", "algorithm"].map((defect) => ({ defect }));
    const changes = ["aes128-cbc", "aes128-gcm"].flatMap((algorithm) =>
      ["rsa-1_5", "rsa-oaep-mgf1p"].flatMap((transport) =>
        [{ key: "expired" }, ...defects]
          .filter(({ defect }) => defect !== "padding" || algorithm.endsWith("cbc"))
          .map((more) => [{ algorithm, transport, keyInfo: "Thumbprint", order: "signed-first" }, more]),
      ),
    );
    writeFileSync(at("defects.soaphttp"), changes.map((one) => request(...one)).join("\n###\n"));
    const { out, error } = await run(["send", "--format", "json", ...options(), at("defects.soaphttp")]);
    assert.ok(out.startsWith("["), `${error}${out}`);
    const seen = JSON.parse(out).map(({ response: { status, encrypted, findings, body } }) => {
      assert.equal(status, 200, Buffer.from(body, "base64").toString());
      const about = findings.filter(({ code }) => code.startsWith("encryption-")).map(({ message }) => message);
      return { decrypted: encrypted.map(({ decrypted }) => decrypted), about };
    });
    const about = ["Body isn't decrypted: no key in soaphttp.keys decrypts it."];
    assert.deepEqual(seen, Array(changes.length).fill({ decrypted: [false], about }));
  });

  test("WSS4J decrypts and verifies the unchanged request that soaphttp new writes for a policy", async () => {
    const policies = {
      Signed: "<sp:EncryptSignature/>",
      Encrypted: "<sp:EncryptBeforeSigning/>",
    };
    for (const [name, more] of Object.entries(policies)) {
      const path = `aes256-cbc/rsa-oaep-mgf1p/ISSUER_SERIAL/signed-first/rsa/none`;
      writeFileSync(at("policy.wsdl"), encryptedWsdl(`http://127.0.0.1:${port}/${path}`, more));
      const made = await run(["new", "--out", at(`${name}.soaphttp`), at("policy.wsdl")]);
      assert.equal(made.code, 0, made.error);
      const keys = ["--key", `me=${at("rsa.both")}`, "--key", `service=${at("rsa.crt")}`];
      const { out, error } = await run(["send", "--no-wsdl", ...keys, at(`${name}.soaphttp`)]);
      const parts = ["decrypted Body", ...(name === "Signed" ? ["decrypted Signature"] : []), "signed Body"];
      assert.ok(out.includes(`<parts>${[...parts, "signed Timestamp"].join(", ")}</parts>`), `${error}${out}`);
    }
  });
});

/** A WSDL with an asymmetric binding that encrypts the Body. */
function encryptedWsdl(address, more) {
  const nested = (name, content) => `<sp:${name}><wsp:Policy>${content}</wsp:Policy></sp:${name}>`;
  const suite = nested("AlgorithmSuite", "<sp:Basic256Sha256/>");
  const policy = `${nested("AsymmetricBinding", `<sp:IncludeTimestamp/>${suite}${more}`)}<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t"
  xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" targetNamespace="urn:t">
<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="ask" type="xs:int"/></xs:schema></types>
<message name="In"><part name="p" element="t:ask"/></message>
<portType name="P"><operation name="Ask"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><wsp:Policy>${policy}</wsp:Policy><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Ask"><soap:operation soapAction="urn:ask"/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="${address}"/></port></service>
</definitions>`;
}
