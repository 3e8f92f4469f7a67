import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.components.crypto.CryptoFactory;
import org.apache.ws.security.handler.RequestData;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A service on Apache WSS4J. It responds with the text of the Body that it decrypts and with what WSS4J found, encrypted as the path
 * says: /ALGORITHM/KEY-TRANSPORT/KEY-IDENTIFIER/ORDER/KEY/DEFECT, such as
 * /aes128-cbc/rsa-1_5/ISSUER_SERIAL/signed-first/rsa/none. Its CBC has the padding of ISO 10126. Prints its port.
 */
public class Encryption {
  private static final String PASSWORD = "open sesame";
  private static final CallbackHandler PASSWORDS = callbacks -> {
    for (Callback one : callbacks) if (one instanceof WSPasswordCallback) ((WSPasswordCallback) one).setPassword(PASSWORD);
  };

  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", Encryption::handle);
    server.start();
    System.out.println(server.getAddress().getPort());
    // It ends with the test that started it.
    while (System.in.read() >= 0) continue;
    System.exit(0);
  }

  private static void handle(HttpExchange exchange) throws IOException {
    byte[] response;
    int status = 200;
    try {
      String[] path = exchange.getRequestURI().getPath().substring(1).split("/");
      Document request = parsed(exchange.getRequestBody().readAllBytes());
      String seen = seen(request);
      response = damaged(encrypted(seen, path), path[5]).getBytes(StandardCharsets.UTF_8);
    } catch (Throwable problem) {
      status = 500;
      response = ("<failed>" + String.valueOf(problem).replaceAll("[<&]", "") + "</failed>").getBytes(StandardCharsets.UTF_8);
    }
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(status, response.length);
    exchange.getResponseBody().write(response);
    exchange.close();
  }

  private static Document parsed(byte[] bytes) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
  }

  private static Crypto crypto(String key) throws Exception {
    String prefix = "org.apache.ws.security.crypto.";
    Properties properties = new Properties();
    properties.setProperty(prefix + "provider", "org.apache.ws.security.components.crypto.Merlin");
    properties.setProperty(prefix + "merlin.keystore.type", "PKCS12");
    properties.setProperty(prefix + "merlin.keystore.password", PASSWORD);
    properties.setProperty(prefix + "merlin.keystore.file", key + ".p12");
    return CryptoFactory.getInstance(properties);
  }

  /** What WSS4J decrypts and verifies in a request: names of elements. */
  private static String seen(Document request) throws Exception {
    Crypto crypto = crypto("rsa");
    WSSConfig config = WSSConfig.getNewInstance();
    // The Basic Security Profile has neither aes192-cbc nor GCM.
    config.setWsiBSPCompliant(false);
    RequestData data = new RequestData();
    data.setWssConfig(config);
    data.setSigCrypto(crypto);
    data.setDecCrypto(crypto);
    data.setCallbackHandler(PASSWORDS);
    Element security = (Element) request.getElementsByTagNameNS(WSConstants.WSSE_NS, "Security").item(0);
    List<WSSecurityEngineResult> results = new WSSecurityEngine().processSecurityHeader(security, data);
    TreeSet<String> names = new TreeSet<>();
    for (WSSecurityEngineResult result : results) {
      int action = (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
      Object refs = result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
      String what = action == WSConstants.ENCR ? "decrypted " : "signed ";
      if (refs instanceof List) for (Object one : (List<?>) refs) names.add(what + ((WSDataRef) one).getName().getLocalPart());
    }
    String text = request.getElementsByTagNameNS("*", "Body").item(0).getTextContent().trim();
    return "<text>" + text.replace("&", "&amp;").replace("<", "&lt;") + "</text><parts>" + String.join(", ", names) + "</parts>";
  }

  private static String encrypted(String seen, String[] path) throws Exception {
    String envelope = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header/><s:Body><seen>" + seen + "</seen></s:Body></s:Envelope>";
    Document document = parsed(envelope.getBytes(StandardCharsets.UTF_8));
    Crypto crypto = crypto(path[4]);
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    List<WSEncryptionPart> body = new ArrayList<>();
    body.add(new WSEncryptionPart("Body", "http://schemas.xmlsoap.org/soap/envelope/", "Content"));
    if (path[3].equals("signed-first")) sign(document, header);
    WSSecEncrypt encrypt = new WSSecEncrypt();
    encrypt.setUserInfo("me");
    encrypt.setSymmetricEncAlgorithm((path[0].endsWith("gcm") ? "http://www.w3.org/2009/xmlenc11#" : WSConstants.ENC_NS) + path[0]);
    encrypt.setKeyEnc(WSConstants.ENC_NS + path[1]);
    encrypt.setKeyIdentifierType(WSConstants.class.getField(path[2]).getInt(null));
    encrypt.setParts(body);
    encrypt.build(document, crypto, header);
    if (path[3].equals("encrypted-first")) sign(document, header);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The response with a changed key, first block of the data, or length of the padding, or with another algorithm. */
  private static String damaged(String response, String defect) {
    if (defect.equals("algorithm")) return response.replaceFirst("aes128-", "aes256-");
    Matcher values = Pattern.compile("CipherValue>([^<]+)<").matcher(response);
    boolean isKey = true;
    StringBuilder changed = new StringBuilder();
    while (values.find()) {
      byte[] bytes = Base64.getMimeDecoder().decode(values.group(1));
      if (defect.equals("key") && isKey) bytes[7] ^= 1;
      if (defect.equals("data") && !isKey) bytes[17] ^= 1;
      if (defect.equals("padding") && !isKey) bytes[bytes.length - 17] ^= 0x80;
      if (defect.equals("length") && !isKey) bytes = Arrays.copyOf(bytes, bytes.length - 1);
      values.appendReplacement(changed, "CipherValue>" + Base64.getEncoder().encodeToString(bytes) + "<");
      isKey = false;
    }
    return values.appendTail(changed).toString();
  }

  private static void sign(Document document, WSSecHeader header) throws Exception {
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("me", PASSWORD);
    signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    signature.build(document, crypto("rsa"), header);
  }
}
