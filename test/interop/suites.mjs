// Tests as a tester would write them for a service: some that hold, and some that don't, with the text of their reports.

const soap = "http://schemas.xmlsoap.org/soap/envelope/";

/**
 * What differs between the stacks: the XPath step of the result, the prefix of its parameters, the code and the status of a
 * Fault.
 */
export const facts = {
  php: { result: "return", code: "s:Client", status: 500 },
  gsoap: { result: "result", code: "s:Client", status: 500 },
  soapLite: { result: "c:*", code: "Client", status: 500 },
  spyne: { result: "c:AddResult", prefix: "c:", code: "s:Client", status: 500 },
  pySimpleSoap: { result: "c:result", code: "Server", status: 500 },
  jaxWs: { result: "return", code: "s:Server", status: 500 },
  axis: { result: "return", code: "s:Client", status: 500, typed: true },
  asmx: { result: "c:AddResult", prefix: "c:", code: "s:Client", status: 500 },
  wcf: { result: "c:AddResult", prefix: "c:", code: "InternalServiceFault", status: 500 },
  kdSoap: { result: "result", code: "Client", status: 500 },
  nodeSoap: { result: "result", code: "Client", status: 200 },
};

/** Returns the text of a request with its directives: `expect` lines, or `@needs first` and others. */
function request({ prefix = "" }, name, lines, operation, a, b) {
  const numbers = `<${prefix}a>${a}</${prefix}a><${prefix}b>${b}</${prefix}b>`;
  return [
    `# @name ${name}`,
    ...lines.map((line) => (line.startsWith("@") ? `# ${line}` : `# @expect ${line}`)),
    "POST / HTTP/1.1",
    "Host: {{host}}",
    "Content-Type: text/xml; charset=utf-8",
    `SOAPAction: "urn:calc#${operation}"`,
    "Content-Length: {{$contentLength}}",
    "",
    `<s:Envelope xmlns:s="${soap}"><s:Body><c:${operation} xmlns:c="urn:calc">${numbers}</c:${operation}></s:Body></s:Envelope>`,
  ].join("\n");
}

function file(host, requests) {
  return `@host = ${host}\n\n${requests.join("\n\n###\n")}\n`;
}

export const rows = "a,b,total\n1,2,3\n-5,2,-3\n";

/** The content of `body.xml`: other prefixes, and without the result. */
export const body = `<e:Envelope xmlns:e="${soap}">
  <e:Body>
    <AddResponse xmlns="urn:calc"/>
  </e:Body>
</e:Envelope>
`;

/** Returns a suite whose expectations hold. `contract`: whether `calc.wsdl` is beside it. */
export function holding(id, host, contract) {
  const { [id]: own } = facts;
  const { result, code, status } = own;
  const first = [
    ...["status 200", "status < 300", "no fault", "time < 30 s", "size > 100 B", "size < 10 KB"],
    ...["header Content-Type contains xml", 'header content-type matches "^text/xml"', "header X-Missing absent"],
    ...[
      'body contains "AddResponse"',
      'body not contains "Fault>"',
      'body matches "(?is)ADDRESPONSE.*42"',
      'body not matches "\\d{20}"',
    ],
    ...["//c:AddResponse count 1", `//c:AddResponse/${result} = 42`, "//*:AddResponse/* = 42.0"],
    ...["//*:AddResponse/* type xs:int", "/soap:Envelope/soap:Body/* exists", "//soap11:Fault absent"],
    ...[
      "local-name(//soap:Body/*) = AddResponse",
      "sum(//*:AddResponse/*) > 41",
      `@set sum = //c:AddResponse/${result}`,
    ],
  ];
  const chained = "{{first.response.body.//*:AddResponse/*}}";
  const fault = [`fault ${code}`, "fault //faultstring contains zero", "//faultcode count 1", `status ${status}`];
  const ignored = "body = ./body.xml ignore //@soap:encodingStyle, //c:AddResponse/*";
  return file(host, [
    request(own, "first", first, "Add", 17, 25),
    request(own, "chained", ["//*:AddResponse/* = 84", "//*:AddResponse/* > {{sum}}"], "Add", "{{sum}}", chained),
    request(own, "rows", ["@data ./rows.csv", "//*:AddResponse/* = {{total}}"], "Add", "{{a}}", "{{b}}"),
    request(own, "fault", ["@needs first", "fault", ...fault, "//*:DivideResponse absent"], "Divide", 1, 0),
    request(own, "same", ["@retry 2 every 10 ms", "@repeat 2", ignored], "Add", 17, 25),
    request(own, "unstated", [], "Add", 1, 2),
    ...(contract ? [request(own, "contract", ["@wsdl ./calc.wsdl", "contract"], "Add", 17, 25)] : []),
  ]);
}

/** The expectations that don't hold for a sum, and the message about each. */
const wrongSum = [
  ["status 201", /^Found 200, expected 201\.$/],
  ["status >= 300", /^Found 200, expected >= 300\.$/],
  ["fault", /^The response contains no Fault\.$/],
  ["header Content-Type contains json", /^Found text\/xml.*, expected contains json\.$/],
  ["header X-Missing exists", /^Nothing was found\.$/],
  ["time > 1 min", /^Found \d+ ms, expected > 1 min\.$/],
  ["size < 10 B", /^Found \d{3} B, expected < 10 B\.$/],
  ["//c:AddResponse count 2", /^Found 1, expected 2\.$/],
  ["//*:AddResponse/* = 43", /^Found 42, expected 43\.$/],
  ["//*:AddResponse/* != 42", /^Found 42, expected != 42\.$/],
  ["//*:AddResponse/* type xs:date", /^Found 42, expected type xs:date\.$/],
  ['//*:AddResponse/* matches "^4$"', /^Found 42, expected matches \^4\$\.$/],
  ["//*:AddResponse absent", /^Found 42\.$/],
  ["//AddResponse exists", /^1 match in urn:calc: write \/\/\*:AddResponse or \/\/c:AddResponse$/],
  ["//x:AddResponse exists", /^The prefix x isn't declared in the request or the response\. Declared: s, c, /],
  [
    "body = ./body.xml",
    /^The body differs from \.\/body\.xml\.\n- expected, \+ found:\n[\s\S]*\n- .*AddResponse[\s\S]*\n\+ .*42</,
  ],
  ["body = ./missing.xml", /^The file \.\/missing\.xml doesn't exist\./],
  ["$.sum = 42", /^The body isn't JSON\.$/],
];

const wrongFault = [
  [
    "no fault",
    /^The response contains a Fault: (?:Client|Server|a:InternalServiceFault).*: .*(?:division|modulo) by zero/,
  ],
  ["fault VersionMismatch", /^Found .*(?:Client|Server|InternalServiceFault).*, expected VersionMismatch\.$/],
  ["fault //faultstring = one", /^Found .* by zero, expected one\.$/],
  ["//*:DivideResponse exists", /^Nothing was found\.$/],
];

const wrongContract = [["contract", /42.*date/]];

/** The messages about the expectations that don't hold, by test. `contract`: whether `wrong.wsdl` is beside the suite. */
export function said(contract) {
  return { sum: wrongSum, fault: wrongFault, ...(contract ? { contract: wrongContract } : {}) };
}

/** Returns a suite whose expectations don't hold, except for one that needs the others. */
export function failing(id, host, contract) {
  const { [id]: own } = facts;
  const texts = (all) => all.map(([text]) => text);
  return file(host, [
    request(own, "sum", texts(wrongSum), "Add", 17, 25),
    request(own, "fault", texts(wrongFault), "Divide", 1, 0),
    ...(contract ? [request(own, "contract", ["@wsdl ./wrong.wsdl", ...texts(wrongContract)], "Add", 17, 25)] : []),
    request(own, "needy", ["@needs sum", "status 200"], "Add", 1, 2),
  ]);
}
