// A service whose WSDLs are protected, slow, missing or spread over two origins: `localhost` and `127.0.0.1`.
import { createServer } from "node:http";

const user = `Basic ${Buffer.from("me:geheim").toString("base64")}`;

/** Starts services, each on its own port, so that a test can have one that no other test has used. */
export async function startWsdlServices() {
  const services = await Promise.all(Array.from({ length: 24 }, startWsdlService));
  return {
    ports: services.map(({ port }) => port),
    close: () => Promise.all(services.map(({ close }) => close())),
  };
}

/** How long a response of `/many/` takes, in milliseconds, so that requests overlap. */
const overlap = 30;

/** Returns a service on both names. It lists the requests at `/requests`, and how many were there at once at `/most`. */
async function startWsdlService() {
  const requests = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const path = request.url.split("?", 1)[0];
    if (path === "/requests") return send(response, 200, JSON.stringify(requests));
    if (path === "/most") return send(response, 200, String(most));
    if (request.method === "OPTIONS") {
      const allowed = request.headers["access-control-request-headers"] ?? "*";
      return send(response, 204, "", { "Access-Control-Allow-Headers": allowed });
    }
    requests.push(`${request.method} ${request.headers.host.split(":", 1)[0]}${request.url}`);
    most = Math.max(most, ++open);
    response.once("close", () => open--);
    respond(path, request, response, server.address().port);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

function respond(path, request, response, port) {
  switch (path) {
    case "/main":
      return send(response, 200, wsdl(`http://localhost:${port}`, "types.xsd", `http://127.0.0.1:${port}/other.xsd`));
    case "/closed":
      return request.headers.authorization === user
        ? send(response, 200, wsdl(`http://localhost:${port}`, "types.xsd"))
        : send(response, 401, "", { "WWW-Authenticate": 'Basic realm="WSDLs"' });
    case "/many":
      return send(response, 200, wsdl("", "types.xsd", ...Array.from({ length: 40 }, (_, at) => `many/${at}`)));
    case "/types.xsd":
      return send(response, 200, schema("urn:types", "Text"));
    case "/other.xsd":
      return send(response, 200, schema("urn:other", "Number"));
    case "/login":
      return send(response, 200, "<!DOCTYPE html><title>Log in</title>");
    case "/moved":
      return send(response, 302, "", { Location: "/main?wsdl" });
    case "/private":
      return response.writeHead(200, { "Content-Type": "text/xml" }).end(wsdl("", "types.xsd"));
    case "/silent":
      return undefined;
    default:
      if (!path.startsWith("/many/")) return send(response, 404, "");
      setTimeout(() => send(response, 200, schema("urn:other", `Number${path.slice(6)}`)), overlap);
  }
}

function send(response, status, body, fields = {}) {
  response.writeHead(status, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/xml", ...fields }).end(body);
}

/** A WSDL whose only operation needs the first schema, and the others if there are any. */
function wsdl(address, ...schemas) {
  const imports = schemas.map((location, index) => {
    return `<xs:import namespace="urn:${index === 0 ? "types" : "other"}" schemaLocation="${location}"/>`;
  });
  const number = schemas.length === 2 ? '<xs:element name="number" type="o:Number"/>' : "";
  return `<wsdl:definitions targetNamespace="urn:echo" xmlns:tns="urn:echo" xmlns:t="urn:types" xmlns:o="urn:other"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xs:schema targetNamespace="urn:echo" elementFormDefault="qualified">
      ${imports.join("\n      ")}
      <xs:element name="Echo"><xs:complexType><xs:sequence>
        <xs:element name="text" type="t:Text"/>${number}
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="EchoIn"><wsdl:part name="parameters" element="tns:Echo"/></wsdl:message>
  <wsdl:portType name="EchoType">
    <wsdl:operation name="Echo"><wsdl:input message="tns:EchoIn"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="EchoBinding" type="tns:EchoType">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Echo">
      <soap:operation soapAction="urn:echo#Echo"/><wsdl:input><soap:body use="literal"/></wsdl:input>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="EchoService">
    <wsdl:port name="EchoPort" binding="tns:EchoBinding"><soap:address location="${address}/echo"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

function schema(namespace, type) {
  return `<xs:schema targetNamespace="${namespace}" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="${type}"><xs:restriction base="xs:${type === "Text" ? "string" : "int"}"/></xs:simpleType>
</xs:schema>
`;
}
