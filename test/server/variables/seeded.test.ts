import assert from "node:assert/strict";
import { withSeed } from "../../../server/src/analysis/messageInfo.ts";
import { analyze, messagesOf, outgoingOf, type Sending } from "../../../server/src/service/languageService.ts";
import { seeded } from "../../../server/src/variables/seeded.ts";
import { request } from "../../support/findings.ts";
import { fixedSending } from "../../support/outgoing.ts";

const random = {
  "X-A": "{{$guid}}",
  "X-B": "{{$guid}}",
  "X-C": "{{$randomInt 0 1000000}}",
  "X-D": '{{$random "[A-Z]{9}"}}',
};
const more = { ...random, "X-E": "{{$random 16 | hex}}", "X-F": "{{$wsse.nonce}}" };

/** The random values that the requests of a text are sent with. */
function sent(text: string, given: Partial<Sending> = {}): readonly (readonly string[])[] {
  const analysis = analyze(text);
  return messagesOf(analysis).map((one) => {
    const sending = {
      ...fixedSending,
      guid: () => `${Math.random()}`,
      random: Math.random,
      nonce: () => `${Math.random()}`,
      ...given,
    };
    const made = outgoingOf(analysis, one, withSeed(analysis, one, sending));
    assert.ok(made.kind === "message", JSON.stringify(made));
    return made.outgoing.fields.filter(({ name }) => name.startsWith("X-")).map(({ value }) => value);
  });
}

suite("random values of a seed", () => {
  const text = `# @seed 7\n###\n${request(more)}\n###\n${request(more)}`;

  test("Random values are the same each time with # @seed, except for bytes and nonces", () => {
    const [first = [], second = []] = sent(text);
    const [again = []] = sent(text);
    assert.deepEqual(first.slice(0, 4), again.slice(0, 4));
    assert.notEqual(first[4], again[4]);
    assert.notEqual(first[5], again[5]);
    assert.equal(new Set([...first, ...second]).size, 12, "values at different places");
    assert.match(first[0] ?? "", /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  test("Random values differ with another seed, another file, row and number", () => {
    const values = [
      sent(text),
      sent(text.replace("@seed 7", "@seed 8")),
      sent(text, { seed: "9" }),
      sent(text, { place: { file: "a", number: 1 } }),
      sent(text, { place: { file: "b", number: 1 } }),
      sent(text, { place: { file: "a", number: 2 } }),
      sent(text, { place: { file: "a", row: 2, number: 1 } }),
      sent(text, { place: { file: "a", row: 3, number: 1 } }),
      sent(text, { place: { file: "a", use: ["row-2"], number: 1 } }),
    ].map(([first = []]) => first[0]);
    assert.equal(new Set(values).size, values.length);
    assert.deepEqual(sent(text, { seed: "7" })[0]?.[0], values[0]);
  });

  test("Places whose 32-bit hashes (FNV-1a) are the same have other random values", () => {
    const [first, second] = [132_789, 729_192].map((row) => seeded(`["7","a",[],1,"",${row},1]`));
    assert.notEqual(first?.guid(), second?.guid());
  });

  test("Random numbers of a seed are spread evenly from 0 to 1", () => {
    const { random } = seeded("7");
    const tenths = new Map<number, number>();
    for (let count = 0; count < 10_000; count++) {
      const tenth = Math.floor(random() * 10);
      tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1);
    }
    assert.deepEqual([...tenths.keys()].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [tenth, count] of tenths) assert.ok(Math.abs(count - 1000) < 150, `${tenth}: ${count}`);
  });

  test("Random values differ each time without a seed", () => {
    const unseeded = request(random);
    assert.notDeepEqual(sent(unseeded), sent(unseeded));
  });
});
