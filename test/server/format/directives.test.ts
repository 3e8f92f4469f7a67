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

/** Directives that accept any text, or whose valid values depend on the workspace. */
const anyText = ["document", "name", "title", "note", "skip", "ignore", "wsdl", "operation", "import", "environment"];

/** Values of directives that would otherwise name a request of the file or an expectation. */
const examples: Readonly<Record<string, string>> = {
  ...{ expect: "status 200", needs: "login", when: "method POST", ignore: "soap-placeholder", wsdl: "./a.wsdl" },
  ...{ operation: "Add" },
};

/** A response that ends the connection or is passed on needs no text. */
const withoutText = ["reset", "hang", "forward", "replace"];

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

suite("the value of @tls", () => {
  const messageOf = (value: string) =>
    diagnose(analyze(`# @tls ${value}\n${request()}`)).filter(({ code }) => code === "directive-value")[0]?.message;

  test("the value of @tls is a key and options, in quotes or not", () => {
    for (const value of [
      "alice",
      'alice minVersion=TLSv1.1 ciphers="DEFAULT@SECLEVEL=0"',
      "legacyRenegotiation",
      "servername=a.b",
    ])
      assert.equal(messageOf(value), undefined, value);
  });

  test("the value of @tls is reported with what is wrong in it", () => {
    assert.equal(messageOf(""), "@tls needs the name of a key, or an option such as minVersion=TLSv1.");
    assert.equal(messageOf("minVersion=SSLv3"), "minVersion must be TLSv1, TLSv1.1, TLSv1.2 or TLSv1.3.");
    assert.match(messageOf('ciphers="a b"') ?? "", /^ciphers must be a list/);
    for (const address of ["a/b", "10.0.0.1"])
      assert.equal(messageOf(`servername=${address}`), "servername must be the name of a host.");
    for (const value of ["alice bob", "minVersion=TLSv1 alice", "verify=false"])
      assert.match(messageOf(value) ?? "", /is unknown here\. After the name of a key, @tls has/, value);
  });

  test("the value of @tls is completed with its options", () => {
    const labels = completionsAt(`# @tls me |\n${request()}`).map(({ label }) => label);
    assert.ok(labels.includes("minVersion=TLSv1") && labels.includes('ciphers="DEFAULT@SECLEVEL=0"'), labels.join());
  });
});

suite("the data of a whole file", () => {
  const messages = (above: string, own = "") =>
    diagnose(analyze(`${above}\n###\n${own}${request({ "X-A": "1" })}`))
      .filter(({ code }) => /^(?:directive-|data-file)/.test(code))
      .map(({ message }) => message);

  test("the data of a whole file can have a condition for its rows, and say that they run side by side", () => {
    for (const rest of ["", " parallel", " where a = 1", ' where a = "b c" parallel'])
      assert.deepEqual(messages(`# @data ./rows.csv${rest}`), [
        "The file ./rows.csv can't be read: Files can't be read here.",
      ]);
  });

  test("the data of a whole file is reported where it can't be read, and at a request where it has no effect", () => {
    for (const value of ["", "./rows.csv where a", "./rows.csv other"])
      assert.match(messages(`# @data ${value}`).join(), /^@data must be/, value);
    assert.match(messages("# @data id = a.response.body.//b").join(), /^The data of the whole file must be a file/);
    const own = messages("", "# @data ./rows.csv parallel\n").join();
    assert.match(own, /where and parallel are only for the data of the whole file\./);
  });
});

suite("the condition of @skip", () => {
  const messages = (value: string) =>
    diagnose(analyze(`@state = open\n# @skip ${value}\n${request()}`))
      .filter(({ code }) => /^(?:directive-value|variable-undefined)$/.test(code))
      .map(({ message }) => message);

  test("the value of @skip is a reason or a condition about variables", () => {
    for (const value of ["", "not yet {{x}}", "iffy", "if {{state}} = open", "unless {{state}} matches ^o"])
      assert.deepEqual(messages(value), [], value);
  });

  test("the condition of @skip is reported if it is missing, unknown or about a response", () => {
    assert.deepEqual(messages("if"), ["@skip if needs a condition, such as {{state}} = open."]);
    assert.match(messages("if //a = 1").join(), /^There is no response before sending\./);
    assert.match(messages("unless {{state}} is open").join(), /^Unknown comparison is\./);
    assert.match(messages("if {{stat}} = open").join(), /stat/);
  });

  test("the condition of @skip is completed with variables and comparisons", () => {
    const labels = (line: string) =>
      completionsAt(`@state = 1\n# @skip ${line}|\n${request()}`).map(({ label }) => label);
    assert.deepEqual(labels("if "), ["{{state}}"]);
    assert.ok(labels("if {{state}} ").includes("matches"));
  });
});

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
        const example = mock && name === "expect" ? "called 2" : examples[name];
        const typed = plainText(value).trim() || (value.length > 0 ? (example ?? "text") : "");
        const line = `${name === "replace" ? "# @forward\n" : ""}# @${name} ${typed}`.trimEnd();

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
          const text = `# @${name} ${typed}\n${message}`;
          const section = sectionAt(sectionsOfSegments(analyze(text, options)), 4);
          const markdown = section && hover(section, 4)?.markdown;
          assert.ok(markdown?.replaceAll("\\", "").includes(meaning().replaceAll("\\", "")), markdown);
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

        if (!withoutText.includes(name)) {
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
