import { relative } from "node:path";
import mocha from "mocha";

/** Mocha's `spec` reporter, which also prints the file of each failed test at once, for `scripts/steps.mjs`. */
export default class extends mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on("fail", ({ file = "" }, error) => {
      console.log(`Failed, in ${relative(process.cwd(), file)}\n${error.stack}`);
    });
  }
}
