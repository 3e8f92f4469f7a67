import assert from "node:assert/strict";
import { serviceWsdl } from "../../support/contracts.ts";
import { outputs } from "../../support/outputs.ts";
import { type RawService, startResponding } from "../../support/transport/rawService.ts";
import { folderOf, soaphttp } from "./built.ts";

const schema = `<xs:element name="Add"><xs:complexType><xs:sequence>
  <xs:element name="amount" type="xs:int"/><xs:element name="b" type="xs:int"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="Order"><xs:complexType><xs:sequence>
  <xs:element name="order" minOccurs="0"><xs:complexType><xs:sequence>
  <xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence>
  <xs:element name="sku" type="xs:string"/><xs:element name="note" type="xs:string" minOccurs="0"/>
</xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element>`;

suite("soaphttp call", () => {
  let service: RawService;
  let received: string[] = [];
  suiteSetup(async () => {
    service = await startResponding(({ bytes }) => {
      received.push(Buffer.from(bytes).toString());
      const body = "<a>42</a>";
      return `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
  });
  setup(() => {
    received = [];
  });

  const cwd = () => folderOf({ "calc.wsdl": serviceWsdl(schema) });
  const call = (...args: readonly string[]) => soaphttp(["call", "calc.wsdl", ...args], { cwd: cwd() });
  const endpoint = () => ["--endpoint", `http://127.0.0.1:${service.port}/calc`];

  test("the command sends a request with the values and prints the response", async () => {
    const { code, out } = await call("Add", "amount=40", "b=-2", ...endpoint());
    assert.match(out, /200 OK[\s\S]*<a>42<\/a>/);
    assert.equal(code, 0);
    assert.equal(received.length, 1);
    assert.match(received[0] ?? "", /<t:amount>40<\/t:amount>\s*<t:b>-2<\/t:b>/);
  });

  test("--print writes the request, in which check finds nothing, and sends nothing", async () => {
    const { code, out, error } = await call("Order", "order.item[2].sku=B-7", "order.item.@id=5", "--print");
    assert.deepEqual([code, error, received], [0, "", []]);
    assert.match(out, /<t:item id="5">\s*<t:sku>sku<\/t:sku>\s*<\/t:item>\s*<t:item>\s*<t:sku>B-7<\/t:sku>/);
    const checked = await soaphttp(["check", "a.soaphttp"], {
      cwd: folderOf({ "calc.wsdl": serviceWsdl(schema), "a.soaphttp": out }),
    });
    assert.equal(checked.out, "1 file, no problems.\n");
  });

  test("a request with errors is not sent, and the output says why", async () => {
    const { code, out, error } = await call("Add", "amount=forty", ...endpoint());
    assert.match(error, /<call>:\d+:\d+ error schema-value .*forty/);
    assert.deepEqual([code, out, received], [2, "", []]);
    assert.equal((await call("Add", "amount=forty", "--as-written", ...endpoint())).code, 0);
  });

  const refused: readonly (readonly [args: readonly string[], why: RegExp])[] = [
    [[], /Missing operation\./],
    [["Ad"], /Unknown operation: Ad\. Did you mean Add\?/],
    [["Add", "amuont=1"], /^soaphttp: Add has no element amuont\. Did you mean amount\?\n$/],
    [["Order", "order.item[2].sko=1"], /order\.item\[2\] has no element sko\. Did you mean order\.item\[2\]\.sku\?/],
    [["Add", "amount[2]=1"], /amount\[2\] isn't written: Add doesn't allow it, or not so many of it\./],
    [["Order", "order=1"], /order contains elements\./],
    [["Add", "amount=1", "b=2", "amount=3"], /amount is given twice\. For a second element, write amount\[2\]=VALUE\./],
    [["Order", "order.item[1].sku=1", "order.item.sku=2"], /order\.item\.sku is given twice\./],
    [["Order", "order.item.@id=1", "order.item.@id=2"], /order\.item\.@id is given twice\.\n/],
    [["Add", "--endpoint", "http://127.0.0.1:1"], /--print can't be combined with --endpoint\./],
    [["Add", "amount"], /Invalid value: amount\. Use PATH=VALUE/],
    [["Add", "\u001b[31m=1"], /Add has no element ␛/],
  ];
  for (const [args, why] of refused)
    test(`the command writes nothing for ${JSON.stringify(args.join(" "))}`, async () => {
      const { code, out, error } = await call(...args, "--print");
      assert.match(error, why);
      assert.deepEqual([code, out], [2, ""]);
    });

  test("a value is text: it adds no element and no variable", async () => {
    const { out } = await call("Order", "order.item.sku=</t:sku>{{$processEnv PATH}}&", "--print");
    assert.ok(out.includes("&lt;/t:sku>&#123;{$processEnv PATH}}&amp;"), out);
  });

  test("line breaks and tabs of a value are sent unchanged", async () => {
    const { out } = await call("Order", "order.item.sku=l1\nl2\ttab", "order.item.@id=5", "--print");
    assert.ok(out.includes("<t:sku>l1&#10;l2&#9;tab</t:sku>"), out);
  });

  test("a password that the policy of the WSDL requires is a secret, which no output of the request contains", async () => {
    const policy = `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702">
      <sp:SupportingTokens><wsp:Policy><sp:UsernameToken/></wsp:Policy></sp:SupportingTokens></wsp:Policy>`;
    const folder = folderOf({
      "calc.wsdl": serviceWsdl(schema).replace("<soap11:binding ", `${policy}<soap11:binding `),
    });
    const env = { SOAPHTTP_SECRET_USERNAME: "ada-secret", SOAPHTTP_SECRET_PASSWORD: "pa55-secret" };
    const run = (...args: readonly string[]) => soaphttp(["call", "calc.wsdl", "Add", ...args], { cwd: folder, env });
    const printed = await run("--print");
    assert.match(printed.out, /\{\{\$secret password\}\}/);
    for (const format of outputs.call.filter((one) => one !== "json")) {
      received = [];
      const { code, out, error } = await run("--format", format, ...endpoint());
      assert.match(received[0] ?? "", /pa55-secret/);
      assert.doesNotMatch(`${out} ${error} ${printed.out}`, /-secret/);
      assert.equal(code, 0, error);
    }
  });
});
