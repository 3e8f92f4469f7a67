import assert from "node:assert/strict";
import { builtInValue } from "../../../server/src/variables/builtInReferences.ts";
import { sendingNow } from "../../../server/src/variables/nonce.ts";
import type { Machine, Sending } from "../../../server/src/variables/sending.ts";
import { fixedSending } from "../../support/outgoing.ts";

const machine: Machine = {
  processEnv: (name) => ({ USER: "ann", EMPTY: "" })[name],
  certificate: () => undefined,
  token: () => undefined,
  dotenv: () => ({ origin: ".env", variables: new Map([["TOKEN", "t0p"]]) }),
};

const none = { lookup: () => ({ kind: "undefined" }) as const, file: () => ({ kind: "missing" }) as const };
const valueAt = (reference: string, sending?: Sending) =>
  builtInValue(reference, { machine: machine, sending: sending, ...none });

function sent(reference: string, sending: Partial<Sending> = {}): string {
  const value = valueAt(reference, { ...fixedSending, ...sending });
  return value.kind === "text" ? value.text : value.kind;
}

/** The sample that is counted before sending; `undefined` if the length isn't known. */
function sample(reference: string): string | undefined {
  const value = valueAt(reference);
  assert.ok(value.kind === "atSending", `${reference}: ${JSON.stringify(value)}`);
  return value.sample;
}

suite("built-in variables", () => {
  test("$guid is a new UUID each time", () => {
    let count = 0;
    const guid = () => `${++count}`;
    assert.deepEqual([sent("$guid", { guid }), sent("$guid", { guid })], ["1", "2"]);
  });

  test("$timestamp is in seconds since 1970", () => {
    assert.equal(sent("$timestamp"), "1772368496");
    assert.equal(sent("$timestamp -1 d"), String(1772368496 - 86_400));
    assert.equal(sent("$timestamp +90 s"), "1772368586");
  });

  test("$datetime is the time of sending in UTC, in three kinds of formats", () => {
    assert.equal(sent("$datetime iso8601"), "2026-03-01T12:34:56.789Z");
    assert.equal(sent("$datetime rfc1123"), "Sun, 01 Mar 2026 12:34:56 GMT");
    assert.equal(sent('$datetime "DD.MM.YYYY [at] HH:mm"'), "01.03.2026 at 12:34");
    assert.equal(sent("$datetime 'YYYY'"), "2026");
  });

  test("$datetime is in the time of a zone, with daylight saving time, like Python's zoneinfo", () => {
    const at = (time: string, rest: string) =>
      sent(`$datetime "YYYY-MM-DD[T]HH:mm:ssZ" ${rest}`, { now: new Date(time) });
    assert.equal(at("2026-03-29T00:59:59Z", 'zone="Europe/Zagreb"'), "2026-03-29T01:59:59+01:00");
    assert.equal(at("2026-03-29T01:00:00Z", 'zone="Europe/Zagreb"'), "2026-03-29T03:00:00+02:00");
    assert.equal(at("2026-03-28T01:00:00Z", '1 d zone="Europe/Zagreb"'), "2026-03-29T03:00:00+02:00");
    assert.equal(at("2026-01-01T00:00:00Z", "zone=America/St_Johns"), "2025-12-31T20:30:00-03:30");
    assert.equal(at("2026-01-01T00:00:00Z", 'zone="UTC"'), "2026-01-01T00:00:00+00:00");
  });

  test("$datetime names a zone that is unknown, and a format that has none", () => {
    const why = (reference: string) => {
      const value = valueAt(reference);
      return value.kind === "undefined" ? value.why : value.kind;
    };
    assert.equal(
      why('$datetime "HH" zone="Europe/Zagrab"'),
      "The time zone Europe/Zagrab is unknown. Use a name such as Europe/Zagreb.",
    );
    assert.equal(
      why("$datetime iso8601 zone=Europe/Zagreb"),
      "iso8601 is always in UTC. Use a format in quotes with zone.",
    );
    assert.match(why('$datetime "HH" zone=') ?? "", /is unknown/);
    assert.match(why('$datetime "HH" zone="a" zone="b"') ?? "", /^Use /);
  });

  const shifted: readonly (readonly [string, string])[] = [
    ["1 y", "2027-03-01T12:34:56.789Z"],
    ["-1 M", "2026-02-01T12:34:56.789Z"],
    ["2 w", "2026-03-15T12:34:56.789Z"],
    ["-1 d", "2026-02-28T12:34:56.789Z"],
    ["12 h", "2026-03-02T00:34:56.789Z"],
    ["5 m", "2026-03-01T12:39:56.789Z"],
    ["+4 s", "2026-03-01T12:35:00.789Z"],
    ["211 ms", "2026-03-01T12:34:57.000Z"],
  ];
  for (const [offset, expected] of shifted) {
    test(`$datetime iso8601 accepts the offset ${offset}`, () =>
      assert.equal(sent(`$datetime iso8601 ${offset}`), expected));
  }

  test("$randomInt includes the first number and excludes the second", () => {
    assert.equal(sent("$randomInt 5 8", { random: () => 0 }), "5");
    assert.equal(sent("$randomInt 5 8", { random: () => 0.999999999 }), "7");
    assert.equal(sent("$randomInt -8 -5", { random: () => 0.999999999 }), "-6");
  });

  test("$random with a pattern is a text that matches it, and another one each time", () => {
    const patterns = ["[A-Z]{2}[0-9]{6}", "a|bb|c?", "\\d{3,5}-\\w+", "(x[0-9]*)+", "[^a-z]{4}", "(((a?)*)*){1000}"];
    for (const pattern of patterns) {
      const texts = Array.from({ length: 40 }, () => sent(`$random "${pattern}"`, { random: Math.random }));
      for (const text of texts) assert.match(text, new RegExp(`^(?:${pattern})$`));
      assert.ok(new Set(texts).size > 1, pattern);
    }
    assert.equal(sent('$random "[A-C]{2}"', { random: () => 0.999999999 }), "CC");
    assert.equal(sample('$random "[A-C]{2}"')?.length, 2);
    assert.equal(sample('$random "[A-C]{1,2}"'), undefined);
    assert.equal(sent('$random "\\p{Lu}"', { random: () => 0 }), "A");
  });

  test("$random with words is one of them", () => {
    assert.equal(sent('$random red green "dark blue"', { random: () => 0 }), "red");
    assert.equal(sent('$random red green "dark blue"', { random: () => 0.999999999 }), "dark blue");
    assert.equal(sample("$random ab cd"), "ab");
    assert.equal(sample("$random a bc"), undefined);
  });

  for (const pattern of ["[a-", "a{1001}", "((a{100}){100}){100}", "[a-z-[a-z]]"]) {
    test(`$random refuses a pattern that has no values, or too long ones: ${pattern}`, () => {
      assert.match(whyNot(`$random "${pattern}"`), /is no pattern of XML Schema/);
    });
  }

  test("a new nonce is the same in one sending, and another one in the next", () => {
    const [{ nonce }, { nonce: other }] = [sendingNow(), sendingNow()];
    assert.equal(Buffer.from(nonce(), "base64").length, 16);
    assert.equal(nonce(), nonce());
    assert.notEqual(nonce(), other());
  });

  test("$wsse.nonce is that of the sending", () => {
    assert.equal(sent("$wsse.nonce"), fixedSending.nonce());
    assert.equal(sent("$wsse.nonce", { nonce: () => "other" }), "other");
    assert.equal(sample("$wsse.nonce")?.length, fixedSending.nonce().length);
  });

  test("$wsse.created and $wsu.created are the time of sending in UTC, without fractions of seconds", () => {
    assert.equal(sent("$wsse.created"), "2026-03-01T12:34:56Z");
    assert.equal(sent("$wsu.created"), "2026-03-01T12:34:56Z");
    assert.equal(sample("$wsu.created")?.length, "2026-03-01T12:34:56Z".length);
  });

  test("$wsu.expires is 5 minutes after $wsu.created, or the given time", () => {
    assert.equal(sent("$wsu.expires"), "2026-03-01T12:39:56Z");
    assert.equal(sent("$wsu.expires 5 m"), "2026-03-01T12:39:56Z");
    assert.equal(sent("$wsu.expires 1 d"), "2026-03-02T12:34:56Z");
    assert.equal(sent("$wsu.expires -1 h"), "2026-03-01T11:34:56Z");
    assert.equal(sent("$wsu.expires 999 ms"), "2026-03-01T12:34:56Z");
    assert.equal(sample("$wsu.expires 800 y")?.length, "2026-03-01T12:34:56Z".length);
  });

  test("the values of tokens take no other arguments", () => {
    for (const name of [
      "$wsse.nonce 1",
      "$wsse.created now",
      "$wsu.created 5 m",
      "$wsu.expires 5",
      "$wsu.expires soon",
    ])
      assert.match(whyNot(name), /Use \{\{\$ws/, name);
  });

  test("$processEnv is an environment variable, and secret", () => {
    const value = valueAt("$processEnv USER");
    assert.ok(value.kind === "text" && value.secret);
    assert.equal(value.text, "ann");
    assert.equal(sent("$processEnv EMPTY"), "");
    assert.match(whyNot("$processEnv NONE"), /variable NONE isn't set/);
  });

  test("$processEnv finds no properties of JavaScript objects", () => {
    const real: Machine = { ...machine, processEnv: (name) => process.env[name] };
    assert.equal(
      builtInValue("$processEnv constructor", { machine: real, sending: undefined, ...none }).kind,
      "undefined",
    );
  });

  test("$dotenv is a variable of the .env file, and secret", () => {
    const value = valueAt("$dotenv TOKEN");
    assert.ok(value.kind === "text" && value.secret);
    assert.equal(value.text, "t0p");
    assert.match(whyNot("$dotenv NONE"), /NONE isn't defined in \.env/);
    assert.match(whyNot("$dotenv NONE", { ...machine, dotenv: () => undefined }), /No \.env file/);
  });

  test("$processEnv and $dotenv report why they aren't available", () => {
    const closed: Machine = {
      processEnv: () => ({ unavailable: "Not here." }),
      certificate: () => undefined,
      token: () => undefined,
      dotenv: () => ({ unavailable: "No." }),
    };
    assert.equal(whyNot("$processEnv USER", closed), "Not here.");
    assert.equal(whyNot("$dotenv TOKEN", closed), "No.");
  });

  test("$secret is known only on sending; its name may contain spaces", () => {
    assert.equal(sample("$secret api key"), undefined);
    assert.equal(sent("$secret api key"), "atSending");
    const value = valueAt("$secret api  key", { ...fixedSending, secret: (name) => `<${name}>` });
    assert.ok(value.kind === "text" && value.secret);
    assert.equal(value.text, "<api key>");
  });

  test("$contentLength is known only on sending", () => {
    assert.equal(sample("$contentLength"), undefined);
    assert.equal(sent("$contentLength"), "atSending");
  });

  test("values that are made on sending aren't secret", () => {
    for (const reference of ["$guid", "$timestamp", "$datetime iso8601", "$randomInt 1 2"]) {
      const value = valueAt(reference, fixedSending);
      assert.ok(value.kind === "text" && !value.secret, reference);
    }
  });

  for (const reference of [
    ...["$guid 1", "$contentLength x", "$secret", "$processEnv", "$processEnv A B", "$dotenv", "$dotenv A B"],
    ...["$timestamp 1", "$timestamp d", "$timestamp 1 fortnight", "$timestamp 1 d 2", "$timestamp 1.5 d"],
    ...[
      "$datetime",
      "$datetime YYYY",
      '$datetime ""',
      '$datetime "YYYY',
      "$datetime iso8601 1",
      "$datetime iso8601 d 1",
    ],
    ...["$datetime iso8601 1 toString", "$datetime iso8601 999999 y"],
    ...["$randomInt", "$randomInt 1", "$randomInt 1 1", "$randomInt 2 1", "$randomInt 1 2 3", "$randomInt a b"],
    ...["$random", "$random 0", "$random 1025", "$random word"],
    ...["$randomInt 1.5 3", "$randomInt 0 99999999999999999999"],
  ]) {
    test(`the message explains the syntax of ${reference}`, () => {
      const [name = ""] = reference.split(" ");
      assert.ok(whyNot(reference).startsWith(`Use {{${name}`), whyNot(reference));
      assert.equal(valueAt(reference, fixedSending).kind, "undefined");
    });
  }

  test("the message about an unknown name lists the known names", () => {
    for (const name of ["$", "$constructor", "$__proto__"]) assert.match(whyNot(name), /\$guid, \$timestamp/);
    assert.equal(whyNot("$uuid"), "Did you mean {{$guid}}?");
  });

  const samples = [
    ...["$guid", "$timestamp", "$timestamp -20 y", "$timestamp 100 ms", "$datetime iso8601", "$datetime rfc1123"],
    ...["$datetime iso8601 800 y", "$datetime rfc1123 -1 M", '$datetime "YYYY-MM-DD[T]HH:mm:ss.SSSZ"'],
    ...['$datetime "dd ddd MMM YY hh A [Monday M]"', "$datetime 'd YYYY' -12 h", '$datetime "YYYYMMDDHHmmss" 31 d'],
    ...["$randomInt 1 10", "$randomInt 10 100", "$randomInt -9 0", "$randomInt 0 10", "$randomInt -99 -9"],
  ];
  for (const reference of samples) {
    test(`a variable has the same length whenever it is sent: ${reference}`, () => {
      const { length } = sample(reference) ?? assert.fail("there is no sample");
      for (const now of times()) {
        for (const random of [0, 0.1, 0.5, 0.9, 1 - Number.EPSILON]) {
          const text = sent(reference, { now, random: () => random });
          assert.equal(text.length, length, `${now.toISOString()}: ${text}`);
        }
      }
    });
  }

  const unknown = [
    ...['$datetime "dddd"', '$datetime "D MMMM"', '$datetime "H:m:s"', '$datetime "h"', '$datetime "M"'],
    ...["$randomInt 1 11", "$randomInt 9 11", "$randomInt -1 2", "$randomInt -10 -8", "$timestamp -30 y"],
  ];
  for (const reference of unknown) {
    test(`a variable has a varying length: ${reference}`, () => assert.equal(sample(reference), undefined));
  }
});

/** Days that differ in everything that a format can show, every hour of one day, and now. */
function* times(): Generator<Date> {
  for (let day = 0; day < 800; day += 11)
    yield new Date(Date.UTC(2026, 0, day, day % 24, day % 60, (day * 7) % 60, day));
  for (let hour = 0; hour < 24; hour++) yield new Date(Date.UTC(2026, 8, 30, hour));
  yield new Date();
}

function whyNot(reference: string, on: Machine = machine): string {
  const value = builtInValue(reference, { machine: on, sending: undefined, ...none });
  assert.ok(value.kind === "undefined", `${reference}: ${JSON.stringify(value)}`);
  return value.why ?? "";
}
