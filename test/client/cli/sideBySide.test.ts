import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { directivesOf } from "../../../server/src/format/directives.ts";
import { Random } from "../../fuzz/random.ts";
import { folderOf, soaphttp } from "./built.ts";

/* The requests of a file that need nothing of each other are sent side by side with --jobs. */

const namespace = "http://schemas.xmlsoap.org/soap/envelope/";
const envelope = (content: string) => `<s:Envelope xmlns:s="${namespace}"><s:Body>${content}</s:Body></s:Envelope>`;

/** Lines above a request, by directive. `earlier`: the name of an earlier request. */
const ordered: Readonly<Record<string, (earlier: string) => string>> = {
  set: () => "# @set v = //v",
  save: () => "# @save ./saved.xml = body",
  mock: () => "# @mock ./calc.soapmock",
  needs: (earlier) => `# @needs ${earlier}`,
  sequence: () => "# @sequence",
  retry: () => "# @retry 1 every 1 ms",
  repeat: () => "# @repeat 2",
  renew: (earlier) => `# @renew ${earlier} when status 500`,
  wait: () => "# @wait 1 ms",
  before: () => "# @before each",
  after: () => "# @after each",
  cookies: () => "# @cookies",
  receive: () => "# @receive POST /callback",
};
const free = ["", "", "# @tag a", "# @skip reason", "# @data ./rows.csv", "# @timeout 30 s", "# @no-redirect"];

suite("requests of one file side by side", () => {
  let server: Server;
  let arrived: string[] = [];
  /** The requests of each file that are being answered, and the maximum of their number. */
  const open = new Map<string, number>();
  const most = new Map<string, number>();

  suiteSetup(async () => {
    server = createServer(async (request, response) => {
      const [, file = "", name = ""] = /^\/(\w+)\/(\w+)/.exec(request.url ?? "") ?? [];
      arrived.push(`${file}/${name}`);
      const count = (open.get(file) ?? 0) + 1;
      open.set(file, count);
      most.set(file, Math.max(most.get(file) ?? 0, count));
      await pause(20);
      open.set(file, (open.get(file) ?? 0) - 1);
      request.resume();
      response.statusCode = name.endsWith("3") ? 500 : 200;
      response.setHeader("Content-Type", "text/xml; charset=utf-8").end(envelope(`<v xmlns="">${name}</v>`));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  });
  suiteTeardown(() => server.close());

  function fileOf(file: string, lines: readonly (readonly string[])[], above = ""): string {
    const { port } = server.address() as AddressInfo;
    const requests = lines.map((own, index) => {
      const reference = own.find((line) => line.startsWith("{{")) ?? "";
      const directives = own.filter((line) => line !== reference).map((line) => line.replace("saved", file));
      const head = [`POST /${file}/r${index} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'SOAPAction: ""'];
      const fields = ["Content-Type: text/xml; charset=utf-8", "Content-Length: {{$contentLength}}"];
      const body = envelope(`<a xmlns="">${reference}</a>`);
      return [
        `# @name r${index}`,
        "# @expect status 200",
        ...directives.filter((line) => line !== ""),
        ...head,
        ...fields,
        "",
        body,
      ].join("\n");
    });
    return [above, ...requests].join("\n###\n");
  }

  /** The verdicts in the order of the report, and what the service received. */
  async function run(cwd: string, ...args: readonly string[]) {
    arrived = [];
    most.clear();
    const { out, error } = await soaphttp(["test", "--reporter", "json", ...args, "."], { cwd });
    const { tests } = JSON.parse(out) as { tests: readonly { file: string; name: string; outcome: string }[] };
    const verdicts = tests.map(({ file, name, outcome }) => `${file} ${name} ${outcome}`);
    return { verdicts, arrived, most: new Map(most), error };
  }

  test("the table of directives that keep the order is complete", () => {
    const names = directivesOf("request").flatMap((one) => (one.keepsOrder ? [one.name] : []));
    assert.deepEqual(names.sort(), Object.keys(ordered).sort());
  });

  test("files with random directives have the same verdicts and requests with and without --jobs, in order where it matters", async () => {
    const random = new Random(7);
    const names = Object.keys(ordered);
    const isOrdered = new Map<string, boolean>();
    const files: Record<string, string> = { "rows.csv": "a\n1\n2\n" };
    for (let number = 0; number < 40; number++) {
      const file = `f${number}`;
      let keeps = false;
      const lines = Array.from({ length: 6 }, (_, index) => {
        const own = [free[random.below(free.length)] ?? ""];
        const kind = number < 10 ? 99 : random.below(24);
        const name = names[kind];
        const earlier = `r${random.below(Math.max(1, index))}`;
        const isPossible =
          !/^(?:mock|receive)$/.test(name ?? "") && (index > 0 || !/^(?:needs|renew)$/.test(name ?? ""));
        if (name !== undefined && isPossible) own.push(ordered[name]?.(earlier) ?? "");
        if (name === undefined && kind === 23 && index > 0) own.push(`{{${earlier}.response.body.//v}}`);
        keeps ||= own.length > 1;
        return own;
      });
      isOrdered.set(file, keeps);
      files[`${file}.soaphttp`] = fileOf(file, lines);
    }
    const alone = await run(folderOf(files), "-j", "1");
    const beside = await run(folderOf(files), "-j", "8");
    assert.ok(alone.verdicts.length > 150, `${alone.verdicts.length} ${alone.error}`);
    assert.deepEqual(beside.verdicts, alone.verdicts);
    assert.deepEqual(beside.arrived.toSorted(), alone.arrived.toSorted());
    const ofFile = (all: readonly string[], file: string) => all.filter((one) => one.startsWith(`${file}/`));
    for (const [file, keeps] of isOrdered) {
      assert.equal(alone.most.get(file) ?? 1, 1, file);
      if (!keeps) continue;
      assert.equal(beside.most.get(file) ?? 1, 1, file);
      assert.deepEqual(ofFile(beside.arrived, file), ofFile(alone.arrived, file), file);
    }
    assert.ok([...isOrdered.values()].filter((keeps) => keeps).length > 10);
  });

  test("independent requests are sent side by side only with --jobs, at most as many, and without # @sequence", async () => {
    const lines = Array.from({ length: 12 }, () => [""]);
    const alone = folderOf({ "a.soaphttp": fileOf("a", lines) });
    const expected = lines.map((_, index) => `./a.soaphttp r${index} ${index === 3 ? "failed" : "passed"}`);
    for (const [args, least, limit] of [
      [["-j", "4"], 2, 4],
      [["-j", "1"], 1, 1],
      [[], 1, 1],
    ] as const) {
      const { verdicts, most } = await run(alone, ...args);
      const reached = most.get("a") ?? 0;
      assert.ok(reached >= least && reached <= limit, `${args.join(" ")}: ${reached}`);
      assert.deepEqual(verdicts, expected);
    }
    const inOrder = folderOf({ "a.soaphttp": fileOf("a", lines, "# @sequence") });
    assert.equal((await run(inOrder, "-j", "8")).most.get("a"), 1);
  });
});
