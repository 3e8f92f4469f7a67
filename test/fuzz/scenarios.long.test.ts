import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Console } from "../../client/src/cli/console.ts";
import { run } from "../../client/src/cli/test/command.ts";
import { folderOf, temporaryFolder } from "../support/folders.ts";
import { effort, Random } from "./random.ts";
import { filesOf, type RandomRequest, randomScenario, type Scenario } from "./scenarios.ts";

interface Received {
  readonly name: string;
  readonly row: string;
}

interface Ran {
  readonly code: number;
  readonly received: readonly Received[];
  readonly out: string;
  readonly error: string;
  readonly isStopped: boolean;
}

const signals = ["SIGINT", "SIGTERM"] as const;

const longest = 60_000;

suite("random scenarios of soaphttp test", () => {
  let server: Server;
  let received: Received[] = [];
  let onRequest: (count: number) => void = () => {};
  const cache = temporaryFolder();
  suiteSetup(async () => {
    server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://a");
      received.push({ name: searchParams.get("name") ?? "", row: searchParams.get("row") ?? "" });
      const status = searchParams.get("status");
      onRequest(received.length);
      if (status === "reset") request.socket.destroy();
      else response.writeHead(Number(status), { "Content-Length": "0" }).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  suiteTeardown(() => {
    server.closeAllConnections();
    server.close();
  });

  async function runIn(scenario: Scenario): Promise<Ran> {
    const { port } = server.address() as AddressInfo;
    const cwd = folderOf(filesOf(scenario, `127.0.0.1:${port}`, "/s"));
    const output = { out: "", error: "" };
    const add = (to: "out" | "error") => (text: string | Uint8Array) => {
      output[to] += String(text);
    };
    const console: Console = {
      env: { XDG_CACHE_HOME: cache },
      cwd,
      isTerminal: false,
      isErrorTerminal: false,
      columns: 120,
      out: add("out"),
      drained: async () => {},
      error: add("error"),
      complain: (text) => add("error")(`${text}\n`),
      progress: () => {},
      input: async () => Buffer.alloc(0),
      secret: async () => undefined,
      ask: async () => undefined,
    };
    received = [];
    // The handlers of the test runner would end all tests.
    const others = signals.map((signal) => [signal, process.listeners(signal)] as const);
    for (const signal of signals) process.removeAllListeners(signal);
    let isStopped = false;
    onRequest = (count) => {
      if (count !== scenario.stopsAfter) return;
      isStopped = true;
      process.emit("SIGINT");
    };
    let timer: NodeJS.Timeout | undefined;
    const hangs = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it hangs after ${JSON.stringify(received)}`)), longest);
    });
    try {
      const code = await Promise.race([run([...scenario.args, "--reporter", "json", "main.soaphttp"], console), hangs]);
      return { code, received, ...output, isStopped };
    } finally {
      clearTimeout(timer);
      for (const [signal, listeners] of others) {
        process.removeAllListeners(signal);
        for (const listener of listeners) process.on(signal, listener);
      }
    }
  }

  test("scenarios end, send no request too often, keep the order of their requests, and send # @after requests", async () => {
    const seen = { stopped: 0, after: 0, rows: 0, imported: 0, failed: 0 };
    for (let seed = 1; seed <= 300 * effort; seed++) {
      const scenario = randomScenario(new Random(seed));
      const ran = await runIn(scenario).catch((error: unknown) => assert.fail(`seed ${seed}: ${error}`));
      const problem = problemOf(scenario, ran);
      const texts = Object.entries(filesOf(scenario, "host", "/s")).map(([name, text]) => `${name}\n${text}`);
      const shown = () =>
        `seed ${seed}: ${problem}\n${scenario.args.join(" ")}\n${texts.join("\n")}\n${JSON.stringify(ran)}`;
      assert.equal(problem, undefined, shown());
      if (ran.isStopped) seen.stopped++;
      if (ran.received.some(({ name }) => isAfter(scenario, name))) seen.after++;
      if (new Set(ran.received.map(({ row }) => row)).size > 2) seen.rows++;
      if (ran.received.some(({ name }) => name.startsWith("s"))) seen.imported++;
      if (ran.code !== 0) seen.failed++;
    }
    for (const [what, count] of Object.entries(seen))
      assert.ok(count > 10 * effort, `${what}: ${JSON.stringify(seen)}`);
  });
});

function isAfter({ requests }: Scenario, name: string): boolean {
  return requests.some((one) => one.name === name && one.hook === "after");
}

/** What is wrong with a run; undefined if nothing is. */
function problemOf(scenario: Scenario, { code, received, out, error, isStopped }: Ran): string | undefined {
  if (![0, 1, 2, 3, 130].includes(code)) return `the exit code is ${code}`;
  // The first reason for which the run is stopped decides.
  const hasBailed = error.includes("(--bail)");
  if (isStopped !== (code === 130) && !hasBailed)
    return `the exit code is ${code} after ${isStopped ? "a" : "no"} stop`;
  if (out !== "") JSON.parse(out);
  const rows = scenario.hasFileRows ? Array.from({ length: scenario.rows }, (_, index) => String(index + 1)) : [""];
  for (const row of rows) {
    const own = received.filter((one) => one.row === row && one.name.startsWith("r"));
    const problem = problemOfRow(scenario.requests, own);
    if (problem !== undefined) return `row ${row}: ${problem}`;
  }
  const main = received.filter(({ name }) => name.startsWith("r"));
  const once = scenario.requests.filter(({ hook, how }) => hook && how === "once");
  for (const request of once) {
    const count = main.filter(({ name }) => name === request.name).length;
    if (count > request.most) return `${request.name} is sent ${count} times for all rows`;
    if (request.hook === "after" && main.length > 0 && count === 0 && !request.isSkipped)
      return `${request.name} is not sent after all rows`;
  }
  const uses = scenario.isImportedEach && scenario.hasFileRows ? scenario.rows : 1;
  const imported = received.filter(({ name }) => name.startsWith("s"));
  // Requests before or after each are sent as often as the other requests.
  for (const { name, most, how } of scenario.shared) {
    const count = imported.filter((one) => one.name === name).length;
    if (how !== "each" && count > most * uses) return `${name} of the imported file is sent ${count} times`;
  }
  for (const { name, hook, how, isSkipped } of scenario.shared) {
    const isSent = imported.some((one) => one.name === name);
    if (hook === "after" && how !== "each" && imported.length > 0 && !isSent && !isSkipped)
      return `${name} is not sent after the imported file`;
  }
  return undefined;
}

/** What is wrong with what was sent for one row of a file, or for a file without rows. */
function problemOfRow(requests: readonly RandomRequest[], sent: readonly Received[]): string | undefined {
  const first = (name: string) => sent.findIndex((one) => one.name === name);
  const last = (name: string) => sent.findLastIndex((one) => one.name === name);
  const count = (name: string) => sent.filter((one) => one.name === name).length;
  const plain = requests.filter(({ hook }) => !hook);
  for (const { name, hook, how, most, needs, isSkipped } of requests) {
    if (how === "once") continue;
    if (how !== "each" && count(name) > most) return `${name} is sent ${count(name)} times`;
    if (how === "each" && count(name) > most * plain.length) return `${name} is sent ${count(name)} times for each`;
    if (isSkipped && count(name) > 0) return `${name} is sent, although it is skipped`;
    if (hook === "after") {
      const isDue =
        how === "each" ? sent.some((one) => plain.some((other) => other.name === one.name)) : sent.length > 0;
      if (isDue && !isSkipped && count(name) === 0) return `${name} is not sent after the others`;
      if (
        how === "" &&
        count(name) > 0 &&
        sent.slice(first(name)).some((one) => plain.some((other) => other.name === one.name))
      )
        return `${name} is sent before the end`;
    }
    if (how === "each" || first(name) < 0) continue;
    for (const need of needs) {
      const needed = requests.find((one) => one.name === need);
      if (!needed || needed.how === "once" || need.includes(".")) continue;
      if (needed.status !== "200" && hook !== "after") {
        // A response with another status is a failure only if it is expected, or if others need it.
        return `${name} is sent, although ${need} fails`;
      }
      if (first(need) < 0 || last(need) > first(name)) {
        if (needed.how !== "each" && needed.hook !== "after") return `${name} is sent before ${need}`;
      }
    }
  }
  return undefined;
}
