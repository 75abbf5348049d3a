// The floor: node:http with constant answers. A body is collected and parsed, and nothing is done
// with it. `node bare.mjs <port> <seed file>`

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , port, file] = process.argv;
const { users } = JSON.parse(readFileSync(file, 'utf8'));
const one = answerOf(users[0]);
const list = answerOf(users);

createServer((request, response) => {
  if (request.method === 'GET') send(response, 200, request.url === '/users' ? list : one);
  else {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
      send(response, 201, one);
    });
  }
}).listen(Number(port), '127.0.0.1');

function answerOf(value) {
  const text = JSON.stringify(value);
  return {
    text,
    headers: [
      'content-type',
      'application/json',
      'content-length',
      String(Buffer.byteLength(text)),
    ],
  };
}

function send(response, status, answer) {
  response.writeHead(status, answer.headers);
  response.end(answer.text);
}
