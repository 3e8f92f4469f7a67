import java.io.File;
import java.security.Security;
import java.util.List;
import java.util.Properties;
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
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.components.crypto.CryptoFactory;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Verifies and signs messages with Apache WSS4J. */
public class Signatures {
  private static final String PASSWORD = "open sesame";

  public static void main(String[] args) throws Exception {
    // The JDK doesn't have RSA-PSS under the name that XML Signature uses.
    Security.addProvider(new BouncyCastleProvider());
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document document = factory.newDocumentBuilder().parse(new File(args[2]));
    if (args[0].equals("verify")) verify(document, crypto(args[1]));
    else sign(document, crypto(args[1]), args);
  }

  /** The key named "me" in a PKCS #12 file. */
  private static Crypto crypto(String file) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("org.apache.ws.security.crypto.provider", "org.apache.ws.security.components.crypto.Merlin");
    properties.setProperty("org.apache.ws.security.crypto.merlin.keystore.type", "PKCS12");
    properties.setProperty("org.apache.ws.security.crypto.merlin.keystore.password", PASSWORD);
    properties.setProperty("org.apache.ws.security.crypto.merlin.keystore.file", file);
    return CryptoFactory.getInstance(properties);
  }

  private static final CallbackHandler PASSWORDS = callbacks -> {
    for (Callback one : callbacks) ((WSPasswordCallback) one).setPassword(PASSWORD);
  };

  /** Prints the local names of the signed elements. */
  private static void verify(Document document, Crypto crypto) throws Exception {
    List<WSSecurityEngineResult> results =
        new WSSecurityEngine().processSecurityHeader(document, null, PASSWORDS, crypto, crypto);
    for (WSSecurityEngineResult result : results) {
      Object refs = result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS);
      if (refs instanceof List) for (Object one : (List<?>) refs) System.out.println(((WSDataRef) one).getName().getLocalPart());
    }
  }

  /** sign FILE.p12 MESSAGE KEY-IDENTIFIER ALGORITHM RESULT */
  private static void sign(Document document, Crypto crypto, String[] args) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.setTimeToLive(300);
    timestamp.prepare(document);
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("me", PASSWORD);
    signature.setKeyIdentifierType(WSConstants.class.getField(args[3]).getInt(null));
    signature.setSignatureAlgorithm(args[4]);
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    signature.prepare(document, crypto, header);
    timestamp.prependToHeader(header);
    List<WSEncryptionPart> parts = new java.util.ArrayList<>();
    String envelope = document.getDocumentElement().getNamespaceURI();
    parts.add(new WSEncryptionPart("Body", envelope, ""));
    parts.add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
    signature.computeSignature(signature.addReferencesToSign(parts, header), true, null);
    if (args[3].equals("BST_DIRECT_REFERENCE")) signature.prependBSTElementToHeader(header);
    TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(new File(args[5])));
  }
}
