import java.net.URL;
import javax.jws.Oneway;
import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.namespace.QName;
import javax.xml.ws.Service;

/** The reference implementation of JAX-WS calls its own WSDL. Usage: java Client WSDL */
public class Client {
    @WebService(name = "Calc", targetNamespace = "urn:calc")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Calc {
        @WebMethod(operationName = "Add", action = "urn:calc#Add")
        int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b);

        @Oneway
        @WebMethod(operationName = "Log")
        void log(@WebParam(name = "text", partName = "text") String text,
            @WebParam(name = "session", partName = "session", header = true, targetNamespace = "urn:calc") String session);
    }

    public static void main(String[] arguments) throws Exception {
        Service service = Service.create(new URL(arguments[0]), new QName("urn:calc", "CalcService"));
        Calc calc = service.getPort(new QName("urn:calc", "CalcPort"), Calc.class);
        int sum = calc.add(1, 2);
        calc.log("text", "session");
        System.out.println("[{\"result\": " + sum + "}, {\"result\": null}]");
    }
}
