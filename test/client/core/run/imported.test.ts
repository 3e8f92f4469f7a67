import assert from "node:assert/strict";
import { FileRun, type ImportedRun, type RunHost } from "../../../../client/src/core/run/run.ts";
import type { ExpectationResult, ImportedNeed, RunRequest } from "../../../../server/src/protocol/protocol.ts";
import { runRequest } from "../../support.ts";

/** A request as `name`, of `# @after`, or of a hook `each`, with the requests of other files that it needs: `c.login`, or `c.login each`. */
function request(id: number, name: string, ...needs: readonly string[]): RunRequest {
  const [, when, each] = /^(before|after) (each )?/.exec(name) ?? [];
  const hook: RunRequest["hook"] =
    when === "before" || when === "after" ? { when, how: each === undefined ? "row" : "each" } : undefined;
  const imports = needs.map((need): ImportedNeed => {
    const [path = "", each] = need.split(" ");
    const [alias = ""] = path.split(".");
    return { path: alias, uri: alias, alias, id: 0, name: path, each: each !== undefined, given: [] };
  });
  return runRequest(id, name, { imports, hook });
}

/** Runs `main`, and what it imports. Returns the names in the order in which they were sent, and why tests did not pass. */
async function run(
  files: Readonly<Record<string, readonly RunRequest[]>>,
  results: Readonly<Record<string, readonly ExpectationResult[]>> = {},
) {
  const names: string[] = [];
  const reasons: (string | undefined)[] = [];
  const shared = new Map<string, FileRun<string>>();
  const { signal } = new AbortController();
  const runOf = (file: string): FileRun<string> => {
    const own = new Map<string, FileRun<string>>();
    const host: RunHost<string> = {
      rows: async () => [],
      skipped: async () => false,
      attempt: async ({ name }) => {
        names.push(`${file}: ${name}`);
        return { kind: "complete", exchange: "", results: results[name] ?? [], set: new Map() };
      },
      imported: async (_, { uri, each }): Promise<ImportedRun<string>> => {
        const runs = each ? own : shared;
        const run = runs.get(uri) ?? runOf(uri);
        runs.set(uri, run);
        return { run, share: () => {} };
      },
      wait: async () => {},
      now: () => 0,
    };
    const requests = files[file] ?? [];
    const onResult = ({ why }: { readonly why: string | undefined }) => {
      if (file === "main") reasons.push(why);
    };
    return new FileRun(requests, host, { selected: new Set(requests.map(({ id }) => id)), signal, onResult });
  };
  await runOf("main").runTests();
  for (const run of shared.values()) await run.finish();
  return { names, reasons };
}

suite("the runs of imported files", () => {
  const session = [request(0, "login"), request(1, "after logout")];

  test("A file whose # @after alone uses another one is cleaned up before it", async () => {
    const { names } = await run({
      main: [request(0, "a", "c.login"), request(1, "b", "b.make")],
      b: [request(0, "make"), request(1, "after drop", "c.login")],
      c: session,
    });
    assert.deepEqual(names, ["c: login", "main: a", "b: make", "main: b", "b: after drop", "c: after logout"]);
  });

  test("A failed expectation of an imported request is said in a sentence", async () => {
    const results = [{ text: "status 200", at: undefined, held: false, actual: "500", expected: "200" }];
    const files = { main: [request(0, "a", "c.login")], c: session };
    const [why] = (await run(files, { login: results })).reasons;
    assert.equal(why, "It needs c.login, which did not succeed. status 200: Found 500, expected 200.");
  });

  test("A file is cleaned up before a file that it imports for itself, even if that file uses others", async () => {
    const { names } = await run({
      main: [request(0, "a", "c.login"), request(1, "b", "b.make")],
      b: [request(0, "make", "o.open each"), request(1, "after drop", "o.open each")],
      o: [request(0, "open", "c.login"), request(1, "after close")],
      c: session,
    });
    const ends = ["b: after drop", "o: after close", "c: after logout"];
    assert.deepEqual(names, ["c: login", "main: a", "o: open", "b: make", "main: b", ...ends]);
  });

  test("No # @before each and # @after each is sent for a request whose import fails", async () => {
    const results = [{ text: "status 200", at: undefined, held: false, actual: "500", expected: "200" }];
    const hooks = [request(2, "before each open"), request(3, "after each close")];
    const files = { main: [request(0, "a", "c.login"), request(1, "b"), ...hooks], c: session };
    const sent = ["main: before each open", "main: b", "main: after each close"];
    assert.deepEqual((await run(files, { login: results })).names, ["c: login", ...sent, "c: after logout"]);
    assert.deepEqual((await run(files)).names.slice(0, 4), ["c: login", sent[0], "main: a", sent[2]]);
  });
});
