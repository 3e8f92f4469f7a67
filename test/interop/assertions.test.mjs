// Lets a token service and a service in Java, OpenSAML and xmlsec1 judge the recipes of docs/saml.md.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { suiteServer } from "./processes.mjs";
import { at, call, makeKeys } from "./signing.mjs";
import { run } from "./soaphttp.mjs";

const packages = ["libwss4j-java", "openjdk-17-jdk-headless", "libcommons-logging-java", "opensaml-tools", "xmlsec1"];
const jars = ["wss4j", "xmlsec", "slf4j-api", "slf4j-nop", "commons-logging"].map(
  (jar) => `/usr/share/java/${jar}.jar`,
);
const source = fileURLToPath(new URL("services/wss4j/Assertions.java", import.meta.url));
const recipes = Object.fromEntries(
  [...readFileSync("docs/saml.md", "utf8").matchAll(/^### (.*)\n[\s\S]*?```soaphttp\n([\s\S]*?)```$/gm)].map(
    ([, title, text]) => [title, text],
  ),
);

/** The verdict of the service about each recipe. */
const verdicts = {
  "SAML, holder of the key": "V20 holder-of-key of dr-lee, issued by rsa, Timestamp signed by rsa",
  "SAML 1.1, holder of the key": "V11 holder-of-key of dr-lee, issued by rsa, Body signed by rsa",
  "SAML, bearer": "V20 bearer of dr-lee, issued by rsa",
  "SAML, sender vouches": "V20 sender-vouches of dr-lee, Body Timestamp Assertion signed by rsa",
  "Token of a token service": "V20 bearer of ann & bob, issued by p256",
  "Token for a key": "V20 holder-of-key of ann & bob, issued by p256, Body Timestamp signed by rsa",
  "Token for a key, in SAML 1.1": "V11 holder-of-key of ann & bob, issued by p256, Body Timestamp signed by rsa",
};
const texts = {
  ...recipes,
  "Token for a key, in SAML 1.1": recipes["Token for a key"].replace("#SAMLV2.0", "#SAMLV1.1"),
  "another holder": recipes["SAML, holder of the key"].replace("{{$certificate me}}", "{{$certificate other}}"),
  "a passed time": recipes["SAML, bearer"].replace('NotOnOrAfter="{{$wsu.expires}}', 'NotOnOrAfter="{{$wsu.created}}'),
};

suite("SAML assertions", () => {
  const service = suiteServer("SAML", packages, (port) => {
    makeKeys();
    call("javac", "-cp", jars.join(":"), "-d", ".", source);
    const classes = [at("."), ...jars].join(":");
    return ["java", "-cp", classes, "Assertions", String(port), at("ca.pem"), at("p256.p12")];
  });
  /** The last result of each text, with the bodies as text. */
  const results = new Map();
  const sent = (title) => results.get(title).sent;

  suiteSetup(async function () {
    this.timeout(240_000);
    const files = Object.entries(texts).map(([title, text], index) => {
      writeFileSync(
        at(`saml${index}.soaphttp`),
        text.replaceAll("Host: example.com", `Host: 127.0.0.1:${service.port}`),
      );
      return [title, at(`saml${index}.soaphttp`)];
    });
    const keys = ["--key", `me=${at("rsa.both")}`, "--key", `other=${at("expired.both")}`];
    const { out, error } = await run(["send", "--format", "json", ...keys, ...files.map(([, file]) => file)], {
      SOAPHTTP_SECRET_PIN: "pin",
    });
    assert.ok(out.startsWith("["), `${error}${out}`);
    for (const exchange of JSON.parse(out)) {
      const title = files.find(([, file]) => exchange.file.endsWith(basename(file)))?.[0];
      const text = ({ body }) => Buffer.from(body, "base64").toString();
      const before = results.get(title)?.said;
      results.set(title, {
        before,
        sent: text(exchange.request),
        said: text(exchange.response),
        status: exchange.response.status,
      });
    }
  });

  async function answer(message) {
    const response = await fetch(`http://127.0.0.1:${service.port}/`, { method: "POST", body: message });
    return `${response.status} ${await response.text()}`;
  }

  function acceptedByXmlsec(message, signer, index) {
    writeFileSync(at("judged.xml"), message);
    const ids = ["ID Assertion", "AssertionID Assertion", "Id Body", "Id Timestamp"].map((one) => one.split(" "));
    const node = ["--node-xpath", `(//*[local-name()='Signature'])[${index}]`, "--pubkey-cert-pem", `${signer}.crt`];
    const attributes = ids.flatMap(([name, element]) => [`--id-attr:${name}`, element]);
    const args = ["--verify", "--insecure", ...attributes, ...node, "judged.xml"];
    return spawnSync("xmlsec1", args, { cwd: at(".") }).status === 0;
  }

  function acceptedByOpenSaml(message, issuer) {
    writeFileSync(at("assertion.xml"), assertionIn(message));
    return spawnSync("samlsign", ["-c", at(`${issuer}.crt`), "-f", at("assertion.xml")]).status === 0;
  }

  for (const [title, verdict] of Object.entries(verdicts)) {
    const [, issuer, signer] = /(?:, issued by (\w+))?(?:, .* signed by (\w+))?$/.exec(verdict);

    test(`a service in Java accepts the message of a recipe, and refuses it after a change: ${title}`, async () => {
      assert.deepEqual([results.get(title).status, results.get(title).said], [200, verdict]);
      const message = sent(title);
      assert.equal(await answer(message), `200 ${verdict}`);
      assert.match(await answer(changed(message)), /^500 The signature in \w+ is invalid\.$/);
      if (signer === undefined) return;
      const part = /wsu:Id="Body"/.test(message) ? ["<query ", '<query a="" '] : ["<wsu:Created>2", "<wsu:Created>3"];
      assert.equal(await answer(message.replace(...part)), "500 The signature in Security is invalid.");
      const unsigned = message.replace(/<ds:Signature\b(?![\s\S]*<ds:Signature\b)[\s\S]*<\/ds:Signature>/, "");
      assert.equal(await answer(unsigned), "500 Security has 0 Signature.");
    });

    test(`xmlsec1 and OpenSAML accept the signatures of a recipe, and refuse them after a change: ${title}`, () => {
      const message = sent(title);
      const signers = [issuer, signer].filter((one) => one !== undefined);
      for (const [index, one] of signers.entries()) assert.ok(acceptedByXmlsec(message, one, index + 1), message);
      assert.ok(!acceptedByXmlsec(changed(message), signers[0], 1));
      if (issuer === undefined) return;
      assert.ok(acceptedByOpenSaml(message, issuer), message);
      assert.ok(!acceptedByOpenSaml(changed(message), issuer));
    });
  }

  test("a token is passed on byte for byte, with the declarations that it needs", () => {
    for (const title of ["Token of a token service", "Token for a key, in SAML 1.1"]) {
      const issued = assertionIn(results.get(title).before);
      const passed = assertionIn(sent(title));
      const [start] = /^<n:Assertion(?: xmlns:[^>]*?")*(?= [A-Z])/.exec(passed);
      assert.equal(passed.replace(start, "<n:Assertion"), issued);
      assert.deepEqual([...start.matchAll(/xmlns:(\w+)/g)].map(([, prefix]) => prefix).toSorted(), [
        "ds",
        "n",
        "xs",
        "xsi",
      ]);
    }
  });

  test("a service refuses the signature of another holder, an expired assertion, and a missing one", async () => {
    assert.equal(await answer(sent("another holder")), "500 The signature in Security is invalid.");
    assert.equal(await answer(sent("a passed time")), "500 The assertion has expired.");
    const message = sent("SAML, holder of the key");
    assert.equal(await answer(message.replace(assertionIn(message), "")), "500 There is no assertion.");
    assert.equal(await answer(message.replace("#SAMLID", "#SAMLAssertionID")), "500 The ValueType is wrong.");
    assert.equal(await answer(message.replace("#SAMLV2.0", "#SAMLV1.1")), "500 The TokenType is wrong.");
  });
});

function changed(message) {
  const other = message.replace(/dr-lee|bob/, "eve");
  assert.notEqual(other, message);
  return other;
}

function assertionIn(message) {
  return /<(\w+):Assertion[\s\S]*<\/\1:Assertion>/.exec(message)[0];
}
