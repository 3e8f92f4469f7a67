import mocha from "mocha";

/** Mocha's `spec` reporter, which also prints the error of a test that failed and is retried (`--retries`). */
export default class extends mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on("retry", (test, error) => {
      console.log(`Failed, runs once more: ${test.fullTitle()}\n${error.stack}`);
    });
  }
}
