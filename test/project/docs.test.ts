import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { analyze, diagnose } from "../../server/src/service/languageService.ts";
import {
  commandLineMaxBytes,
  defaultMaxHeadBytes,
  largestContractFile,
  largestListedFile,
  searchedWsdls,
  shownBytes,
} from "../../server/src/text/limits.ts";
import { sampleWsdl } from "../support/contracts.ts";
import { around } from "../support/resolver.ts";

/*
 * What the documents for users and contributors say about files, samples, commands, settings and steps is so.
 */

const names = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
  ...readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];
const documents = names.map((name) => ({ name, text: readFileSync(name, "utf8") }));
const all = documents.map(({ text }) => text).join("\n");
const textOf = (name: string) => documents.find((one) => one.name === name)?.text ?? "";

interface Setting {
  readonly default: unknown;
  readonly enum?: readonly string[];
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
  };
}

const manifest: Manifest = JSON.parse(readFileSync("package.json", "utf8"));
const strings: Readonly<Record<string, string>> = JSON.parse(readFileSync("package.nls.json", "utf8"));
const settings = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as Record<
  string,
  Setting
>;

interface Block {
  readonly document: string;
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = documents.flatMap(({ name: document, text }) =>
  [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)].map(([, indentation = "", language = "", inner = ""]) => ({
    ...{ document, language },
    text: inner.replaceAll(new RegExp(`^${indentation}`, "gm"), ""),
  })),
);

suite("the documents", () => {
  // The samples of docs/rules.md show mistakes: `rules.test.ts` checks them.
  const samples = blocks.filter(
    ({ document, language }) => /^(?:soaphttp|http)$/.test(language) && document !== "docs/rules.md",
  );
  // The WSDL has an operation whose payload the text doesn't determine.
  const wsdl = sampleWsdl({ operations: ["Ping"], action: () => "", address: "http://localhost:8000/calc" })
    .replace(' element="tns:Ping"', "")
    .replace('service name="Calc"', 'service name="CalcService"')
    .replace('port name="Calcsoap11"', 'port name="CalcPort"')
    .replace('<part name="parameters"/>', "");

  const notify = "/w/a/b/notify.soaphttp";
  const files = {
    "/w/a/b/calc.wsdl": wsdl,
    "/w/a/b/report.pdf": "%PDF",
    "/w/a/b/report.xml": "<report/>",
    "/w/a/b/calc.soapmock": "",
    [notify]: "# @name done\nGET / HTTP/1.1\nHost: a\n\n",
  };
  for (const { document, text: lines } of samples) {
    const [title = ""] = lines.split("\n");
    // Multipart bodies need CRLF, which an editor completes with them.
    const text = /^Content-Type: multipart/m.test(lines) ? lines.replaceAll("\n", "\r\n") : lines;
    test(`the sample in ${document} has no findings: ${title}`, () => {
      const findings = diagnose(analyze(text, undefined, around({ files })));
      assert.deepEqual(
        findings.filter(({ severity }) => severity === "error" || severity === "warning").map(({ message }) => message),
        [],
        text,
      );
    });
  }

  const responses = blocks.filter(({ document, language }) => language === "soapmock" && document !== "docs/rules.md");
  for (const { document, text } of responses) {
    const [title = ""] = text.split("\n");
    test(`the sample of a mock file in ${document} has no findings: ${title}`, () => {
      const findings = diagnose(
        analyze(text, { rules: {}, kind: "response" }, around({ files: { [notify]: files[notify] } })),
      );
      assert.deepEqual(
        findings.map(({ message }) => message),
        [],
        text,
      );
    });
  }

  test("the documents mark each request as a sample that is checked", () => {
    const unmarked = blocks.filter(
      ({ language, text }) => language === "" && /^(?:POST|GET|PUT) \S+/m.test(text) && /^\S+: /m.test(text),
    );
    assert.deepEqual(unmarked, []);
    assert.ok(samples.length >= 3);
  });

  test("the documents contain only valid JSON", () => {
    for (const { language, text } of blocks) {
      if (language === "json") JSON.parse(/^\s*"/.test(text) ? `{${text}}` : text);
    }
  });

  test("the documents name each command", () => {
    const titles = manifest.contributes.commands.map(({ title }) => strings[title.replaceAll("%", "")] ?? title);
    assert.deepEqual(
      titles.filter((title) => !all.includes(title.replace("…", ""))),
      [],
    );
  });

  test("the documents name only settings that exist", () => {
    const named = new Set([...all.matchAll(/`"?(soaphttp\.[\w.]*\w)\b/g)].map(([, name = ""]) => name));
    assert.ok(named.size > 10, `${named.size} settings`);
    const commands = new Set(manifest.contributes.commands.map(({ command }) => command));
    const isFile = (name: string) => /\.(?:js|vsix|md)$/.test(name);
    assert.deepEqual(
      [...named].filter((name) => !(name in settings) && !commands.has(name) && !isFile(name)),
      [],
    );
  });

  const mebibyte = 1024 * 1024;
  const limits: readonly (readonly [document: string, sentence: RegExp, limit: number])[] = [
    ["docs/wsdl.md", /A document may have up to (\d+) MB/, largestContractFile / 1_000_000],
    ["docs/wsdl.md", /The first (\d+) files up to 1 MB/, searchedWsdls],
    ["docs/wsdl.md", /The first 500 files up to (\d+) MB/, largestListedFile / 1_000_000],
    ["docs/command-line.md", /with its body formatted \(at most (\d+) MB\)/, shownBytes / mebibyte],
    ["docs/command-line.md", /At most (\d+) MB of a response is read/, commandLineMaxBytes / mebibyte],
    ["docs/command-line.md", /header section of a response: (\d+) by default/, defaultMaxHeadBytes],
  ];
  for (const [document, sentence, limit] of limits) {
    test(`${document} has the same limit as the code: ${sentence.source}`, () => {
      assert.equal(Number(sentence.exec(textOf(document))?.[1]), limit);
    });
  }

  test("the documents name each npm script", () => {
    const unnamed = Object.keys(manifest.scripts).filter((name) => !new RegExp(`npm (?:run )?${name}\\b`).test(all));
    assert.deepEqual(unnamed, []);
  });

  test("the documents link only to existing files and sections", () => {
    const broken = documents.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
        if (/^(?:https?|mailto):/.test(target)) return [];
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? name : join(dirname(name), path);
        if (!existsSync(file)) return [`${name}: ${target}`];
        return anchor === undefined || anchorsOf(readFileSync(file, "utf8")).has(anchor) ? [] : [`${name}: ${target}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  test("the documents name only existing files of the tests and scripts", () => {
    const named = [...all.matchAll(/`((?:test|scripts|samples|\.ci|\.vscode)\/[\w./*{},-]*)`/g)].map(
      ([, path = ""]) => path,
    );
    assert.ok(named.length > 10);
    const isThere = (path: string) => expanded(path).every((one) => existsSync(one.replace(/\*.*$/, "")));
    assert.deepEqual(
      named.filter((path) => !isThere(path)),
      [],
    );
  });
});

suite("ARCHITECTURE.md", () => {
  const rows = [...textOf("ARCHITECTURE.md").matchAll(/^\| ((?:`[\w/]+\/` ?)+)\|/gm)].flatMap(([, cell = ""]) => {
    const paths = [...cell.matchAll(/`([\w/]+)\/`/g)].map(([, path = ""]) => path);
    const [first = ""] = paths;
    // `server/src/text/` `http/` are neighbors.
    return paths.map((path) => (path === first ? path : join(dirname(first), path)));
  });
  test("ARCHITECTURE.md has a row for each folder of the sources", () => {
    const foldersIn = (folder: string) =>
      readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? [`${folder}/${name}`] : []));
    assert.deepEqual(
      [...foldersIn("server/src"), ...foldersIn("client/src")].filter((folder) => !rows.includes(folder)),
      [],
    );
  });

  test("ARCHITECTURE.md has only rows of folders that exist", () => {
    assert.deepEqual(
      rows.filter((folder) => !existsSync(folder)),
      [],
    );
  });
});

suite("CONTRIBUTING.md", () => {
  const source = readFileSync("scripts/steps.mjs", "utf8");
  const contributing = textOf("CONTRIBUTING.md");

  test("CONTRIBUTING.md has a row for each step, in their order", () => {
    const [, table = ""] = /export const steps = \{\n([\s\S]*?)^\};/m.exec(source) ?? [];
    const steps = [...table.matchAll(/^ {2}"?([\w.-]+)"?: \{/gm)].map(([, name = ""]) => name);
    const rows = [...contributing.matchAll(/^\| `([\w.-]+)` \| (?:`npm run [\w:]+`)? ?\|/gm)].map(
      ([, name = ""]) => name,
    );
    assert.ok(steps.length > 10);
    assert.deepEqual(rows.toSorted(), steps.toSorted());
  });

  test("CONTRIBUTING.md lists the steps of npm test", () => {
    const [, usual = ""] = /export const usual = \[(.*?)\]/s.exec(source) ?? [];
    const [, listed = ""] = /`npm test` runs the steps ([^.]*(?:\.\d[^.]*)*)\./.exec(contributing) ?? [];
    const wordsOf = (text: string, quote: string) => text.split(quote).filter((_, at) => at % 2 === 1);
    assert.deepEqual(wordsOf(listed, "`"), wordsOf(usual, '"'));
  });

  test("CONTRIBUTING.md has the bounds of the packages", () => {
    const packing = readFileSync("scripts/package.mjs", "utf8");
    const bytes = ["maxTarballBytes", "maxBytes"].map(
      (name) => new RegExp(`const ${name} = ([\\d_]+);`).exec(packing)?.[1] ?? "",
    );
    const bounds = [...contributing.matchAll(/larger than ([\d.]+) MB/g)].map(([, bound]) => Number(bound));
    assert.deepEqual(
      bounds,
      bytes.map((text) => Number(text.replaceAll("_", "")) / 1_000_000),
    );
  });
});

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** `a/{b,c}.ts` is two files. */
function expanded(path: string): readonly string[] {
  const [, before = "", names = "", after = ""] = /^(.*?)\{(.*?)\}(.*)$/.exec(path) ?? [];
  return names === "" ? [path] : names.split(",").map((name) => before + name + after);
}
