// Checks the tokens of WS-Security with Apache WSS4J: java Tokens PORT. Answers 200, or 500 with WSS4J's message.

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.handler.RequestData;
import org.apache.ws.security.util.WSSecurityUtil;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

public class Tokens {
  public static void main(String[] arguments) throws IOException {
    CallbackHandler passwords = callbacks -> {
      for (Callback one : callbacks) ((WSPasswordCallback) one).setPassword("p\u00e4ss & w\u00f6rd");
    };
    WSSecurityEngine engine = new WSSecurityEngine();
    RequestData data = new RequestData();
    data.setWssConfig(WSSConfig.getNewInstance());
    data.setCallbackHandler(passwords);
    data.setNonceReplayCache(new org.apache.ws.security.cache.MemoryReplayCache());
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", exchange -> {
      int status = 200;
      String said;
      try {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(exchange.getRequestBody());
        Element header = WSSecurityUtil.getSecurityHeader(document, "");
        List<WSSecurityEngineResult> results = engine.processSecurityHeader(header, data);
        said = results.size() + " parts are valid";
      } catch (Exception problem) {
        status = 500;
        said = String.valueOf(problem.getMessage());
      }
      byte[] answer = said.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(status, answer.length);
      exchange.getResponseBody().write(answer);
      exchange.close();
    });
    server.start();
  }
}
