// A token service and a service that takes its tokens: java Assertions PORT CA.pem STS.p12
// POST /sts issues a SAML assertion, signed with the key "me" of STS.p12, to whom Apache WSS4J knows by user name and password.
// POST / says what the assertion in wsse:Security confirms and what is signed by whom, or 500 and why it refuses the message.
// Debian's WSS4J comes without OpenSAML, so assertions are signed and verified with javax.xml.crypto.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.ExcC14NParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.handler.RequestData;
import org.apache.ws.security.util.WSSecurityUtil;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

public class Assertions {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-";
  private static final String WSSE = WSS + "secext-1.0.xsd";
  private static final String WSSE11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd";
  private static final String WSU = WSS + "utility-1.0.xsd";
  private static final String TRUST = "http://docs.oasis-open.org/ws-sx/ws-trust/200512";
  private static final String PROFILE = "http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.";
  private static final char[] PASSWORD = "open sesame".toCharArray();
  private static final XMLSignatureFactory SIGNATURES = XMLSignatureFactory.getInstance("DOM");

  /** What differs between the versions of SAML. */
  private enum Saml {
    V11("urn:oasis:names:tc:SAML:1.0:assertion", "AssertionID", PROFILE + "0#SAMLAssertionID", PROFILE + "1#SAMLV1.1"),
    V20("urn:oasis:names:tc:SAML:2.0:assertion", "ID", PROFILE + "1#SAMLID", PROFILE + "1#SAMLV2.0");

    final String namespace;
    final String id;
    final String valueType;
    final String tokenType;

    Saml(String namespace, String id, String valueType, String tokenType) {
      this.namespace = namespace;
      this.id = id;
      this.valueType = valueType;
      this.tokenType = tokenType;
    }
  }

  private final X509Certificate authority;
  private final PrivateKey key;
  private final X509Certificate certificate;

  private Assertions(String authority, String keys) throws Exception {
    this.authority = certificate(new FileInputStream(authority).readAllBytes());
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(new FileInputStream(keys), PASSWORD);
    key = (PrivateKey) store.getKey("me", PASSWORD);
    certificate = (X509Certificate) store.getCertificate("me");
  }

  public static void main(String[] arguments) throws Exception {
    Assertions services = new Assertions(arguments[1], arguments[2]);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", exchange -> respond(exchange, services::verify));
    server.createContext("/sts", exchange -> respond(exchange, services::issue));
    server.start();
  }

  private interface Service {
    String respond(Document request) throws Exception;
  }

  private static void respond(HttpExchange exchange, Service service) throws IOException {
    int status = 200;
    String text;
    try {
      text = service.respond(parsed(new InputSource(exchange.getRequestBody())));
    } catch (Exception problem) {
      status = 500;
      text = String.valueOf(problem.getMessage());
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String type = text.startsWith("<") ? "text/xml" : "text/plain";
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Issues what the RequestSecurityToken asks for: the TokenType, and for a PublicKey a confirmation of its holder. */
  private String issue(Document request) throws Exception {
    CallbackHandler passwords = callbacks -> {
      for (Callback one : callbacks) ((WSPasswordCallback) one).setPassword("pin");
    };
    RequestData data = new RequestData();
    data.setWssConfig(WSSConfig.getNewInstance());
    data.setCallbackHandler(passwords);
    new WSSecurityEngine().processSecurityHeader(WSSecurityUtil.getSecurityHeader(request, ""), data);
    if (!text(request, TRUST, "RequestType").equals(TRUST + "/Issue")) throw new Exception("Only tokens are issued.");
    Saml saml = text(request, TRUST, "TokenType").equals(Saml.V11.tokenType) ? Saml.V11 : Saml.V20;
    boolean isOfHolder = text(request, TRUST, "KeyType").equals(TRUST + "/PublicKey");
    String holder = isOfHolder ? text(request, XMLSignature.XMLNS, "X509Certificate") : "";
    Document document = parsed(new InputSource(new StringReader(response(saml, holder))));
    Element assertion = (Element) document.getElementsByTagNameNS(saml.namespace, "Assertion").item(0);
    assertion.setIdAttributeNS(null, saml.id, true);
    sign(assertion, saml);
    Transformer writer = TransformerFactory.newInstance().newTransformer();
    writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    StringWriter written = new StringWriter();
    writer.transform(new DOMSource(document), new StreamResult(written));
    return written.toString();
  }

  /** All prefixes of the assertion are declared on the envelope. */
  private static String response(Saml saml, String holder) {
    String name = "<n:NameIdentifier>ann &amp; bob</n:NameIdentifier>".replace("NameIdentifier", saml == Saml.V11 ? "NameIdentifier" : "NameID");
    String method = "urn:oasis:names:tc:SAML:" + (saml == Saml.V11 ? "1.0" : "2.0") + ":cm:" + (holder.isEmpty() ? "bearer" : "holder-of-key");
    String info = holder.isEmpty() ? "" : "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>" + holder + "</ds:X509Certificate></ds:X509Data></ds:KeyInfo>";
    String confirmation = saml == Saml.V11
        ? "<n:SubjectConfirmation><n:ConfirmationMethod>" + method + "</n:ConfirmationMethod>" + info + "</n:SubjectConfirmation>"
        : "<n:SubjectConfirmation Method='" + method + "'><n:SubjectConfirmationData>" + info + "</n:SubjectConfirmationData></n:SubjectConfirmation>";
    String subject = "<n:Subject>" + name + confirmation + "</n:Subject>";
    String value = "<n:AttributeValue xsi:type='xs:string'>  caf\u00e9 </n:AttributeValue>";
    String id = "_" + UUID.randomUUID();
    String times = "NotBefore='" + Instant.now().minusSeconds(60) + "' NotOnOrAfter='" + Instant.now().plusSeconds(300) + "'";
    String conditions = "<n:Conditions " + times + "/>";
    String assertion = saml == Saml.V11
        ? "<n:Assertion AssertionID='" + id + "' MajorVersion='1' MinorVersion='1' Issuer='sts' IssueInstant='" + Instant.now() + "'>"
            + conditions + "<n:AttributeStatement>" + subject
            + "<n:Attribute AttributeName='a' AttributeNamespace='urn:a'>" + value + "</n:Attribute></n:AttributeStatement></n:Assertion>"
        : "<n:Assertion ID='" + id + "' Version='2.0' IssueInstant='" + Instant.now() + "'><n:Issuer>sts</n:Issuer>"
            + subject + conditions + "<n:AttributeStatement><n:Attribute Name='a'>" + value + "</n:Attribute></n:AttributeStatement></n:Assertion>";
    return "<s:Envelope xmlns:s='" + SOAP + "' xmlns:n='" + saml.namespace + "' xmlns:ds='" + XMLSignature.XMLNS
        + "' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:unused='urn:unused'><s:Body>"
        + "<t:RequestSecurityTokenResponseCollection xmlns:t='" + TRUST + "'><t:RequestSecurityTokenResponse><t:RequestedSecurityToken>\n  "
        + assertion + "\n</t:RequestedSecurityToken></t:RequestSecurityTokenResponse></t:RequestSecurityTokenResponseCollection></s:Body></s:Envelope>";
  }

  private void sign(Element assertion, Saml saml) throws Exception {
    var enveloped = SIGNATURES.newTransform(XMLSignature.XMLNS + "enveloped-signature", (TransformParameterSpec) null);
    // The prefix of a value is named, because exclusive canonicalization doesn't see it.
    var exclusive = SIGNATURES.newTransform("http://www.w3.org/2001/10/xml-exc-c14n#", new ExcC14NParameterSpec(List.of("xs")));
    var digest = SIGNATURES.newDigestMethod("http://www.w3.org/2001/04/xmlenc#sha256", null);
    var reference = SIGNATURES.newReference("#" + assertion.getAttribute(saml.id), digest, List.of(enveloped, exclusive), null, null);
    var canonicalization = SIGNATURES.newCanonicalizationMethod("http://www.w3.org/2001/10/xml-exc-c14n#", (C14NMethodParameterSpec) null);
    String kind = key.getAlgorithm().equals("EC") ? "ecdsa" : "rsa";
    var method = SIGNATURES.newSignatureMethod("http://www.w3.org/2001/04/xmldsig-more#" + kind + "-sha256", null);
    KeyInfoFactory infos = SIGNATURES.getKeyInfoFactory();
    var info = infos.newKeyInfo(List.of(infos.newX509Data(List.of(certificate))));
    DOMSignContext context = new DOMSignContext(key, assertion);
    if (saml == Saml.V20) context.setNextSibling(assertion.getFirstChild().getNextSibling());
    context.setDefaultNamespacePrefix("ds");
    SIGNATURES.newXMLSignature(SIGNATURES.newSignedInfo(canonicalization, method, List.of(reference)), info).sign(context);
  }

  private String verify(Document message) throws Exception {
    Element security = (Element) message.getElementsByTagNameNS(WSSE, "Security").item(0);
    Element assertion = null;
    Saml saml = null;
    for (Saml one : Saml.values())
      for (Element child : children(security, one.namespace, "Assertion")) {
        if (assertion != null) throw new Exception("There are two assertions.");
        assertion = child;
        saml = one;
      }
    if (assertion == null) throw new Exception("There is no assertion.");
    String id = assertion.getAttribute(saml.id);
    assertion.setIdAttributeNS(null, saml.id, true);
    NodeList all = message.getElementsByTagName("*");
    for (int at = 0; at < all.getLength(); at++)
      if (((Element) all.item(at)).hasAttributeNS(WSU, "Id")) ((Element) all.item(at)).setIdAttributeNS(WSU, "Id", true);
    Element conditions = child(assertion, saml.namespace, "Conditions");
    if (!Instant.parse(conditions.getAttribute("NotOnOrAfter")).isAfter(Instant.now())) throw new Exception("The assertion has expired.");
    Element confirmation = (Element) assertion.getElementsByTagNameNS(saml.namespace, "SubjectConfirmation").item(0);
    String uri = saml == Saml.V20 ? confirmation.getAttribute("Method") : child(confirmation, saml.namespace, "ConfirmationMethod").getTextContent();
    String method = uri.substring(uri.lastIndexOf(':') + 1);
    String result = saml + " " + method + " of " + name(assertion, saml);
    if (!method.equals("sender-vouches")) {
      Element signature = child(assertion, XMLSignature.XMLNS, "Signature");
      X509Certificate issuer = certificateIn(signature);
      issuer.verify(authority.getPublicKey());
      List<Element> signed = validated(signature, issuer.getPublicKey());
      if (signed.size() != 1 || signed.get(0) != assertion) throw new Exception("The assertion isn't signed.");
      result += ", issued by " + name(issuer);
    }
    if (method.equals("bearer")) return result;
    Element signature = child(security, XMLSignature.XMLNS, "Signature");
    Element reference = child(child(signature, XMLSignature.XMLNS, "KeyInfo"), WSSE, "SecurityTokenReference");
    X509Certificate signer;
    if (method.equals("holder-of-key")) {
      Element identifier = child(reference, WSSE, "KeyIdentifier");
      if (!identifier.getAttribute("ValueType").equals(saml.valueType)) throw new Exception("The ValueType is wrong.");
      if (!reference.getAttributeNS(WSSE11, "TokenType").equals(saml.tokenType)) throw new Exception("The TokenType is wrong.");
      if (!identifier.getTextContent().trim().equals(id)) throw new Exception("KeyInfo isn't the assertion.");
      signer = certificateIn(confirmation);
    } else {
      String token = child(reference, WSSE, "Reference").getAttribute("URI").substring(1);
      signer = certificate(Base64.getMimeDecoder().decode(message.getElementById(token).getTextContent()));
      signer.verify(authority.getPublicKey());
    }
    List<Element> signed = validated(signature, signer.getPublicKey());
    Element body = (Element) message.getElementsByTagNameNS(SOAP, "Body").item(0);
    if (method.equals("sender-vouches") && !signed.containsAll(List.of(assertion, body)))
      throw new Exception("The sender must sign the assertion and the Body.");
    List<String> names = new ArrayList<>();
    for (Element one : signed) names.add(one.getLocalName());
    return result + ", " + String.join(" ", names) + " signed by " + name(signer);
  }

  /** The elements that a valid signature covers. */
  private static List<Element> validated(Element element, Key key) throws Exception {
    DOMValidateContext context = new DOMValidateContext(key, element);
    XMLSignature signature = SIGNATURES.unmarshalXMLSignature(context);
    if (!signature.validate(context)) throw new Exception("The signature in " + element.getParentNode().getLocalName() + " is invalid.");
    List<Element> signed = new ArrayList<>();
    for (Object one : signature.getSignedInfo().getReferences())
      signed.add(element.getOwnerDocument().getElementById(((Reference) one).getURI().substring(1)));
    return signed;
  }

  private static Document parsed(InputSource source) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(source);
  }

  private static String text(Document document, String namespace, String name) {
    Node first = document.getElementsByTagNameNS(namespace, name).item(0);
    return first == null ? "" : first.getTextContent().trim();
  }

  private static List<Element> children(Element parent, String namespace, String name) {
    List<Element> found = new ArrayList<>();
    for (Node one = parent.getFirstChild(); one != null; one = one.getNextSibling())
      if (name.equals(one.getLocalName()) && namespace.equals(one.getNamespaceURI())) found.add((Element) one);
    return found;
  }

  private static Element child(Element parent, String namespace, String name) throws Exception {
    List<Element> found = children(parent, namespace, name);
    if (found.size() != 1) throw new Exception(parent.getLocalName() + " has " + found.size() + " " + name + ".");
    return found.get(0);
  }

  private static X509Certificate certificateIn(Element parent) throws Exception {
    Node text = parent.getElementsByTagNameNS(XMLSignature.XMLNS, "X509Certificate").item(0);
    if (text == null) throw new Exception(parent.getLocalName() + " has no certificate.");
    return certificate(Base64.getMimeDecoder().decode(text.getTextContent()));
  }

  private static X509Certificate certificate(byte[] bytes) throws Exception {
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
  }

  private static String name(Element assertion, Saml saml) {
    return assertion.getElementsByTagNameNS(saml.namespace, saml == Saml.V11 ? "NameIdentifier" : "NameID").item(0).getTextContent();
  }

  private static String name(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().getName().replaceAll("^CN=|,.*", "");
  }
}
