// The kinds of directory, as services of the bed.

import type { CorrectService } from '../correct-service.ts';
import {
  BareDirectory,
  BatchDirectory,
  ChangesOnlyDirectory,
  EventDirectory,
  FreshDirectory,
  PagedDirectory,
  PostalDirectory,
  ProxiedDirectory,
  SeeOtherDirectory,
  ShuffledDirectory,
  SlashNeedingDirectory,
  TerseDirectory,
  UntypedDirectory,
  WelcomingDirectory,
} from './answers.ts';
import {
  ChattyDirectory,
  CrampedDirectory,
  FieldwiseDirectory,
  LockedDirectory,
  RecyclingDirectory,
  SlashDirectory,
  TaggedDirectory,
  UniqueEmailDirectory,
  UniqueNameDirectory,
  WholeDirectory,
} from './conduct.ts';
import { Directory } from './directory.ts';
import {
  LinkedDirectory,
  RankedDirectory,
  SoftDirectory,
  StampedDirectory,
  WatchedDirectory,
} from './fields.ts';
import { directory } from './serve.ts';

const kinds: readonly [name: string, about: string, Kind: typeof Directory][] = [
  [
    'directory',
    'A class on Request and Response: 422 for wrong fields, PATCH merges, Location is a path.',
    Directory,
  ],
  [
    'stamped',
    'Adds createdAt, updatedAt and a version, which change at each PUT.',
    StampedDirectory,
  ],
  ['watched', 'Adds lastSeen and a count of looks, which change at each read.', WatchedDirectory],
  [
    'ranked',
    'Lists the newest first, with a rank that changes as others come and go.',
    RankedDirectory,
  ],
  [
    'linked',
    'Adds _links and _embedded, which holds another id and name; the list is brief.',
    LinkedDirectory,
  ],
  [
    'soft-delete',
    'Flags what is removed and never shows it again; ids are not given twice.',
    SoftDirectory,
  ],
  ['etag', 'Sends ETags; answers 304 to If-None-Match and 412 to If-Match.', TaggedDirectory],
  [
    'unique-emails',
    'Refuses an e-mail that another user has, with 409, whatever its case.',
    UniqueEmailDirectory,
  ],
  ['unique-names', 'Refuses a name that another user has, with 422.', UniqueNameDirectory],
  ['trailing-slash', 'Redirects with 308 from /users/ to /users.', SlashDirectory],
  [
    'locked-writes',
    'Writes one after the other under a lock, 3 ms each, while it reads at once.',
    LockedDirectory,
  ],
  [
    'delayed-put',
    'PUT takes 0 to 6 ms before it writes its fields; answers the names of the fields.',
    FieldwiseDirectory,
  ],
  [
    'put-whole-patch-parts',
    'PUT takes the whole user and makes an unknown one; 204 or 201, without a body.',
    WholeDirectory,
  ],
  ['recycled-ids', 'Gives the id that was removed last to the next user.', RecyclingDirectory],
  [
    'cramped',
    'Takes 30 users beyond those it holds, then 409; the list is brief.',
    CrampedDirectory,
  ],
  ['chatty-headers', 'Sends cookies, CORS and whatever headers a framework adds.', ChattyDirectory],
  [
    'omits-empty',
    'Leaves out what is false or empty, at any depth, in every answer; a name is always there.',
    TerseDirectory,
  ],
  ['shuffled-list', 'Lists its users in another order each time.', ShuffledDirectory],
  [
    'event-envelope',
    'POST answers an event that has an id of its own, with the user within.',
    EventDirectory,
  ],
  ['bare-answers', 'POST answers the id as a bare number, PUT and DELETE null.', BareDirectory],
  [
    'batch-answers',
    'POST answers a list of one user, PUT the user as it was before.',
    BatchDirectory,
  ],
  [
    'proxied-location',
    'POST answers {} and a Location on another host, with a slash, a query and a fragment.',
    ProxiedDirectory,
  ],
  ['see-other', 'POST and PUT answer 303 and the address of the user.', SeeOtherDirectory],
  [
    'slash-needed',
    'Redirects with 308 from every address to the one with a slash at its end.',
    SlashNeedingDirectory,
  ],
  ['postal-addresses', 'Adds a country and a line to every address.', PostalDirectory],
  [
    'welcoming',
    'Fills in a flag, a skill and an address where a new user has none; PUT merges.',
    WelcomingDirectory,
  ],
  ['untyped', 'Sends no media type.', UntypedDirectory],
  [
    'changes-only',
    'PUT answers 204 where nothing changes, else 200 with the user.',
    ChangesOnlyDirectory,
  ],
  [
    'fresh-defaults',
    'Takes name and email of a new user alone; the rest is the same for all. PUT merges.',
    FreshDirectory,
  ],
  [
    'pages-that-end',
    'Lists five users at a time by ?page=, and answers 404 beyond the last page.',
    PagedDirectory,
  ],
];

export const directoryServices: readonly CorrectService[] = kinds.map(([name, about, Kind]) => ({
  name,
  about,
  start: directory(Kind),
  ...(Kind === FreshDirectory ? { takes: ['name', 'email'] } : {}),
}));
