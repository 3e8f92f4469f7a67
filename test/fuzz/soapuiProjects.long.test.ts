import { Random } from "./random.ts";
import { checkProject, randomProject } from "./soapuiProjects.ts";

/** The seed of the projects in every run. */
const seed = 40_000;
const count = 1_000;

suite("random SoapUI projects", function () {
  this.timeout(600_000);

  test("imported projects send the same targets, headers and bodies in the same order, and have all their items in the summary", () => {
    for (let from = seed; from < seed + count; from++) {
      try {
        checkProject(randomProject(new Random(from)));
      } catch (error) {
        throw new Error(`seed ${from}`, { cause: error });
      }
    }
  });
});
