import * as vscode from "vscode";
import { skip } from "../support/skip.mjs";
import * as assert from "./assert.ts";
import { builtin } from "./builtin.ts";
import { envelope, post } from "./messages.ts";
import { answer, type Peer, peer } from "./peer.ts";
import { secureService } from "./secureService.ts";
import { closeAll, documentOf, eventually, sendText, showView, suiteInNode, withSettings } from "./support.ts";

/*
 * Uses a real proxy, Debian's tinyproxy, with VS Code's setting `http.proxy`. VS Code never uses a proxy for loopback
 * addresses, so the service is reached by another address of this machine.
 */

const program = "/usr/bin/tinyproxy";
const small = envelope("");

suiteInNode("sending through the proxy of http.proxy", () => {
  let host: string;
  let log: () => string;
  let proxyPort: number;
  const cleanUp: (() => unknown)[] = [];

  suiteSetup(async function () {
    const [{ spawn }, fs, os, path] = await Promise.all([
      builtin.childProcess(),
      builtin.fs(),
      builtin.os(),
      builtin.path(),
    ]);
    const outside = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal);
    if (!fs.existsSync(program) || outside === undefined) {
      skip(this, "tinyproxy is not installed, or this machine has no address but loopback");
    }
    host = outside.address;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "soaphttp-proxy-"));
    cleanUp.push(() => fs.rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    proxyPort = port;
    const logFile = path.join(folder, "log");
    const file = path.join(folder, "tinyproxy.conf");
    fs.writeFileSync(file, `Port ${port}\nListen 127.0.0.1\nAllow 127.0.0.1\nLogFile "${logFile}"\nLogLevel Connect\n`);
    const proxy = spawn(program, ["-d", "-c", file], { stdio: "ignore" });
    cleanUp.push(() => proxy.kill());
    log = () => (fs.existsSync(logFile) ? fs.readFileSync(logFile, "utf8") : "");
    await eventually("the proxy listens", () => connects(port));
    await proxySetting(`http://127.0.0.1:${port}`);
    cleanUp.push(() => proxySetting(undefined));
  });
  suiteTeardown(async () => {
    for (const clean of cleanUp.splice(0).reverse()) await clean();
  });
  teardown(closeAll);

  test("plain http uses absolute-form, and the service's response is shown", async () => {
    const service = await answering();
    const sent = await sendText(post(`http://${host}:${service.port}`, "/calc12", small));
    assert.equal(sent.kind, "response");
    assert.match((await documentOf(sent)).getText(), /^HTTP\/1\.[01] 200 OK\n/);
    assert.ok(service.received().endsWith(`\r\n\r\n${small}`), service.received());
    assert.match(log(), new RegExp(`POST http://${host}:${service.port}/calc12 HTTP/1\\.1`));
  });

  test("Details names the proxy that # @proxy of a request chooses", async () => {
    const service = await answering();
    const request = `# @proxy http://localhost:${proxyPort}\n${post(`http://${host}:${service.port}`, "/chosen", small)}`;
    const details = (await showView(await documentOf(await sendText(request)), "details")).getText();
    assert.match(details, new RegExp(`^proxy +(?:http://)?localhost:${proxyPort}$`, "m"));
    assert.ok(log().includes("/chosen HTTP"), log());
  });

  test("a request with # @proxy none goes to the service, with TLS too", async () => {
    const service = await answering();
    const sent = await sendText(`# @proxy none\n${post(`http://${host}:${service.port}`, "/direct", small)}`);
    assert.equal(sent.kind, "response");
    assert.ok(!log().includes("/direct HTTP"), log());
    const secure = await secureService(host);
    cleanUp.push(() => secure.close());
    await withSettings({ "tls.hosts": { [host]: { ca: secure.ca } } }, async () => {
      const url = `http://${host}:${secure.port}`;
      assert.equal((await sendText(`# @proxy none\n# @scheme https\n${post(url, "/direct", small)}`)).kind, "response");
    });
    assert.ok(!log().includes(`CONNECT ${host}:${secure.port} `), log());
  });

  test("https uses a tunnel, with the service's TLS certificate", async () => {
    const service = await secureService(host);
    cleanUp.push(() => service.close());
    const request = `# @scheme https\n${post(`http://${host}:${service.port}`, "/calc12", small)}`;
    const refused = await sendText(request);
    assert.equal(refused.kind, "tls");
    await withSettings({ "tls.hosts": { [host]: { ca: service.ca } } }, async () => {
      const sent = await sendText(request);
      assert.match((await documentOf(sent)).getText(), /^HTTP\/1\.1 200 OK\n/);
    });
    assert.equal(service.requests(), 1);
    assert.match(log(), new RegExp(`CONNECT ${host}:${service.port} HTTP/1\\.1`));
  });

  test("https reports a service without TLS at the end of the tunnel", async () => {
    // Responds to the first byte.
    const service = await answering(() => true);
    const sent = await sendText(`# @scheme https\n${post(`http://${host}:${service.port}`, "/calc12", small)}`);
    assert.equal(sent.kind, "tls");
    assert.match(log(), new RegExp(`CONNECT ${host}:${service.port} HTTP/1\\.1`));
  });
});

async function proxySetting(url: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration("http").update("proxy", url, vscode.ConfigurationTarget.Global);
}

/** Rejects if nothing listens on the port. */
async function connects(port: number): Promise<void> {
  const net = await builtin.net();
  await new Promise<void>((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
  });
}

async function freePort(): Promise<number> {
  const service = await answering();
  await service.close();
  return service.port;
}

/** Starts a service on all addresses of this machine. */
function answering(complete?: (received: string) => boolean): Promise<Peer> {
  return peer(answer(small, ["Content-Type: application/soap+xml", "Connection: close"]), complete, "0.0.0.0");
}
