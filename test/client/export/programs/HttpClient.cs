// What exported programs use of .NET 6 and Mono doesn't have. The client writes a request as the program has built it: its
// header fields in the order in which they are added.
using System.Collections.Generic;
using System.IO;
using System.Net.Sockets;
using System.Text;

namespace System
{
    class UriCreationOptions { public bool DangerousDisablePathAndQueryCanonicalization; }

    class Uri
    {
        internal readonly string Text;
        public Uri(string text, UriCreationOptions options) { Text = text; }
    }
}

namespace System.Net.Http
{
    class HttpMethod
    {
        internal readonly string Name;
        public HttpMethod(string name) { Name = name; }
    }

    class HttpHeaders
    {
        internal readonly List<KeyValuePair<string, string>> Fields;
        readonly bool ofContent;

        internal HttpHeaders(List<KeyValuePair<string, string>> fields, bool ofContent)
        {
            Fields = fields;
            this.ofContent = ofContent;
        }

        public bool TryAddWithoutValidation(string name, string value)
        {
            if (!ofContent && name.ToLowerInvariant().StartsWith("content-")) return false;
            Fields.Add(new KeyValuePair<string, string>(name, value));
            return true;
        }
    }

    class ByteArrayContent
    {
        internal readonly byte[] Bytes;
        public HttpHeaders Headers;
        public ByteArrayContent(byte[] bytes) { Bytes = bytes; }
    }

    class HttpRequestMessage
    {
        internal readonly HttpMethod Method;
        internal readonly Uri Target;
        readonly List<KeyValuePair<string, string>> fields = new List<KeyValuePair<string, string>>();
        ByteArrayContent content;
        public readonly HttpHeaders Headers;

        public HttpRequestMessage(HttpMethod method, Uri uri)
        {
            Method = method;
            Target = uri;
            Headers = new HttpHeaders(fields, false);
        }

        public ByteArrayContent Content
        {
            get { return content; }
            set { content = value; content.Headers = new HttpHeaders(fields, true); }
        }
    }

    class SocketsHttpHandler
    {
        public bool AllowAutoRedirect, UseCookies;
        public Func<string, HttpRequestMessage, Encoding> RequestHeaderEncodingSelector;
    }

    class HttpContent { public Stream ReadAsStream() { return new MemoryStream(); } }

    class HttpResponseMessage : IDisposable
    {
        public int StatusCode = 200;
        public string ReasonPhrase = "";
        public HttpContent Content = new HttpContent();
        public void Dispose() { }
    }

    class HttpClient : IDisposable
    {
        readonly SocketsHttpHandler handler;
        public TimeSpan Timeout;
        public HttpClient(SocketsHttpHandler handler) { this.handler = handler; }
        public void Dispose() { }

        public HttpResponseMessage Send(HttpRequestMessage request)
        {
            var url = request.Target.Text;
            var path = url.IndexOf('/', "http://".Length);
            var authority = url.Substring("http://".Length, path - "http://".Length).Split(':');
            var head = request.Method.Name + " " + url.Substring(path) + " HTTP/1.1\r\n";
            foreach (var field in request.Headers.Fields) head += field.Key + ": " + field.Value + "\r\n";
            var encoding = handler.RequestHeaderEncodingSelector("", request);
            using (var client = new TcpClient(authority[0], int.Parse(authority[1])))
            using (var stream = client.GetStream())
            {
                var bytes = encoding.GetBytes(head + "\r\n");
                stream.Write(bytes, 0, bytes.Length);
                stream.Write(request.Content.Bytes, 0, request.Content.Bytes.Length);
                stream.Flush();
                while (stream.ReadByte() >= 0) { }
            }
            return new HttpResponseMessage();
        }
    }
}
