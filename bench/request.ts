// Requests as the bytes that go over the wire, made before anything is measured.

const COMMON = 'Host: localhost\r\nAccept: */*\r\nUser-Agent: bench\r\n';

/** Returns a request without a body. */
export function plainRequest(method: 'GET' | 'DELETE', path: string): Buffer {
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${COMMON}\r\n`);
}

/** Returns a request with a value as JSON. */
export function jsonRequest(method: 'POST' | 'PUT', path: string, value: unknown): Buffer {
  const body = JSON.stringify(value);
  const head = `${method} ${path} HTTP/1.1\r\n${COMMON}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}
