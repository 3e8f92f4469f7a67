import assert from "node:assert/strict";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import {
  envelope11,
  envelope12,
  expectClean,
  expectFix,
  expectRule,
  request,
  request11,
} from "../../support/findings.ts";

const withLines = (...lines: string[]) => request().replace("Host: h", ["Host: h", ...lines].join("\n"));

suite("rules of header lines", () => {
  test("header-malformed reports a line without a colon or with an invalid name", () => {
    expectRule("header-malformed", withLines("«no colon here»"));
    expectRule("header-malformed", withLines("«:» value"));
    expectRule("header-malformed", withLines("X«(»y: 1"));
    expectFix("header-malformed", withLines("X-(A(: 1"), "Change to X-A", withLines("X-A: 1"));
    expectRule("header-malformed", withLines("X-A« »: 1"));
    expectFix("header-malformed", withLines("X-A : 1"), "Remove whitespace", withLines("X-A: 1"));
  });

  test("header-folded joins the line with the one above", () => {
    expectRule("header-folded", withLines("X-A: 1", "«  2»"));
    expectFix("header-folded", withLines("X-A: 1", "  2"), "Join with line above", withLines("X-A: 1 2"));
  });
});

suite("a misspelled header name", () => {
  for (const [typed, meant] of [
    ["Content-Typ", "Content-Type"],
    ["ContentType", "Content-Type"],
    ["Content Type", "Content-Type"],
    ["Content-Lenght", "Content-Length"],
    ["Hots", "Host"],
  ] as const) {
    test(`the rule reports ${typed} as ${meant}, and doesn't report ${meant} as missing`, () => {
      const wrong = request().replace(`${meant}:`, `${typed}:`);
      expectRule("header-misspelled", wrong.replace(`${typed}:`, `«${typed}»:`));
      expectFix("header-misspelled", wrong, `Change to ${meant}`, request());
    });
  }

  test("the rule suggests SOAPAction only in a SOAP 1.1 request", () => {
    const wrong = request11().replace("SOAPAction", "SOAP-Action");
    expectRule("header-misspelled", wrong.replace("SOAP-Action", "«SOAP-Action»"));
    expectFix("header-misspelled", wrong, "Change to SOAPAction", request11());
    expectClean(withLines("SOAP-Action: x"));
  });

  test("the rule ignores a similar name when the header itself is present", () => {
    expectClean(withLines("Hots: a", "Content-Typ: b", "X-Content-Type: c", "Content-Lengths: d"));
  });

  test("the rule ignores a registered header that resembles a missing one", () => {
    expectRule(
      "content-type-missing",
      `«POST» /s HTTP/1.1\nHost: h\nContent-MD5: x\nContent-Length: 84\n\n${envelope12}`,
    );
  });
});

suite("header lines with a mistake in their layout", () => {
  test("the fix inserts a missing colon", () => {
    for (const [typed, title] of [
      ["«Content-Type» application/soap+xml; charset=utf-8", ""],
      ["Content-Type«;» application/soap+xml; charset=utf-8", ""],
    ] as const) {
      const wrong = request().replace("Content-Type: application/soap+xml; charset=utf-8", typed + title);
      expectRule("header-malformed", wrong);
      expectFix("header-malformed", wrong, "Insert colon", request());
    }
    const wrong = request({ Host: "h:80" }).replace("Host: ", "Host ");
    expectRule("header-malformed", wrong.replace("Host ", "«Host» "));
    expectFix("header-malformed", wrong, "Insert colon", request({ Host: "h:80" }));
    expectFix("header-malformed", withLines("X-A 1"), "Insert colon", withLines("X-A: 1"));
  });

  test("the fix splits two headers on one line", () => {
    const wrong = request().replace("\nContent-Length", "Content-Length");
    expectRule("header-malformed", wrong.replace("Content-Length", "«Content-Length»"));
    expectFix("header-malformed", wrong, "Insert line break", request());
    expectClean(withLines("X-Note: about Content-Length: 12 and so on"));
  });

  test("the fix splits the first header from the request line", () => {
    const wrong = request().replace("\nHost", "Host");
    expectRule("request-line-malformed", wrong.replace("Host", "«Host»"));
    const [finding] = diagnose(analyze(wrong.replace("Host", "hOST"))).filter(
      ({ code }) => code === "request-line-malformed",
    );
    assert.equal(finding?.message, "Host must start on a new line. Here it is part of the request line.");
    expectFix("request-line-malformed", wrong, "Insert line break", request());
  });

  test("the fix removes the indentation of a header", () => {
    const wrong = request().replace("Content-Type", "  Content-Type");
    expectRule("header-folded", wrong.replace(/ {2}Content-Type.*/, "«$&»"));
    expectFix("header-folded", wrong, "Remove whitespace", request());
  });

  test("the fix removes empty lines among the headers", () => {
    for (const good of [request(), request11({}, `<?xml version="1.0"?>\n${envelope11}`)]) {
      for (const above of ["Content-Type", "Content-Length", "Host"]) {
        const wrong = good.replace(`${above}:`, `«\n»${above}:`);
        expectRule("blank-line-extra", wrong);
        expectFix("blank-line-extra", wrong, "Remove empty lines", good);
      }
    }
    expectFix("blank-line-extra", request().replace("\nHost", "\n \n\nHost"), "Remove empty lines", request());
  });
});
