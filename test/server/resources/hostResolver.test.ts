import assert from "node:assert/strict";
import { parseDocument } from "../../../server/src/format/document.ts";
import { fileScope } from "../../../server/src/message/fileScope.ts";
import { createResolver } from "../../../server/src/resources/hostResolver.ts";
import { type AnalysisOptions, analyze, messagesOf, outgoingOf } from "../../../server/src/service/languageService.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { type Around, around, findingsAround, messagesAround, sentAround } from "../../support/resolver.ts";

const envFile = "http-client.env.json";
const privateFile = "http-client.private.env.json";

function scopeOf(host: Around, text = "") {
  return fileScope(parseDocument(text), around(host));
}

function textOf(name: string, host: Around, text = ""): string {
  const value = scopeOf(host, text).lookup(name);
  return value.kind === "text" ? value.text : value.kind;
}

function inFiles(files: Readonly<Record<string, unknown>>, environment = "dev"): Around {
  const texts = Object.entries(files).map(([path, value]) => [
    path,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return { chosen: [environment], files: Object.fromEntries(texts) };
}

suite("environments", () => {
  test("the selected environment overrides $shared", () => {
    const host = inFiles({
      [`/w/a/b/${envFile}`]: { $shared: { a: "1", b: "2" }, dev: { b: "3" }, prod: { b: "4" } },
    });
    assert.equal(textOf("a", host), "1");
    assert.equal(textOf("b", host), "3");
    assert.equal(textOf("b", { ...host, chosen: ["prod"] }), "4");
    assert.equal(textOf("b", { ...host, chosen: [] }), "2");
  });

  test("the document overrides the environment", () => {
    const host = inFiles({ [`/w/a/b/${envFile}`]: { dev: { a: "env" } } });
    assert.equal(textOf("a", host, "@a = file\n"), "file");
  });

  test("numbers and booleans become text; other values are ignored", () => {
    const dev = { n: 8080, t: true, f: false, z: null, o: { a: 1 }, l: [1], e: "" };
    const host = inFiles({ [`/w/a/b/${envFile}`]: { dev } });
    assert.deepEqual(
      ["n", "t", "f", "z", "o", "l", "e"].map((name) => textOf(name, host)),
      ["8080", "true", "false", "undefined", "undefined", "undefined", ""],
    );
  });

  test("properties of JavaScript objects are neither variables nor environments", () => {
    const host = inFiles({ [`/w/a/b/${envFile}`]: { dev: {} } });
    assert.equal(textOf("constructor", host), "undefined");
    assert.equal(textOf("toString", { ...host, chosen: ["__proto__"] }), "undefined");
  });

  test("settings of JetBrains' HTTP Client that have no effect are named, but not variables with their names", () => {
    const ssl = {
      SSLConfiguration: { clientCertificate: { path: "a", format: "DER" }, verifyHostCertificate: false, other: 1 },
    };
    const auth = (type: string, grant: string) => ({ Type: type, "Grant Type": grant });
    const host = inFiles({
      [`/w/a/b/${envFile}`]: {
        dev: { ...ssl, Security: "a", deep: ssl },
        SSLConfiguration: { Security: { Auth: {} } },
      },
      [`/w/a/b/${privateFile}`]: {
        prod: {
          Security: {
            Auth: {
              a: { ...auth("OAuth2", "Password"), "Client Credentials": "in body" },
              b: auth("Mock", "Implicit"),
            },
            Digest: {},
          },
        },
        test: { Security: { Auth: { c: { ...auth("OAuth2", "Password"), PKCE: true, "Client Credentials": "jwt" } } } },
      },
    });
    const named = around(host)
      .ineffective()
      .map(({ name, text, values }) => [
        name,
        ...values.map(({ at, message }) => `${text.slice(at.start, at.end)} ${message}`),
      ]);
    const text = (what: string, shown = what) => `"${what}" ${shown} is not supported and has no effect.`;
    assert.deepEqual(named, [
      [
        privateFile,
        text("Type", 'Type "Mock"'),
        text("Grant Type", 'Grant Type "Implicit"'),
        text("Digest"),
        text("PKCE"),
        text("Client Credentials", 'Client Credentials "jwt"'),
      ],
      [
        envFile,
        '"clientCertificate" Only the format PEM is supported, and PKCS #12 as clientCertificate alone.',
        '"verifyHostCertificate" A file can\'t turn off the verification of certificates. Use the setting soaphttp.tls.hosts, or --insecure-host on the command line.',
        text("other"),
      ],
    ]);
    assert.equal(textOf("Security", host), "a");
  });

  test("the private file overrides the public one and adds to it", () => {
    const host = inFiles({
      [`/w/a/b/${envFile}`]: { dev: { a: "public", b: "public" } },
      [`/w/a/b/${privateFile}`]: { dev: { a: "private" }, mine: { c: "1" } },
    });
    assert.equal(textOf("a", host), "private");
    assert.equal(textOf("b", host), "public");
    assert.deepEqual(around(host).environmentNames, ["dev", "mine"]);
  });

  test("the selected environment in the public file overrides $shared in the private one", () => {
    const host = inFiles({
      [`/w/a/b/${envFile}`]: { dev: { a: "chosen" } },
      [`/w/a/b/${privateFile}`]: { $shared: { a: "shared" } },
    });
    assert.equal(textOf("a", host), "chosen");
  });

  test("values of the private file, and values made of them, are secret", () => {
    const host = inFiles({
      [`/w/a/b/${envFile}`]: { dev: { auth: "Bearer {{token}}", host: "h" } },
      [`/w/a/b/${privateFile}`]: { dev: { token: "t0p" } },
    });
    const isSecret = (name: string) => {
      const value = scopeOf(host).lookup(name);
      return value.kind === "text" && value.secret;
    };
    assert.deepEqual(["token", "auth", "host"].map(isSecret), [true, true, false]);
  });

  test("only the nearest folder with a file is used", () => {
    const files = { [`/w/${envFile}`]: { dev: { a: "far", b: "far" } }, [`/w/a/${envFile}`]: { dev: { a: "near" } } };
    assert.equal(textOf("a", inFiles(files)), "near");
    assert.equal(textOf("b", inFiles(files)), "undefined");
    assert.equal(textOf("b", { ...inFiles(files), uri: "file:///w/c/x.soaphttp" }), "far");
  });

  test("files above the open folder are ignored", () => {
    assert.equal(textOf("a", inFiles({ [`/${envFile}`]: { dev: { a: "1" } } })), "undefined");
  });

  test("a file overrides the setting", () => {
    const environments = { dev: { a: "setting", b: "setting" }, $shared: { c: "setting" } };
    const host = { ...inFiles({ [`/w/${envFile}`]: { dev: { a: "file" } } }), environments };
    assert.deepEqual(
      ["a", "b", "c"].map((name) => textOf(name, host)),
      ["file", "setting", "setting"],
    );
  });

  test("an invalid setting is ignored", () => {
    for (const environments of [null, 1, "x", [], { dev: 1 }, { dev: [] }]) {
      assert.deepEqual(around({ environments, chosen: ["dev"] }).environmentNames, []);
    }
  });

  test("an unsaved document uses the setting and the files of the first open folder", () => {
    const host = { uri: "untitled:Untitled-1", environments: { dev: { a: "1" } }, chosen: ["dev"] };
    const files = { [`/w/${envFile}`]: JSON.stringify({ dev: { b: "2" } }) };
    assert.equal(textOf("a", host), "1");
    assert.equal(textOf("b", { ...host, files }), "2");
    assert.equal(textOf("b", { ...host, files, roots: [] }), "undefined");
  });

  test("values use variables of the document, of other environment files and built-in ones", () => {
    const host = inFiles({
      [`/w/a/b/${envFile}`]: { $shared: { base: "http://{{host}}:{{port}}/" }, dev: { host: "h", id: "{{$guid}}" } },
    });
    assert.equal(textOf("url", host, "@port = 81\n@url = {{base}}x\n"), "http://h:81/x");
    const id = scopeOf(host).lookup("id");
    assert.deepEqual(id, { kind: "atSending", sample: "00000000-0000-0000-0000-000000000000" });
  });

  test("a cycle through document and environment is reported at the definition in the document", () => {
    const host = inFiles({ [`/w/a/b/${envFile}`]: { dev: { b: "{{a}}" } } });
    assert.deepEqual(messagesAround(`@a = {{b}}\n${request({ "X-A": "{{a}}" })}`, host), [
      "The variable a refers to itself: a → b → a.",
    ]);
  });

  test("files may have a byte order mark or be UTF-16", () => {
    const utf16 = Uint8Array.from(Buffer.from('\ufeff{"dev":{"a":"ä"}}', "utf16le"));
    assert.equal(textOf("a", { chosen: ["dev"], files: { [`/w/${envFile}`]: utf16 } }), "ä");
    assert.equal(textOf("a", inFiles({ [`/w/${envFile}`]: '\ufeff{"dev":{"a":"b"}}' })), "b");
  });

  test("a definition used only by an environment counts as used", () => {
    const host = inFiles({ [`/w/${envFile}`]: { dev: { base: "http://{{host}}/" } } });
    const diagnostics = findingsAround(`@host = h\n@other = 1\n${request({ "X-A": "{{base}}" })}`, host);
    assert.deepEqual(
      diagnostics.map(({ message }) => message),
      ["The variable other is never used."],
    );
  });
});

suite("the message for an undefined variable lists the searched places", () => {
  const text = request({ "X-A": "{{none}}" });
  const expectMessage = (host: Around, expected: string) =>
    assert.deepEqual(messagesAround(text, host), [`The variable none isn't defined. ${expected}`]);

  test("the message names the document alone", () => expectMessage({}, "Searched in: this file."));

  test("the message names the selected environment and $shared", () => {
    const files = { [`/w/${envFile}`]: { dev: {}, $shared: {} } };
    expectMessage(inFiles(files), "Searched in: this file, the environment dev, $shared.");
  });

  test("the message names no environment if none is selected", () => {
    const files = { [`/w/${envFile}`]: { dev: {}, prod: {} } };
    expectMessage(
      { ...inFiles(files), chosen: [] },
      "Searched in: this file. No environment is selected (available: dev, prod).",
    );
  });

  test("the message names the environments that define the variable, if the selected ones don't", () => {
    const files = { [`/w/${envFile}`]: { dev: {}, prod: { none: "x" }, test: { none: "y" }, $shared: {} } };
    const expected = "Select an environment that defines it: prod, test.";
    for (const chosen of [[], ["dev"]]) expectMessage({ ...inFiles(files), chosen }, expected);
  });

  test("the message names a selected environment that isn't defined here", () => {
    const files = { [`/w/${envFile}`]: { dev: {} } };
    expectMessage(inFiles(files, "prod"), "Searched in: this file, the environment prod, which is not defined.");
  });

  test("the message names a file that isn't valid JSON, or isn't an object", () => {
    const [message] = messagesAround(text, inFiles({ [`/w/${envFile}`]: '{ "dev": { "none": "x" }' }));
    assert.match(
      message ?? "",
      /Searched in: this file, the environment dev, which is not defined\. http-client\.env\.json isn't valid JSON: .+\.$/,
    );
    expectMessage(
      { files: { [`/w/${envFile}`]: "[]" } },
      "Searched in: this file. http-client.env.json must contain a JSON object.",
    );
  });

  test("the message names a private file that isn't valid JSON, without its content", () => {
    const [message] = messagesAround(text, inFiles({ [`/w/${privateFile}`]: '{ "dev": { "token": s3cret } }' }));
    assert.match(message ?? "", /http-client\.private\.env\.json isn't valid JSON\.$/);
  });

  test("the message names a file that can't be read, and the files of other folders aren't used instead", () => {
    const files = { [`/w/a/${envFile}`]: { refused: "It is locked." }, [`/w/${envFile}`]: '{"$shared":{"none":"1"}}' };
    expectMessage({ files }, "Searched in: this file. http-client.env.json can't be read: It is locked.");
  });
});

suite("a .env file", () => {
  test("the .env file is the nearest one, in the folder of the document or above", () => {
    const files = { "/w/.env": "A=far\nB=far", "/w/a/.env": "A=near" };
    assert.equal(textOf("$dotenv A", { files }), "near");
    assert.equal(textOf("$dotenv B", { files }), "undefined");
    assert.equal(textOf("$dotenv B", { files, uri: "file:///w/x.soaphttp" }), "far");
  });

  test("the .env file isn't searched above the open folder", () => {
    assert.equal(textOf("$dotenv A", { files: { "/.env": "A=1" } }), "undefined");
  });

  test("the .env file is reported with the reason if it can't be read", () => {
    const text = request({ "X-A": "{{$dotenv A}}" });
    assert.deepEqual(messagesAround(text, { files: { "/w/.env": { refused: "It is locked." } } }), [
      "{{$dotenv A}} has no value. It is locked.",
    ]);
    assert.deepEqual(messagesAround(text, {}), [
      "{{$dotenv A}} has no value. No .env file was found in the folder of this file or its parent folders.",
    ]);
  });
});

suite("the values of a sent request", () => {
  const count = (start: string) => {
    let at = 0;
    return () => `${start}${++at}`;
  };

  test("values are new for each reference, but the same for all uses of a definition", () => {
    const text = request({
      "X-A": "{{id}} {{$guid}}",
      "X-B": "{{id}} {{both}} {{$guid}}",
      "Content-Length": "{{$contentLength}}",
    });
    const { outgoing } = sentAround(`@id = {{$guid}}\n@both = {{id}}\n${text}`, {}, { guid: count("g") });
    assert.match(outgoing.head, /X-A: g1 g2\r\nX-B: g1 g1 g3\r\n/);
    // A browser uses the fields, a socket uses the head.
    assert.deepEqual(
      outgoing.fields.slice(-2).map(({ value }) => value),
      ["g1 g2", "g1 g1 g3"],
    );
  });

  test("values are new for each sending", () => {
    const text = `@id = {{$guid}}\n${request({ "X-A": "{{id}}" })}`;
    const guid = count("g");
    assert.match(sentAround(text, {}, { guid }).outgoing.head, /X-A: g1\r/);
    const before = guid();
    const next = /X-A: (g\d+)\r/.exec(sentAround(text, {}, { guid }).outgoing.head)?.[1];
    assert.ok(next !== undefined && next !== "g1" && next !== before, next);
  });

  test("values are the same for all uses of an environment's variable", () => {
    const host = inFiles({ [`/w/${envFile}`]: { dev: { id: "{{$guid}}" } } });
    const { outgoing } = sentAround(request({ "X-A": "{{id}} {{id}}" }), host, { guid: count("g") });
    assert.match(outgoing.head, /X-A: g1 g1\r/);
  });

  test("values include a list of all secrets, with their parts and the values made of them", () => {
    const host: Around = {
      ...inFiles({
        [`/w/${envFile}`]: { dev: { open: "open", viaPrivate: "<{{token}}>" } },
        [`/w/${privateFile}`]: { dev: { token: "pr1vate", unused: "unus3d" } },
        "/w/.env": "D=dot3nv\nE=",
      }),
      processEnv: (name) => ({ P: "pr0cess" })[name],
    };
    const text = `@auth = Bearer {{$secret t}}\n@plain = x\n${request({
      ...{ "X-A": "{{auth}} {{plain}} {{open}}", "X-B": "{{viaPrivate}}", "X-C": "{{$dotenv D}}{{$dotenv E}}" },
      ...{ "X-D": "{{$processEnv P}}", "X-E": "{{$guid}}" },
    })}`;
    const { secrets } = sentAround(text, host, { secret: () => "s3cret" });
    assert.deepEqual(
      secrets.toSorted(),
      ["<pr1vate>", "Bearer s3cret", "dot3nv", "pr0cess", "pr1vate", "s3cret"].toSorted(),
    );
  });
});

suite("a file that is really outside of the open folders", () => {
  const uri = "file:///w/one.soaphttp";
  const contents: Readonly<Record<string, string>> = {
    ".env": "v=secret",
    "http-client.env.json": '{"$shared":{"v":"secret"}}',
    "http-client.private.env.json": '{"$shared":{"p":"secret"}}',
    "any.xml": "secret",
  };
  const resolver = createResolver({
    uri,
    roots: ["file:///w"],
    chosen: [],
    environments: undefined,
    read: (file) => {
      const content = contents[file.replace("file:///w/", "")];
      if (content === undefined) return { kind: "missing" };
      return { kind: "bytes", bytes: new TextEncoder().encode(content), outside: "/home/secret" };
    },
    processEnv: () => undefined,
    version: "",
  });

  test("a file outside can be a body, about which the author is asked", () => {
    assert.equal(resolver.bodyFile("./any.xml").kind, "bytes");
  });

  test("a file outside can't be read for values, environments or .env, and the reason has its real path", () => {
    const why = "/home/secret is outside of the open folders. Use a file in one of them.";
    assert.deepEqual(resolver.file("./any.xml"), { kind: "refused", why });
    assert.equal(resolver.definitions.size, 0);
    assert.equal(resolver.lookedIn("").problems.length, 2);
    const value = resolver.builtIn("$dotenv v", undefined, () => ({ kind: "undefined" }));
    assert.ok(JSON.stringify(value).includes(why), JSON.stringify(value));
  });
});

suite("environments that a file names", () => {
  const files = {
    [`/w/a/b/${envFile}`]: {
      $shared: { a: "shared", b: "shared", c: "shared" },
      test: { a: "test" },
      base: { a: "base", b: "base" },
    },
  };
  const text = "# @environment test base\n###\n";
  const valuesOf = (source: string, host: Around) => {
    const { scope } = analyze(source, undefined, around(host));
    return ["a", "b", "c"].map((name) => {
      const value = scope.lookup(name);
      return value.kind === "text" ? value.text : value.kind;
    });
  };

  test("The first environment of # @environment wins, then the others, then $shared", () => {
    assert.deepEqual(valuesOf(text, { ...inFiles(files), chosen: [] }), ["test", "base", "shared"]);
    assert.deepEqual(valuesOf("# @environment base test\n", { ...inFiles(files), chosen: [] }), [
      "base",
      "base",
      "shared",
    ]);
  });

  test("# @environment wins over an environment that is selected in an editor, and -e wins over it", () => {
    assert.deepEqual(valuesOf(text, { ...inFiles(files, "base"), fileChooses: true }), ["test", "base", "shared"]);
    assert.deepEqual(valuesOf(text, inFiles(files, "base")), ["base", "base", "shared"]);
  });

  test("An environment of # @environment that isn't defined is reported with the nearest name, unless -e wins over it", () => {
    const own = `# @environment tset\n###\n${request()}`;
    assert.deepEqual(messagesAround(own, { ...inFiles(files), chosen: [] }), [
      "The environment tset isn't defined. Did you mean test?",
    ]);
    assert.match(
      messagesAround(own.replace("tset", "production"), { ...inFiles(files), chosen: [] })[0] ?? "",
      /Searched in/,
    );
    assert.deepEqual(messagesAround(own, inFiles(files, "base")), []);
    assert.deepEqual(messagesAround(`# @environment\n###\n${request()}`, { ...inFiles(files), chosen: [] }), [
      "@environment must name an environment, such as test.",
    ]);
  });

  test("The files of environments are read once while the names of # @environment are typed", () => {
    const read: string[] = [];
    const resolver = createResolver({
      uri: "file:///w/one.soaphttp",
      roots: ["file:///w"],
      chosen: [],
      environments: undefined,
      read: (file) => {
        read.push(file);
        return { kind: "bytes", bytes: new TextEncoder().encode('{"test": {"a": "1"}, "prod": {"b": "2"}}') };
      },
      processEnv: () => undefined,
      version: "",
    });
    const typed = ["t", "te", "tes", "test"].map((name) => resolver.inEnvironments([name]));
    assert.deepEqual(
      typed.map(({ definitions }) => [...definitions.keys()].join()),
      ["", "", "", "a"],
    );
    assert.deepEqual(
      typed.map((one) => one.lookedIn("b").others),
      typed.map(() => ["prod"]),
    );
    assert.deepEqual(
      read,
      [privateFile, envFile].map((name) => `file:///w/${name}`),
    );
    assert.equal(resolver.inEnvironments(["test"]), typed[3]);
  });

  test("A variable of an environment that the file doesn't name says to add it to # @environment", () => {
    const own = `# @environment base\n###\n${request({ "X-A": "{{only}}" })}`;
    const host = inFiles({ [`/w/a/b/${envFile}`]: { test: { only: "1" }, base: {} } }, "base");
    const messages = (given: Partial<Around>) => messagesAround(own, { ...host, ...given });
    const message = "The variable only isn't defined. Add an environment that defines it to # @environment: test.";
    assert.deepEqual(messages({ chosen: [] }), [message]);
    assert.deepEqual(messages({ fileChooses: true }), [message], "the file names what is selected");
    assert.deepEqual(messages({}), ["The variable only isn't defined. Select an environment that defines it: test."]);
  });

  test("A request isn't sent with an environment that isn't defined, even if nobody wants to read about it", () => {
    const own = `# @environment prodd\n###\n${request({ "X-A": "{{a}}" })}`;
    const rules: readonly AnalysisOptions["rules"][] = [
      {},
      { "directive-value": "off" },
      { "directive-value": "warning" },
    ];
    for (const text of [own, `# @ignore directive-value\n${own}`])
      for (const rule of rules) {
        const analysis = analyze(text, { rules: rule }, around({ ...inFiles(files), chosen: [] }));
        const [first] = messagesOf(analysis);
        assert.ok(first);
        const made = outgoingOf(analysis, first, fixedSending);
        assert.ok(made.kind === "unsendable", text);
        assert.match(made.problems[0]?.message ?? "", /^The environment prodd isn't defined/);
      }
  });

  test("an imported file has its own environments, or else the environment of the run", () => {
    const own = `# @import ./login.soaphttp\n# @environment test\n###\n${request()}`;
    const login = "# @name login\nGET / HTTP/1.1\nHost: h\n";
    const host = (start: string, chosen: readonly string[]): Around => ({
      ...inFiles({ ...files, "/w/a/b/login.soaphttp": start + login }),
      chosen,
      fileChooses: true,
    });
    assert.deepEqual(messagesAround(own, host("", ["base"])), []);
    assert.match(messagesAround(own, host("", ["none"]))[0] ?? "", /It has no environment none/);
    assert.deepEqual(messagesAround(own, host("# @environment base\n###\n", ["none"])), []);
  });
});
