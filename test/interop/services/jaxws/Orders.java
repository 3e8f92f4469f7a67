import com.sun.xml.ws.developer.SchemaValidation;
import java.io.StringReader;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Provider;
import javax.xml.ws.WebServiceProvider;

/** A service that accepts what is valid by the schemas of orders.wsdl. Usage: java Orders PORT */
@SchemaValidation
@WebServiceProvider(
    targetNamespace = "urn:orders",
    serviceName = "Orders",
    portName = "OrdersPort",
    wsdlLocation = "orders.wsdl")
public class Orders implements Provider<Source> {
    @Override
    public Source invoke(Source request) {
        return new StreamSource(new StringReader("<PlaceResponse xmlns='urn:orders'>1</PlaceResponse>"));
    }

    public static void main(String[] arguments) {
        Endpoint.publish("http://127.0.0.1:" + arguments[0] + "/", new Orders());
    }
}
