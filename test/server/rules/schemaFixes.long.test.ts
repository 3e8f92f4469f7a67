import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { allFindings, type FixedFinding } from "../../support/contractFindings.ts";
import { contractOf } from "../../support/contracts.ts";
import { shopWsdl } from "../../support/shopWsdl.ts";

/** Changes a valid request by one mistake, as authors make them; undefined where it can't be made. */
type Mutation = (text: string) => string | undefined;

const inBody = (text: string, change: (body: string) => string) => {
  const changed = text.replace(
    /(<soap:Body>)([\s\S]*)(<\/soap:Body>)/,
    (_, start, body, end) => start + change(body) + end,
  );
  return changed === text ? undefined : changed;
};
const leaf = /<([\w:]+)>([^<]*)<\/\1>/;

const mutations: Readonly<Record<string, Mutation>> = {
  "an element is missing": (text) => inBody(text, (body) => body.replace(leaf, "")),
  "an element is misspelled": (text) => inBody(text, (body) => body.replace(leaf, "<$1x>$2</$1x>")),
  "an element is doubled": (text) => inBody(text, (body) => body.replace(leaf, "$&$&")),
  "an unknown element": (text) => inBody(text, (body) => body.replace(leaf, "$&<unheardOf/>")),
  "a wrong value": (text) => inBody(text, (body) => body.replace(leaf, "<$1>?!</$1>")),
  "whitespace around a value": (text) => inBody(text, (body) => body.replace(leaf, "<$1> $2 </$1>")),
  "text between elements": (text) => inBody(text, (body) => body.replace(leaf, "$&text")),
  "an attribute that isn't allowed": (text) => inBody(text, (body) => body.replace(leaf, '<$1 unheardOf="1">$2</$1>')),
  "no namespace": (text) => inBody(text, (body) => body.replace(/<(\/?)\w+:/g, "<$1")),
  "another namespace": (text) => inBody(text, (body) => body.replace(/<([\w:]+)/, '<$1 xmlns="urn:other"')),
  "the payload is missing": (text) => inBody(text, () => "\n"),
  "the payload is doubled": (text) =>
    inBody(text, (body) => body.replace(/<([\w:]+)([\s\S]*)<\/\1>/, "<$1><$1$2</$1></$1>")),
  "the payload's tags are missing": (text) =>
    inBody(text, (body) => body.replace(/<([\w:]+)[^>]*>([\s\S]+)<\/\1>/, "$2")),
  "another action": (text) => text.replace(/^SOAPAction: ".+"$/m, 'SOAPAction: "urn:unheardOf"'),
};

const stacks = ["asmx", "axis1", "jaxws"];
const services: Readonly<Record<string, string>> = {
  shop: shopWsdl(),
  ...Object.fromEntries(stacks.map((name) => [name, readFileSync(`test/server/wsdl/stacks/${name}.wsdl`, "utf8")])),
};

suite("one mistake in a request of a real service", function () {
  this.timeout(60_000);
  for (const [name, wsdl] of Object.entries(services)) {
    for (const [mistake, mutate] of Object.entries(mutations)) {
      test(`${name}, ${mistake}: at most two findings, and fixes remove theirs`, () => {
        for (const text of messagesOf(wsdl)) {
          const changed = mutate(text);
          if (changed === undefined || changed === text) continue;
          const findings = ofContract(changed, wsdl);
          const messages = findings.map(({ message }) => message).join("\n");
          assert.ok(findings.length <= 2, `${messages}\n${changed}`);
          for (const finding of findings) assertFixed(finding, wsdl);
        }
      });
    }
  }
});

function messagesOf(wsdl: string): readonly string[] {
  const contract = contractOf({ "file:///s.wsdl": wsdl });
  return contract.operations.map((_, index) =>
    contract
      .requests([index], { extent: "parameters", wsdl: "./s.wsdl", contentLength: "calculated" })
      .replace(/^(# @name .*)$/m, `$1\n# @operation ${contract.operations[index]?.operation}`),
  );
}

function ofContract(text: string, wsdl: string): readonly FixedFinding[] {
  return allFindings(text, wsdl).filter(({ code }) => code.startsWith("schema-"));
}

function assertFixed({ code, message, fixed }: FixedFinding, wsdl: string): void {
  for (const [title, text] of fixed) {
    const left = ofContract(text, wsdl).filter((one) => one.code === code && one.message === message);
    assert.deepEqual(left.length, 0, `${code}: ${message}\n${title}\n${text}`);
  }
}
