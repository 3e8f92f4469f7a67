// Runs an export with Debian's JMeter, without its window, against a service that records: the bodies must be those that
// soaphttp sends.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requirePackages } from "../support/debian.mjs";
import { startRecorder } from "./recorder.mjs";
import { folder, run } from "./soaphttp.mjs";
import { emptyFolder } from "./stacks.mjs";

const home = "/usr/share/jmeter";

/** Starts JMeter 2.13 of Debian, whose library for plans allows no class in them. */
const launcher = `import org.apache.jmeter.util.JMeterUtils;
setAccessibility(true);
JMeterUtils.setJMeterHome("${home}");
JMeterUtils.loadJMeterProperties("${home}/bin/jmeter.properties");
JMeterUtils.initLocale();
field = Class.forName("org.apache.jmeter.save.SaveService").getDeclaredField("JMXSAVER");
field.setAccessible(true);
field.get(null).addPermission(com.thoughtworks.xstream.security.AnyTypePermission.ANY);
new org.apache.jmeter.JMeter().start(bsh.args);
`;

suite("an export to JMeter", () => {
  let recorder;
  let sent;
  let received;
  let samples;

  suiteSetup(async function () {
    requirePackages(this, "JMeter", ["jmeter", "jmeter-http"]);
    this.timeout(600_000);
    recorder = await startRecorder();
    const place = emptyFolder(folder, "jmeter");
    const file = writeRequests(place, recorder.port);
    const out = join(place, "load");
    await run(["test", file]);
    sent = recorder.requests.splice(0);
    const { code, error } = await run(["export", "--to", "jmeter", "--as-written", "--out", out, file]);
    assert.equal(code, 0, error);
    samples = await load(out);
    received = recorder.requests;
  });

  suiteTeardown(() => recorder?.close());

  test("the plan computes password digests with a nonce for each sending, and the password from outside", () => {
    const partsOf = (body) => ["Password", "Nonce", "Created"].map((name) => body.split(`${name}>`)[1]?.slice(0, -2));
    const all = bodiesTo(received, "/tokens").map(partsOf);
    assert.ok(all.length >= 5, `${all.length} requests`);
    for (const [digest, nonce, created] of all) {
      const hash = createHash("sha1").update(Buffer.from(nonce, "base64")).update(`${created}from-outside`);
      assert.equal(digest, hash.digest("base64"));
    }
    assert.equal(new Set(all.map(([, nonce]) => nonce)).size, all.length);
  });

  for (const path of ["/exact", "/fault", "/login", "/add"]) {
    test(`the plan sends the body of ${path} as soaphttp does`, () => {
      const [expected] = bodiesTo(sent, path);
      const all = bodiesTo(received, path);
      assert.ok(expected !== undefined && all.length >= 5, `${all.length} requests`);
      assert.deepEqual([...new Set(all)], [expected]);
    });
  }

  test("the plan uses the token of the login, and a new value in each request", () => {
    const added = received.filter((one) => one.startsWith("POST /add"));
    const tokens = added.map((one) => /<m:t>(.*)<\/m:t>/.exec(one)?.[1]?.replace("&amp;", "&"));
    assert.ok(tokens.every((token) => recorder.tokens.has(token)));
    assert.equal(new Set(added.map((one) => /<m:a>(.*)<\/m:a>/.exec(one)?.[1])).size, added.length);
  });

  test("the plan counts a Fault as a failure, and no other response", () => {
    for (const [name, success] of samples) assert.equal(success, name === "fault" ? "false" : "true", name);
    assert.deepEqual([...new Set(samples.map(([name]) => name))].sort(), ["add", "exact", "fault", "login", "tokens"]);
  });
});

/** The bodies of requests to a path, with the values that differ replaced. As ISO-8859-1. */
function bodiesTo(requests, path) {
  return requests
    .filter((one) => one.startsWith(`POST ${path}`))
    .map((one) => one.slice(one.indexOf("\r\n\r\n") + 4).replace(/(<m:[at]>)[^<]*/g, "$1*"));
}

/** Writes the requests: those without values, and a login whose token another request uses. */
const token =
  "<UsernameToken><Password>{{$wsse.digest password}}</Password><Nonce>{{$wsse.nonce}}</Nonce><Created>{{$wsse.created}}</Created></UsernameToken>";

function writeRequests(place, port) {
  const file = join(place, "load.soaphttp");
  const request = (name, charset, body, more = "") =>
    `${more}# @name ${name}\nPOST /${name} HTTP/1.1\nHost: 127.0.0.1:${port}\nContent-Type: text/xml; charset=${charset}\nSOAPAction: ""\nContent-Length: {{$contentLength}}\n\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:calc"><s:Body>${body}</s:Body></s:Envelope>\n`;
  const requests = [
    request("exact", "iso-8859-1", "<a>\\ $\x7bb} \xe9</a>\n"),
    request("login", "utf-8", "<m:login/>", "# @set token = //*:Token\n"),
    request("add", "utf-8", "<m:a>{{$guid}}</m:a><m:t>{{token}}</m:t>", "# @expect //m:Result = 5.5\n"),
    request("tokens", "utf-8", token),
    // The last one, because a user begins again after a failure.
    request("fault", "utf-8", "<a/>"),
  ];
  const text = `@password = typed-here\n\n${requests.join("\n###\n")}`;
  writeFileSync(file, Buffer.from(text, "latin1"));
  return file;
}

/** Runs the plan. Resolves with the name of each sample, and whether it was successful. */
async function load(out) {
  writeFileSync(join(out, "launcher.bsh"), launcher);
  const [jars, results] = [`${home}/lib/ext/*:${home}/lib/*`, join(out, "results.csv")];
  const child = spawn(
    "/usr/bin/java",
    [
      ...["-cp", `${home}/bin/ApacheJMeter.jar:/usr/share/java/bsh.jar:${jars}`, `-Djmeter.home=${home}`],
      ...["bsh.Interpreter", "launcher.bsh", "-n", "-t", "plan.jmx", "-l", results, "-j", join(out, "jmeter.log")],
      ...[
        "-Jusers=2",
        "-Jloops=5",
        "-JSOAPHTTP_PRIVATE_PASSWORD=from-outside",
        "-Jjmeter.save.saveservice.output_format=csv",
      ],
    ],
    { cwd: out, stdio: "ignore" },
  );
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  await once(child, "close");
  process.off("exit", kill);
  return readFileSync(results, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(","))
    .map((cells) => [cells[2], cells[7]]);
}
