import assert from "node:assert/strict";
import { redacted } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import type { Step } from "../../../../server/src/variables/computed/step.ts";
import { steps } from "../../../../server/src/variables/computed/steps.ts";
import { sentWithKeys } from "../../../support/computed.ts";

const secret = "S3cr't/Pässword+9";
const key = "k3y-k3y+k3y/k3y=";
const definitions = `@secret = {{$secret a}}
@key = {{$secret key}}
@json = {"a":"{{secret}}"}
@markup = <a>{{secret}}<b/></a>
@public = typed`;

/** What precedes a step that doesn't take any text, and its arguments. The key of a step is a secret. */
const uses: Readonly<Record<string, readonly [source: string, given?: string]>> = {
  sign: ["secret", "me"],
  cms: ["secret", "me detached"],
  jwt: ["secret", "key HS256"],
  encrypt: ["secret", "key aes128-cbc"],
  decrypt: ["secret | encrypt key aes128-cbc", "key aes128-cbc"],
  zip: ["secret", '"a.xml"'],
  replace: ["secret", '"9$" "8"'],
  jsonpath: ["json", "$.a"],
  xpath: ["markup", "/*"],
  without: ["markup", "//b"],
  c14n: ["markup"],
  xenc: ["markup", "me"],
  xml: ["markup"],
  "decode zip": ['secret | zip "a.xml"'],
};

function useOf({ name }: Step): string {
  const [source = "secret", given = ""] = uses[name] ?? [
    name.startsWith("decode ") && name !== "decode xml" ? `secret | ${name.slice("decode ".length)}` : "secret",
    name.startsWith("hmac ") ? "key" : "",
  ];
  return `${source} | ${name} ${given}`.trim();
}

/** The ways to write the result of a step in a message. */
const endings = {
  bytes: ["base64", "base64url", "hex", "HEX", "decimal", "gzip | base64"],
  text: ["", "base64", "hex", "HEX", "url", "lower", "bytes utf-16le | base64", "bytes utf-16le | HEX"],
};

/** What is sent for a value, and a function that removes the secrets of this sending. */
async function sent(value: string) {
  const { problems, secrets, body } = await sentWithKeys(definitions, `<z>{{${value}}}</z>`, {
    secret: (name) => (name === "key" ? key : secret),
  });
  assert.deepEqual(problems, [], value);
  assert.notEqual(body, "<z></z>", value);
  return { body, redact: redactor(secrets) };
}

suite("results of steps that use a secret", () => {
  for (const step of steps) {
    const used = useOf(step);
    test(`{{${used}}} is ${step.hides ? "shown" : "removed from outputs"}`, async () => {
      const intermediate = await sent(`${used} | base64`);
      for (const ending of endings[step.gives]) {
        const value = [used, ...(ending === "" ? [] : [ending])].join(" | ");
        const { body, redact } = await sent(value);
        const shown = redact(body).replaceAll(/<[^<]*>/g, "");
        if (step.hides) assert.equal(shown, body.replaceAll(/<[^<]*>/g, ""), value);
        else assert.deepEqual([shown, redact(intermediate.body)], [redacted, `<z>${redacted}</z>`], value);
        assert.equal(redact(secret), redacted);
      }
    });
  }

  for (const [used, value] of [
    ['public | hmac sha256 "typed key" | hex', "typed key"],
    ["public | hmac sha256 key | hex", key],
    ["public | jwt key HS256", key],
    ["public | encrypt key aes128-ecb | hex", key],
    ["public | encrypt key aes128-ecb | decrypt key aes128-ecb | hex", "typed"],
  ] as const)
    test(`${value} is removed from outputs because of {{${used}}}`, async () => {
      const { redact } = await sent(used);
      for (const coding of ["utf8", "utf16le", "base64", "hex", "base64url"] as const) {
        const text =
          coding === "utf16le" ? Buffer.from(value, coding).toString("base64") : Buffer.from(value).toString(coding);
        assert.equal(redact(text), redacted, coding);
      }
    });
});
