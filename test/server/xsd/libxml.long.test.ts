import assert from "node:assert/strict";
import { builtInType } from "../../../server/src/xsd/builtInTypes.ts";
import type { SimpleType } from "../../../server/src/xsd/components.ts";
import { sampleOf } from "../../../server/src/xsd/sample/values.ts";
import { validateValue } from "../../../server/src/xsd/values.ts";
import { effort, Random } from "../../fuzz/random.ts";
import { builtInNames, lexicalForms } from "./lexicalForms.ts";
import { javaScriptOf, randomType } from "./randomTypes.ts";
import { compiled, libxmlVerdicts, prefixes, restriction } from "./support.ts";

interface Verdict {
  /** Text of the `<xs:simpleType>`. */
  readonly type: string;
  readonly value: string;
  readonly accepted: boolean;
}

interface KnownDifference {
  readonly reason: string;
  readonly explains: (verdict: Verdict) => boolean;
}

/** `accepted` is our verdict; libxml2's is the other one. */
const knownDifferences: readonly KnownDifference[] = [
  {
    // Section 3.2.16: Base64Binary ::= S? B64quad* B64final?; other characters aren't allowed, nor bits that are lost.
    reason: "libxml2 ignores characters that aren't base64, and bits that are lost",
    explains: ({ type, value, accepted }) => {
      const written = value.replace(/[ \t\r\n]/g, "");
      return !accepted && /base64Binary/.test(type) && Buffer.from(written, "base64").toString("base64") !== written;
    },
  },
  {
    // Sections 3.2.4.1 and 3.2.5.1: the exponent is an integer, so it has digits.
    reason: "libxml2 accepts 1e as a float",
    explains: ({ type, value, accepted }) => !accepted && /xs:(?:float|double)/.test(type) && value === "1e",
  },
  {
    // Section 3.2.6.1: at least one digit before, and if there is a point, after it.
    reason: "libxml2 accepts a point without digits in seconds",
    explains: ({ type, value, accepted }) => !accepted && /xs:duration/.test(type) && /T\.|\.S/.test(value),
  },
  {
    reason: "libxml2 refuses years that are far away",
    explains: ({ type, value, accepted }) =>
      accepted && /xs:gYear"/.test(type) && Math.abs(Number(value)) >= 10_000_000,
  },
  {
    // NMTOKENS and IDREFS have the facet minLength 1 (sections 3.3.5 and 3.3.10), which is inherited.
    reason: "libxml2 forgets that NMTOKENS and IDREFS aren't empty when they are restricted",
    explains: ({ type, value, accepted }) => !accepted && /xs:(?:NMTOKENS|IDREFS)/.test(type) && value.trim() === "",
  },
  {
    // The whitespace of all dates is collapsed (section 3.2.9.2).
    reason: "libxml2 refuses whitespace around a date",
    explains: ({ type, value, accepted }) => accepted && /xs:date"/.test(type) && value !== value.trim(),
  },
  {
    // Sections 3.2.7.4 and 3.2.8: where only one has a zone, times that are less than 14 hours apart have no order.
    reason: "libxml2 compares a time that has a zone with one that has none",
    explains: ({ type, value, accepted }) => !accepted && /xs:time"/.test(type) && /:.*(?:Z|[-+]..:..)$/.test(value),
  },
  {
    reason: "libxml2 refuses the form of gMonth in the first edition of XML Schema",
    explains: ({ type, value, accepted }) => accepted && /xs:gMonth"/.test(type) && /^\s*--..--/.test(value),
  },
  {
    // RFC 2396: an opaque part has at least one character, and a path before it no colon.
    reason: "libxml2 accepts a scheme without anything after it",
    explains: ({ type, value, accepted }) => !accepted && /xs:anyURI"/.test(type) && /^[a-z]+:$/.test(value.trim()),
  },
  {
    // Part 2 refers to the second edition of XML 1.0.
    reason: "libxml2's names are those of the fifth edition of XML",
    explains: ({ type, value, accepted }) =>
      !accepted && /xs:(?:Name|NCName|QName|NMTOKENS?|ID|IDREFS?|ENTITY)"/.test(type) && /[€𝒳٣]/u.test(value),
  },
  {
    // Appendix F; JavaScript's engine is the judge.
    reason: "libxml2 loses its way where sets overlap, in groups that may be empty, and in counted repetitions",
    explains: ({ type, value, accepted }) => {
      const patterns = [...type.matchAll(/<xs:pattern value="([^"]*)"/g)].map(([, pattern = ""]) =>
        javaScriptOf.get(pattern),
      );
      return patterns.some((js) => js !== undefined && new RegExp(`^(?:${js})$`, "u").test(value) === accepted);
    },
  },
];

suite("values compared with libxml2", () => {
  for (const name of builtInNames) {
    test(`libxml2 agrees which texts are values of xs:${name}`, () => {
      const type = builtInType(name);
      assert.ok(type);
      verdictsOf(restriction(`xs:${name}`, []), type, lexicalForms);
    });
  }

  for (let start = 1; start <= 50 * effort; start += 50) {
    test(`values of random types are judged as by libxml2, from ${start}`, () => {
      let [accepted, refused] = [0, 0];
      for (let seed = start; seed < start + 50; seed++) {
        const written = randomType(new Random(seed));
        const { type, problems } = compiled(written);
        assert.deepEqual(problems, [], written);
        const values = lexicalForms.filter((_, index) => index % 7 === seed % 7);
        const verdicts = verdictsOf(written, type, values);
        accepted += verdicts.filter((verdict) => verdict.accepted).length;
        refused += verdicts.filter((verdict) => !verdict.accepted).length;
      }
      assert.ok(accepted > 50 && refused > 50, `${accepted} values were accepted, ${refused} refused`);
    });

    test(`samples of random types are valid for libxml2, from ${start}`, () => {
      for (let seed = 10_000 + start; seed < 10_050 + start; seed++) {
        const written = randomType(new Random(seed));
        const { type } = compiled(written);
        const { value, valid } = sampleOf(type, "quantity");
        assert.ok(valid, `${seed}: ${value} ${written}`);
        verdictsOf(written, type, [value]);
      }
    });
  }
});

/** Our verdicts, which differ from the verdicts of libxml2 only for known reasons. */
function verdictsOf(written: string, type: SimpleType, values: readonly string[]): readonly Verdict[] {
  const theirs = libxmlVerdicts(written, values);
  assert.ok(theirs, `libxml2 refuses ${written}`);
  const verdicts = values.map((value) => ({
    ...{ type: written, value },
    accepted: validateValue(value, type, prefixes) === undefined,
  }));
  assert.deepEqual(unexplained(verdicts, theirs), []);
  return verdicts;
}

/** The verdicts that differ from libxml2's for no known reason. */
function unexplained(verdicts: readonly Verdict[], theirs: readonly boolean[]): readonly Verdict[] {
  return verdicts.filter(
    (verdict, index) =>
      verdict.accepted !== theirs[index] && !knownDifferences.some(({ explains }) => explains(verdict)),
  );
}
