// A service of users as you might write it in a hurry. It says that it removed a user, and does
// not: MENDED=1 fixes that.
import { createServer } from 'node:http';

const users = new Map([
  [1, { id: 1, name: 'Ada', email: 'ada@example.com', isPremium: false, skills: [] }],
]);
let next = 2;

function answer({ method, url }, body) {
  const id = Number(url.split('/')[2]);
  if (method === 'GET' && url === '/users') return [200, [...users.values()]];
  if (method === 'POST')
    return [201, users.set(next, { ...JSON.parse(body), id: next }).get(next++)];
  if (!users.has(id)) return [404, { message: 'no such user' }];
  if (method === 'PUT') users.set(id, { ...users.get(id), ...JSON.parse(body), id });
  if (method === 'DELETE')
    return [200, { removed: process.env.MENDED === '1' ? users.delete(id) : true }];
  return [200, users.get(id)];
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  let [status, value] = [400, { message: 'no JSON' }];
  try {
    [status, value] = answer(request, body);
  } catch {}
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
});
server.listen(0, '127.0.0.1', () => console.log(`at http://127.0.0.1:${server.address().port}`));
