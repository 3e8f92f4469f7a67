import { strict as assert } from "node:assert";
import { texts, unindented, withRightCounts } from "./texts.mjs";

/** All texts at all speeds (`npm run test:typing`, where the suites run side by side), or a selection. */
const all = process.env.SOAPHTTP_TYPING === "all";
/** Milliseconds a key. */
const allSpeeds = [0, 30, 90, 160, 250];
const usual = [0, 30, 90, 30, 0, 90];

/**
 * Types each text in a window: it must be saved as it was typed.
 * @param {string} host
 * @param {typeof import("./windows.mjs").openNode} open
 * @param {object} options
 * @param {0 | 1} [options.half] which texts are in the selection: those with an even or an odd number, or none
 * @param {readonly number[]} [options.speeds] other than all
 * @param {boolean} [options.slow] whether the language server is slow
 * @param {boolean} [options.counts] whether Content-Length headers are updated while typing; only texts with one then
 */
export function typingSuite(host, open, { half, speeds = allSpeeds, slow = false, counts = false }) {
  suite(`what is typed is saved as typed: ${host}`, () => {
    const cases = Object.entries(texts).flatMap(([title, text], index) => {
      const selected = index % 2 === half ? [usual[(index + (slow ? 1 : 0)) % usual.length]] : [];
      if (counts && !text.includes("\nContent-Length:")) return [];
      return (all ? speeds : selected).map((speed) => ({
        title,
        typed: text.slice(1),
        speed,
        file: `t${index}.soaphttp`,
      }));
    });
    let window;
    suiteSetup(async () => {
      const settings = counts ? { "soaphttp.contentLength.update": "onType" } : {};
      window = await open({ files: [...new Set(cases.map(({ file }) => file))], slow, settings });
    });
    teardown(async function () {
      await window?.keepFailure(this.currentTest);
    });
    suiteTeardown(() => window?.stop());

    for (const { title, typed, speed, file } of cases) {
      test(`${title}, ${speed} ms a key`, async () => {
        const expected = (saved) => (counts ? withRightCounts(unindented(typed), saved) : unindented(typed));
        await window.openEmpty(file);
        await window.page.keyboard.type(typed, { delay: speed });
        await window.page.keyboard.press("Escape");
        const saved = await window.savedText(file, (text) => unindented(text) === expected(text));
        assert.equal(unindented(saved), expected(saved));
      });
    }
  });
}
