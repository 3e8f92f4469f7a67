import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionAt, sectionsOfSegments } from "../../../server/src/features/support/section.ts";
import { directivesOf } from "../../../server/src/format/directives.ts";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { plainText } from "../../../server/src/text/snippet.ts";
import { completionsAt } from "../../support/completions.ts";
import { ofMock, request } from "../../support/findings.ts";

/*
 * What each row of the registry of directives needs. A new row is tested because it is in the registry.
 */

const german: Readonly<Record<string, string>> = JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8"));
const ofDirectives = /^(?:directive-unknown|directive-value|expect-invalid|when-invalid|auth-\w+|needs-unknown)$/;

/** These have any text as a value, or what is valid depends on the workspace. */
const anyText = ["document", "name", "title", "note", "skip", "ignore", "wsdl", "operation"];

/** Without a value of their own, these would name a request of the file or say what is expected. */
const examples: Readonly<Record<string, string>> = {
  ...{ expect: "status 200", needs: "login", when: "method POST", ignore: "soap-placeholder", wsdl: "./a.wsdl" },
  ...{ operation: "Add" },
};

const languages = [
  { language: "soaphttp", kind: "request", page: "docs/requests.md", mock: false, message: request() },
  {
    language: "soapmock",
    kind: "response",
    page: "docs/mock.md",
    mock: true,
    message: "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<a/>",
  },
] as const;

for (const { language, kind, page, mock, message } of languages) {
  const options = mock ? ofMock : undefined;
  const codesIn = (text: string) => diagnose(analyze(text, options)).map(({ code }) => code);

  suite(`the registry of directives in .${language} files`, () => {
    test(`${page} has no other directives in its tables`, () => {
      const names = new Set(directivesOf(kind).map(({ name }) => name));
      const documented = [...readFileSync(page, "utf8").matchAll(/^\| `# @([\w-]+)/gm)].map(([, name = ""]) => name);
      assert.ok(documented.length > 5);
      assert.deepEqual(
        documented.filter((name) => !names.has(name)),
        [],
      );
    });

    for (const { name, meaning, value, offered, places } of directivesOf(kind)) {
      suite(`@${name}`, () => {
        const typed = plainText(value).trim() || (value.length > 0 ? (examples[name] ?? "text") : "");
        const line = `# @${name} ${typed}`.trimEnd();

        test("completion offers the directive with its documentation", () => {
          const item = completionsAt(`# @|\n${message}`, { mock }).find(({ label }) => label === `@${name}`);
          assert.ok(item?.documentation?.replaceAll("\\", "").includes(meaning().replaceAll("\\", "")));
        });

        if (typeof offered === "object") {
          test("completion offers its values", () => {
            const labels = completionsAt(`# @${name} |\n${message}`, { mock }).map(({ label }) => label);
            assert.deepEqual(labels, offered);
          });
        }

        test("hover explains the directive", () => {
          const text = `${line}\n${message}`;
          const section = sectionAt(sectionsOfSegments(analyze(text, options)), 4);
          const found = section && hover(section, 4)?.markdown;
          assert.ok(found?.replaceAll("\\", "").includes(meaning().replaceAll("\\", "")), found);
        });

        test("the documentation is translated", () => assert.ok(german[meaning()], meaning()));

        test(`${page} describes the directive`, () => {
          assert.match(readFileSync(page, "utf8"), new RegExp(`\`# @${name}[ \`]`));
        });

        test("the checks accept the example", () => {
          const before = mock ? "" : `# @name login\n${request()}\n###\n@user = u\n@password = p\n`;
          assert.deepEqual(
            codesIn(`${before}${line}\n${message}`).filter((code) => ofDirectives.test(code)),
            [],
          );
        });

        if (value.length > 0 && !anyText.includes(name)) {
          test("the reader rejects another value", () => {
            const codes = codesIn(`# @${name} %%\n${message}`);
            assert.ok(
              codes.some((code) => ofDirectives.test(code)),
              codes.join(),
            );
          });
        }

        // A response that ends the connection needs no text.
        if (name !== "reset" && name !== "hang") {
          test("the checks know where the directive has an effect", () => {
            const isLost = (text: string) => codesIn(text).includes("directive-without-request");
            assert.equal(isLost(`${message}\n###\n${line}\n`), !places.includes("segment"));
            const isAlsoAbove = places.includes("file") || places.includes("segment");
            assert.equal(isLost(`${line}\n###\n${message}`), !isAlsoAbove);
          });
        }
      });
    }
  });
}
