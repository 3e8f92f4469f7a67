import assert from "node:assert/strict";
import { matches } from "../../../../server/src/xsd/pattern/matcher.ts";
import { isPattern } from "../../../../server/src/xsd/pattern/patterns.ts";
import { compilePattern, type Program } from "../../../../server/src/xsd/pattern/program.ts";
import { matchingTexts } from "../../../../server/src/xsd/pattern/samples.ts";
import { parsePattern } from "../../../../server/src/xsd/pattern/syntax.ts";
import { effort, Random } from "../../../fuzz/random.ts";
import { randomPattern } from "../randomTypes.ts";

suite("patterns of XML Schema", () => {
  const cases: readonly (readonly [pattern: string, good: readonly string[], bad: readonly string[]])[] = [
    ["", [""], ["a"]],
    ["abc", ["abc"], ["", "ab", "abcd", "xabc", "ABC"]],
    ["a|bc|", ["a", "bc", ""], ["b", "abc"]],
    ["a?b*c+", ["c", "abc", "bbcc"], ["ab", "aabc"]],
    ["a{2}b{1,}c{0,2}", ["aab", "aabbbcc"], ["ab", "aa", "aabccc"]],
    ["(ab){2,3}", ["abab", "ababab"], ["ab", "abababab", "aba"]],
    ["([0-9]{1,3}\\.){3}[0-9]{1,3}", ["10.0.0.255"], ["10.0.0", "1000.0.0.1"]],
    ["a{0}b", ["b"], ["ab"]],
    ["(a*)*b", ["b", "aaab"], ["aaa"]],
    ["(a{0,2}){2}", ["", "a", "aaaa"], ["aaaaa"]],
    ["^a$", ["^a$"], ["a"]],
    ["a.c", ["abc", "a c", "a𝒳c"], ["a\nc", "a\rc", "ac"]],
    ["[a-c]", ["a", "c"], ["d", "-"]],
    ["[^a-c]", ["d", "^"], ["b", ""]],
    ["[a^]", ["^", "a"], ["b"]],
    ["[-a]|[b-]", ["-", "a", "b"], ["c"]],
    ["[+\\-.]", ["+", "-", "."], [","]],
    ["[\\w-.]", ["-", ".", "x"], [","]],
    ["[a-z-[aeiou]]", ["b", "z"], ["a", "u", "-"]],
    ["[^a-z-[0-9]]", ["A"], ["a", "1"]],
    ["[a-z-[b-y-[m]]]", ["a", "m", "z"], ["b", "y"]],
    ["\\n\\r\\t", ["\n\r\t"], ["nrt"]],
    ["\\\\\\|\\.\\-\\^\\?\\*\\+\\{\\}\\(\\)\\[\\]", ["\\|.-^?*+{}()[]"], ["|.-^?*+{}()[]"]],
    ["\\/\\@", ["/@"], ["\\/\\@"]],
    ["\\s\\S", [" a", "\tb", "\n-"], ["  ", "a "]],
    ["\\i\\I", ["a1", "_-", ":."], ["1a", "aa"]],
    ["\\c+", ["a-b.c:1", "é·"], ["a b", "a+", ""]],
    ["\\C", [" ", "+"], ["a", "-"]],
    ["\\d\\D", ["1a", "٣-"], ["11", "a1"]],
    ["\\w+", ["aZ9", "é", "+"], ["a-b", " ", "_"]],
    ["\\W", ["-", " ", "_"], ["a"]],
    ["\\p{Lu}\\p{L}\\P{L}", ["Éa1"], ["ea1", "Éaa"]],
    ["\\p{IsBasicLatin}", ["a"], ["é"]],
    ["\\p{IsGreek}\\P{IsLatin-1Supplement}", ["αa"], ["aα", "αé"]],
    ["\\p{IsSpecials}", ["\ufeff", "\ufffd"], ["\ufeef"]],
    ["\\p{IsPrivateUse}", ["\ue000", "\u{10fffd}"], ["\uf900"]],
    ["\\P{IsHangulSyllables}", ["\ud7a4"], ["\ud7a3"]],
    ["\\i", ["_", ":", "é", "日"], ["1", "€", "ℵ", "Ⅷ", "\u{10000}"]],
    ["\\c", ["-", ".", "·", "١"], ["\u203f", "€", " "]],
    ["\\p{IsUnknownBlock}", ["a", "α"], ["", "ab"]],
    ["[\\p{Nd}\\p{Sc}]", ["1", "€"], ["a"]],
    ["\\p{So}", ["©"], ["c"]],
  ];
  for (const [pattern, good, bad] of cases) {
    test(JSON.stringify(pattern), () => {
      const program = programOf(pattern);
      for (const text of good) assert.equal(matches(program, text), true, JSON.stringify(text));
      for (const text of bad) assert.equal(matches(program, text), false, JSON.stringify(text));
    });
  }

  for (const pattern of [
    ...["(", ")", "a)", "(a", "*", "a**", "a{", "a{1", "a{2,1}", "a{,2}", "{1}", "[", "[]", "[^]", "[a", "[z-a]", "a]"],
    ...["[a-[b]", "[[a]]", "\\", "\\a", "\\u0041", "\\p{Xx}", "\\p{L", "\\pL", "\\p{toString}", "?", "a|*", "\\1"],
  ]) {
    test(`the compiler refuses ${pattern}`, () => assert.equal(isPattern(pattern), false));
  }

  test("patterns decide as JavaScript does, at random", () => {
    let matched = 0;
    for (let seed = 1; seed <= 100 * effort; seed++) {
      const random = new Random(seed);
      const { xsd, js } = randomPattern(random, 2);
      const program = programOf(xsd);
      const expected = new RegExp(`^(?:${js})$`, "u");
      const own = [...first(5, matchingTexts([program], 0, 12))];
      const texts = own.flatMap((text) => [text, changed(random, text)]);
      for (const text of [...texts, random.some(0, 6, () => random.pick([..."aZ7-@_: .\\()+é€"]))]) {
        const expectation = expected.test(text);
        if (expectation) matched++;
        assert.equal(matches(program, text), expectation, `${seed}: ${xsd} ${JSON.stringify(text)}`);
      }
      for (const text of own) assert.ok(expected.test(text), `${seed}: ${xsd} made ${JSON.stringify(text)}`);
    }
    assert.ok(matched > 150 * effort, `${matched} texts matched`);
  });

  test("patterns cost no more than linear time for expressions that make others backtrack", () => {
    for (const pattern of ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*,){11}P", "((a?){100}){5}", "(x+x+)+y"]) {
      assert.equal(matches(programOf(pattern), "a".repeat(20_000)), false, pattern);
    }
  });

  test("patterns cost nothing for long repetitions of a set", () => {
    const program = programOf("[a-z]{1,10000}[0-9]{0,999999999}");
    assert.equal(program.instructions.length, 3);
    assert.equal(matches(program, "a".repeat(10_000)), true);
    assert.equal(matches(program, "a".repeat(10_001)), false);
    assert.equal(matches(program, `${"a".repeat(10_000)}${"1".repeat(10_000)}`), true);
  });

  test("patterns accept more rather than hang where a group is repeated very often", () => {
    const program = programOf("((ab?){0,5000}c){0,5000}");
    assert.ok(program.instructions.length < 10_000);
    assert.equal(matches(program, "abac"), true);
    assert.equal(matches(program, "abad"), false);
  });

  test("patterns that are nested too deep are refused, not thrown", () => {
    assert.equal(isPattern(`${"(".repeat(100_000)}a${")".repeat(100_000)}`), false);
    assert.equal(isPattern("[a-".repeat(100_000)), false);
    assert.equal(isPattern(`${"(".repeat(90)}a${")".repeat(90)}`), true);
  });
});

suite("texts for patterns", () => {
  const cases: readonly (readonly [patterns: readonly string[], least: number, most: number, text: string])[] = [
    [["[A-Z]{3}"], 1, 9, "ABC"],
    [["\\d{3}-\\d{2}"], 1, 9, "123-56"],
    [["[A-Z]{2}\\d+"], 6, 6, "AB3456"],
    [["a|bb|ccc"], 3, 3, "ccc"],
    [[".*[0-9]", "[A-Z].*", ".{4}"], 1, 9, "Abc4"],
    [["\\p{IsGreek}+", "\\p{Lu}+"], 2, 2, "ͰϿ"],
    [["[a-z]{2000}"], 1, 3000, "abcdefghijklmnopqrstuvwxyz".repeat(80).slice(0, 2000)],
  ];
  for (const [patterns, least, most, expected] of cases) {
    test(`the first text of ${least} to ${most} characters is found for ${patterns.join(" and ")}`, () => {
      const [text] = first(1, matchingTexts(patterns.map(programOf), least, most));
      assert.equal(text, expected);
    });
  }

  test("the search for texts ends where nothing matches", () => {
    assert.deepEqual([...matchingTexts([programOf("a+"), programOf("b+")], 0, 100)], []);
    assert.deepEqual([...matchingTexts([programOf("[^\\s\\S]")], 0, 100)], []);
    assert.deepEqual([...matchingTexts([programOf("a{3}")], 4, 100)], []);
  });
});

function programOf(pattern: string): Program {
  const tree = parsePattern(pattern);
  assert.ok(tree, `${pattern} can't be read`);
  return compilePattern(tree);
}

function* first<T>(count: number, from: Iterable<T>): Generator<T> {
  let taken = 0;
  for (const state of from) {
    yield state;
    if (++taken === count) return;
  }
}

function changed(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick([..."aZ7-@ ", ""]) + text.slice(at + random.below(2));
}
