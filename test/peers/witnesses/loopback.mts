// LoopBack 4 as `lb4 model`, `lb4 datasource` (in memory), `lb4 repository` and `lb4 controller` (REST
// with CRUD) write it, in one file: its own validation (422), PUT and DELETE without a body.

import { inject } from '@loopback/core';
import {
  DefaultCrudRepository,
  Entity,
  juggler,
  Model,
  model,
  property,
  RepositoryMixin,
  repository,
} from '@loopback/repository';
import {
  del,
  get,
  getModelSchemaRef,
  param,
  post,
  put,
  RestApplication,
  requestBody,
} from '@loopback/rest';

const fault = process.env['FAULT'];
const OWN_IDS = fault === 'id-from-count' || fault === 'answers-before-saved';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

@model()
class Address extends Model {
  @property({ type: 'string' }) city?: string;
  @property({ type: 'string' }) district?: string;
}

@model(fault === 'hidden-skills' ? { settings: { hiddenProperties: ['skills'] } } : {})
class User extends Entity {
  @property({ type: 'number', id: true, generated: !OWN_IDS }) id?: number;
  @property({ type: 'string', required: true }) name!: string;
  @property({ type: 'string', required: true }) email!: string;
  @property({ type: 'boolean' }) isPremium?: boolean;
  @property({ type: 'array', itemType: 'string' }) skills?: string[];
  @property({ type: Address }) address?: Address;
}

class MemoryDataSource extends juggler.DataSource {
  static dataSourceName = 'memory';
  constructor() {
    super({ name: 'memory', connector: 'memory' });
  }
}

class UserRepository extends DefaultCrudRepository<User, typeof User.prototype.id> {
  constructor(@inject('datasources.memory') dataSource: MemoryDataSource) {
    super(User, dataSource);
  }
}

let last = 2;
let listed: Promise<User[]> | undefined;
const pending: Promise<User>[] = [];

class UserController {
  constructor(@repository(UserRepository) public users: UserRepository) {}

  @post('/users')
  async create(
    @requestBody({
      content: {
        'application/json': {
          schema: getModelSchemaRef(User, { title: 'NewUser', exclude: ['id'] }),
        },
      },
    })
    user: Omit<User, 'id'>,
  ): Promise<User> {
    if (fault === 'cached-find') listed = undefined;
    if (fault === 'id-from-count') {
      const { count } = await this.users.count();
      const taken = await this.users.exists(count + 1);
      if (taken) await this.users.deleteById(count + 1);
      return this.users.create({ ...user, id: count + 1 });
    }
    if (fault === 'same-name-updates') {
      const same = await this.users.findOne({ where: { name: user.name } });
      if (same) {
        await this.users.updateById(same.id, user);
        return this.users.findById(same.id);
      }
    }
    if (fault === 'answers-before-saved') {
      last += 1;
      const made = new User({ ...user, id: last });
      setTimeout(() => void this.users.create(made).catch(() => {}), 30);
      return made;
    }
    return this.users.create(user);
  }

  @get('/users')
  async find(): Promise<User[]> {
    if (fault !== 'cached-find') return this.users.find();
    listed ??= this.users.find();
    return listed;
  }

  @get('/users/{id}')
  async findById(@param.path.number('id') id: number): Promise<User> {
    if (fault === 'first-that-begins') {
      const all = await this.users.find();
      const found = all.find((one) => String(one.id).startsWith(String(id)));
      if (found) return found;
    }
    if (fault === 'coalesced') {
      if (pending.length > 0) return pending[0] as Promise<User>;
      const asked = this.users.findById(id);
      asked.catch(() => {});
      pending.push(asked);
      await pause(3);
      pending.pop();
      return asked;
    }
    return this.users.findById(id);
  }

  @put('/users/{id}', { responses: { '204': { description: 'User PUT success' } } })
  async replaceById(@param.path.number('id') id: number, @requestBody() user: User): Promise<void> {
    if (fault === 'put-truthy')
      return this.users.updateById(
        id,
        Object.fromEntries(Object.entries(user).filter(([, value]) => Boolean(value))),
      );
    if (fault === 'put-not-awaited') {
      setTimeout(() => void this.users.replaceById(id, user).catch(() => {}), 30);
      return;
    }
    if (fault === 'put-of-all') {
      await this.users.findById(id);
      await this.users.updateAll({ isPremium: user.isPremium } as User);
    }
    if (fault === 'put-twice') {
      const old = await this.users.findById(id);
      await this.users.replaceById(id, user);
      setTimeout(
        () => void this.users.replaceById(id, { ...old.toObject() } as User).catch(() => {}),
        20,
      );
      return;
    }
    await this.users.replaceById(id, user);
  }

  @del('/users/{id}', { responses: { '204': { description: 'User DELETE success' } } })
  async deleteById(@param.path.number('id') id: number): Promise<void> {
    if (fault === 'deletes-where-undefined') {
      await this.users.findById(id);
      await this.users.deleteAll({ id: (id as unknown as User).id });
      return;
    }
    if (fault === 'deletes-by-name') {
      await this.users.deleteAll({ name: String(id) });
      return;
    }
    if (fault === 'delete-is-flag') {
      await this.users.updateById(id, { name: 'deleted' });
      return;
    }
    await this.users.deleteById(id);
  }
}

class UsersApplication extends RepositoryMixin(RestApplication) {}

const app = new UsersApplication({
  rest: { port: Number(process.env['PORT']), host: '127.0.0.1' },
});
app.dataSource(MemoryDataSource);
app.repository(UserRepository);
app.controller(UserController);
const users = await app.getRepository(UserRepository);
const idOf = (id: number) => (OWN_IDS ? { id } : {});
await users.create({
  ...idOf(1),
  name: 'Ada',
  email: 'ada@example.com',
  isPremium: true,
  skills: ['sql'],
});
await users.create({ ...idOf(2), name: 'Bo', email: 'bo@example.com' });
await app.start();
