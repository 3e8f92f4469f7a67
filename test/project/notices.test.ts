import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Built {
  readonly file: string;
  readonly text: string;
}

// Loaded where it is, not bundled into this test: it finds the project by its own place.
const { bundle } = (await import(pathToFileURL(join(process.cwd(), "esbuild.mjs")).href)) as {
  bundle: (how: { write: boolean }) => Promise<readonly Built[]>;
};

suite("the notices of what the extension bundles", () => {
  test("name each package, with the text of its licence", async () => {
    const notices =
      (await bundle({ write: false })).find(({ file }) => file === "dist/ThirdPartyNotices.txt")?.text ?? "";
    const sections = notices.split(/^-{80}\n/m).slice(1);
    for (const name of ["@vscode/l10n", "dayjs", "vscode-languageclient", "vscode-languageserver"]) {
      const section = sections.find((one) => one.startsWith(`${name} `)) ?? "";
      assert.match(section, /Permission is hereby granted/, name);
      assert.match(section, /Copyright/, name);
    }
    const listed = notices.slice(0, notices.indexOf("----")).trim().split("\n").slice(2);
    assert.deepEqual(
      sections.map((section) => section.split("\n", 1)[0]),
      listed,
    );
    assert.ok(!notices.includes(process.cwd()), "no path of this machine");
  });

  test("are in the package", () => {
    assert.match(readFileSync(".vscodeignore", "utf8"), /^!dist\/ThirdPartyNotices\.txt$/m);
  });
});
