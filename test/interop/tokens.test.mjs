// Tests the tokens of WS-Security with Apache WSS4J and gSOAP's plugin wsse, and file parts with Python's email parser and gSOAP.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suiteServer } from "./processes.mjs";
import { at, makeKeys } from "./signing.mjs";
import { folder, run, send } from "./soaphttp.mjs";
import { emptyFolder } from "./stacks.mjs";

const services = fileURLToPath(new URL("services/", import.meta.url));
const password = "päss & wörd";
const env = { SOAPHTTP_SECRET_PIN: password };
const wss = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
// WSS4J requires an EncodingType (WS-I Basic Security Profile 1.1, R4220).
const nonceOf = (value) =>
  `<wsse:Nonce EncodingType="${wss}soap-message-security-1.0#Base64Binary">${value}</wsse:Nonce>`;
const nonce = nonceOf("{{$wsse.nonce}}");
const created = "<wsu:Created>{{$wsse.created}}</wsu:Created>";

function token(kind, rest) {
  const value = kind === "PasswordDigest" ? "{{$wsse.digest password}}" : "{{password}}";
  const type = `${wss}username-token-profile-1.0#${kind}`;
  return `<wsse:UsernameToken><wsse:Username>ann</wsse:Username><wsse:Password Type="${type}">${value}</wsse:Password>${rest}</wsse:UsernameToken>`;
}

const timestamp = (from, until) =>
  `<wsu:Timestamp wsu:Id="TS"><wsu:Created>${from}</wsu:Created><wsu:Expires>${until}</wsu:Expires></wsu:Timestamp>`;
const now = timestamp("{{$wsu.created}}", "{{$wsu.expires 5 m}}");

function secured(name, port, tokens, body = '<a xmlns="urn:a">ü</a>') {
  const path = join(folder, `${name}.soaphttp`);
  const header = `<wsse:Security soap:mustUnderstand="1" xmlns:wsse="${wss}wssecurity-secext-1.0.xsd" xmlns:wsu="${wss}wssecurity-utility-1.0.xsd">${tokens}</wsse:Security>`;
  const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Header>${header}</soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;
  const head = [
    "POST / HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Content-Type: text/xml; charset=utf-8",
    'SOAPAction: ""',
  ];
  const text = [...head, "Content-Length: {{$contentLength}}", "", envelope].join("\n");
  writeFileSync(path, `@password = {{$secret pin}}\n\n${text}`);
  return path;
}

async function answer(file, environment = env) {
  const [{ response, failure }] = await send([file], environment);
  assert.ok(response, JSON.stringify(failure));
  const bytes = Buffer.from(response.bytes, "base64").toString();
  return `${response.status} ${bytes.slice(bytes.indexOf("\r\n\r\n") + 4)}`;
}

suite("tokens of WS-Security at Apache WSS4J", () => {
  const server = suiteServer(
    "WSS4J",
    ["libwss4j-java", "openjdk-17-jdk-headless", "libcommons-logging-java"],
    (port) => {
      const place = emptyFolder(folder, "wss4j");
      const jars = ["wss4j", "xmlsec", "slf4j-api", "commons-logging"].map((name) => `/usr/share/java/${name}.jar`);
      const classes = [...jars, place].join(":");
      execFileSync("javac", ["-cp", classes, "-d", place, join(services, "wss4j", "Tokens.java")]);
      return ["java", "-cp", classes, "Tokens", String(port)];
    },
  );

  const valid = {
    "a digest with Nonce and Created": token("PasswordDigest", nonce + created),
    "a digest with Created before the Nonce, and a typed Nonce": token(
      "PasswordDigest",
      created + nonceOf(randomBytes(16).toString("base64")),
    ),
    "a password as text, which is escaped": token("PasswordText", ""),
    "a Timestamp": now,
    "a Timestamp and a digest": now + token("PasswordDigest", nonce + created),
  };
  for (const [title, tokens] of Object.entries(valid)) {
    test(`WSS4J accepts ${title}`, async () => {
      assert.match(await answer(secured("valid", server.port, tokens)), /^200 [12] parts are valid$/);
    });
  }

  test("WSS4J accepts each sending, whose nonce is another one", async () => {
    const file = secured("again", server.port, valid["a digest with Nonce and Created"]);
    for (const _ of [1, 2, 3]) assert.match(await answer(file), /^200 /);
  });

  const invalid = {
    "an expired Timestamp": [timestamp("{{$wsu.expires -1 h}}", "{{$wsu.expires -5 m}}"), /expired/],
    "a Created in the future": [timestamp("{{$wsu.expires 1 h}}", "{{$wsu.expires 2 h}}"), /invalid|timestamp/i],
  };
  for (const [title, [tokens, message]] of Object.entries(invalid)) {
    test(`WSS4J refuses ${title}`, async () => {
      const said = await answer(secured("invalid", server.port, tokens));
      assert.match(said, /^500 /);
      assert.match(said, message);
    });
  }

  test("WSS4J refuses a wrong password", async () => {
    const file = secured("wrong", server.port, valid["a digest with Nonce and Created"]);
    assert.match(await answer(file, { SOAPHTTP_SECRET_PIN: "wrong" }), /^500 .*could not be authenticated/);
  });

  test("WSS4J refuses a nonce that it has seen", async () => {
    const replayed = nonceOf(randomBytes(16).toString("base64"));
    const file = secured("replayed", server.port, token("PasswordDigest", replayed + created));
    assert.match(await answer(file), /^200 /);
    assert.match(await answer(file), /^500 .*(?:replay|nonce|security)/i);
  });

  test("WSS4J refuses a digest without Nonce or Created, as the warning says", async () => {
    for (const rest of [nonce, created, ""]) {
      const file = secured("incomplete", server.port, token("PasswordDigest", rest));
      assert.match(await answer(file), /^500 /);
      const { out } = await run(["check", file]);
      assert.match(out, /wsse-digest-incomplete/);
    }
  });
});

const pdf = Buffer.concat([Buffer.from("%PDF-1.7\r\n--bound\r\n\0"), randomBytes(4096), Buffer.from("\r\n\r\n")]);

/** A file with a multipart request. `content`: the content of the part. */
function withPart(name, port, content, boundary) {
  const path = join(folder, `${name}.soaphttp`);
  const body =
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><t:upload xmlns:t="urn:tokens"><file><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:file"/></file></t:upload></soap:Body></soap:Envelope>';
  const head = [
    "POST / HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Content-Type: multipart/related; boundary="${boundary}"; type="application/xop+xml"; start="<root>"; start-info="text/xml"`,
    'SOAPAction: ""',
    "Content-Length: {{$contentLength}}",
  ];
  const root = ['Content-Type: application/xop+xml; charset=utf-8; type="text/xml"', "Content-ID: <root>", "", body];
  const part = [
    "Content-Type: application/pdf",
    "Content-Transfer-Encoding: binary",
    "Content-ID: <file>",
    "",
    content,
  ];
  const lines = [`--${boundary}`, ...root, `--${boundary}`, ...part, `--${boundary}--`];
  writeFileSync(path, [...head, "", ...lines].join("\r\n"));
  writeFileSync(join(folder, "file.pdf"), pdf);
  return path;
}

suite("file parts in Python's email parser", () => {
  const python = suiteServer(
    "Python",
    ["python3"],
    (port) => ["/usr/bin/python3", "-m", "http.server", "--bind", "127.0.0.1", String(port)],
    { relayed: true },
  );

  test("file parts have exactly the bytes of the file, and the next part begins after them", async () => {
    await send([withPart("python", python.relay.port, "< ./file.pdf", "other-boundary")]);
    const { sent } = python.relay.connections[0];
    const script = [
      "import email, email.policy, hashlib, sys",
      "data = sys.stdin.buffer.read()",
      "found = email.message_from_bytes(data.split(b'\\r\\n', 1)[1], policy=email.policy.HTTP)",
      "assert not found.defects, found.defects",
      "for part in found.iter_parts():",
      "    content = part.get_payload(decode=True)",
      "    print(part.get_content_type(), part['Content-ID'], len(content), hashlib.sha256(content).hexdigest())",
    ].join("\n");
    const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", script], { input: sent, encoding: "utf8" });
    const hash = createHash("sha256").update(pdf).digest("hex");
    assert.equal(stdout.split("\n")[1], `application/pdf <file> ${pdf.length} ${hash}`, stderr);
    const length = /Content-Length: (\d+)/.exec(sent.toString("latin1"))?.[1];
    assert.equal(Number(length), sent.length - sent.indexOf("\r\n\r\n") - 4);
  });

  test("file parts aren't sent if the boundary occurs in the file", async () => {
    const file = withPart("inside", python.relay.port, "< ./file.pdf", "bound");
    const { code, error, out } = await run(["send", "--as-written", "--yes", file]);
    assert.equal(code, 2, out);
    assert.match(`${out}${error}`, /contains the boundary line --bound/);
    assert.equal(python.relay.connections.length, 0);
  });
});

suite("tokens and file parts at gSOAP, with its plugin wsse", () => {
  const packages = ["gsoap", "libgsoap-dev", "gcc", "libc6-dev", "pkg-config", "libssl-dev"];
  const server = suiteServer("gSOAP", packages, (port) => {
    const place = emptyFolder(folder, "gsoapSecured");
    const [own, share] = [join(services, "gsoapSecured"), "/usr/share/gsoap"];
    const output = (program, ...args) =>
      execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    output("soapcpp2", "-c", "-S", "-L", "-x", `-I${share}/import`, `-d${place}`, join(own, "secured.h"));
    const plugin = ["wsseapi", "smdevp", "mecevp", "threads"].map((name) => `${share}/plugin/${name}.c`);
    const sources = [join(own, "main.c"), join(place, "soapC.c"), join(place, "soapServer.c"), ...plugin];
    const flags = output("pkg-config", "--cflags", "--libs", "gsoapssl").trim().split(/\s+/);
    output(
      "gcc",
      ...[
        "-DWITH_OPENSSL",
        "-DWITH_DOM",
        "-w",
        `-I${place}`,
        `-I${share}/plugin`,
        `-I${share}`,
        "-o",
        join(place, "secured"),
      ],
      ...[...sources, `${share}/custom/struct_timeval.c`, ...flags, "-lssl", "-lcrypto", "-lz"],
    );
    makeKeys();
    return [join(place, "secured"), String(port), at("rsa.key")];
  });

  const check = '<t:check xmlns:t="urn:tokens"><name>a</name></t:check>';
  const digest = now + token("PasswordDigest", nonce + created);

  test("gSOAP accepts a Timestamp and a digest", async () => {
    const said = await answer(secured("gsoap", server.port, digest, check));
    assert.match(said, /^200 /);
    assert.match(said, /<result>ann<\/result>/);
  });

  test("gSOAP refuses a wrong password, an expired Timestamp and a nonce that it has seen", async () => {
    const wrong = await answer(secured("gsoap", server.port, digest, check), { SOAPHTTP_SECRET_PIN: "wrong" });
    assert.match(wrong, /^500 [\s\S]*FailedAuthentication/);
    const past = timestamp("{{$wsu.expires -1 h}}", "{{$wsu.expires -30 m}}");
    const expired = await answer(secured("gsoap", server.port, past + token("PasswordDigest", nonce + created), check));
    assert.match(expired, /^500 [\s\S]*expired/i);
    const seen = nonceOf(randomBytes(16).toString("base64"));
    // The plugin recognizes a nonce only with the same digest, so with the same time.
    const then = `<wsu:Created>${new Date().toISOString().replace(/\.\d+/, "")}</wsu:Created>`;
    const file = secured("gsoap", server.port, now + token("PasswordDigest", seen + then), check);
    assert.match(await answer(file), /^200 /);
    assert.match(await answer(file), /^500 [\s\S]*FailedAuthentication/);
  });

  test("gSOAP decrypts a Body with each cipher, and a key with RSA 1.5, but not with OAEP, although it announces it", async () => {
    const ciphers = [128, 192, 256].flatMap((bits) => [`aes${bits}-cbc`, `aes${bits}-gcm`]).concat("tripledes-cbc");
    const encrypted = (algorithm, transport) =>
      secured(
        `gsoap-${algorithm}-${transport}`,
        server.port,
        `${digest}{{$encrypted rsa parts="Body" algorithm=${algorithm} key=${transport}}}`,
        check,
      );
    const files = ciphers.map((algorithm) => encrypted(algorithm, "rsa-1_5"));
    const exchanges = await send(
      ["--key", `rsa=${at("rsa.both")}`, ...files, encrypted("aes256-cbc", "rsa-oaep-mgf1p")],
      env,
    );
    const said = exchanges.map(({ response }) => Buffer.from(response.body, "base64").toString());
    for (const [index, algorithm] of ciphers.entries()) assert.match(said[index], /<result>ann<\/result>/, algorithm);
    assert.match(said.at(-1), /padding check failed|FailedCheck/);
  });

  test("gSOAP reads the bytes and the type of a file part", async () => {
    let sum = 0;
    for (const byte of pdf) sum = (sum * 31 + byte) % 1000003;
    const said = await answer(withPart("gsoapPart", server.port, "< ./file.pdf", "other-boundary"));
    assert.match(said, new RegExp(`${pdf.length} bytes of application/pdf, sum ${sum}<`));
  });
});
