// Requests as bytes on the wire.

export const HOST = 'Host: standin.test\r\n';
export const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A user that can be created. */
export const NEW_USER = '{"name":"Zofia Zielińska","email":"zofia@example.com"}';

/** A request without body. `fields` are header lines, each with its CRLF. */
export function request(line: string, fields = ''): string {
  return `${line} HTTP/1.1\r\n${HOST}${fields}\r\n`;
}

/** A request whose body has a Content-Length. */
export function withBody(line: string, body: string | Buffer, fields = JSON_TYPE): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(request(line, `${fields}Content-Length: ${bytes.length}\r\n`)),
    bytes,
  ]);
}

/** A request whose body comes as the given text, under `Transfer-Encoding: chunked`. */
export function withChunks(line: string, chunks: string, fields = JSON_TYPE): string {
  return request(line, `${fields}Transfer-Encoding: chunked\r\n`) + chunks;
}
