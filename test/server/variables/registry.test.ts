import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { hover } from "../../../server/src/features/hover/hover.ts";
import { sectionAt, sectionsOfSegments } from "../../../server/src/features/support/section.ts";
import { certificateOf } from "../../../server/src/resources/keys.ts";
import { analyze } from "../../../server/src/service/languageService.ts";
import { plainText } from "../../../server/src/text/snippet.ts";
import { builtInValue } from "../../../server/src/variables/builtInReferences.ts";
import { builtIns } from "../../../server/src/variables/builtIns.ts";
import type { Machine } from "../../../server/src/variables/sending.ts";
import { planFor } from "../../client/export/planned.ts";
import { completionsAt } from "../../support/completions.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";
import { sentAround } from "../../support/resolver.ts";
import { testKeys } from "../../support/signing.ts";

/*
 * What each row of the registry of built-in variables needs. A new row is tested because it is in the registry.
 */

const german: Readonly<Record<string, string>> = JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8"));
const documented = [
  ...readFileSync("docs/variables.md", "utf8").matchAll(/^\| `\{\{(\$[^ }`(]+?)(?:\.PATH)?[ }`(]/gm),
].map(([, name]) => name);
const secretValue = "s3cret-välue";
const certificate = certificateOf(testKeys, "me");
const machine: Machine = {
  processEnv: () => secretValue,
  dotenv: () => ({ origin: ".env", variables: new Map([["NAME", secretValue]]) }),
  certificate: () => certificate,
  token: (name) => ({ name, url: "", body: "", secrets: [] }),
};
const sending = { ...fixedSending, secret: () => secretValue };
const file = () => ({ kind: "bytes", bytes: new Uint8Array(3) }) as const;
const lookup = () =>
  ({ kind: "text", text: secretValue, origin: "", secret: true, sources: [{ from: "typed", name: "" }] }) as const;

/** A request with a text where a variable can stand. */
function requestWith(name: string, text: string): string {
  const isInHead = builtIns.some((one) => one.name === name && one.placedIn === "head");
  return isInHead ? request({ "X-A": text }) : request({}, `<a>${text}</a>`);
}

/** The reference that completion inserts. */
function exampleOf(name: string): string {
  const item = completionsAt(requestWith(name, "{{|")).find(({ label }) => label === name);
  assert.ok(item, `${name} isn't offered`);
  return plainText(item.insert).replace(/\}\}$/, "");
}

suite("the registry of built-in variables", () => {
  test("docs/variables.md has a row for each built-in variable, and no other rows", () => {
    assert.deepEqual(documented.toSorted(), builtIns.map(({ name }) => name).toSorted());
  });

  for (const { name, meaning, source, secret, gives, generated, arguments: all } of builtIns) {
    suite(name, () => {
      test("completion offers the variable with its documentation", () => {
        const item = completionsAt(requestWith(name, "{{|")).find(({ label }) => label === name);
        assert.ok(item?.documentation?.replaceAll("\\", "").includes(meaning()), item?.documentation);
      });

      test("hover explains the variable and names the source", () => {
        const text = requestWith(name, `{{${exampleOf(name)}}}`);
        const offset = text.indexOf(name) + 1;
        const section = sectionAt(sectionsOfSegments(analyze(text)), offset);
        const markdown = section && hover(section, offset - section.start)?.markdown.replaceAll("\\", "");
        assert.ok(markdown?.includes(meaning()), markdown);
        assert.ok(markdown?.includes(source.split(" section")[0] ?? source), markdown);
      });

      test("the documentation is translated", () => assert.ok(german[meaning()], meaning()));

      test("the reader accepts the text that completion inserts, and keeps values from outside secret", () => {
        const value = builtInValue(exampleOf(name), { machine, sending, lookup, file });
        assert.notEqual(value.kind, "undefined", JSON.stringify(value));
        const isFromOutside = value.kind === "text" && value.text.includes(secretValue);
        // The answer to a question is no secret.
        assert.ok(!isFromOutside || value.secret || name === "$ask", "the value isn't secret");
      });

      if (gives !== "xml" && secret !== "secrets" && !all.at(-1)?.usage.endsWith("…")) {
        test("the reader rejects arguments that don't match", () => {
          assert.equal(builtInValue(`${name} # # #`, { machine, sending, lookup, file }).kind, "undefined");
        });
      }

      test("the sample before sending has the length of the value", () => {
        const sample = builtInValue(exampleOf(name), { machine, sending: undefined, lookup, file });
        const value = builtInValue(exampleOf(name), { machine, sending, lookup, file });
        if (sample.kind !== "atSending" || sample.sample === undefined || value.kind !== "text") return;
        assert.equal(value.text.length, sample.sample.length);
      });

      if (secret !== undefined || all.some((argument) => argument.secret)) {
        test("the secret of the value is removed from outputs", () => {
          const token = `<UsernameToken><Password>{{${exampleOf(name)}}}</Password></UsernameToken>`;
          const auth = { Type: "OAuth2", "Grant Type": "Client Credentials", "Token URL": "http://a.test/" };
          const files = {
            "/w/a/b/.env": `NAME=${secretValue}`,
            "/w/a/b/http-client.env.json": JSON.stringify({ $shared: { Security: { Auth: { name: auth } } } }),
          };
          const text = `@user = ann\n@password = ${secretValue}\n${request({}, token)}`;
          const sent = sentAround(text, { processEnv: () => secretValue, files }, sending);
          assert.ok(sent.secrets.includes(secretValue), sent.secrets.join());
        });
      }

      if (generated || secret !== undefined) {
        test("an export has a slot for the value, and no secret", () => {
          const text = `@user = ann\n@password = ${secretValue}\n${request({}, `<a>{{${exampleOf(name)}}}</a>`)}`;
          const [planned] = planFor(text).requests;
          assert.equal(planned?.slots.filter(({ part }) => part === "body").length, 1);
          assert.ok(!JSON.stringify(planned).includes(secretValue));
        });
      }
    });
  }
});
