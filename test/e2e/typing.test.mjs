import { strict as assert } from "node:assert";
import { texts, unindented } from "./typingTexts.mjs";
import { openNode, openWeb } from "./typingWindows.mjs";

/** All texts at all speeds in all windows (`npm run test:typing`), or each text once in each host. */
const all = process.env.SOAPHTTP_TYPING === "all";
/** Milliseconds a key. */
const speeds = [0, 30, 90, 160, 250];
const usual = [0, 30, 90, 30, 0, 160];

const hosts = { "the Node host": openNode, "the browser host": openWeb };

/** What a window types: the speeds of the text with this number. */
function chosenSpeeds(number, slow, host) {
  if (all) return speeds;
  const isHere = (number % 2 === 1) === (slow !== (host === "the browser host"));
  return isHere ? [usual[(number + (slow ? 1 : 0)) % usual.length]] : [];
}

for (const [host, open] of Object.entries(hosts)) {
  for (const slow of [false, true]) {
    suite(`what is typed comes out as typed: ${host}${slow ? ", a slow server" : ""}`, () => {
      let window;
      const cases = Object.entries(texts).flatMap(([title, text], index) => {
        const typed = text.slice(1);
        return chosenSpeeds(index, slow, host).map((speed) => ({ title, typed, speed, file: `t${index}.soaphttp` }));
      });
      suiteSetup(async () => {
        window = await open({ files: [...new Set(cases.map(({ file }) => file))], slow });
      });
      teardown(async function () {
        await window?.keepFailure(this.currentTest);
      });
      suiteTeardown(() => window?.stop());

      for (const { title, typed, speed, file } of cases) {
        test(`${title}, ${speed} ms a key`, async () => {
          await window.openEmpty(file);
          await window.page.keyboard.type(typed, { delay: speed });
          await window.page.keyboard.press("Escape");
          const saved = await window.savedText(file, (text) => unindented(text) === unindented(typed));
          assert.equal(unindented(saved), unindented(typed));
        });
      }
    });
  }
}
