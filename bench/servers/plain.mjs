// What a developer would write in an afternoon: node:http, a Map, JSON. It keeps what it is sent,
// and checks nothing but the JSON. `node plain.mjs <port> <seed file>`

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , port, file] = process.argv;
const users = new Map(JSON.parse(readFileSync(file, 'utf8')).users.map((user) => [user.id, user]));
let lastId = [...users.keys()].reduce((highest, id) => Math.max(highest, id), 0);

createServer((request, response) => {
  const [, resource, id] = request.url.split('?')[0].split('/');
  if (resource !== 'users') send(response, 404, { error: 'Not found' });
  else if (id === undefined) onUsers(request, response);
  else onUser(request, response, Number(id));
}).listen(Number(port), '127.0.0.1');

function onUsers(request, response) {
  if (request.method === 'GET') send(response, 200, [...users.values()]);
  else if (request.method === 'POST') {
    readJson(request, response, (draft) => {
      const user = { ...draft, id: ++lastId };
      users.set(user.id, user);
      send(response, 201, user, { location: `/users/${user.id}` });
    });
  } else send(response, 405, { error: 'Method not allowed' });
}

function onUser(request, response, id) {
  const user = users.get(id);
  if (user === undefined) send(response, 404, { error: 'Not found' });
  else if (request.method === 'GET') send(response, 200, user);
  else if (request.method === 'PUT') {
    readJson(request, response, (draft) => {
      const replaced = { ...draft, id };
      users.set(id, replaced);
      send(response, 200, replaced);
    });
  } else if (request.method === 'DELETE') {
    users.delete(id);
    response.writeHead(204).end();
  } else send(response, 405, { error: 'Method not allowed' });
}

function readJson(request, response, next) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    let value;
    try {
      value = JSON.parse(Buffer.concat(chunks).toString());
    } catch {
      send(response, 400, { error: 'Not JSON' });
      return;
    }
    next(value);
  });
}

function send(response, status, value, headers = {}) {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
