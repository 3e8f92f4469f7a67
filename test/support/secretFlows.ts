import type { BuiltIn } from "../../server/src/variables/builtIn.ts";
import { builtIns } from "../../server/src/variables/builtIns.ts";

/** A source of secrets: its reference in a message, and the secret itself. */
export interface SecretFlow {
  readonly reference: string;
  readonly secret: string;
  /** Whether the reference can only stand in a UsernameToken. */
  readonly inToken: boolean;
  readonly isRequested: boolean;
}

/** The secrets of the sources. Their values contain the characters that XML, JSON, URLs and Base64 escape. */
export const secretValues = {
  secrets: 'stored&secret<"1"/+ä',
  process: 'process&secret<"2"/+ä',
  dotenv: 'dotenv&secret<"3"/+ä',
  private: 'private&secret<"4"/+ä',
} as const;

/** The forms in which a secret could be read. */
export function secretForms(secret: string): readonly string[] {
  const escaped = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return [
    ...[secret, escaped, escaped.replaceAll('"', "&quot;").replaceAll(">", "&gt;"), encodeURIComponent(secret)],
    ...[secret, escaped].map((one) => JSON.stringify(one).slice(1, -1)),
    ...[Buffer.from(secret), Buffer.from(`me:${secret}`)].map((bytes) => bytes.toString("base64")),
    secret.slice(0, secret.indexOf("<")),
  ];
}

const variable = "KEY";
const privateVariable = "own";

/** Each built-in variable of the registry that gives a secret, or takes one, a private variable, and variables made of them. */
export const secretFlows: readonly SecretFlow[] = [
  ...builtIns.flatMap(flowOf),
  { reference: privateVariable, secret: secretValues.private, inToken: false, isRequested: false },
];

/** The sources that need no other service. `test/client/cli/environmentSettings.test.ts` has a service for the others. */
export const localSecretFlows = secretFlows.filter(({ isRequested }) => !isRequested);

function flowOf(builtIn: BuiltIn): readonly SecretFlow[] {
  const { name, secret, arguments: all, placedIn } = builtIn;
  const isSource = secret !== undefined && secret !== "arguments";
  if (!isSource && !all.some((one) => one.secret)) return [];
  const given = all.map((one) => (one.kind !== "value" ? variable : one.secret ? privateVariable : '"me"'));
  const isRequested = name === "$auth.token";
  return [
    {
      reference: isRequested ? `${name}("${variable}")` : [name, ...given].join(" "),
      isRequested,
      secret: isSource ? secretValues[secret] : secretValues.private,
      inToken: placedIn !== undefined,
    },
  ];
}

const tokenService = { Type: "OAuth2", "Grant Type": "Client Credentials", "Token URL": "https://login.example/token" };

/** The files around the requests, and the environment that they are sent in. */
export const secretFiles = {
  ".env": `${variable}='${secretValues.dotenv}'\n`,
  "http-client.env.json": JSON.stringify({
    dev: { Security: { Auth: { [variable]: tokenService } } },
    other: {},
  }),
  "http-client.private.env.json": JSON.stringify({ dev: { [privateVariable]: secretValues.private } }),
};
export const secretEnvironment = { [variable]: secretValues.process, SOAPHTTP_SECRET_KEY: secretValues.secrets };

const envelope = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a xmlns="urn:a">${content}</a></s:Body></s:Envelope>`;
const xml = "Content-Type: text/xml; charset=utf-8";

/** Each place of a message: its target, its header lines and its body around a value. `use`: the place in `secretUses`. */
export const secretPlaces: Readonly<
  Record<
    string,
    {
      readonly use: "target" | "header" | "body";
      readonly message: (value: string) => readonly [target: string, lines: readonly string[], body: string];
    }
  >
> = {
  target: { use: "target", message: (value) => [`/s?a=${value}`, [xml], envelope("")] },
  "header value": { use: "header", message: (value) => ["/s", [xml, `X-A: ${value}`], envelope("")] },
  "folded header line": { use: "header", message: (value) => ["/s", [xml, "X-A: a", `  ${value}`], envelope("")] },
  "XML text": { use: "body", message: (value) => ["/s", [xml], envelope(value)] },
  attribute: { use: "body", message: (value) => ["/s", [xml], envelope(`<b c="${value}"/>`)] },
  CDATA: { use: "body", message: (value) => ["/s", [xml], envelope(`<![CDATA[${value}]]>`)] },
  comment: { use: "body", message: (value) => ["/s", [xml], envelope(`<!-- ${value} -->`)] },
  form: {
    use: "body",
    message: (value) => ["/s", ["Content-Type: application/x-www-form-urlencoded"], `a=1&b=${value}`],
  },
  JSON: { use: "body", message: (value) => ["/s", ["Content-Type: application/json"], `{"a": "${value}"}`] },
  "multipart part header": {
    use: "body",
    message: (value) => [
      "/s",
      ['Content-Type: multipart/related; boundary=b; type="text/xml"'],
      `--b\n${xml}\nX-A: ${value}\n\n${envelope("")}\n--b--\n`,
    ],
  },
  "element that is read again": {
    use: "body",
    message: (value) => [
      "/s",
      [xml],
      envelope(
        `<c>${value}</c><d>{{$this.//*:c}}</d><e>{{$this.//*:c | base64}}</e><f>{{$this.//*:c | sha256 | hex}}</f>`,
      ),
    ],
  },
  "body of bytes": {
    use: "body",
    message: (value) => ["/s", ["Content-Type: application/octet-stream"], value.replace("}}", " | bytes}}")],
  },
  "multipart part of bytes": {
    use: "body",
    message: (value) => [
      "/s",
      ['Content-Type: multipart/related; boundary=b; type="text/xml"'],
      `--b\n${xml}\n\n${envelope("")}\n--b\nContent-Type: application/octet-stream\n\n${value.replace("}}", " | bytes}}")}\n--b--\n`,
    ],
  },
  UsernameToken: {
    use: "body",
    message: (value) => [
      "/s",
      [xml],
      envelope(
        `<w:Security xmlns:w="urn:w"><w:UsernameToken><w:Password>${value}</w:Password></w:UsernameToken></w:Security>`,
      ),
    ],
  },
};

/** The ways of a secret into a message: a reference there, and what precedes the message. */
export const secretWays: Readonly<
  Record<string, (reference: string, host: string) => readonly [reference: string, before: string]>
> = {
  directly: (reference) => [reference, ""],
  "a variable": (reference) => ["outer", `@inner = {{${reference}}}\n@outer = x{{inner}}\n\n`],
  "steps that can be reversed": (reference) => [`${reference} | base64url | bytes | HEX`, ""],
  "steps that replace and extract": (reference) => [`${reference} | replace "^" "" | trim`, ""],
  "steps that encrypt and decrypt": (reference) => [
    `${reference} | encrypt aes aes128-ecb | decrypt aes aes128-ecb | text`,
    "@aes = 0123456789abcdef\n\n",
  ],
  "steps that make a JWT": (reference) => [`${reference} | jwt hs HS256`, "@hs = hs\n\n"],
  "the hash of it": (reference) => [`${reference} | sha256 | base64`, ""],
  "a compressed body": (reference) => [reference, "# @compress gzip\n"],
  "an earlier request": (reference, host) => ["first.request.headers.X-Own", firstRequest(reference, host)],
  "a header of an echo": (reference, host) => ["first.response.headers.X-Own", firstRequest(reference, host)],
  "a body of an echo": (reference, host) => ["first.response.body.//*:own", firstRequest(reference, host)],
  "# @set": (reference, host) => ["taken", `# @set taken = //*:own\n${firstRequest(reference, host)}`],
};

function firstRequest(reference: string, host: string): string {
  const head = [
    `Host: ${host}`,
    xml,
    'SOAPAction: ""',
    `X-Own: {{${reference}}}`,
    "Content-Length: {{$contentLength}}",
  ];
  return `# @name first\nPOST /first HTTP/1.1\n${head.join("\n")}\n\n${envelope("")}\n\n###\n`;
}

/** The response of a service that returns the value of X-Own, in a header and in the body. */
export function echo(own: string): { readonly head: string; readonly body: string } {
  const text = own.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return { head: `Content-Type: text/xml; charset=utf-8\r\nX-Own: ${own}`, body: envelope(`<own>${text}</own>`) };
}

/** A request with a secret in a place, and a test that fails; undefined if the source isn't allowed there. */
export function requestWithSecret(
  { reference, inToken }: SecretFlow,
  place: keyof typeof secretPlaces,
  host: string,
  way: keyof typeof secretWays,
): string | undefined {
  if (inToken && (place !== "UsernameToken" || way !== "directly")) return undefined;
  const [name, before] = secretWays[way]?.(reference, host) ?? ["", ""];
  const [target, lines, body] = secretPlaces[place]?.message(`{{${name}}}`) ?? ["", [], ""];
  const head = [`Host: ${host}`, ...lines, 'SOAPAction: ""', "Content-Length: {{$contentLength}}"];
  return `${before}# @expect status 500\nPOST ${target} HTTP/1.1\n${head.join("\n")}\n\n${body}\n`;
}
