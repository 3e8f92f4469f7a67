/** Returns a WSDL of operations at `host` that take an order, with enumerated, limited and repeated content. */
export function ordersWsdl(host, operations = ["PlaceOrder"]) {
  const [abstract, bound] = [abstractOperation, boundOperation].map((write) => operations.map(write).join("\n"));
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
      <xs:element name="PlaceOrderResponse">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="number" type="xs:int"/>
            <xs:element name="delivery" type="o:Delivery"/>
            <xs:element name="due" type="xs:date"/>
          </xs:sequence>
        </xs:complexType>
      </xs:element>
      <xs:complexType name="Item">
        <xs:sequence><xs:element name="quantity" type="o:Quantity"/></xs:sequence>
        <xs:attribute name="code" type="xs:string" use="required"/>
      </xs:complexType>
      <xs:simpleType name="Quantity">
        <xs:restriction base="xs:int"><xs:minInclusive value="1"/><xs:maxInclusive value="100"/></xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="Delivery">
        <xs:restriction base="xs:string">
          <xs:enumeration value="courier"/><xs:enumeration value="express"/><xs:enumeration value="pick-up"/>
        </xs:restriction>
      </xs:simpleType>
    </xs:schema>
  </types>
  <message name="PlaceOrder"><part name="body" element="o:PlaceOrder"/></message>
  <message name="PlaceOrderResponse"><part name="body" element="o:PlaceOrderResponse"/></message>
  <portType name="Orders">
${abstract}
  </portType>
  <binding name="Orders" type="o:Orders">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${bound}
  </binding>
  <service name="Orders"><port name="Orders" binding="o:Orders"><soap:address location="http://${host}/orders"/></port></service>
</definitions>
`;
}

function abstractOperation(name) {
  return `    <operation name="${name}"><input message="o:PlaceOrder"/><output message="o:PlaceOrderResponse"/></operation>`;
}

function boundOperation(name) {
  return `    <operation name="${name}">
      <soap:operation soapAction="urn:orders#Place"/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
    </operation>`;
}
