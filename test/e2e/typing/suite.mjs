import { strict as assert } from "node:assert";
import { texts, unindented, withRightCounts } from "./texts.mjs";

/** Whether to type all texts at all speeds (`npm run test:typing`, with suites in parallel), or a selection. */
const all = process.env.SOAPHTTP_TYPING === "all";
const allSpeeds = [0, 30, 90, 160, 250];
const usual = [0, 30, 90, 30, 0, 90];

/**
 * Types each text in a window, and asserts that it is saved as typed.
 * @param {string} host
 * @param {typeof import("./windows.mjs").openNode} open
 * @param {object} options
 * @param {readonly number[]} [options.quarters] selects the texts whose number modulo 4 is one of these, by default none
 * @param {readonly number[]} [options.speeds] by default all
 * @param {boolean} [options.slow] whether the language server is slow
 * @param {boolean} [options.counts] whether Content-Length is updated while typing. Uses only texts that contain it
 */
export function typingSuite(host, open, { quarters = [], speeds = allSpeeds, slow = false, counts = false }) {
  suite(`typed text is saved as typed: ${host}`, () => {
    const cases = Object.entries(texts).flatMap(([title, text], index) => {
      const selected = quarters.includes(index % 4) ? [usual[(index + (slow ? 1 : 0)) % usual.length]] : [];
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
      test(`${title}, ${speed} ms per key`, async () => {
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
