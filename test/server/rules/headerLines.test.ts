import assert from "node:assert/strict";
import { envelope11, envelope12, findingsIn, request, request11 } from "../../support/findings.ts";
import { rulesIn } from "../../support/ruleExamples.ts";

const withLines = (lines: string) => request().replace("Host: h", `Host: h\n${lines}`);
const soapAction = request11().replace("SOAPAction", "«SOAP-Action»");
const withoutLine = request().replace("\nContent-Length", "«Content-Length»");
const inRequestLine = request().replace("\nHost", "«Host»");

rulesIn(withLines)`
  header-malformed
    a line without a colon | «no colon here»
    a line without a name | «:» value
    an invalid name | X«(»y: 1
    several invalid characters in a name | X-«(»A(: 1
      → Change to X-A | X-A: 1
    whitespace before the colon | X-A« »: 1
      → Remove whitespace | X-A: 1
    a missing colon | «X-A 1»
      → Insert colon | X-A: 1
    a value that mentions another header | X-Note: about Content-Length: 12 and so on

  header-folded
    a continued value | X-A: 1⏎«  2»
      → Join with line above | X-A: 1 2

  header-misspelled
    a name like SOAPAction in a request of SOAP 1.2 | SOAP-Action: x
    names like those of headers that are there | Hots: a⏎Content-Typ: b⏎X-Content-Type: c⏎Content-Lengths: d
`;

suite("a misspelled header name", () => {
  for (const [typed, meant] of [
    ["Content-Typ", "Content-Type"],
    ["ContentType", "Content-Type"],
    ["Content Type", "Content-Type"],
    ["Content-Lenght", "Content-Length"],
    ["Hots", "Host"],
  ] as const)
    rulesIn((name) => request().replace(`${meant}:`, name))`
      header-misspelled
        ${typed} as ${meant}, which isn't also missing | «${typed}»:
          → Change to ${meant} | ${meant}:
    `;
});

rulesIn((text) => text)`
  header-misspelled
    a name like SOAPAction in a request of SOAP 1.1 | ${soapAction}
      → Change to SOAPAction | ${request11()}

  content-type-missing
    a request with a registered header that resembles the missing one | «POST» /s HTTP/1.1⏎Host: h⏎Content-MD5: x⏎Content-Length: 84⏎⏎${envelope12}

  header-malformed
    a missing colon before a media type | ${request().replace("Content-Type:", "«Content-Type»")}
      → Insert colon | ${request()}
    a semicolon instead of the colon | ${request().replace("Content-Type:", "Content-Type«;»")}
      → Insert colon | ${request()}
    a missing colon before a host with a port | ${request({ Host: "h:80" }).replace("Host: ", "«Host» ")}
      → Insert colon | ${request({ Host: "h:80" })}
    two headers on one line | ${withoutLine}
      → Insert line break | ${request()}

  request-line-malformed
    the first header in the request line | ${inRequestLine}
      says Host must start on a new line. Here it is part of the request line.
      → Insert line break | ${request()}

  header-folded
    an indented header | ${request().replace(/Content-Type.*/, "«  $&»")}
      → Remove whitespace | ${request()}
`;

test("request-line-malformed names the first header as it is usually written", () => {
  const [finding] = findingsIn(inRequestLine.replace("«Host»", "hOST"));
  assert.equal(finding?.message, "Host must start on a new line. Here it is part of the request line.");
});

const withDeclaration = request11({}, `<?xml version="1.0"?>\n${envelope11}`);

for (const [body, good] of Object.entries({ "an envelope": request(), "an XML declaration": withDeclaration }))
  for (const name of ["Content-Type", "Content-Length", "Host"])
    rulesIn((text) => text)`
      blank-line-extra
        an empty line above ${name} before ${body} | ${good.replace(`${name}:`, `«\n»${name}:`)}
          → Remove empty lines | ${good}
    `;

rulesIn((text) => text)`
  blank-line-extra
    an empty line and one with a space above a header | ${request().replace("\nHost", "\n« \n\n»Host")} | besides blank-line-missing
      → Remove empty lines | ${request()}
`;
