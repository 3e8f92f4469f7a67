import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.ws.Endpoint;

/**
 * The reference implementation of JAX-WS with the JDK's HTTP server. Usage: java Calc PORT
 * Uses style RPC, because style DOCUMENT requires a library that Debian doesn't package.
 */
@WebService(targetNamespace = "urn:calc")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public class Calc {
    @WebMethod(operationName = "Add")
    public int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b) {
        return a + b;
    }

    @WebMethod(operationName = "Divide")
    public int divide(@WebParam(name = "a") int a, @WebParam(name = "b") int b) {
        if (b == 0) throw new IllegalArgumentException("division by zero");
        return a / b;
    }

    public static void main(String[] arguments) {
        Endpoint.publish("http://127.0.0.1:" + arguments[0] + "/", new Calc());
    }
}
