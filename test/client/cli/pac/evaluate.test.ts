import assert from "node:assert/strict";
import { evaluatePac } from "../../../../client/src/cli/pac/evaluate.ts";
import { proxiesOf } from "../../../../client/src/cli/pac/pacFile.ts";

/** A Wednesday, 13:30:15 in the zone of this machine. */
const now = new Date(2026, 6, 15, 13, 30, 15).getTime();

const evaluate = (script: string, at = now) =>
  evaluatePac({ script, name: "proxy.pac", url: "http://service.example:8000/", host: "service.example" }, at);

async function valuesOf(expressions: readonly string[], at = now): Promise<unknown> {
  const outcome = await evaluate(`function FindProxyForURL(url, host) { return JSON.stringify([${expressions}]) }`, at);
  assert.equal(outcome.kind, "result", "message" in outcome ? outcome.message : "");
  return "value" in outcome ? JSON.parse(outcome.value) : undefined;
}

suite("the functions of proxy scripts", () => {
  for (const [name, cases] of Object.entries({
    isPlainHostName: [
      ["'www'", true],
      ["'www.a.example'", false],
    ],
    dnsDomainIs: [
      ["host, '.example'", true],
      ["'a.other', '.example'", false],
    ],
    localHostOrDomainIs: [
      ["'www.a.example', 'www.a.example'", true],
      ["'www', 'www.a.example'", true],
      ["'home.a.example', 'www.a.example'", false],
      ["'www.a', 'www.a.example'", false],
    ],
    isResolvable: [
      ["'localhost'", true],
      ["'no such name'", false],
    ],
    dnsResolve: [
      ["'localhost'", "127.0.0.1"],
      ["'10.1.2.3'", "10.1.2.3"],
      ["'no such name'", null],
    ],
    isInNet: [
      ["'10.1.2.3', '10.0.0.0', '255.0.0.0'", true],
      ["'11.1.2.3', '10.0.0.0', '255.0.0.0'", false],
      ["'localhost', '127.0.0.0', '255.255.255.0'", true],
      ["'no such name', '0.0.0.0', '0.0.0.0'", false],
      ["'200.1.2.3', '200.1.2.3', '255.255.255.255'", true],
      ["'10.1.2.3', '10.0.0.0', 'x'", false],
    ],
    dnsDomainLevels: [
      ["'www'", 0],
      ["'www.a.example'", 2],
    ],
    shExpMatch: [
      ["url, 'http://*:8000/*'", true],
      ["'abcabd', '*abd'", true],
      ["'abc', 'a?c'", true],
      ["'abc', 'ab'", false],
      ["'a.c', 'a.*'", true],
      ["'abc', 'a.*'", false],
      [`'a'.repeat(5000), '${"*a".repeat(30)}b'`, false],
    ],
    weekdayRange: [
      ["'WED'", true],
      ["'THU'", false],
      ["'MON', 'FRI'", true],
      ["'FRI', 'MON'", false],
      ["'SAT', 'WED'", true],
      ["'XXX', 'WED'", false],
    ],
    dateRange: [
      ["15", true],
      ["14", false],
      ["'JUL'", true],
      ["2026", true],
      ["2025", false],
      ["1, 15", true],
      ["16, 31", false],
      ["'JUN', 'AUG'", true],
      ["'DEC', 'JAN'", false],
      ["'OCT', 'AUG'", true],
      ["1, 'JUN', 15, 'JUL'", true],
      ["16, 'JUL', 31, 'JUL'", false],
      ["1, 'JUN', 2026, 15, 'AUG', 2026", true],
      ["'JAN', 2027, 'DEC', 2028", false],
      ["'x'", false],
    ],
    timeRange: [
      ["13", true],
      ["12", false],
      ["9, 17", true],
      ["22, 6", false],
      ["22, 14", true],
      ["13, 30, 13, 31", true],
      ["13, 31, 14, 0", false],
      ["13, 30, 0, 13, 30, 15", true],
      ["13, 30, 16, 14, 0, 0", false],
    ],
  } as const)) {
    test(`${name} returns what browsers return`, async () => {
      const values = await valuesOf(cases.map(([args]) => `${name}(${args})`));
      assert.deepEqual(
        cases.map(([args], at) => [args, (values as unknown[])[at]]),
        cases,
      );
    });
  }

  test("The last argument GMT means the time in UTC", async () => {
    const at = Date.UTC(2026, 11, 31, 23, 5);
    const calls = ["timeRange(23, 'GMT')", "weekdayRange('THU', 'GMT')", "dateRange(31, 'DEC', 31, 'DEC', 'GMT')"];
    assert.deepEqual(await valuesOf([...calls, "timeRange(22, 'GMT')"], at), [true, true, true, false]);
  });

  test("myIpAddress returns an IPv4 address of this machine", async () => {
    assert.deepEqual(await valuesOf(["/^\\d+(\\.\\d+){3}$/.test(myIpAddress())"]), [true]);
  });
});

suite("the evaluation of proxy scripts", () => {
  for (const [what, script, expected] of [
    ["has an endless loop", "function FindProxyForURL() { for (;;); }", /^proxy\.pac takes more than 2 seconds\./],
    [
      "is slow in a function of JavaScript that can't be interrupted",
      "function FindProxyForURL() { const s = 'a'.repeat(3e7); for (;;) s.indexOf('b'); }",
      /^proxy\.pac takes more than 2 seconds\./,
    ],
    ["takes too much memory", "'x'.repeat(2 ** 29)", /out of memory/],
    ["calls itself endlessly", "function f() { f() } f()", /Maximum call stack size exceeded/],
    ["has a syntax error", "function FindProxyForURL() {\n  return 'a\n}", /^Line 2 of proxy\.pac has an error: /],
    ["throws", "function FindProxyForURL() {\n\nnull.x }", /^Line 3 of proxy\.pac has an error: /],
    ["has no function", "var a;", /^proxy\.pac has no function FindProxyForURL\.$/],
    [
      "returns a number",
      "function FindProxyForURL() { return 1 }",
      /^FindProxyForURL of proxy\.pac must return a text\.$/,
    ],
    [
      "looks up too many names",
      "function FindProxyForURL() { for (let i = 0; i < 200; i++) dnsResolve(i + '.invalid') }",
      /^proxy\.pac looks up too many names\.$/,
    ],
  ] as const) {
    test(`A script that ${what} has no result`, async () => {
      const outcome = await evaluate(script);
      assert.match("message" in outcome ? outcome.message : "", expected);
    });
  }

  test("A script can use only the language and the functions of proxy scripts", async () => {
    const names = "process require module fetch Worker setTimeout console WebAssembly std os print load".split(" ");
    const types = await valuesOf(names.map((name) => `typeof ${name}`));
    assert.deepEqual(
      types,
      names.map(() => "undefined"),
    );
    const attempt =
      "(() => { try { return dnsResolve.constructor('return typeof process')() } catch { return 'none' } })()";
    assert.deepEqual(await valuesOf([attempt]), ["undefined"]);
  });

  test("A host name that depends on the address of another host name is looked up, too", async () => {
    const call = "dnsResolve(dnsResolve('localhost') === '127.0.0.1' ? 'localhost' : 'no such name')";
    assert.deepEqual(await valuesOf([call]), ["127.0.0.1"]);
  });
});

suite("the result of a proxy script", () => {
  for (const [result, expected] of [
    ["", ["direct"]],
    ["DIRECT", ["direct"]],
    ["PROXY a:3128; direct;", ["http://a:3128/", "direct"]],
    ["HTTPS a:443;SOCKS b;SOCKS5 c:1", ["https://a/", "socks5h://b", "socks5h://c:1"]],
    ["SOCKS4 a:1080", ["SOCKS4 a:1080"]],
    ["PROXY u:p@a:1; WHAT a", ["PROXY u:p@a:1", "WHAT a"]],
  ] as const) {
    test(`the result "${result}" means ${expected.join(", then ")}`, () => {
      const told = proxiesOf(result).map((one) => {
        return one.kind === "proxy" ? one.url.href : one.kind === "invalid" ? one.value : one.kind;
      });
      assert.deepEqual(told, expected);
    });
  }
});
