import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "soap";
import { folderOf } from "./built.ts";
import { closeAll, confirmed, mcpClient } from "./mcpClient.ts";

/** A service that is described only by its WSDL. */
function wsdl(address: string): string {
  return `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:orders" targetNamespace="urn:orders">
  <types><schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:orders" elementFormDefault="qualified">
    <element name="PlaceOrder"><complexType><sequence>
      <element name="customer" type="string"/>
      <element name="item" minOccurs="2" maxOccurs="9"><complexType><sequence>
        <element name="name" type="string"/><element name="count" type="int"/>
      </sequence><attribute name="id" type="string" use="required"/></complexType></element>
    </sequence></complexType></element>
    <element name="PlaceOrderResponse"><complexType><sequence><element name="receipt" type="string"/></sequence></complexType></element>
  </schema></types>
  <message name="In"><part name="parameters" element="t:PlaceOrder"/></message>
  <message name="Out"><part name="parameters" element="t:PlaceOrderResponse"/></message>
  <portType name="Orders"><operation name="PlaceOrder"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="OrdersSoap" type="t:Orders"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="PlaceOrder"><soap:operation soapAction="urn:orders#PlaceOrder"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="OrderService"><port name="OrdersPort" binding="t:OrdersSoap"><soap:address location="${address}"/></port></service>
</definitions>`;
}

interface Order {
  readonly customer: string;
  readonly item: readonly {
    readonly name: string;
    readonly count: number;
    readonly attributes: { readonly id: string };
  }[];
}

suite("a task that is solved only through the tools", () => {
  let server: Server | undefined;
  teardown(async () => {
    await closeAll();
    server?.close().closeAllConnections();
  });

  test("an agent orders two items from an unknown service by the tools' descriptions", async () => {
    server = createServer();
    await new Promise<void>((done) => server?.listen(0, "localhost", done));
    const address = `http://localhost:${(server.address() as AddressInfo).port}/orders`;
    const place = ({ customer, item }: Order) => ({
      receipt: `${customer}: ${item.map(({ name, count, attributes: { id } }) => `${count} ${name} (${id})`).join(", ")}`,
    });
    const service = { OrderService: { OrdersPort: { PlaceOrder: place } } };
    listen(server, { path: "/orders", services: service, xml: wsdl(address) });
    const mcp = await mcpClient({ cwd: folderOf({}), answer: confirmed });
    const { tools } = await mcp.client.listTools();
    /** Returns the tool that the description of another tool says to call next. */
    const after = (name: string, next: string) => {
      const description = tools.find((one) => one.name === name)?.description ?? "";
      assert.match(description.slice(description.indexOf("Next,")), new RegExp(`\\b${next}\\b`));
      return next;
    };

    const listed = await mcp.call("list_operations", { wsdl: `${address}?wsdl` });
    const [operation] = listed.structured["operations"] as readonly { readonly operation: string }[];
    assert.equal(operation?.operation, "PlaceOrder");

    const write = after("list_operations", "write_request");
    const given = { wsdl: `${address}?wsdl`, operation: operation.operation };
    const unknown = await mcp.call(write, { ...given, values: { nothing: "" } });
    const known = /Known: ([^.]+)\./.exec(unknown.text)?.[1]?.split(", ") ?? [];
    assert.deepEqual(known, [
      ...["customer", "item/@id", "item/name", "item/count", "item[2]/@id", "item[2]/name", "item[2]/count"],
    ]);
    const values = ["Ann & Bob", "A1", "tea", "2", "B2", "coffee", "3"];
    const written = await mcp.call(write, {
      ...given,
      values: Object.fromEntries(known.map((path, index) => [path, values[index]])),
    });
    assert.deepEqual(written.structured["findings"], []);

    // A model edits the text, and forgets what depends on it.
    const edited = String(written.structured["text"]).replace(">coffee<", ">black coffee<");
    const checked = await mcp.call(after("write_request", "check_request"), { text: edited });
    assert.equal(checked.structured["errors"], 1);
    const fixed = String(checked.structured["fixed"]);
    assert.equal((await mcp.call("check_request", { text: fixed })).structured["errors"], 0);

    const sent = await mcp.call(after("check_request", "send_request"), { text: fixed });
    assert.deepEqual([sent.structured["status"], sent.structured["fault"]], [200, null], sent.text);
    assert.deepEqual(sent.structured["findings"], []);

    const read = await mcp.call(after("send_request", "read_response"), { path: "//*:receipt" });
    assert.deepEqual(read.structured["values"], ["Ann & Bob: 2 tea (A1), 3 black coffee (B2)"]);
    assert.equal(mcp.questions.length, 2, "the WSDL and the request");
  });
});
