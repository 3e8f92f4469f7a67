import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyFile } from "../../support/keyFiles.ts";
import { soaphttp, temporaryFolder } from "./built.ts";
import { type MockProcess, mocking } from "./mockProcess.ts";

interface Sent {
  readonly response: {
    readonly status: number;
    readonly body: string;
    readonly fault: object | null;
    readonly signatures: readonly { readonly of: string; readonly valid: boolean }[];
  } | null;
  readonly failure: { readonly kind: string } | null;
}

interface Promised {
  readonly file: string;
  readonly says: string;
  readonly title: string;
  readonly args?: readonly string[];
  readonly holds: (sent: Sent) => void;
}

const bodyOf = ({ response }: Sent) => Buffer.from(response?.body ?? "", "base64").toString();
const sums = (sent: Sent) => {
  assert.equal(sent.response?.status, 200);
  assert.match(bodyOf(sent), /<result>5\.5<\/result>/);
};

const promised: readonly Promised[] = [
  { file: "tour", says: "The response, with the result 5.5, opens", title: "1 ", holds: sums },
  {
    file: "tour",
    says: "Or send the request as it is, and see how the service responds.",
    title: "2 ",
    args: ["--as-written"],
    holds: ({ response, failure }) => assert.ok(response ?? failure),
  },
  { file: "tour", says: "The same sum in SOAP 1.1", title: "4 ", holds: sums },
  {
    file: "tour",
    says: "The response is the service's WSDL.",
    title: "5 ",
    holds: (sent) => assert.match(bodyOf(sent), /<(?:\w+:)?definitions\b/),
  },
  {
    file: "tour",
    says: "this operation always fails: the status is 500, and the body is a SOAP Fault.",
    title: "6 ",
    holds: ({ response }) => assert.deepEqual([response?.status, response?.fault !== null], [500, true]),
  },
  {
    file: "tour",
    says: '"@expect" says what the response must be.',
    title: "7 ",
    holds: (sent) => assert.match(bodyOf(sent), /<result>42<\/result>/),
  },
  {
    file: "environments",
    says: 'With "local", the result is 5.5.',
    title: "A request",
    args: ["--environment", "local"],
    holds: sums,
  },
  {
    file: "environments",
    says: 'With "wrong", the path doesn\'t exist, and the status is 404.',
    title: "A request",
    args: ["--environment", "wrong"],
    holds: ({ response }) => assert.equal(response?.status, 404),
  },
  {
    file: "slow-and-large",
    says: "Slow and large responses of the sample service",
    title: "A slow response",
    args: ["--timeout", "1"],
    holds: ({ failure }) => assert.ok(failure),
  },
  {
    file: "slow-and-large",
    says: "The service would respond after five seconds, but the request is stopped after two.",
    title: "A timeout",
    holds: ({ failure }) => assert.ok(failure),
  },
  {
    file: "slow-and-large",
    says: "The response has two million characters in one element.",
    title: "A large response",
    holds: (sent) => assert.equal(/<data>([^<]*)</.exec(bodyOf(sent))?.[1]?.length, 2_000_000),
  },
  {
    file: "computed",
    says: "The response is that it is paid.",
    title: "A code",
    holds: (sent) => assert.match(bodyOf(sent), /<result>paid<\/result>/),
  },
  {
    file: "computed",
    says: "The status is 500, and the Fault says what is wrong.",
    title: "A wrong code",
    holds: (sent) => {
      assert.equal(sent.response?.status, 500);
      assert.match(bodyOf(sent), /The code or the hash is wrong\./);
    },
  },
  {
    file: "saml",
    says: "The sample service issues a token that it has signed once.",
    title: "WS-Trust: token with user name",
    holds: ({ response }) =>
      assert.deepEqual(
        response?.signatures.map(({ of, valid }) => [of, valid]),
        [["Assertion", true]],
      ),
  },
  {
    file: "saml",
    says: "The response names the user of the token.",
    title: "A request with the token of an STS",
    holds: (sent) => assert.match(bodyOf(sent), /<user>ann<\/user>/),
  },
  {
    file: "saml",
    says: "The response names the user of your assertion.",
    title: "A request with your own assertion",
    args: ["--key", "me=me.pem"],
    holds: (sent) => assert.match(bodyOf(sent), /<user>dr-lee<\/user>/),
  },
];

suite("the samples at the service that npm start starts", () => {
  const samples = join(process.cwd(), "samples");
  const textOf = (file: string) => readFileSync(join(samples, `${file}.soaphttp`), "utf8");
  let folder: string;
  function copy({ port }: MockProcess): void {
    for (const name of readdirSync(samples, { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:soaphttp|json|wsdl)$/.test(name)) continue;
      const file = join(folder, name);
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("localhost:8000", `localhost:${port}`));
    }
  }

  test("each response is as the comments of the sample say", async () => {
    folder = temporaryFolder();
    cpSync(samples, folder, { recursive: true });
    writeFileSync(join(folder, "me.pem"), keyFile("me.pem"));
    await mocking(folder, ["--log", "none", "--wsdl", "calculator.wsdl", "."], async (mock) => {
      copy(mock);
      // One after the other, because the values that the service computes have a time limit.
      for (const { file, title, args = [], holds, says } of promised) {
        const lines = textOf(file).split("\n");
        const line = lines.findIndex((one) => one.startsWith(`### ${title}`)) + 1;
        const { out, error } = await soaphttp(["send", "--format", "json", ...args, `${file}.soaphttp:${line}`], {
          cwd: folder,
        });
        assert.ok(out, `${says}: ${error}`);
        const [first]: readonly Sent[] = JSON.parse(out);
        assert.ok(first, says);
        assert.doesNotThrow(() => holds(first), `${says}: ${out.slice(0, 500)}`);
      }
    });
  });

  test("each sentence of a comment about a response is tested", () => {
    for (const file of ["tour", "environments", "slow-and-large", "computed", "saml"]) {
      const comments = textOf(file).match(/(?:^#.*\n)+/gm) ?? [];
      const said = comments.map((one) => one.replace(/^#+ ?(?:@.*)?/gm, "").replaceAll("\n", " "));
      const tested = promised.filter((one) => one.file === file).map(({ says }) => says);
      assert.deepEqual(
        tested.filter((says) => !said.some((text) => text.includes(says))),
        [],
      );
      const left = tested.reduce((texts, says) => texts.map((text) => text.replaceAll(says, "")), said);
      assert.deepEqual(
        left.flatMap((text) => text.match(/[^.]*\b(?:results?|responds?|status is)\b[^.]*/gi) ?? []),
        [],
      );
    }
  });
});
