/**
 * A WSDL with the operation `Add` in document style and `Count` in rpc style, whose messages have headers, responses and
 * faults. `types`: more content of its schema.
 */
export function shopWsdl(types = ""): string {
  return `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
<wsdl:types><xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
<xs:element name="Add"><xs:complexType><xs:sequence><xs:element name="item" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="AddResponse"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="OutOfStock"><xs:complexType><xs:sequence><xs:element name="left" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Ticket" type="xs:int"/>
${types}
</xs:schema></wsdl:types>
<wsdl:message name="In"><wsdl:part name="parameters" element="t:Add"/></wsdl:message>
<wsdl:message name="Out"><wsdl:part name="parameters" element="t:AddResponse"/></wsdl:message>
<wsdl:message name="Head"><wsdl:part name="ticket" element="t:Ticket"/></wsdl:message>
<wsdl:message name="OutOfStock"><wsdl:part name="detail" element="t:OutOfStock"/></wsdl:message>
<wsdl:message name="CountIn"><wsdl:part name="word" type="xs:string"/></wsdl:message>
<wsdl:message name="CountOut"><wsdl:part name="count" type="xs:int"/></wsdl:message>
<wsdl:portType name="P">
<wsdl:operation name="Add"><wsdl:input message="t:In"/><wsdl:output message="t:Out"/><wsdl:fault name="f" message="t:OutOfStock"/></wsdl:operation>
<wsdl:operation name="Count"><wsdl:input message="t:CountIn"/><wsdl:output message="t:CountOut"/></wsdl:operation>
</wsdl:portType>
<wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="Add"><soap:operation soapAction="urn:add"/>
<wsdl:input><soap:header message="t:Head" part="ticket" use="literal" wsdl:required="true"/><soap:body use="literal"/></wsdl:input>
<wsdl:output><soap:header message="t:Head" part="ticket" use="literal" wsdl:required="true"/><soap:body use="literal"/></wsdl:output>
<wsdl:fault name="f"><soap:fault name="f" use="literal"/></wsdl:fault></wsdl:operation>
<wsdl:operation name="Count"><soap:operation soapAction="urn:count" style="rpc"/>
<wsdl:input><soap:body use="literal" namespace="urn:shop"/></wsdl:input>
<wsdl:output><soap:body use="literal" namespace="urn:shop"/></wsdl:output></wsdl:operation>
</wsdl:binding>
<wsdl:service name="Shop"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/shop"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

/** An envelope of SOAP 1.1 on one line. */
export function shopMessage(body: string, header = '<Ticket xmlns="urn:shop">1</Ticket>'): string {
  const blocks = header === "" ? "" : `<s:Header>${header}</s:Header>`;
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${blocks}<s:Body>${body}</s:Body></s:Envelope>`;
}
