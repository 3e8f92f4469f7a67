import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { browserNote } from "../../../../client/src/core/sending/browserNote.ts";

const browser = { plainHttp: "loopback" } as const;
const note = (url: string, method = "POST", origin: string | undefined = "https://page.example") => {
  const { protocol, hostname, port } = new URL(url);
  const scheme = protocol === "https:" ? "https" : "http";
  const address = {
    scheme,
    host: hostname,
    port: port === "" ? (scheme === "https" ? 443 : 80) : Number(port),
  } as const;
  return browserNote({ address, method }, browser, origin);
};

suite("the note above a request in the browser", () => {
  test("the note says that plain http is allowed only to localhost and 127.0.0.1", () => {
    for (const url of ["http://example.org/", "http://127.0.0.2/", "http://[::1]:80/"]) {
      equal(note(url)?.kind, "blocked", url);
    }
    match(note("http://example.org/")?.title ?? "", /example\.org/);
    for (const url of ["http://localhost:8000/", "http://127.0.0.1/", "https://example.org/"]) {
      equal(note(url)?.kind, "cors", url);
    }
  });

  test("the note explains the preflight request of a SOAP message and the required origin", () => {
    const text = note("https://example.org/")?.text ?? "";
    match(text, /OPTIONS/);
    match(text, /Access-Control-Allow-Origin: https:\/\/page\.example \(or \*\)/);
    match(
      browserNote({ address: { scheme: "https", host: "h", port: 443 }, method: "POST" }, browser, undefined)?.text ??
        "",
      /\* \(or the page/,
    );
  });

  test("the note doesn't mention a preflight for GET", () => {
    doesNotMatch(note("https://example.org/", "GET")?.text ?? "", /OPTIONS/);
  });

  test("the note is absent for the page's own origin, without an address, and outside of a browser", () => {
    equal(note("https://page.example/soap"), undefined);
    equal(note("http://localhost:8000/", "POST", "http://localhost:8000"), undefined);
    deepEqual(
      [
        browserNote({ address: undefined, method: "POST" }, browser, undefined),
        browserNote(
          { address: { scheme: "http", host: "h", port: 80 }, method: "POST" },
          { plainHttp: "anywhere" },
          undefined,
        ),
      ],
      [undefined, undefined],
    );
  });
});
