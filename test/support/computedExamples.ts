/* Requests with computed values, which programs that aren't ours judge as they arrive: see `computedJudges.ts`. */

const soap = "http://schemas.xmlsoap.org/soap/envelope/";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

export interface ComputedExample {
  readonly name: string;
  readonly title: string;
  /** The files beside the request file, by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly first?: string;
  /** @param head the request line with this target, and the headers of a request in SOAP 1.1 */
  readonly text: (head: (target: string) => string) => string;
}

export const computedExamples: readonly ComputedExample[] = [
  {
    name: "holder",
    title: "an assertion of one's own confirms the holder of the key that signs the Timestamp",
    text: (head) =>
      `@id = _{{$guid}}
###
# @document assertion

<a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" ID="{{id}}" Version="2.0" IssueInstant="{{$wsu.created}}"><a:Issuer>CN=Clinic</a:Issuer>{{$signature me}}<a:Subject><a:NameID>dr-lee</a:NameID></a:Subject></a:Assertion>
###
# @name send
${head("/judge?holder")}

${envelope('<q xmlns="urn:q"/>', `<s:Header><wsse:Security s:mustUnderstand="1" xmlns:wsse="${wsse}"><wsu:Timestamp wsu:Id="TS"><wsu:Created>{{$wsu.created}}</wsu:Created><wsu:Expires>{{$wsu.expires}}</wsu:Expires></wsu:Timestamp>{{assertion | xml}}{{$signature me parts="Timestamp" keyInfo=Assertion}}</wsse:Security></s:Header>`)}`,
  },
  {
    name: "token",
    title: "an assertion of a token service is passed on to the byte, and its signature stays valid",
    first: "issue",
    text: (head) =>
      `# @name issue
${head("/issue")}

${envelope('<i xmlns="urn:i"/>')}

###
# @name send
${head("/judge?token")}

${envelope('<x xmlns="urn:x"/>', `<s:Header><wsse:Security xmlns:wsse="${wsse}">{{issue.response.body.//*:Assertion | xml}}</wsse:Security></s:Header>`)}`,
  },
  {
    name: "order",
    title: "an order has a signature by XAdES, and the digest of the certificate",
    text: (head) =>
      `# @document order

<order xmlns="urn:o" id="doc"><item>5</item>{{$signature me c14n=inclusive transforms=enveloped xades=BES}}</order>
###
# @name send
${head("/judge?order")}

${envelope('<put xmlns="urn:p"><doc>{{order | base64}}</doc></put>')}`,
  },
  {
    name: "packed",
    title: "a packed file, its hash and its size belong to the same bytes",
    files: { "report.xml": "<report>é</report>".repeat(50) },
    text: (head) =>
      `@packed = {{$file "./report.xml" | gzip}}
###
# @name send
${head("/judge?packed")}

${envelope('<p xmlns="urn:p"><file>{{packed | base64}}</file><hash>{{packed | sha256 | HEX}}</hash><size>{{packed | size}}</size></p>')}`,
  },
];

function envelope(body: string, header = ""): string {
  return `<s:Envelope xmlns:s="${soap}" xmlns:wsu="${wsu}">${header}<s:Body>${body}</s:Body></s:Envelope>\n`;
}

/** What `/judge` responds if a request is right, and wrong as soon as it is changed. */
export const acceptedVerdict = "<accepted/>";
