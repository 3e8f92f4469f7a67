import type { Random } from "./random.ts";

/** Texts that mean something in one of the formats that others read, or to what reads them. */
const parts: readonly string[] = [
  ...['"', "'", '"""', "'''", "\\", '\\"', "\\u0022", "\\x22", "\\N{QUOTATION MARK}", "{0}", "%s", "+ACI-", "+AAo-"],
  ...["import os", "os.system('x')", "__import__('os')", "#", "# coding=utf-7", "-*- coding: unicode_escape -*-"],
  ..."< > & </stringProp> <!-- --> -- --- -> - ]]> <![CDATA[ &quot; &#0; <?x?>".split(" "),
  ...["$", "{", "}", "(", ")", ",", "|", "\u0024{x}", "\u0024{__BeanShell(1)}", "\\\u0024", "__P(", ")}", "[", "]"],
  ...[
    "ok 1",
    "not ok 2",
    "1..0",
    "Bail out!",
    "...",
    "# SKIP",
    "# TODO",
    "TAP version 14",
    "::error::",
    "##vso[x]",
    "##[x]",
  ],
  ...["\t", " ", "  ", "\u0000", "\u0001", "\u001b[2J", "\u007f", "\u0085", "\u009b", "\u00a0", "\u00ad", "\u200b"],
  ..."\u2028 \u2029 \u202e \ufeff \ufffe \uffff \u00e9 \u00df \u0130 \ud83d\ude00 \ud83d \ude00".split(" "),
  ..."__proto__ constructor None class self task Check con a b A _1 _g 9 .. /".split(" "),
];

/** Line breaks, for places where a text may have several lines. */
const lineBreaks: readonly string[] = ["\n", "\r", "\r\n", "\n...\n", "\n::error::", "\n  ---\n", "\n1..1\n"];

/** A text for a place with one line. `more`: texts of this run. */
export function hostileLine(random: Random, more: readonly string[] = []): string {
  return random.some(1, 6, () => random.pick(random.chance(10) && more.length > 0 ? more : parts));
}

export function hostileText(random: Random): string {
  return random.some(1, 4, () => hostileLine(random) + (random.chance(40) ? random.pick(lineBreaks) : ""));
}
