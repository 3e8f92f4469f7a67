import { type ChildProcess, spawn } from "node:child_process";
import net from "node:net";
import { join } from "node:path";
import { RawConnection } from "../../support/transport/rawService.ts";
import { programs } from "./built.ts";

export class MockProcess {
  readonly child: ChildProcess;
  out = "";
  error = "";
  readonly exit: Promise<number | null>;
  #wake: (() => void)[] = [];

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on("data", (piece: Buffer) => this.#add("out", piece));
    child.stderr?.on("data", (piece: Buffer) => this.#add("error", piece));
    this.exit = new Promise((resolve) => child.on("close", resolve));
    void this.exit.then(() => this.#wakeAll());
  }

  /** Resolves when the output fulfills a condition. */
  async until(condition: (out: string, error: string) => boolean): Promise<void> {
    while (!condition(this.out, this.error)) {
      if (this.child.exitCode !== null) throw new Error(`it has ended: ${this.out}${this.error}`);
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  get port(): number {
    const [, port] = /:(\d+)\/(?:"|$)/m.exec(this.out) ?? [];
    return Number(port);
  }

  async connect(text: string | Uint8Array = ""): Promise<RawConnection> {
    const socket = net.connect({ port: this.port, host: "127.0.0.1", allowHalfOpen: true });
    await new Promise((resolve) => socket.once("connect", resolve));
    const connection = new RawConnection(socket);
    connection.write(text);
    return connection;
  }

  /** Sends bytes, and resolves with all that is received until the service closes the connection. */
  async received(text: string | Uint8Array): Promise<string> {
    const connection = await this.connect(text);
    await new Promise<void>((resolve) => {
      for (const event of ["end", "close"]) connection.socket.once(event, () => resolve());
    });
    connection.socket.destroy();
    return connection.text;
  }

  get(path: string): Promise<string> {
    return this.received(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  }

  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.child.kill(signal);
    return this.exit;
  }

  #add(stream: "out" | "error", piece: Buffer): void {
    this[stream] += piece.toString("utf8");
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const resolve of this.#wake.splice(0)) resolve();
  }
}

/** Runs `soaphttp mock` on a free port in a folder, and ends it afterwards. Resolves with its output. */
export async function mocking(
  cwd: string,
  args: readonly string[],
  use: (mock: MockProcess) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const program = join(await programs(), "dist", "cli", "soaphttp.js");
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [program, "mock", "--port", "0", ...args], {
    cwd,
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const mock = new MockProcess(child);
  try {
    await mock.until((out) => out.includes("istening"));
    await use(mock);
  } finally {
    mock.child.kill("SIGKILL");
    await mock.exit;
  }
  return mock.out + mock.error;
}
