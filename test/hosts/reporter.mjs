import mocha from "mocha";

/** Mocha's `spec`, which also says which test failed and runs once more (`--retries`), and why. */
export default class extends mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on("retry", (test, error) => {
      console.log(`Failed, runs once more: ${test.fullTitle()}\n${error.stack}`);
    });
  }
}
