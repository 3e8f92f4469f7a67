import java.net.ServerSocket;
import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;
import org.apache.axis.transport.http.SimpleAxisServer;

/** The service of these tests with Axis 1.4, rpc/encoded, which is deployed by server-config.wsdd. Argument: the port. */
public class Calc {
  public int Add(int a, int b) { return a + b; }

  public int Divide(int a, int b) throws AxisFault {
    if (b == 0) throw new AxisFault(new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client"), "division by zero", null, null);
    return a / b;
  }

  public static void main(String[] arguments) throws Exception {
    // Its sessions have cookies such as `10`, which reports redact wherever this number occurs.
    SimpleAxisServer server = new SimpleAxisServer() {
      protected boolean isSessionUsed() { return false; }
    };
    server.setServerSocket(new ServerSocket(Integer.parseInt(arguments[0])));
    server.run();
  }
}
