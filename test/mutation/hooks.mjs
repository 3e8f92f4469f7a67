// Hooks of mocha: one mutant is turned on, or the tests that reach each of them are recorded.
import { readFileSync, writeFileSync } from "node:fs";

const { MUTANT, MUTANT_TESTS, MUTANTS_REACHED } = process.env;
/** Files and titles of tests by mutant. */
const reached = new Map();
/** Empty outside of tests. */
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
    const titles = new Set(JSON.parse(readFileSync(MUTANT_TESTS, "utf8")));
    this.test.parent.eachTest((test) => {
      if (!titles.has(test.fullTitle())) test.pending = true;
    });
  },
  beforeEach() {
    current = { file: this.currentTest.file, title: this.currentTest.fullTitle() };
  },
  afterEach() {
    current = {};
  },
  afterAll() {
    if (MUTANTS_REACHED === undefined) return;
    writeFileSync(MUTANTS_REACHED, JSON.stringify([...reached].map(([number, by]) => [number, [...by]])));
  },
};
