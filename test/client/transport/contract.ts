/*
 * The behavior of every transport, in every host. The tests use no Node APIs: they also run in a browser's worker, with
 * the service in another process. Some expectations depend on the capabilities that the transport declares.
 */
import type { Failure, SendResult } from "../../../client/src/transport/result.ts";
import type { Progress, SendOptions, Transport } from "../../../client/src/transport/transport.ts";
import { type Parts, type Place, requestTo, sending } from "../../support/transport/request.ts";

export interface Subject {
  readonly name: string;
  readonly transport: Transport;
  /** The address of a `startMisbehavingService` on 127.0.0.1 or localhost. Called when a test runs. */
  readonly service: () => Place;
  /** An address where nothing listens. */
  readonly nowhere: () => Place;
  /** Whether the host is a browser that enforces CORS. */
  readonly enforcesCors?: boolean;
  /** Asserts deep equality, such as `deepStrictEqual`. */
  readonly equal: (actual: unknown, expected: unknown) => void;
}

const envelope = "<s:Envelope/>";

export function contract(subject: Subject): void {
  const { name, transport, equal } = subject;
  const { capabilities } = transport;

  const send = (path: string, parts?: Parts, options?: Partial<SendOptions>): Promise<SendResult> =>
    transport.send(requestTo(subject.service(), `/${path}`, parts), sending(options));
  const answers = async (path: string, parts?: Parts, options?: Partial<SendOptions>) => {
    const result = await send(path, parts, options);
    if (result.kind !== "response") throw new Error(`no response but ${result.kind}`);
    return result;
  };
  const fails = async (path: string, kind: Failure["kind"], options?: Partial<SendOptions>) => {
    const result = await send(path, undefined, options);
    equal(result.kind, kind);
    if (result.kind === "response") throw new Error("a response");
    return result;
  };

  suite(`transport contract, ${name}: responses`, () => {
    for (const path of [
      "ok",
      "ok-alive",
      "chunked",
      "until-close",
      "http-1.0",
      "slow",
      "gzip",
      "deflate",
      "deflate-raw",
      "br",
    ]) {
      test(`a response has its status, media type and decoded body: ${path}`, async () => {
        const response = await answers(path);
        equal(response.status, 200);
        equal(text(response.body), envelope);
        const type = response.fields.find((field) => field.name.toLowerCase() === "content-type");
        equal(type?.value, "application/soap+xml; charset=utf-8");
        equal(response.truncated, false);
        if (capabilities.seesWire) equal(response.framing, framings[path] ?? "content-length");
      });
    }

    test("a Fault with status 500 is a response", async () => {
      const response = await answers("fault");
      equal([response.status, response.reason, text(response.body)], [500, "Internal Server Error", "<s:Fault/>"]);
    });

    test("every byte of the body arrives unchanged", async () => {
      const body = Uint8Array.from({ length: 256 * 40 }, (_, index) => (index * 7 + (index >> 8)) % 256);
      const response = await answers("echo-body", { body });
      equal(response.body, body);
    });

    test("an empty body arrives empty", async () => {
      equal((await answers("echo-body", { body: "" })).body.length, 0);
    });

    test("a GET is sent as GET", async () => {
      const response = await answers("echo", { method: "GET", body: "", lines: [] });
      equal(/^GET \/echo HTTP\/1\.1\r\n/.test(text(response.body)), true);
    });

    test("the author's own fields arrive with their values", async () => {
      const sent = text(
        (await answers("echo", { lines: ['SOAPAction: "urn:x"', "Content-Type: text/xml", "X-A: b"] })).body,
      );
      for (const line of [/^soapaction: "urn:x"\r$/im, /^content-type: text\/xml\r$/im, /^x-a: b\r$/im]) {
        equal(line.test(sent), true);
      }
    });

    test("a non-ASCII character in a field arrives as UTF-8", async () => {
      equal(
        text((await answers("echo", { lines: ["X-A: €"] })).body)
          .toLowerCase()
          .includes("x-a: €"),
        true,
      );
    });

    test("times and address are known or marked as hidden", async () => {
      const { timings, known, url } = await answers("ok");
      const { host, port } = subject.service();
      equal(url, `http://${host}:${port}/ok`);
      equal(known === "all", capabilities.seesWire);
      equal(timings.firstByte !== undefined && timings.firstByte <= timings.total, true);
    });

    test("`settled` resolves after the response", async () => {
      const response = await answers("ok-alive");
      const { surplus, received } = await response.settled;
      equal(surplus.length, 0);
      equal(received !== undefined, capabilities.seesWire);
    });

    test("progress is reported with its stages", async () => {
      const stages = new Set<string>();
      // Larger than what is read at once.
      await send("endless", undefined, { maxBytes: 1_000_000, onProgress: ({ stage }) => stages.add(stage) });
      equal(stages.has("response") || stages.has("send"), true);
      equal(stages.has("body"), true);
    });

    test("simultaneous requests don't interfere", async () => {
      const bodies = Array.from({ length: 20 }, (_, index) => `<n>${index}</n>`);
      const responses = await Promise.all(bodies.map((body) => answers("echo-body", { body })));
      equal(
        responses.map(({ body }) => text(body)),
        bodies,
      );
    });
  });

  suite(`transport contract, ${name}: failures are values`, () => {
    test("a silent service leads to a timeout while waiting for the response", async () => {
      const failure = await fails("silent", "timeout", { timeout: 200 });
      equal(failure.kind === "timeout" && [failure.stage, failure.limit, failure.bodyLength, failure.sentAll], [
        "response",
        200,
        4,
        true,
      ]);
    });

    test("a service that stalls leads to a timeout in the body, with the received part", async () => {
      const failure = await fails("stalls", "timeout", { timeout: 1500 });
      equal(failure.kind === "timeout" && failure.stage, "body");
      equal([text(failure.partial?.body ?? new Uint8Array(0)), failure.partial?.truncated], ["<s:Envel", true]);
    });

    test("a service that sends a byte now and then leads to a timeout of the whole response, with the received part", async () => {
      const failure = await fails("slow", "timeout", { timeout: 5000, timeToComplete: 500 });
      equal(failure.kind === "timeout" && [failure.stage, failure.limit, failure.whole], ["body", 500, true]);
      equal(failure.partial?.truncated, true);
    });

    test("a slow service leads to no timeout", async () => {
      equal((await answers("slow", undefined, { timeout: 1500 })).status, 200);
    });

    test("a request may be canceled before it is sent", async () => {
      const controller = new AbortController();
      controller.abort();
      await fails("ok", "cancelled", { signal: controller.signal });
    });

    test("a request may be canceled while it waits for the response", async () => {
      const controller = new AbortController();
      const onProgress = ({ stage }: Progress) => stage === "response" && setTimeout(() => controller.abort(), 50);
      const failure = await fails("silent", "cancelled", { signal: controller.signal, onProgress });
      equal(failure.kind === "cancelled" && failure.stage, "response");
    });

    test("a request that is canceled in the body keeps the received part", async () => {
      const controller = new AbortController();
      const onProgress = ({ stage, receivedBytes }: Progress) =>
        stage === "body" && receivedBytes >= "<s:Envel".length && setTimeout(() => controller.abort(), 50);
      const failure = await fails("stalls", "cancelled", { signal: controller.signal, onProgress });
      equal(failure.partial?.status, 200);
      equal(text(failure.partial?.body ?? new Uint8Array(0)), "<s:Envel");
    });

    test("an endless body is too large, with its first bytes", async () => {
      const failure = await fails("endless", "too-large", { maxBytes: 100_000 });
      equal([failure.partial?.body.length, failure.partial?.truncated], [100_000, true]);
    });

    test("a small body that becomes large when decoded is too large", async () => {
      const failure = await fails("gzip-bomb", "too-large", { maxBytes: 100_000 });
      equal(failure.kind === "too-large" && failure.what, "decoded");
      equal(failure.partial?.body.length, 100_000);
    });

    test("a body with fewer bytes than declared is truncated, with the received part", async () => {
      const failure = await fails("cut-off", "truncated");
      equal(failure.kind === "truncated" && [failure.stage, failure.expected], ["body", 13]);
      // A browser's stream discards bytes that weren't read before the error.
      const came = text(failure.partial?.body ?? new Uint8Array(0));
      equal(capabilities.seesWire ? came : "<s:Envel".startsWith(came), capabilities.seesWire ? "<s:Envel" : true);
    });

    test("a port on which nothing listens refuses the connection", async () => {
      const result = await transport.send(requestTo(subject.nowhere(), "/"), sending());
      equal(result.kind, capabilities.seesWire ? "refused" : "unreachable");
    });

    test("an unknown host name is a failure of DNS", async () => {
      // Some name servers respond late, or only to the second question.
      const place = { host: "soap.invalid", port: 443 };
      const result = await transport.send(requestTo(place, "/", { scheme: "https" }), sending({ timeout: 50_000 }));
      equal(result.kind, capabilities.seesWire ? "dns" : "unreachable");
    });

    for (const [path, kind] of [
      ["reset", "reset"],
      ["closed", "reset"],
      ["garbage", "protocol"],
      ["http-0.9", "protocol"],
    ] as const) {
      // For all of these paths, fetch fails as it does for CORS, and the service responds to the probe.
      test(`a request to ${path} leads to ${kind}, or to cors with fetch`, async () => {
        const result = await send(path, undefined, { timeout: 600_000 });
        if (capabilities.seesWire) equal(result.kind, kind);
        else equal(["cors", "response"].includes(result.kind), true);
      });
    }
  });

  suite(`transport contract, ${name}: redirects`, () => {
    test("redirects are not followed by default", async () => {
      const result = await send("redirect?302%20/ok");
      if (capabilities.seesRedirects)
        equal(result.kind === "response" && [result.status, result.redirects.length], [302, 0]);
      // Unlike a browser's fetch, Node's shows the redirect.
      else equal(result.kind === "redirect-hidden" || (result.kind === "response" && result.status === 302), true);
    });

    for (const status of [301, 302, 303]) {
      test(`a redirect with ${status} changes a POST to a GET without a body`, async () => {
        const sent = text((await answers(`redirect?${status}%20/echo`, undefined, { redirects: "always" })).body);
        equal(/^GET \/echo HTTP\/1\.1\r\n/.test(sent), true);
        equal(/^content-(length|type):/im.test(sent), false);
        equal(sent.endsWith("\r\n\r\n"), true);
      });
    }

    for (const status of [307, 308]) {
      test(`a redirect with ${status} repeats method and body`, async () => {
        const sent = text((await answers(`redirect?${status}%20/echo`, undefined, { redirects: "always" })).body);
        equal(/^POST \/echo HTTP\/1\.1\r\n/.test(sent), true);
        equal(sent.endsWith("\r\n\r\n<a/>"), true);
      });
    }
  });

  if (capabilities.plainHttp === "loopback") suiteForFetch(subject);
  if (capabilities.bodyOnGet) {
    test(`a GET with a body is sent with its body (${name})`, async () => {
      equal(text((await answers("echo-body", { method: "GET" })).body), "<a/>");
    });
  }
}

function suiteForFetch({ name, transport, service, equal, enforcesCors = false }: Subject): void {
  suite(`transport contract, ${name}: limits of fetch are reported`, () => {
    if (enforcesCors) {
      test("a service without CORS headers leads to cors, and gets the request once", async () => {
        const count = async () => {
          const result = await transport.send(requestTo(service(), "/count"), sending());
          return Number(result.kind === "response" ? text(result.body) : Number.NaN);
        };
        const before = await count();
        const result = await transport.send(requestTo(service(), "/no-cors"), sending());
        equal(result.kind === "cors" && [result.probe, typeof result.origin], ["responded", "string"]);
        equal(await count(), before + 1);
      });
    }

    for (const host of ["service.example", "127.0.0.2", "::1"]) {
      test(`plain http to ${host} is not attempted`, async () => {
        const result = await transport.send(requestTo({ host, port: 80 }, "/"), sending());
        equal(result.kind, "mixed-content");
      });
    }

    test("fields that the browser replaces are listed", async () => {
      const request = requestTo(service(), "/ok", { lines: ["Cookie: a=b", "Connection: close"] });
      const result = await transport.send(request, sending());
      equal(
        result.changes.filter(({ kind }) => kind === "dropped" || kind === "replaced"),
        [
          { kind: "dropped", name: "Cookie", typed: "a=b" },
          { kind: "replaced", name: "Connection", typed: "close", sent: "keep-alive" },
        ],
      );
    });

    test("the body of a GET is dropped and listed", async () => {
      const result = await transport.send(requestTo(service(), "/echo-body", { method: "GET" }), sending());
      equal(result.kind === "response" && result.body.length, 0);
      equal(
        result.changes.some(({ kind }) => kind === "body-dropped"),
        true,
      );
    });

    test("a target that would change the host is not sent", async () => {
      const result = await transport.send(requestTo(service(), "@other.example/"), sending());
      equal(result.kind, "unsendable");
    });
  });
}

const framings: Readonly<Record<string, string>> = { chunked: "chunked", "until-close": "close", "http-1.0": "close" };

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
