// Express, as its guide writes a service: express.json(), a router, one error handler of its own.
import { randomUUID } from 'node:crypto';
import express from 'express';

const fault = process.env.FAULT;
const app = express();
app.use(express.json());

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const users = [
  { id: 1, name: 'Ada', email: 'ada@example.com', isPremium: true, skills: ['sql'] },
  { id: 2, name: 'Bo', email: 'bo@example.com', address: { city: 'Oslo', district: 'Frogner' } },
];
let nextId = 3;
const findUser = (req, res, next) => {
  req.index = users.findIndex((user) => user.id === Number(req.params.id));
  if (req.index < 0) return res.status(404).json({ error: 'User not found' });
  next();
};
const pick = ({ name, email, isPremium, skills, address }) => ({
  name,
  email,
  isPremium,
  skills,
  address,
});
const userFault = (body) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'a user is an object';
  const { name, email, isPremium, skills, address } = body;
  if (name !== undefined && typeof name !== 'string') return 'name is a string';
  if (email !== undefined && (typeof email !== 'string' || !EMAIL.test(email)))
    return 'email is no address';
  if (isPremium !== undefined && typeof isPremium !== 'boolean') return 'isPremium is a boolean';
  if (
    skills !== undefined &&
    !(Array.isArray(skills) && skills.every((s) => typeof s === 'string'))
  )
    return 'skills are strings';
  if (address === undefined) return undefined;
  if (typeof address !== 'object' || address === null || Array.isArray(address))
    return 'address is an object';
  if ([address.city, address.district].some((one) => one !== undefined && typeof one !== 'string'))
    return 'city and district are strings';
  return undefined;
};
const checkUser = (req, res, next) => {
  const found = userFault(req.body);
  return found ? res.status(400).json({ error: found }) : next();
};

app.get('/users', (_req, res) => res.json(users));
app.get('/users/:id', findUser, (req, res) => res.json(users[req.index]));
app.post('/users', checkUser, (req, res) => {
  if (!req.body.name || !req.body.email)
    return res.status(400).json({ error: 'name and email are required' });
  const user = { id: nextId++, ...pick(req.body) };
  if (fault === 'id-from-length') user.id = users.length + 1;
  users.push(user);
  res.status(201).json(user);
});
app.put('/users/:id', findUser, checkUser, (req, res) => {
  if (fault === 'put-loses-false') {
    users[req.index] = {
      ...users[req.index],
      ...Object.fromEntries(Object.entries(pick(req.body)).filter(([, value]) => value)),
    };
  } else users[req.index] = { ...users[req.index], ...JSON.parse(JSON.stringify(pick(req.body))) };
  res.json(users[req.index]);
});
app.delete('/users/:id', findUser, (req, res) => {
  if (fault === 'deletes-next') users.splice(Number(req.params.id) - 1, 1);
  else users.splice(req.index, 1);
  res.status(204).end();
});

const tickets = new Map();
const removed = new Set();
const invalid = (body, isNew) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'a ticket is an object';
  const has = (key) =>
    isNew
      ? ['title', 'reference'].includes(key) || body[key] !== undefined
      : body[key] !== undefined;
  if (
    has('title') &&
    (typeof body.title !== 'string' || body.title.length < 1 || [...body.title].length > 80)
  )
    return 'title';
  if (
    has('reference') &&
    (typeof body.reference !== 'string' || !/^[A-Z]{2}-[0-9]{4}$/.test(body.reference))
  )
    return 'reference';
  if (has('urgent') && typeof body.urgent !== 'boolean') return 'urgent';
  if (has('status') && !['open', 'waiting', 'closed'].includes(body.status)) return 'status';
  if (
    has('assignee') &&
    body.assignee !== null &&
    !(typeof body.assignee === 'string' && EMAIL.test(body.assignee))
  )
    return 'assignee';
  if (
    has('note') &&
    body.note !== null &&
    !(typeof body.note === 'string' && [...body.note].length <= 200)
  )
    return 'note';
  return undefined;
};
const taken = (reference, id) =>
  fault !== 'unique-unchecked' &&
  [...tickets.values()].some((one) => one.reference === reference && one.id !== id);
const find = (req, res, next) => {
  req.ticket = tickets.get(req.params.id);
  if (!req.ticket)
    return fault === 'missing-is-400'
      ? res.status(400).json({ error: 'Bad id' })
      : res.status(404).json({ error: 'Ticket not found' });
  next();
};
let listed;
app.get('/tickets', (_req, res) => {
  if (fault !== 'stale-list') listed = undefined;
  listed ??= [...tickets.values()];
  res.json(listed);
});
app.post('/tickets', (req, res) => {
  listed = undefined;
  const found = invalid(req.body, true);
  if (found) return res.status(400).json({ error: `${found} is not valid` });
  const {
    title,
    reference,
    urgent = false,
    status = 'open',
    assignee = null,
    note = null,
  } = req.body;
  if (taken(reference)) return res.status(409).json({ error: 'reference is taken' });
  const ticket = {
    id: randomUUID(),
    title,
    reference,
    urgent,
    status,
    assignee,
    note,
    createdAt: new Date().toISOString(),
  };
  tickets.set(ticket.id, ticket);
  res.status(201).location(`/tickets/${ticket.id}`).json(ticket);
});
app.get('/tickets/:id', find, (req, res) =>
  removed.has(req.ticket.id)
    ? res.status(404).json({ error: 'Ticket not found' })
    : res.json(req.ticket),
);
app.patch('/tickets/:id', find, (req, res) => {
  const found = invalid(req.body, false);
  if (found) return res.status(400).json({ error: `${found} is not valid` });
  if (req.body.reference && taken(req.body.reference, req.ticket.id))
    return res.status(409).json({ error: 'reference is taken' });
  const changed = { ...req.ticket };
  for (const key of ['title', 'reference', 'urgent', 'status', 'assignee', 'note']) {
    if (fault === 'patch-ignores-false' ? req.body[key] : req.body[key] !== undefined)
      changed[key] = req.body[key];
  }
  tickets.set(changed.id, changed);
  res.json(changed);
});
app.delete('/tickets/:id', find, (req, res) => {
  if (fault === 'soft-delete') {
    removed.add(req.ticket.id);
    return res.status(204).end();
  }
  tickets.delete(req.ticket.id);
  if (fault !== 'stale-list') listed = undefined;
  res.status(204).end();
});

app.listen(Number(process.env.PORT), '127.0.0.1');
