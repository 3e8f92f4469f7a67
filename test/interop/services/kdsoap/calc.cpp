// The service of these tests with KDSoap. Arguments: the port, and the WSDL.
#include <KDSoapClient/KDSoapMessage>
#include <KDSoapServer/KDSoapServer>
#include <KDSoapServer/KDSoapServerObjectInterface>
#include <QCoreApplication>

class Calc : public QObject, public KDSoapServerObjectInterface {
  Q_OBJECT
  Q_INTERFACES(KDSoapServerObjectInterface)

public:
  void processRequest(const KDSoapMessage &request, KDSoapMessage &response, const QByteArray &) override {
    const int a = request.childValues().child("a").value().toInt();
    const int b = request.childValues().child("b").value().toInt();
    if (request.name() == "Divide" && b == 0) return setFault("Client", "division by zero");
    if (request.name() != "Divide" && request.name() != "Add") return setFault("Client", "unknown operation");
    KDSoapValue result(request.name() + "Response", QVariant());
    result.setNamespaceUri("urn:calc");
    result.childValues().append(KDSoapValue("result", request.name() == "Add" ? a + b : a / b));
    response = result;
  }
};

class Server : public KDSoapServer {
  Q_OBJECT

public:
  QObject *createServerObject() override { return new Calc; }
};

int main(int argc, char **argv) {
  QCoreApplication application(argc, argv);
  const QStringList arguments = application.arguments();
  Server server;
  server.setWsdlFile(arguments[2], "/calc.wsdl");
  if (!server.listen(QHostAddress::LocalHost, arguments[1].toUShort())) return 1;
  return application.exec();
}

#include "calc.moc"
