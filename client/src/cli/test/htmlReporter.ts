import { reportPage, type TestedFile } from "../../core/testing/html/page.ts";
import type { Reporter } from "../../core/testing/report.ts";

/** One page for people, written when all tests have run. */
export function htmlReporter(): Reporter {
  const files: TestedFile[] = [];
  return {
    begin: () => "",
    file(file, tests) {
      files.push({ file, tests });
      return "";
    },
    end: (counts) => reportPage(files, counts, new Date(), "en"),
  };
}
