// Hooks of mocha: one mutant is turned on, or the tests that reach each of them are recorded.
import { readFileSync, writeFileSync } from "node:fs";

const { MUTANT, MUTANT_TESTS, MUTANTS_REACHED } = process.env;
const reached = new Map();
/** Titles of tests that fail without a mutation, as on a machine with other load. */
const failed = [];
/** The test that is running; empty outside of tests. */
let current = {};

globalThis.mutant = MUTANTS_REACHED ? record : (number) => number === active;
const active = Number(MUTANT);

function record(number) {
  reached.set(number, (reached.get(number) ?? new Set()).add(current));
  return false;
}

export const mochaHooks = {
  beforeAll() {
    if (MUTANT_TESTS === undefined) return;
    const { only, without } = JSON.parse(readFileSync(MUTANT_TESTS, "utf8"));
    const reaching = only && new Set(only);
    this.test.parent.eachTest((test) => {
      const title = test.fullTitle();
      if (without.includes(title) || reaching?.has(title) === false) test.pending = true;
    });
  },
  beforeEach() {
    current = { file: this.currentTest.file, title: this.currentTest.fullTitle() };
  },
  afterEach() {
    if (this.currentTest.state === "failed") failed.push(current.title);
    current = {};
  },
  afterAll() {
    if (MUTANTS_REACHED === undefined) return;
    const byMutant = [...reached].map(([number, by]) => [number, [...by]]);
    writeFileSync(MUTANTS_REACHED, JSON.stringify({ reached: byMutant, failed }));
  },
};
