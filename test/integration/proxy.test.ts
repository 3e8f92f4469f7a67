import type { Socket } from "node:net";
import * as vscode from "vscode";
import * as assert from "./assert.ts";
import { envelope, post } from "./messages.ts";
import { closeAll, documentOf, eventually, inNode, open, send } from "./support.ts";

/*
 * A real proxy, Debian's tinyproxy, by VS Code's own setting `http.proxy`. VS Code never asks a proxy for the own machine's
 * loopback: the service is reached by another address of this machine.
 */

// Not imports that a bundler sees: the same suite is bundled for a browser, which has no built-ins of Node.
const node = (name: string) => ["node", name].join(":");
const builtin = {
  childProcess: (): Promise<typeof import("node:child_process")> => import(node("child_process")),
  fs: (): Promise<typeof import("node:fs")> => import(node("fs")),
  net: (): Promise<typeof import("node:net")> => import(node("net")),
  os: (): Promise<typeof import("node:os")> => import(node("os")),
  path: (): Promise<typeof import("node:path")> => import(node("path")),
};

const program = "/usr/bin/tinyproxy";
const small = envelope("");

(inNode ? suite : suite.skip)("through the proxy of http.proxy", () => {
  let host: string;
  let log: () => string;
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
      console.log("not run: tinyproxy is not installed, or this machine has no address but loopback");
      this.skip();
    }
    host = outside.address;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "soaphttp-proxy-"));
    cleanUp.push(() => fs.rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
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

  test("plain http is asked for in absolute-form, and the service's response is shown", async () => {
    const service = await answering();
    try {
      const sent = await send(await open(post(`http://${host}:${service.port}`, "/calc12", small)));
      assert.equal(sent.kind, "response");
      assert.match((await documentOf(sent)).getText(), /^HTTP\/1\.[01] 200 OK\n/);
      assert.ok(service.received().endsWith(`\r\n\r\n${small}`), service.received());
      assert.match(log(), new RegExp(`POST http://${host}:${service.port}/calc12 HTTP/1\\.1`));
    } finally {
      await service.close();
    }
  });

  test("https asks it for a tunnel, and what is at the tunnel's end is told: here no TLS", async () => {
    const service = await answering(true);
    try {
      const sent = await send(
        await open(`# @scheme https\n${post(`http://${host}:${service.port}`, "/calc12", small)}`),
      );
      assert.equal(sent.kind, "tls");
      assert.match(log(), new RegExp(`CONNECT ${host}:${service.port} HTTP/1\\.1`));
    } finally {
      await service.close();
    }
  });
});

async function proxySetting(url: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration("http").update("proxy", url, vscode.ConfigurationTarget.Global);
}

/** Rejects where nothing listens. */
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

/** A service on all addresses of this machine. `atOnce`: it answers the first byte, whatever that is. */
async function answering(atOnce = false) {
  const net = await builtin.net();
  const pieces: Buffer[] = [];
  const received = () => Buffer.concat(pieces).toString("latin1");
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (piece) => {
      pieces.push(piece);
      if (!atOnce && !received().endsWith("</s:Envelope>")) return;
      const fields = `Content-Type: application/soap+xml\r\nContent-Length: ${small.length}\r\nConnection: close`;
      socket.end(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${small}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return { port: address.port, received, close };
}
