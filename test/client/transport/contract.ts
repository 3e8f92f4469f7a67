/*
 * What every transport has to do, whatever host it runs in. No Node here: the same tests run in a browser's worker, with
 * the service on the other side. What only one kind can do depends on the capabilities that it declares.
 */
import type { FailureKind, SendResult } from "../../../client/src/transport/result.ts";
import type { Progress, SendOptions, Transport } from "../../../client/src/transport/transport.ts";
import { type Parts, type Place, requestTo, sending } from "../../support/transport/request.ts";

export interface Subject {
  readonly name: string;
  readonly transport: Transport;
  /** Asked when a test runs: a `startMisbehavingService` on 127.0.0.1 or localhost. */
  readonly service: () => Place;
  /** Where nothing listens. */
  readonly nowhere: () => Place;
  /** The host is a browser that withholds what a service doesn't allow it to see. */
  readonly enforcesCors?: boolean;
  /** `deepStrictEqual`, or the like. */
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
  const fails = async (path: string, kind: FailureKind, options?: Partial<SendOptions>) => {
    const result = await send(path, undefined, options);
    equal(result.kind, kind);
    if (result.kind === "response") throw new Error("a response");
    return result;
  };

  suite(`transport contract, ${name}: answers`, () => {
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
      test(`${path}: status, media type and decoded body`, async () => {
        const response = await answers(path);
        equal(response.status, 200);
        equal(text(response.body), envelope);
        const type = response.fields.find((field) => field.name.toLowerCase() === "content-type");
        equal(type?.value, "application/soap+xml; charset=utf-8");
        equal(response.truncated, false);
        if (capabilities.seesWire) equal(response.framing, framings[path] ?? "content-length");
      });
    }

    test("a Fault with 500 is an answer like any other", async () => {
      const response = await answers("fault");
      equal([response.status, response.reason, text(response.body)], [500, "Internal Server Error", "<s:Fault/>"]);
    });

    test("every byte of the body arrives as it was given", async () => {
      const body = Uint8Array.from({ length: 256 * 40 }, (_, index) => (index * 7 + (index >> 8)) % 256);
      const response = await answers("echo-body", { body });
      equal(response.body, body);
    });

    test("an empty body arrives empty", async () => {
      equal((await answers("echo-body", { body: "" })).body.length, 0);
    });

    test("GET is sent as GET", async () => {
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

    test("a character outside ASCII in a field arrives as UTF-8", async () => {
      equal(
        text((await answers("echo", { lines: ["X-A: €"] })).body)
          .toLowerCase()
          .includes("x-a: €"),
        true,
      );
    });

    test("times and address are known, or said not to be", async () => {
      const { timings, known, url } = await answers("ok");
      const { host, port } = subject.service();
      equal(url, `http://${host}:${port}/ok`);
      equal(known === "all", capabilities.seesWire);
      equal(timings.firstByte !== undefined && timings.firstByte <= timings.total, true);
    });

    test("it settles after the answer", async () => {
      const response = await answers("ok-alive");
      const { surplus, received } = await response.settled;
      equal(surplus.length, 0);
      equal(received !== undefined, capabilities.seesWire);
    });

    test("progress is told", async () => {
      const stages = new Set<string>();
      await send("endless", undefined, { maxBytes: 50_000, onProgress: ({ stage }) => stages.add(stage) });
      equal(stages.has("answer") || stages.has("send"), true);
      equal(stages.has("body"), true);
    });

    test("many requests at a time keep apart", async () => {
      const bodies = Array.from({ length: 20 }, (_, index) => `<n>${index}</n>`);
      const responses = await Promise.all(bodies.map((body) => answers("echo-body", { body })));
      equal(
        responses.map(({ body }) => text(body)),
        bodies,
      );
    });
  });

  suite(`transport contract, ${name}: failures are values`, () => {
    test("a silent service: timeout while waiting for the answer", async () => {
      const failure = await fails("silent", "timeout", { timeout: 200 });
      equal(failure.kind === "timeout" && [failure.stage, failure.limit, failure.bodyLength, failure.sentAll], [
        "answer",
        200,
        4,
        true,
      ]);
    });

    test("a service that stops in the middle: timeout in the body, with what came", async () => {
      const failure = await fails("stalls", "timeout", { timeout: 1500 });
      equal(failure.kind === "timeout" && failure.stage, "body");
      equal([text(failure.partial?.body ?? new Uint8Array(0)), failure.partial?.truncated], ["<s:Envel", true]);
    });

    test("a slow service is no silent one", async () => {
      equal((await answers("slow", undefined, { timeout: 1500 })).status, 200);
    });

    test("cancelled before it begins", async () => {
      const controller = new AbortController();
      controller.abort();
      await fails("ok", "cancelled", { signal: controller.signal });
    });

    test("cancelled while waiting for the answer", async () => {
      const controller = new AbortController();
      const onProgress = ({ stage }: Progress) => stage === "answer" && setTimeout(() => controller.abort(), 50);
      const failure = await fails("silent", "cancelled", { signal: controller.signal, onProgress });
      equal(failure.kind === "cancelled" && failure.stage, "answer");
    });

    test("cancelled in the body: what came is kept", async () => {
      const controller = new AbortController();
      const onProgress = ({ stage, receivedBytes }: Progress) =>
        stage === "body" && receivedBytes >= "<s:Envel".length && setTimeout(() => controller.abort(), 50);
      const failure = await fails("stalls", "cancelled", { signal: controller.signal, onProgress });
      equal(failure.partial?.status, 200);
      equal(text(failure.partial?.body ?? new Uint8Array(0)), "<s:Envel");
    });

    test("an endless body: too large, with its beginning", async () => {
      const failure = await fails("endless", "too-large", { maxBytes: 100_000 });
      equal([failure.partial?.body.length, failure.partial?.truncated], [100_000, true]);
    });

    test("a small body that unpacks to a large one: too large", async () => {
      const failure = await fails("gzip-bomb", "too-large", { maxBytes: 100_000 });
      equal(failure.kind === "too-large" && failure.what, "decoded");
      equal(failure.partial?.body.length, 100_000);
    });

    test("fewer bytes than announced: truncated, with what came", async () => {
      const failure = await fails("cut-off", "truncated");
      equal(failure.kind === "truncated" && [failure.stage, failure.expected], ["body", 13]);
      // A browser's stream throws away what wasn't read before the error.
      const came = text(failure.partial?.body ?? new Uint8Array(0));
      equal(capabilities.seesWire ? came : "<s:Envel".startsWith(came), capabilities.seesWire ? "<s:Envel" : true);
    });

    test("nobody listens", async () => {
      const result = await transport.send(requestTo(subject.nowhere(), "/"), sending());
      equal(result.kind, capabilities.seesWire ? "refused" : "unreachable");
    });

    test("a name that nobody has", async () => {
      const place = { host: "soap.invalid", port: 443 };
      const result = await transport.send(requestTo(place, "/", { scheme: "https" }), sending());
      equal(result.kind, capabilities.seesWire ? "dns" : "unreachable");
    });

    for (const [path, kind] of [
      ["reset", "reset"],
      ["closed", "reset"],
      ["garbage", "protocol"],
      ["http-0.9", "protocol"],
    ] as const) {
      // fetch says the same for all of these as where CORS forbids the answer, and the service does live.
      test(`${path}: ${kind}, or what fetch makes of it`, async () => {
        const result = await send(path, undefined, { timeout: 600_000 });
        if (capabilities.seesWire) equal(result.kind, kind);
        else equal(["cors", "response"].includes(result.kind), true);
      });
    }
  });

  suite(`transport contract, ${name}: redirects`, () => {
    test("not followed unless told to", async () => {
      const result = await send("redirect?302%20/ok");
      if (capabilities.seesRedirects)
        equal(result.kind === "response" && [result.status, result.redirects.length], [302, 0]);
      // Node's fetch shows what a browser's hides.
      else equal(result.kind === "redirect-hidden" || (result.kind === "response" && result.status === 302), true);
    });

    for (const status of [301, 302, 303]) {
      test(`${status} turns a POST into a GET without a body`, async () => {
        const sent = text((await answers(`redirect?${status}%20/echo`, undefined, { redirects: "always" })).body);
        equal(/^GET \/echo HTTP\/1\.1\r\n/.test(sent), true);
        equal(/^content-(length|type):/im.test(sent), false);
        equal(sent.endsWith("\r\n\r\n"), true);
      });
    }

    for (const status of [307, 308]) {
      test(`${status} repeats method and body`, async () => {
        const sent = text((await answers(`redirect?${status}%20/echo`, undefined, { redirects: "always" })).body);
        equal(/^POST \/echo HTTP\/1\.1\r\n/.test(sent), true);
        equal(sent.endsWith("\r\n\r\n<a/>"), true);
      });
    }
  });

  if (capabilities.plainHttp === "loopback") suiteForFetch(subject);
  if (capabilities.bodyOnGet) {
    test(`transport contract, ${name}: GET with a body is sent with it`, async () => {
      equal(text((await answers("echo-body", { method: "GET" })).body), "<a/>");
    });
  }
}

function suiteForFetch({ name, transport, service, equal, enforcesCors = false }: Subject): void {
  suite(`transport contract, ${name}: what fetch can't do is said`, () => {
    if (enforcesCors) {
      test("a service that allows no page to see its answers: cors, and the request was sent once", async () => {
        const count = async () => {
          const result = await transport.send(requestTo(service(), "/count"), sending());
          return Number(result.kind === "response" ? text(result.body) : Number.NaN);
        };
        const before = await count();
        const result = await transport.send(requestTo(service(), "/no-cors"), sending());
        equal(result.kind === "cors" && [result.probe, typeof result.origin], ["answered", "string"]);
        equal(await count(), before + 1);
      });
    }

    for (const host of ["service.example", "127.0.0.2", "::1"]) {
      test(`plain http to ${host} is not even tried`, async () => {
        const result = await transport.send(requestTo({ host, port: 80 }, "/"), sending());
        equal(result.kind, "mixed-content");
      });
    }

    test("fields that the browser writes itself are listed", async () => {
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

    test("the body of a GET is dropped, and listed", async () => {
      const result = await transport.send(requestTo(service(), "/echo-body", { method: "GET" }), sending());
      equal(result.kind === "response" && result.body.length, 0);
      equal(
        result.changes.some(({ kind }) => kind === "body-dropped"),
        true,
      );
    });

    test("a target that would become another host is not sent", async () => {
      const result = await transport.send(requestTo(service(), "@other.example/"), sending());
      equal(result.kind, "unsendable");
    });
  });
}

const framings: Readonly<Record<string, string>> = { chunked: "chunked", "until-close": "close", "http-1.0": "close" };

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
