import assert from "node:assert/strict";
import { skip } from "../support/skip.mjs";
import { checkHar, checkJmeterPlan, checkLocustfile, hostileNames, hostilePlan, locustfileOf } from "./loads.ts";
import { noPython, Python } from "./python.ts";
import { Random } from "./random.ts";
import { checkSarif, hostileReports, reportChecks } from "./reports.ts";

/** The seed of the texts in every run; `npm run fuzz` uses others. */
const seed = 30_000;
const count = 1000;

/** Checks random cases. The message of a failure has the case's seed. */
async function each(check: (random: Random) => void | Promise<void>): Promise<void> {
  for (let from = seed; from < seed + count; from++) {
    try {
      await check(new Random(from));
    } catch (error) {
      throw new Error(`seed ${from}`, { cause: error });
    }
  }
}

suite("files for others with hostile texts", function () {
  this.timeout(600_000);

  test("exports of 1,000 files are HTTP Archives and plans for JMeter", async () => {
    let exported = 0;
    await each((random) => {
      const plan = hostilePlan(random, []);
      if (!plan) return;
      exported++;
      checkJmeterPlan(plan);
      checkHar(plan);
    });
    assert.ok(exported > count / 2, `${exported}`);
  });

  for (const { name, check } of reportChecks) {
    test(`1,000 runs are reports by --reporter ${name}`, () => each((random) => check(hostileReports(random))));
  }

  test("findings of 1,000 checks are SARIF", () => each((random) => checkSarif(random)));

  suite("locustfiles with hostile texts", () => {
    let python: Python;
    let declarations: readonly string[];

    suiteSetup(async function () {
      if (noPython !== undefined) skip(this, noPython);
      ({ python, declarations } = await Python.start());
    });

    suiteTeardown(() => python?.end());

    test("exports of 1,000 files are locustfiles, whatever charset their texts declare", () =>
      each(async (random) => {
        const plan = hostilePlan(random, declarations);
        if (plan) checkLocustfile(plan, await python.read(locustfileOf(plan)));
      }));

    test("exports with 10,000 names are locustfiles", async () => {
      for (let from = seed; from < seed + 100; from++) {
        const plan = hostileNames(new Random(from), 100, declarations);
        assert.equal(plan.requests.length, 100);
        checkLocustfile(plan, await python.read(locustfileOf(plan)));
      }
    });
  });
});
