import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shopProject } from "../../support/shopProject.ts";
import { folderOf, soaphttp, temporaryFolder } from "./built.ts";
import { mocking } from "./mockProcess.ts";

interface Reported {
  readonly tests: readonly { readonly file: string; readonly name: string; readonly outcome: string }[];
}

/** The names of tests and what became of them, without the mock service's own. */
function verdicts(json: string): readonly string[] {
  const { tests } = JSON.parse(json) as Reported;
  return tests.flatMap(({ file, name, outcome }) => (file.endsWith(".soapmock") ? [] : `${name}: ${outcome}`));
}

const ofRow = (row: string) => [
  `${row} › order: passed`,
  `${row} › status: passed`,
  `${row} › change: skipped`,
  `${row} › pay: passed`,
  `${row} › paid: passed`,
  `${row} › other: passed`,
  `${row} › cancel: passed`,
];

suite("the sample shop", () => {
  const shop = join("samples", "shop");
  test("each directive of a scenario is in it", () => {
    const texts = readdirSync(shop).map((name) => readFileSync(join(shop, name), "utf8"));
    const used = new Set(texts.flatMap((text) => text.match(/(?<=^# @)[a-z-]+/gm) ?? []));
    const scenario =
      "data import before after tag environment wait skip needs mock seed sequence repeat expect set receive";
    assert.deepEqual(
      `${scenario} when times delay then`.split(" ").filter((name) => !used.has(name)),
      [],
    );
  });

  for (const jobs of ["1", "4"]) {
    test(`all of its tests pass with --jobs ${jobs}, and its mock service gets the requests that it expects`, async () => {
      const cwd = temporaryFolder();
      cpSync(shop, cwd, { recursive: true });
      const { code, out, error } = await soaphttp(["test", "--jobs", jobs, "--reporter", "json", "."], { cwd });
      assert.equal(code, 0, out + error);
      assert.deepEqual(verdicts(out), ["login: passed", ...ofRow("row 1 (sku=A-1)"), ...ofRow("row 3 (sku=C-3)")]);
    });
  }

  test("a recorded run is replayed in the same order, with the same verdicts", async () => {
    const cwd = temporaryFolder();
    cpSync(shop, cwd, { recursive: true });
    const verdictsOf = async (...args: readonly string[]) =>
      verdicts((await soaphttp(["test", "--reporter", "json", ...args, "."], { cwd })).out);
    const recorded = await verdictsOf("--jobs", "4", "--record", "r");
    assert.equal(recorded.length, 15);
    // No service calls back in a replay.
    const replayed = recorded.map((one) => one.replace("paid: passed", "paid: skipped"));
    assert.deepEqual(await verdictsOf("--jobs", "4", "--replay", "r"), replayed);
  });

  test("soaphttp check has no findings about the shop", async () => {
    const { code, out } = await soaphttp(["check", shop]);
    assert.deepEqual([code, out], [0, "4 files, no problems.\n"]);
  });

  test("the shop as a SoapUI project has the same verdicts after its import", async () => {
    const cwd = temporaryFolder();
    cpSync(shop, join(cwd, "shop"), { recursive: true });
    await mocking(cwd, ["--log", "none", "shop/shop.soapmock"], async ({ port }) => {
      const project = folderOf({ "shop-soapui-project.xml": shopProject(`http://127.0.0.1:${port}`) });
      const imported = await soaphttp(["import", "shop-soapui-project.xml"], { cwd: project });
      assert.deepEqual([imported.code, imported.error], [0, ""]);
      const text = readFileSync(join(project, "Shop/tests/Suite/Orders.soaphttp"), "utf8");
      assert.match(text, /^# @data \.\.\/\.\.\/data\/Orders\.csv$/m);
      assert.match(text, /### Login\n# @name Login\n# @before once\n/);
      assert.match(text, /### Status\n# @name Status\n# @wait 50 ms\n/);
      const { code, out, error } = await soaphttp(["test", "--reporter", "json", "Shop/tests"], { cwd: project });
      assert.equal(code, 0, out + error);
      const rows = ["row 1 (sku=A-1)", "row 2 (sku=C-3)"];
      assert.deepEqual(verdicts(out), [
        "Login: passed",
        ...rows.flatMap((row) => ["Order", "Status", "Cancel"].map((name) => `${row} › ${name}: passed`)),
      ]);
    });
  });
});
