import assert from "node:assert/strict";
import { sampleWsdl } from "../../support/contracts.ts";
import { envelope12, request } from "../../support/findings.ts";
import { folderOf, soaphttp } from "./built.ts";

/** Locations that are no files of this system. */
const locations = [
  "\\\\host\\share\\x",
  "file://host/x",
  "//host/x",
  "a%2Fb",
  "a%00b",
  "%E0%A4%A",
  "file:///%E0%A4%A",
  "file:///a%00b",
  "http://<%= host %>/x",
  "http://[::/x",
  "a\0b",
];

/** For each kind of place, the files that name a location. `a.soaphttp` is checked and sent. */
const places: Readonly<Record<string, (location: string) => Readonly<Record<string, string>>>> = {
  "# @wsdl": (location) => ({ "a.soaphttp": `# @wsdl ${location}\n${test200}` }),
  "a body file": (location) => ({
    "a.soaphttp": `# @name a\n# @expect status 200\n${request({ Host: "127.0.0.1:9" }, `< ${location}`)}`,
  }),
  "# @data": (location) => ({ "a.soaphttp": `# @data ${location}\n${test200}` }),
  "# @expect body": (location) => ({ "a.soaphttp": `# @expect body = ${location}\n${test200}` }),
  "an import of a WSDL": (location) => ({
    "a.soaphttp": `# @wsdl ./a.wsdl\n${test200}`,
    "a.wsdl": sampleWsdl().replace("<types>", `<import namespace="urn:x" location="${escaped(location)}"/><types>`),
  }),
  "an include of a schema": (location) => ({
    "a.soaphttp": `# @wsdl ./a.wsdl\n${test200}`,
    "a.wsdl": sampleWsdl().replace(
      "<types>",
      `<types><xs:schema><xs:include schemaLocation="${escaped(location)}"/></xs:schema>`,
    ),
  }),
};

const test200 = `# @name a\n# @expect status 200\n${request({ Host: "127.0.0.1:9" }, envelope12)}`;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\0", "&#0;");
}

suite("locations that aren't files of this system", () => {
  for (const [place, filesWith] of Object.entries(places)) {
    test(`no location makes a command fail unexpectedly: ${place}`, async () => {
      // Each location has a folder of its own, so that all of them are given to one command.
      const files = locations.flatMap((location, index) =>
        Object.entries(filesWith(location)).map(([name, text]) => [`${index}/${name}`, text] as const),
      );
      const cwd = folderOf(Object.fromEntries(files));
      const all = "*/a.soaphttp";
      const wsdls = files.map(([name]) => name).filter((name) => name.endsWith(".wsdl"));
      for (const args of [
        ["check", all],
        ["check", "--allow-outside", all],
        ["send", "--timeout", "5", "--as-written", all],
        ["test", "--save-expected", "--allow-outside", all],
        ["export", "--to", "har", "--as-written", all],
        ...wsdls.map((wsdl) => ["new", "--all", wsdl]),
      ]) {
        const { code, error } = await soaphttp(args, { cwd });
        assert.doesNotMatch(error, /This is a bug|\n +at /, args.join(" "));
        assert.ok(code !== null && code <= 3, `${args.join(" ")}: ${code}`);
      }
    });
  }

  test("no address makes a command fail unexpectedly: --wsdl and the WSDL of new", async () => {
    const cwd = folderOf({ "a.soaphttp": test200 });
    for (const location of locations.filter((one) => !one.includes("\0"))) {
      for (const args of [
        ["check", "--wsdl", location, "a.soaphttp"],
        ["new", location],
        ["new", "--list", `file:///${location}`],
      ]) {
        const { code, error } = await soaphttp(args, { cwd });
        assert.match(error, /^soaphttp: .+: .+\n$/, args.join(" "));
        assert.doesNotMatch(error, /This is a bug/, args.join(" "));
        assert.equal(code, 2, args.join(" "));
      }
    }
  });

  test("a WSDL on another computer is reported at the line and column of its directive", async () => {
    const cwd = folderOf({ "a.soaphttp": `# @wsdl file://host/x\n${test200}` });
    const { out } = await soaphttp(["check", "--format", "json", "--allow-outside", "a.soaphttp"], { cwd });
    const [finding] = JSON.parse(out);
    assert.deepEqual(
      [finding.code, finding.line, finding.column, finding.message],
      ["wsdl-problem", 1, 9, "Can't read file://host/x: It is on another computer (host), whose files are not read."],
    );
  });
});
