// Faults of POST that makes no new user, or harms another.

import { isTexts } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { createAll, crowd, misread } from './client.ts';
import { fieldsOf, named, type PlantedFault, POST, skillsOf, track } from './planting.ts';

export const creations: readonly PlantedFault[] = [
  {
    name: 'equal-emails-are-merged',
    about: 'POST with the e-mail of another user changes that user and answers its id.',
    clauses: ['section 1', POST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      let sent: unknown;
      const same = () => tracked.own().find((user) => user['email'] === sent);
      return {
        ...tracked,
        accept: (fields, operation) => {
          sent = fields['email'];
          return parts.accept(fields, operation);
        },
        nextId: () => same()?.id ?? parts.nextId(),
      };
    },
    witness: misread(2, { email: 'same@example.com' }),
  },
  {
    name: 'equal-email-gives-the-old-user',
    about:
      'POST with the e-mail of another user creates nothing and answers as if that user were new.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      let sent: unknown;
      return {
        ...tracked,
        accept: (fields, operation) => {
          sent = fields['email'];
          return parts.accept(fields, operation);
        },
        nextId: () => tracked.own().find((user) => user['email'] === sent)?.id ?? parts.nextId(),
        insert: (user) =>
          parts.find(user.id, 'create') === undefined ? tracked.insert(user) : undefined,
      };
    },
    witness: misread(2, { email: 'same@example.com' }),
  },
  {
    name: 'id-given-out-while-alive',
    about: 'After a DELETE, the next POST gets the id of the newest user alive, and overwrites it.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      let isOff = false;
      return {
        ...tracked,
        erase: (id) => {
          isOff = true;
          return parts.erase(id);
        },
        nextId: () => {
          const newest = isOff ? tracked.own().at(-1)?.id : undefined;
          isOff = false;
          return newest ?? parts.nextId();
        },
      };
    },
    witness: async (client) => {
      const [first = 0, second = 0] = await createAll(client, crowd(2));
      await client.remove(first);
      return (await client.create()) === second;
    },
  },
  {
    name: 'reused-id-brings-back-skills',
    about:
      'A removed id is given out again, and the skills of the removed user come first among those of the new one.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      let removed: StoredUser | undefined;
      return {
        ...parts,
        erase: (id) => {
          removed = parts.find(id, 'remove');
          return parts.erase(id);
        },
        nextId: () => removed?.id ?? parts.nextId(),
        insert: (user) => {
          const old = removed;
          removed = undefined;
          const isOld = user.id === old?.id && 'skills' in user;
          return parts.insert(
            isOld ? { ...user, skills: [...skillsOf(old), ...skillsOf(user)] } : user,
          );
        },
      };
    },
    witness: async (client) => {
      await client.remove(await client.create());
      return misread(1)(client);
    },
  },
  {
    name: 'post-moves-the-user-before',
    about: 'POST writes its address to the user that was created before it, too.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => {
      const tracked = track(parts);
      return {
        ...tracked,
        insert: async (user) => {
          const before = tracked.own().at(-1);
          if (before !== undefined && 'address' in user)
            await parts.save({ ...before, address: user['address'] });
          await tracked.insert(user);
        },
      };
    },
    witness: misread(2),
  },
  {
    name: 'refused-post-creates',
    about: 'POST that is refused for one field has created the user with the name.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      accept: (sent, operation) => {
        const accepted = parts.accept(sent, operation);
        const { name } = fieldsOf(accepted);
        if (accepted.kind === 'refused' && operation === 'create' && typeof name === 'string') {
          void Promise.resolve(parts.nextId()).then((id) =>
            parts.insert(named({ name, email: 'none@example.com' }, id)),
          );
        }
        return accepted;
      },
    }),
    witness: async (client) => {
      const answer = await client.post({ name: 'Refused', email: 5 });
      return !answer.ok && (await client.list()).some((user) => user['name'] === 'Refused');
    },
  },
  {
    name: 'post-refused-for-skills-creates',
    about:
      'POST that is refused for its skills, and for nothing else, has created the user without them.',
    clauses: [POST],
    kind: 'stateful',
    plant: (parts) => ({
      ...parts,
      accept: (sent, operation) => {
        const accepted = parts.accept(sent, operation);
        const { name, email, skills = [] } = sent;
        if (
          accepted.kind === 'refused' &&
          operation === 'create' &&
          !isTexts(skills) &&
          typeof name === 'string'
        )
          void Promise.resolve(parts.nextId()).then((id) =>
            parts.insert(named({ name, email }, id)),
          );
        return accepted;
      },
    }),
    witness: async (client) => {
      const answer = await client.post({
        name: 'Refused',
        email: 'refused@example.com',
        skills: 5,
      });
      return !answer.ok && (await client.list()).some((user) => user['name'] === 'Refused');
    },
  },
];
