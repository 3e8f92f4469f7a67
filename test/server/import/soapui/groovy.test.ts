import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { bodyText, sentAround } from "../../../support/resolver.ts";
import {
  caseFile,
  caseProject,
  envelope,
  imported,
  outcomes,
  properties,
  soapStep,
  step,
  textOf,
} from "../../../support/soapuiProjects.ts";

const login = soapStep("Login", { body: envelope("<m:Login/>") });

/** A test case whose script stands above a request that sends the property `result`. */
function imports(script: string) {
  const send = soapStep("Send", { body: envelope("<m:r>${#TestCase#result}</m:r>") });
  const settings = step("properties", "Settings", properties({ salt: "k3y" }));
  const steps = `${settings}${login}${step("groovy", "Script", `<script><![CDATA[${script}]]></script>`)}${send}`;
  return imported(caseProject(steps + properties({ user: "ann é", result: "" }), properties({ realm: "prod" })));
}

const definitionsOf = (text: string) =>
  text.split("\n").filter((line) => line.startsWith("@") && !/^@(?:case_user|project_realm|Settings_salt) /.test(line));

/** The value that the imported file sends. */
function valueSent(text: string): string | undefined {
  const segments = text.split(/^(?=### )/m);
  const send = `@realm = prod\n${segments[0]}${segments.find((segment) => segment.startsWith("### Send"))}`;
  return /<m:r>(.*)<\/m:r>/.exec(bodyText(sentAround(send, {}).outgoing))?.[1];
}

const set = (value: string) => `testRunner.testCase.setPropertyValue("result", ${value})`;
const user = 'testRunner.testCase.getPropertyValue("user")';
const hash = (algorithm: string, text = "ann é") => createHash(algorithm).update(text);

const translated: Readonly<Record<string, readonly [script: string, value: string, ...lines: string[]]>> = {
  DigestUtils: [
    `import org.apache.commons.codec.digest.DigestUtils\ndef user = ${user}\n${set("DigestUtils.sha256Hex(user)")}`,
    hash("sha256").digest("hex"),
    "@case_result = {{case_user | sha256 | hex}}",
  ],
  MessageDigest: [
    `def digest = java.security.MessageDigest.getInstance("SHA-1")\ndef bytes = digest.digest(${user}.getBytes("UTF-8"))\n${set("bytes.encodeBase64().toString()")};`,
    hash("sha1").digest("base64"),
    "@bytes = {{case_user | sha1}}",
    "@case_result = {{bytes | base64}}",
  ],
  "MessageDigest with update": [
    `MessageDigest md = MessageDigest.getInstance("MD5");\nmd.update("x\${${user}}".bytes);\n${set("md.digest().encodeHex().toString().toUpperCase()")}`,
    hash("md5", "xann é").digest("hex").toUpperCase(),
    '@case_result = {{$concat "x" case_user | md5 | HEX}}',
  ],
  Mac: [
    `Mac mac = Mac.getInstance("HmacSHA256")\nmac.init(new SecretKeySpec(context.expand('\${Settings#salt}').getBytes(), "HmacSHA256"))\n${set(`mac.doFinal((${user} + "&" + context.expand('\${#Project#realm}')).bytes).encodeBase64().toString()`)}`,
    createHmac("sha256", "k3y").update("ann é&prod").digest("base64"),
    '@case_result = {{$concat case_user "&" realm | hmac sha256 Settings_salt | base64}}',
  ],
  codings: [
    set(`URLEncoder.encode(new String("YSBi".decodeBase64(), "UTF-8"), "UTF-8")`),
    "a%20b",
    '@case_result = {{$concat "YSBi" | decode base64 | text | url}}',
  ],
};

suite("a Groovy script of a test case", () => {
  for (const [title, [script, value, ...lines]] of Object.entries(translated)) {
    test(`a script becomes definitions with the same value: ${title}`, () => {
      const result = imports(script);
      const text = textOf(result, caseFile);
      assert.deepEqual(definitionsOf(text).toSorted(), lines.toSorted());
      assert.equal(valueSent(text), value);
      assert.ok(outcomes(result, "Suite", "Case", "Script").includes("step groovy: translated"));
    });
  }

  test("a script reads a value of a response with an XmlHolder", () => {
    const text = textOf(
      imports(
        `def utils = new com.eviware.soapui.support.GroovyUtils(context)\ndef holder = utils.getXmlHolder("Login#Response")\nholder.declareNamespace("n", "urn:calc")\n${set(`holder.getNodeValue("//n:Token").trim()`)}`,
      ),
      caseFile,
    );
    assert.deepEqual(definitionsOf(text), ["@case_result = {{Login.response.body.(//m:Token)[1] | trim}}"]);
  });

  test("a script reads a file", () => {
    const text = textOf(imports(set(`new File("./report.xml").bytes.encodeBase64().toString()`)), caseFile);
    assert.deepEqual(definitionsOf(text), ['@case_result = {{$file "./report.xml" | base64}}']);
  });

  test("a statement that the importer doesn't understand stays as a comment, like all statements that use its value", () => {
    const script = `def a = compute()\n${set("a")}\nlog.info a\ntestRunner.testCase.setPropertyValue("other", ${user})`;
    const text = textOf(imports(script), caseFile);
    assert.deepEqual(definitionsOf(text), ["@case_result =", "@case_other = {{case_user}}"]);
    assert.match(text, /# \| groovy "Script"\n# \| def a = compute\(\)\n# \| .*"result", a\)\n# \| log\.info a\n/);
  });

  for (const script of [
    `if (x) {\n  ${set('"1"')}\n}`,
    set('MessageDigest.getInstance("SHA-1").digest("a".bytes)'),
    set("new Date().time"),
    set('"$user"'),
    set('new File("a\\"b").bytes.encodeHex()'),
    set('Mac.getInstance("HmacSHA1").doFinal("a".bytes).encodeHex()'),
    'testRunner.testCase.getTestStepByName("Login").setPropertyValue("Request", "x")',
  ]) {
    test(`a script becomes comments, line by line: ${script.slice(0, 70)}`, () => {
      const text = textOf(imports(script), caseFile);
      assert.deepEqual(definitionsOf(text), ["@case_result ="]);
      assert.ok(text.includes(`# | groovy "Script"\n# | ${script.split("\n").join("\n# | ")}`));
    });
  }
});
