import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.ws.Action;
import javax.xml.ws.Endpoint;
import javax.xml.ws.soap.Addressing;

/** A service that sends its responses to where wsa:ReplyTo and wsa:FaultTo say. Usage: java Addressed PORT */
@Addressing
@WebService(targetNamespace = "urn:calc")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public class Addressed {
    @WebMethod(operationName = "Divide")
    @Action(input = "urn:calc/Divide", output = "urn:calc/DivideResponse")
    public int divide(@WebParam(name = "a") int a, @WebParam(name = "b") int b) {
        if (b == 0) throw new IllegalArgumentException("division by zero");
        return a / b;
    }

    public static void main(String[] arguments) {
        Endpoint.publish("http://127.0.0.1:" + arguments[0] + "/", new Addressed());
    }
}
