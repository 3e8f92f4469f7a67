// The service of these tests with WCF. Arguments: the port, and `Text` or `Mtom`.
using System;
using System.ServiceModel;
using System.ServiceModel.Description;
using System.Threading;

[ServiceContract(Name = "Calc", Namespace = "urn:calc")]
public interface ICalc {
  [OperationContract(Action = "urn:calc#Add")] int Add(int a, int b);
  [OperationContract(Action = "urn:calc#Divide")] int Divide(int a, int b);
  [OperationContract(Action = "urn:calc#Reverse")] byte[] Reverse(byte[] data);
}

// Mono answers each exception as an internal one.
[ServiceBehavior(Name = "Calc", Namespace = "urn:calc", IncludeExceptionDetailInFaults = true)]
public class Calc : ICalc {
  public int Add(int a, int b) { return a + b; }

  public int Divide(int a, int b) {
    if (b == 0) throw new FaultException("division by zero");
    return a / b;
  }

  public byte[] Reverse(byte[] data) {
    Array.Reverse(data);
    return data;
  }

  static void Main(string[] args) {
    var encoding = (WSMessageEncoding)Enum.Parse(typeof(WSMessageEncoding), args[1]);
    var host = new ServiceHost(typeof(Calc), new Uri("http://127.0.0.1:" + args[0] + "/"));
    host.AddServiceEndpoint(typeof(ICalc), new BasicHttpBinding { Namespace = "urn:calc", MessageEncoding = encoding }, "");
    host.Description.Behaviors.Add(new ServiceMetadataBehavior { HttpGetEnabled = true });
    host.Open();
    Thread.Sleep(Timeout.Infinite);
  }
}
