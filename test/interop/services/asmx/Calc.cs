// The service of these tests with ASP.NET Web Services (ASMX). Arguments: the port, and the folder with `calc.asmx`.
using System;
using System.IO;
using System.Net;
using System.Web;
using System.Web.Hosting;
using System.Web.Services;
using System.Web.Services.Protocols;

[WebService(Name = "Calc", Namespace = "urn:calc")]
public class Calc : WebService {
  [WebMethod, SoapDocumentMethod("urn:calc#Add")]
  public int Add(int a, int b) { return a + b; }

  [WebMethod, SoapDocumentMethod("urn:calc#Divide")]
  public int Divide(int a, int b) {
    if (b == 0) throw new SoapException("division by zero", SoapException.ClientFaultCode);
    return a / b;
  }
}

/// <summary>A request of HttpListener for ASP.NET.</summary>
class ListenerRequest : SimpleWorkerRequest {
  readonly HttpListenerContext context;

  public ListenerRequest(HttpListenerContext context, TextWriter output)
    : base("calc.asmx", context.Request.Url.Query.TrimStart('?'), output) { this.context = context; }

  public override string GetHttpVerbName() { return context.Request.HttpMethod; }
  public override int GetLocalPort() { return context.Request.LocalEndPoint.Port; }
  public override string GetServerName() { return "127.0.0.1"; }
  public override string GetKnownRequestHeader(int index) { return context.Request.Headers[GetKnownRequestHeaderName(index)]; }
  public override string GetUnknownRequestHeader(string name) { return context.Request.Headers[name]; }
  public override int ReadEntityBody(byte[] buffer, int size) { return context.Request.InputStream.Read(buffer, 0, size); }
  public override void SendStatus(int code, string text) { context.Response.StatusCode = code; }
  public override void SendKnownResponseHeader(int index, string value) { SendUnknownResponseHeader(GetKnownResponseHeaderName(index), value); }
  public override void SendUnknownResponseHeader(string name, string value) {
    if (name == "Content-Type") context.Response.ContentType = value;
    else if (name != "Content-Length") context.Response.AddHeader(name, value);
  }
  public override void SendResponseFromMemory(byte[] data, int length) { context.Response.OutputStream.Write(data, 0, length); }
  public override void EndOfRequest() { context.Response.Close(); }
}

public class Host : MarshalByRefObject {
  public void Serve(string port) {
    var listener = new HttpListener();
    listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
    listener.Start();
    while (true) HttpRuntime.ProcessRequest(new ListenerRequest(listener.GetContext(), new StringWriter()));
  }

  static void Main(string[] args) {
    ((Host)ApplicationHost.CreateApplicationHost(typeof(Host), "/", args[1])).Serve(args[0]);
  }
}
