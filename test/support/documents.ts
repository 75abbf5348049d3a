// The users project of this repository as plain objects, as a page that imports its JSON has it.

import contract from '../../contracts/users.json' with { type: 'json' };
import rows from '../../db.json' with { type: 'json' };
import user from '../../schemas/user.json' with { type: 'json' };
import userCreate from '../../schemas/user-create.json' with { type: 'json' };
import userCreated from '../../schemas/user-created.json' with { type: 'json' };
import userUpdate from '../../schemas/user-update.json' with { type: 'json' };
import users from '../../schemas/users.json' with { type: 'json' };

export const documents = {
  contracts: [contract],
  schemas: {
    user,
    users,
    'user-create': userCreate,
    'user-created': userCreated,
    'user-update': userUpdate,
  },
  rows,
};
