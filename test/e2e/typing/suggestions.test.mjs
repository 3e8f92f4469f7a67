import { strict as assert } from "node:assert";
import { openNode, openWeb } from "./windows.mjs";

const all = process.env.SOAPHTTP_TYPING === "all";
const hosts = {
  "the Node host": openNode,
  ...(all ? { "the browser host": openWeb("1.137") } : {}),
  "the browser host of the oldest VS Code": openWeb("1.91"),
};
const file = "suggestions.soaphttp";
const head = "POST /a HTTP/1.1\nHost: localhost\n";

for (const [host, open] of Object.entries(hosts)) {
  suite(`suggestions: ${host}`, () => {
    let window;
    suiteSetup(async () => {
      window = await open({ files: [file] });
    });
    setup(() => window.openEmpty(file));
    teardown(async function () {
      await window?.keepFailure(this.currentTest);
    });
    suiteTeardown(() => window?.stop());

    const press = (key) => window.page.keyboard.press(key);
    const type = (text) => window.page.keyboard.type(text, { delay: 30 });
    const row = (state = "") => window.page.locator(`.suggest-widget.visible .monaco-list-row${state}`).first();
    /** Closes the list, leaves the snippet, and asserts the saved text. */
    const expectSaved = async (pattern) => {
      await press("Escape");
      await press("Escape");
      assert.match(await window.savedText(file, (text) => pattern.test(text)), pattern);
    };

    test("the parts of another exchange are suggested after each dot", async () => {
      await type(`# @name login\n${head}\n<a/>\n###\n${head}X: {{login.response.`);
      await row().waitFor();
      await type("body.");
      await row().filter({ hasText: "login.response.body" }).waitFor();
      await expectSaved(/\nX: \{\{login\.response\.body\.$/);
    });

    const order =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><o:PlaceOrder xmlns:o="urn:orders">';
    for (const [typed, offered] of [
      [`${head}\n${order}<o:delivery>`, "courier"],
      [`${head}Authorization: Basic `, "{{$basic user password}}"],
      ["# @expect ", "status"],
      ["# @expect status ", "200"],
    ]) {
      for (const delay of all ? [30, 200] : [30]) {
        const end = typed.slice(Math.max(typed.lastIndexOf("\n") + 1, typed.lastIndexOf("<")));
        test(`suggestions open by themselves after ${end.trimEnd()}, at ${delay} ms a key`, async () => {
          await type(typed.slice(0, -end.length));
          await window.page.keyboard.type(end, { delay });
          await row().filter({ hasText: offered }).waitFor();
          await press("Escape");
        });
      }
    }

    test("Enter accepts no suggestion of which one character is typed", async () => {
      await type(`${head}C`);
      await row().waitFor();
      await press("Enter");
      await type("x");
      await expectSaved(/\nC\nx$/);
    });

    test("Enter accepts no suggestion that only contains what is typed", async () => {
      await type(`${head}Ctnt`);
      await row().waitFor();
      await press("Enter");
      await type("x");
      await expectSaved(/\nCtnt\nx$/);
    });

    test("Tab accepts the first suggestion of which one character is typed", async () => {
      await type(`${head}S`);
      await row().filter({ hasText: "SOAPAction" }).waitFor();
      await press("Tab");
      await expectSaved(/\nSOAPAction: "/);
    });

    for (const key of ["Enter", "Tab"]) {
      test(`${key} accepts the first suggestion that continues what is typed`, async () => {
        await type(`${head}Content-Ty`);
        await row(".focused").waitFor();
        await press(key);
        await expectSaved(/\nContent-Type: \S/);
      });

      test(`${key} accepts a suggestion requested by Ctrl+Space`, async () => {
        await type(`${head}Content-Ty`);
        await row().waitFor();
        await press("Control+Space");
        await row(".focused").waitFor();
        await press(key);
        await expectSaved(/\nContent-Type: \S/);
      });

      test(`${key} accepts a suggestion selected by the arrow keys`, async () => {
        await type(`${head}Content-Ty`);
        await row().waitFor();
        await press("ArrowDown");
        await row(".focused").waitFor();
        await press(key);
        await expectSaved(/\nContent-Type: \S/);
      });

      test(`${key} goes to the next placeholder of a suggested request`, async () => {
        await type("soap11");
        await press("Control+Space");
        await row(".focused").waitFor();
        await press("Enter");
        await window.page.locator(".view-line", { hasText: "Host:" }).first().waitFor();
        await press(key);
        await type("example.org");
        await expectSaved(/^POST \/service HTTP\/1\.1\nHost: example\.org\n/);
      });
    }
  });
}
