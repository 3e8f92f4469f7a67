import "mocha/mocha.js";
import { readServices } from "./messages.ts";

/** Pattern of the titles of tests: `$SOAPHTTP_GREP` when the suite was built. */
declare const testPattern: string;

/*
 * The tests that VS Code runs in its extension hosts, the same in a web worker and in Node. Both use mocha's browser
 * build, because a worker has neither Node's built-ins nor a page. A failed test runs once more, with a message, because
 * VS Code can be slow on a busy machine.
 */
const runner = new Mocha({
  ui: "tdd",
  reporter: "spec",
  timeout: 60_000,
  forbidOnly: true,
  retries: 1,
  grep: testPattern,
});
runner.suite.emit("pre-require", globalThis, "", runner);

/** Called by VS Code (`extensionTestsPath`). Rejects if a test fails or no test runs. */
export async function run(): Promise<void> {
  await readServices();
  await import("./charsets.test.ts");
  await import("./diagnostics.test.ts");
  await import("./writing.test.ts");
  await import("./mockFiles.test.ts");
  await import("./httpFiles.test.ts");
  await import("./newFromWsdl.test.ts");
  await import("./operations.test.ts");
  await import("./messageStructure.test.ts");
  await import("./sending.test.ts");
  await import("./markdown.test.ts");
  await import("./responses.test.ts");
  await import("./saving.test.ts");
  await import("./exporting.test.ts");
  await import("./importing.test.ts");
  await import("./expecting.test.ts");
  await import("./evaluating.test.ts");
  await import("./wire.test.ts");
  await import("./badInput.test.ts");
  await import("./limits.test.ts");
  await import("./server.test.ts");
  await import("./features.assist.test.ts");
  await import("./features.contract.test.ts");
  await import("./features.structure.test.ts");
  await import("./features.typing.test.ts");
  await import("./features.transform.test.ts");
  await import("./history.test.ts");
  await import("./secrets.test.ts");
  await import("./environments.test.ts");
  await import("./readers.test.ts");
  await import("./keys.test.ts");
  await import("./several.test.ts");
  await import("./flow.test.ts");
  await import("./testing.test.ts");
  await import("./comparing.test.ts");
  await import("./meanwhile.test.ts");
  await import("./mock.test.ts");
  await import("./receiving.test.ts");
  await import("./trust.test.ts");
  await import("./wsdlReading.test.ts");
  await import("./languageModelTools.test.ts");
  await import("./node.test.ts");
  await import("./transport.test.ts");
  await import("./proxy.test.ts");
  await new Promise<void>((resolve, reject) => {
    let passed = 0;
    runner
      .run((failures) => {
        if (failures > 0) {
          reject(new Error(`${failures} of the tests failed.`));
        } else if (passed === 0) {
          reject(new Error("No test ran."));
        } else {
          resolve();
        }
      })
      .on("pass", () => passed++)
      .on("retry", (test: Mocha.Test, error: Error) => {
        console.log(`Failed, runs once more: ${test.fullTitle()}\n${error.stack}`);
      });
  });
}
