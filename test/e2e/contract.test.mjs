import { suiteWorkbench } from "./suiteWorkbench.mjs";

suite("writing by a contract", () => {
  const workbench = suiteWorkbench({ files, settings: { "editor.minimap.enabled": false } });

  test("< suggests what the schema allows, with its documentation, and an accepted element has its content", async () => {
    const { page, source } = workbench;
    const row = (text) => page.locator(".suggest-widget .monaco-list-row", { hasText: text }).first();
    await workbench.goToLine(14);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("<");
    await row("o:delivery").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator(".suggest-widget .monaco-list-row.focused").waitFor();
    // The details stay open where they have been opened before.
    const details = page.locator(".suggest-details-container .body", { hasText: "How the order is delivered" });
    if (!(await details.isVisible())) await page.keyboard.press("Control+Space");
    await details.waitFor();
    await workbench.picture("schema-completion");
    await page.keyboard.press("Enter");
    await source.locator(".view-line", { hasText: /<o:delivery>courier<\/o:delivery>/ }).waitFor();
  });
});

function files(host) {
  return {
    "order.soaphttp": `# @wsdl ./orders.wsdl
POST /orders HTTP/1.1
Host: ${host}
Content-Type: text/xml; charset=utf-8
SOAPAction: "urn:orders#Place"
Content-Length: {{$contentLength}}

<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:orders">
  <soap:Body>
    <o:PlaceOrder>
      <o:item code="AB-12">
        <o:quantity>2</o:quantity>
      </o:item>
      <o:customer>4711</o:customer>
    </o:PlaceOrder>
  </soap:Body>
</soap:Envelope>
`,
    "orders.wsdl": wsdl(host),
  };
}

function wsdl(host) {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:orders" targetNamespace="urn:orders">
  <types>
    <xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
      <xs:element name="PlaceOrder">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="item" type="o:Item" maxOccurs="100"/>
            <xs:element name="customer" type="xs:int"/>
            <xs:element name="reference" type="xs:string" minOccurs="0"/>
            <xs:element name="delivery" type="o:Delivery">
              <xs:annotation><xs:documentation>How the order is delivered. An express delivery costs more.</xs:documentation></xs:annotation>
            </xs:element>
            <xs:element name="note" type="xs:string" minOccurs="0" maxOccurs="5"/>
          </xs:sequence>
        </xs:complexType>
      </xs:element>
      <xs:complexType name="Item">
        <xs:sequence><xs:element name="quantity" type="xs:positiveInteger"/></xs:sequence>
        <xs:attribute name="code" type="xs:string" use="required"/>
      </xs:complexType>
      <xs:simpleType name="Delivery">
        <xs:restriction base="xs:string">
          <xs:enumeration value="courier"/><xs:enumeration value="express"/><xs:enumeration value="pick-up"/>
        </xs:restriction>
      </xs:simpleType>
    </xs:schema>
  </types>
  <message name="PlaceOrder"><part name="body" element="o:PlaceOrder"/></message>
  <portType name="Orders"><operation name="PlaceOrder"><input message="o:PlaceOrder"/></operation></portType>
  <binding name="Orders" type="o:Orders">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="PlaceOrder"><soap:operation soapAction="urn:orders#Place"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Orders"><port name="Orders" binding="o:Orders"><soap:address location="http://${host}/orders"/></port></service>
</definitions>
`;
}
