import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { envelope12, request } from "../../support/findings.ts";
import { filesBelow } from "../../support/folders.ts";
import { shopMessage, shopWsdl } from "../../support/shopWsdl.ts";
import { skip } from "../../support/skip.mjs";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";
import { closeAll, mcpClient } from "./mcpClient.ts";
import { mocking } from "./mockProcess.ts";

const marker = "only-the-owner-knows";

const privateEnvironment = "http-client.private.env.json";

interface Reader {
  readonly path: string;
  /** Content of the file, which contains the marker. */
  readonly content: string;
  /** The other files of the workspace. `host`: the host and port of the service. */
  readonly files: (host: string) => Readonly<Record<string, string>>;
  /** Uses the file. Resolves with all output, except what the service receives. */
  readonly use: (cwd: string) => Promise<string>;
  /** Whether no link is followed at all. */
  readonly noLinks?: true;
}

const command =
  (...args: readonly string[]): Reader["use"] =>
  async (cwd) => {
    const { out, error } = await soaphttp(args, { cwd });
    return out + error;
  };

const textBody = (value: string) =>
  envelope12.replace("<s:Body/>", `<s:Body><m:x xmlns:m="urn:m">${value}</m:x></s:Body>`);
const typed = (host: string, body: string, before = "") =>
  `${before}${request({ Host: host, "Content-Length": "{{$contentLength}}" }, body)}`;
const environment = JSON.stringify({ dev: { v: marker } });
const mockFile = (body: string, before = "") =>
  `${before}# @when path /x\nHTTP/1.1 200 OK\nContent-Type: text/xml\nContent-Length: {{$contentLength}}\n\n${body}\n`;
const served: Reader["use"] = async (cwd) => {
  let response = "";
  await mocking(cwd, ["a.soapmock"], async (mock) => {
    response = await mock.get("/x?k=1");
  }).catch((error: unknown) => {
    response = String(error);
  });
  return response;
};
const asked =
  (tool: string, given: Readonly<Record<string, unknown>>): Reader["use"] =>
  async (cwd) => {
    try {
      const mcp = await mcpClient({ cwd, args: ["--allow-send", "*"] });
      return JSON.stringify(await mcp.call(tool, given));
    } finally {
      await closeAll();
    }
  };

const collection = JSON.stringify({
  info: { name: "a", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  item: [{ name: "a", request: { method: "GET", url: `http://localhost/${marker}` } }],
});

/** All readers of the command line. Add a new one here: each target below is then tried with it. */
const readers: Readonly<Record<string, Reader>> = {
  "send: .env": {
    path: ".env",
    content: `v=${marker}\n`,
    files: (host) => ({ "a.soaphttp": typed(host, textBody("{{$dotenv v}}")) }),
    use: command("send", "a.soaphttp"),
  },
  "send: http-client.env.json": {
    path: "http-client.env.json",
    content: environment,
    files: (host) => ({ "a.soaphttp": typed(host, textBody("{{v}}")) }),
    use: command("send", "-e", "dev", "a.soaphttp"),
  },
  "send: http-client.private.env.json": {
    path: "http-client.private.env.json",
    content: environment,
    files: (host) => ({ "a.soaphttp": typed(host, textBody("{{v}}")) }),
    use: command("send", "-e", "dev", "a.soaphttp"),
  },
  "check: the names of environments": {
    path: "http-client.env.json",
    content: JSON.stringify({ [marker]: {} }),
    files: (host) => ({ "a.soaphttp": typed(host, envelope12) }),
    use: command("check", "-e", "dev", "a.soaphttp"),
  },
  "send: a body": {
    path: "body.xml",
    content: textBody(marker),
    files: (host) => ({ "a.soaphttp": typed(host, "< ./body.xml") }),
    use: command("send", "a.soaphttp"),
  },
  "send: a body with variables": {
    path: "body.xml",
    content: textBody(marker),
    files: (host) => ({ "a.soaphttp": typed(host, "<@ ./body.xml") }),
    use: command("send", "--as-written", "--yes", "a.soaphttp"),
  },
  "check: a body": {
    path: "body.xml",
    content: `<${marker}>`,
    files: (host) => ({ "a.soaphttp": typed(host, "< ./body.xml") }),
    use: command("check", "a.soaphttp"),
  },
  "test: an expected body": {
    path: "expected.xml",
    content: `<a>${marker}</a>`,
    files: (host) => ({ "a.soaphttp": typed(host, envelope12, "# @expect body = ./expected.xml\n") }),
    use: command("test", "a.soaphttp"),
  },
  "test: rows": {
    path: "rows.csv",
    content: `v\n${marker}\n`,
    files: (host) => ({
      "a.soaphttp": typed(host, textBody("{{v}}"), "# @data ./rows.csv\n# @expect status 200\n"),
    }),
    use: command("test", "a.soaphttp"),
  },
  "test: a recorded response": {
    path: "recorded/a.soaphttp/1-a-1.response",
    content: `HTTP/1.1 200 OK\r\nX: ${marker}\r\n\r\n`,
    files: (host) => ({
      "a.soaphttp": typed(host, envelope12, "# @name a\n# @expect header X = 1\n"),
      "recorded/a.soaphttp/1-a-1.json": JSON.stringify({ total: 1, start: 0, end: 44, decoded: false }),
    }),
    use: command("test", "--replay", "recorded", "a.soaphttp"),
  },
  "export: rows and a body": {
    path: "rows.csv",
    content: `v\n${marker}\n`,
    files: (host) => ({ "a.soaphttp": typed(host, textBody("{{v}}"), "# @data ./rows.csv\n# @expect status 200\n") }),
    use: exported,
  },
  "export: a body": {
    path: "body.xml",
    content: textBody(marker),
    files: (host) => ({ "a.soaphttp": typed(host, "< ./body.xml") }),
    use: exported,
  },
  "check: a WSDL": {
    path: "a.wsdl",
    content: shopWsdl().replace('name="item"', `name="${marker}"`),
    files: (host) => ({
      "a.soaphttp": `# @wsdl ./a.wsdl\n\nPOST /shop HTTP/1.1\nHost: ${host}\nContent-Type: text/xml\nSOAPAction: "urn:add"\n\n${shopMessage('<Add xmlns="urn:shop"><no/></Add>')}\n`,
    }),
    use: command("check", "a.soaphttp"),
  },
  "new: an imported schema": {
    path: "other.xsd",
    content: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o" targetNamespace="urn:o"><xs:simpleType name="T"><xs:restriction base="xs:string"><xs:enumeration value="${marker}"/></xs:restriction></xs:simpleType></xs:schema>`,
    files: () => ({
      "a.wsdl": shopWsdl()
        .replace("<xs:element", '<xs:import namespace="urn:o" schemaLocation="other.xsd"/>\n<xs:element')
        .replace('name="item" type="xs:string"', 'name="item" type="o:T" xmlns:o="urn:o"'),
    }),
    use: command("new", "--operation", "Add", "a.wsdl"),
  },
  "check: a file of a folder": {
    path: "folder/a.soaphttp",
    content: `${marker}\n`,
    files: () => ({}),
    use: command("check", "folder"),
    noLinks: true,
  },
  "import: a file of a folder": {
    path: "folder/a.json",
    content: collection,
    files: () => ({}),
    use: async (cwd) => (await command("import", "folder", "--out", "out")(cwd)) + contentOf(join(cwd, "out")),
    noLinks: true,
  },
  "mock: a body": {
    path: "body.xml",
    content: textBody(marker),
    files: () => ({ "a.soapmock": mockFile("< ./body.xml") }),
    use: served,
  },
  "mock: rows": {
    path: "rows.csv",
    content: `k,v\n1,${marker}\n`,
    files: () => ({ "a.soapmock": mockFile(textBody("{{v}}"), "# @data ./rows.csv where k = query k\n") }),
    use: served,
  },
  "mcp: a body": {
    path: "body.xml",
    content: textBody(marker),
    files: (host) => ({ "a.soaphttp": typed(host, "< ./body.xml") }),
    use: asked("send_request", { file: "a.soaphttp" }),
  },
  "mcp: .env": {
    path: ".env",
    content: `v=${marker}\n`,
    files: (host) => ({ "a.soaphttp": typed(host, textBody("{{$dotenv v}}")) }),
    use: asked("send_request", { file: "a.soaphttp" }),
  },
  "mcp: a file": {
    path: "a.soaphttp",
    content: `POST /${marker} HTTP/1.1\n\n`,
    files: () => ({}),
    use: asked("check_request", { file: "a.soaphttp" }),
  },
  "mcp: a WSDL": {
    path: "a.wsdl",
    content: shopWsdl().replaceAll("Count", marker),
    files: () => ({}),
    use: asked("list_operations", { wsdl: "a.wsdl" }),
  },
};

async function exported(cwd: string): Promise<string> {
  return (await command("export", "--to", "locust", "--out", "out", "a.soaphttp")(cwd)) + contentOf(join(cwd, "out"));
}

function contentOf(folder: string): string {
  try {
    return filesBelow(folder)
      .map(([, text]) => text)
      .join("\n");
  } catch {
    return "";
  }
}

/** Puts something in the place of the file. `elsewhere`: a file outside of the workspace that has the content. */
const targets: Readonly<Record<string, (path: string, elsewhere: string, content: string) => void>> = {
  "a link outside": (path, elsewhere) => symlinkSync(elsewhere, path),
  "a relative link outside": (path, elsewhere) => symlinkSync(relative(dirname(path), elsewhere), path),
  "a link to a link outside": (path, elsewhere) => {
    symlinkSync(elsewhere, `${path}.link`);
    symlinkSync(`${path}.link`, path);
  },
  "a link to the private environment": (path, _, content) => {
    writeFileSync(join(dirname(path), privateEnvironment), content);
    symlinkSync(privateEnvironment, path);
  },
  "a folder": (path) => mkdirSync(path),
  "a pipe": (path) => execFileSync("mkfifo", [path]),
  "a device": (path) => symlinkSync("/dev/zero", path),
  "a file that is too large": (path, _, content) => {
    writeFileSync(path, content);
    truncateSync(path, 600_000_000);
  },
};

suite("a file that the command line reads", () => {
  let service: RawService;
  setup(async () => {
    service = await startResponding(
      `HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: ${envelope12.length}\r\n\r\n${envelope12}`,
    );
  });
  const workspace = ({ path, files }: Reader) => {
    const cwd = folderOf(files(`127.0.0.1:${service.port}`));
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    return cwd;
  };
  const seen = async ({ use }: Reader, cwd: string) =>
    (await use(cwd)) + service.connections.map(({ text }) => text).join("");

  for (const [name, reader] of Object.entries(readers)) {
    test(`${name} uses the file, and a link inside of the workspace`, async function () {
      if (process.platform === "win32") skip(this, "only administrators may create symbolic links on Windows");
      const cwd = workspace(reader);
      const path = join(cwd, reader.path);
      writeFileSync(path, reader.content);
      assert.ok((await seen(reader, cwd)).includes(marker), await seen(reader, cwd));
      rmSync(path);
      rmSync(join(cwd, "out"), { recursive: true, force: true });
      service = await startResponding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
      // The new service has another port, so the files must be written again.
      for (const [file, text] of Object.entries(reader.files(`127.0.0.1:${service.port}`)))
        writeFileSync(join(cwd, file), text);
      const inside = reader.noLinks ? join(cwd, "inside") : `${path}.inside`;
      writeFileSync(inside, reader.content);
      symlinkSync(inside, path);
      assert.equal((await seen(reader, cwd)).includes(marker), reader.noLinks !== true);
    });

    for (const [target, put] of Object.entries(targets)) {
      // The private environment itself is read, too.
      const isOfEnvironment = reader.noLinks || /^(?:\.env|http-client\..*)$/.test(reader.path);
      if (isOfEnvironment && target === "a link to the private environment") continue;
      test(`${name} doesn't use ${target}`, async function () {
        if (process.platform === "win32") skip(this, "only administrators may create symbolic links on Windows");
        const cwd = workspace(reader);
        const elsewhere = join(folderOf({ secret: reader.content }), "secret");
        put(join(cwd, reader.path), elsewhere, reader.content);
        const all = await seen(reader, cwd);
        assert.ok(!all.includes(marker), all);
      });
    }
  }

  test("a hard link is read like its file, because no check can tell them apart", async () => {
    const cwd = folderOf({ "a.soaphttp": typed(`127.0.0.1:${service.port}`, "< ./inside.xml") });
    linkSync(join(folderOf({ secret: marker }), "secret"), join(cwd, "inside.xml"));
    await command("send", "--as-written", "a.soaphttp")(cwd);
    assert.ok(service.connections.some(({ text }) => text.includes(marker)));
  });

  const secretFiles = { ".env": `v=${marker}\n`, [privateEnvironment]: environment };
  const uses: Readonly<Record<string, (name: string, host: string) => readonly [text: string, use: Reader["use"]]>> = {
    "send: a body": (name, host) => [typed(host, `< ./${name}`), command("send", "--as-written", "a.soaphttp")],
    "send: a body with variables": (name, host) => [
      typed(host, `<@ ./${name}`),
      command("send", "--as-written", "a.soaphttp"),
    ],
    "test: an expected body": (name, host) => [
      typed(host, envelope12, `# @expect body = ./${name}\n`),
      command("test", "a.soaphttp"),
    ],
    "test: rows": (name, host) => [
      typed(host, textBody("{{v}}{{dev}}"), `# @data ./${name}\n# @expect status 200\n`),
      command("test", "a.soaphttp"),
    ],
    "mcp: a body": (name, host) => [typed(host, `< ./${name}`), asked("send_request", { file: "a.soaphttp" })],
    "mcp: a file that is checked": (name) => ["", asked("check_request", { file: name })],
    "mcp: a file that is sent": (name) => ["", asked("send_request", { file: name })],
  };
  for (const [name, content] of Object.entries(secretFiles)) {
    test(`a link to ${name} isn't read, and the message says why`, async function () {
      if (process.platform === "win32") skip(this, "only administrators may create symbolic links on Windows");
      const cwd = folderOf({ [name]: content, "a.soaphttp": typed(`127.0.0.1:${service.port}`, "< ./link") });
      symlinkSync(join(cwd, name), join(cwd, "link"));
      const all = await command("check", "a.soaphttp")(cwd);
      const real = join(realpathSync(cwd), name);
      assert.ok(all.includes(`link can't be read: It is a link to ${real}, which contains secrets. Use its`), all);
    });
  }
  for (const [title, use] of Object.entries(uses)) {
    for (const [name, content] of Object.entries(secretFiles)) {
      test(`${title} shows no content of ${name}, which is read only for its values`, async () => {
        const [text, run] = use(name, `127.0.0.1:${service.port}`);
        const cwd = folderOf({ [name]: content, "a.soaphttp": text });
        const all = (await run(cwd)) + service.connections.map((one) => one.text).join("");
        assert.ok(!all.includes(marker), all);
      });
    }
  }
});
