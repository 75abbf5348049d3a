// What each operation of a collection does to its rows: a list of rules in order. A rule looks at one
// operation and says what it saw, for or against. The first rule that finds a role gives it.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { type FoundId, typeOfId } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { type ItemShape, isLike, isReceipt, type ListShape } from '../shapes.ts';
import { asServed } from '../usual-places.ts';
import { type Answers, memberSent } from './answers.ts';
import type { Candidate } from './resource.ts';
import { saysCreation } from './words/verbs.ts';

/** What is known of a collection when its operations are looked at. */
export interface Collection extends Candidate {
  readonly answers: Answers;
  readonly item: ItemShape;
  readonly list: ListShape | null;
  readonly id: FoundId;
  /** Why the list is none of these items; `null` if it is one. */
  readonly flawOfList: string | null;
  readonly readsList: boolean;
  /** Whether POST at the collection takes a list of the items. */
  readonly takesMany: boolean;
  /** Whether what a document only suggests counts: for a mock. */
  readonly guesses: boolean;
}

/** What a rule saw: for the role, or against it. */
export interface Sight {
  readonly is: boolean;
  readonly saw: string;
}

/** One way in which a document shows a role. */
export interface RoleRule {
  readonly name: string;
  readonly kind: Kind;
  /** The operation that it is about; `undefined` if there is none, or the rule does not apply. */
  readonly of: (
    collection: Collection,
    found: ReadonlyMap<Kind, ApiOperation>,
  ) => ApiOperation | undefined;
  readonly look: (operation: ApiOperation, collection: Collection) => Sight;
  /** `silent`: what it saw against the role is no reason to tell. */
  readonly against?: 'silent';
}

const yes = (saw: string): Sight => ({ is: true, saw });
const no = (saw: string): Sight => ({ is: false, saw });
const unless = (flaw: string | null, saw: string): Sight => (flaw === null ? yes(saw) : no(flaw));

/** The rules in the order in which they are tried. */
export const ROLE_RULES: readonly RoleRule[] = [
  {
    name: 'GET of the collection lists',
    kind: 'list',
    of: ({ at }) => at.get('GET'),
    look: (_, { flawOfList }) => unless(flawOfList, 'it answers a list of items'),
  },
  {
    name: 'GET of an item reads',
    kind: 'read',
    of: ({ ofItem }) => ofItem.get('GET'),
    look: (operation, collection) =>
      collection.readsList
        ? no('the answer is a list, not one item')
        : unless(flawOfRead(operation, collection), collection.id.why),
  },
  {
    name: 'POST at the collection creates',
    kind: 'create',
    of: ({ at }) => at.get('POST'),
    look: (operation, collection) => unless(flawOfCreate(operation, collection), collection.id.why),
  },
  {
    name: 'PUT of an item replaces',
    kind: 'replace',
    of: ({ ofItem }) => ofItem.get('PUT'),
    look: (operation, { answers, id }) => unless(answers.flawOfBody(operation), id.why),
  },
  {
    name: 'PATCH of an item updates',
    kind: 'update',
    of: ({ ofItem }) => ofItem.get('PATCH'),
    look: (operation, { answers, id }) => unless(answers.flawOfBody(operation), id.why),
  },
  {
    name: 'DELETE of an item removes',
    kind: 'remove',
    of: ({ ofItem }) => ofItem.get('DELETE'),
    look: (_, { id }) => yes(id.why),
  },
  {
    name: 'POST at an item creates it, if nothing else does',
    kind: 'create',
    of: ({ ofItem, at }, found) =>
      found.has('create') || at.has('POST') || at.has('PUT') ? undefined : ofItem.get('POST'),
    look: looksLikeCreationAtItem,
    against: 'silent',
  },
  {
    name: 'POST at an item changes it',
    kind: 'update',
    of: ({ ofItem }, found) =>
      found.has('update') || found.get('create') === ofItem.get('POST')
        ? undefined
        : ofItem.get('POST'),
    look: (operation, collection) =>
      isChange(operation, collection) ? yes(collection.id.why) : no('it answers no item'),
    against: 'silent',
  },
  {
    name: 'PUT at the collection creates, if POST does not',
    kind: 'create',
    of: ({ at, ofItem, readsList }, found) =>
      at.has('POST') || found.has('create') || (readsList && ofItem.has('POST'))
        ? undefined
        : at.get('PUT'),
    look: looksLikeCreationByPut,
    against: 'silent',
  },
  {
    name: 'PUT at the collection replaces the item that its body names',
    kind: 'replace',
    of: ({ at }, found) =>
      found.has('replace') || found.get('create') === at.get('PUT') ? undefined : at.get('PUT'),
    look: (operation, { answers, item, id, words, ...rest }) => {
      const sent = answers.itemSent(operation, words);
      const names = id.member !== null && sent?.members.has(id.member) === true;
      return isChange(operation, { answers, item, id, words, ...rest }) &&
        names &&
        isLike(sent, item)
        ? yes(id.why)
        : no('its body names no item');
    },
    against: 'silent',
  },
  {
    name: 'POST below the collection creates, if nothing else does',
    kind: 'create',
    of: ({ below, at }, found) => {
      const posts = below.filter(({ method }) => method === 'POST');
      return found.has('create') || at.has('POST') || at.has('PUT') || posts.length === 0
        ? undefined
        : posts[0];
    },
    look: looksLikeCreationBelow,
    against: 'silent',
  },
  {
    name: 'PUT of an item creates it, if nothing else does',
    kind: 'create',
    of: ({ ofItem, at }, found) =>
      found.has('create') || at.has('POST') || ofItem.has('POST') || !found.has('replace')
        ? undefined
        : ofItem.get('PUT'),
    look: looksLikeUpsert,
    against: 'silent',
  },
];

/** Why an operation reads no item of a collection. */
export function flawOfRead(
  operation: ApiOperation | undefined,
  { answers, item, words }: Pick<Collection, 'answers' | 'item' | 'words'>,
): string | null {
  const read = answers.itemOf(operation, words);
  return read === null || !isLike(read, item) ? 'the answer is no item' : null;
}

function flawOfCreate(
  operation: ApiOperation,
  { answers, item, words, id, at, flawOfList, guesses }: Collection,
): string | null {
  const flaw = answers.flawOfBody(operation);
  if (flaw !== null && memberSent(answers.schemas, operation, item) !== null) {
    const made = answers.itemOf(operation, words);
    return made !== null && isLike(made, item) ? null : flaw;
  }
  if (flaw !== null) return flaw;
  const sent = answers.itemSent(operation, words);
  const list = answers.listSent(operation, words);
  const isSingleItem = sent !== null && isLike(sent, item);
  if (!isSingleItem && list !== null && isLike(list.element, item))
    return 'its body is a list of items, not one';
  const answered = answers.itemOf(operation, words);
  const names = [...(sent?.members.keys() ?? [])];
  const common = names.filter((name) => item.members.has(name)).length;
  const shares = common > 0;
  const takesOther = common * 2 < names.length || !shares;
  const get = at.get('GET');
  const asGet = get !== undefined && answers.shown(get) === answers.shown(operation);
  if (takesOther && (answers.listOf(operation, words) !== null || (asGet && sent !== null)))
    return 'it answers what GET answers and takes no item: it asks, and creates nothing';
  if (answered === null ? shares : isLike(answered, item)) return null;
  if (shares && answers.holdsItem(operation, item)) return null;
  // It answers the id, perhaps with a secret that nothing shows again.
  if (shares && id.member !== null && answered?.members.has(id.member) === true) return null;
  if (isSingleItem) return null;
  // What it takes has names of its own, and nothing is answered: the words of the document tell.
  const isSilent = answered === null || isReceipt(answered);
  const isMeant = guesses && isSilent && flawOfList === null;
  const isSaid = isMeant && (saysCreation(operation) || is201(operation));
  return isSaid ? null : 'neither its body nor its answer is like an item';
}

function isChange(operation: ApiOperation, collection: Collection): boolean {
  const { answers, item } = collection;
  if (answers.flawOfBody(operation) !== null) return false;
  return flawOfRead(operation, collection) === null || answers.holdsItem(operation, item);
}

/** `PUT /boats` with a body creates if items are changed elsewhere, or if it answers 201. */
function looksLikeCreationByPut(operation: ApiOperation, collection: Collection): Sight {
  const { answers, ofItem, id } = collection;
  if (flawOfCreate(operation, collection) !== null) return no('its body is no item');
  const isChanged = [...ofItem].some(
    ([method, one]) =>
      (method === 'PUT' || method === 'PATCH' || method === 'POST') &&
      answers.flawOfBody(one) === null,
  );
  const required = answers.schemas.requiredOf(operation.body?.schema ?? '');
  return answersCreated(operation) || (isChanged && !required.includes(id.member ?? ''))
    ? yes(id.why)
    : no('its body names the item');
}

function looksLikeCreationAtItem(operation: ApiOperation, collection: Collection): Sight {
  const { answers, item, ofItem, words, guesses, list, id, readsList } = collection;
  if (readsList) return no('GET there lists what it creates');
  const what = `nothing else creates what is at ${asServed(operation).path.text}`;
  const sent = answers.itemSent(operation, words);
  const answered = answers.itemOf(operation, words);
  const isAny = sent === null && answered !== null;
  const isLikeItem = isAny || (sent !== null && sharesMembers(sent, item));
  // An answer of something else tells of an action: `POST /jobs/{id}` starts it.
  const answersOther = answered !== null && !isLike(answered, item);
  if (answersOther || (operation.body !== null && !isLikeItem)) return no('it takes no item');
  const changes = ofItem.has('PUT') || ofItem.has('PATCH');
  if (answersCreated(operation) && (changes || operation.body === null || isLikeItem))
    return yes(`it answers 201, and ${what}`);
  if (!guesses) return no('the document does not say that it creates');
  // A list shows items that are made elsewhere; what is removed there was made there.
  const isPair = ofItem.has('DELETE') || changes;
  const hasName = id.member !== null || list === null;
  return isPair && hasName ? yes(what) : no('the document does not say that it creates');
}

function looksLikeUpsert(operation: ApiOperation, { list, guesses, ofItem }: Collection): Sight {
  const what = `nothing else creates what is at ${asServed(operation).path.text}`;
  if (answersCreated(operation)) return yes(`it answers 201, and ${what}`);
  // What is not there is refused, then.
  if (operation.answers.some(({ status }) => status === '404'))
    return no('it declares 404: it does not create what is not there');
  if (saysUpsert(operation)) return yes(`its words say so, and ${what}`);
  // A list shows items that are made elsewhere; what clients name and remove, they made.
  const isNamed = ofItem.has('DELETE') && typeOfId(ofItem) === 'string';
  return guesses && (list === null ? ofItem.has('GET') : isNamed)
    ? yes(what)
    : no('the document does not say that it creates');
}

/** Whether an operation says that it does one or the other: "Define a tag, or update it". */
function saysUpsert({ summary, description }: ApiOperation): boolean {
  return UPSERT.test(`${summary ?? ''}. ${description}`);
}

const UPSERT =
  /\bupsert|\b(?:creat|defin|add|insert|regist)[a-z]* or (?:updat|replac|overwrit|chang|modif|edit)|\b(?:updat|replac|overwrit|chang|modif|edit)[a-z]* or (?:creat|defin|insert)|\b(?:creat|defin|add|insert|regist)[a-z]*\b[^.]*\bor (?:updat|replac|overwrit|chang|modif|edit)[a-z]* (?:it|one|them|(?:an |the )?existing)\b|\b(?:updat|replac|overwrit|chang|modif|edit)[a-z]*\b[^.]*\bor (?:creat|defin|add|insert|regist)[a-z]* (?:it|one|them|(?:a )?new)\b/i;

/** `POST /patients/checkin` takes and answers an item. */
function looksLikeCreationBelow(operation: ApiOperation, collection: Collection): Sight {
  const { answers, item, words, guesses } = collection;
  const sent = answers.itemSent(operation, words);
  const answered = answers.itemOf(operation, words);
  const isItem = answered !== null && answered.name !== null && answered.name === item.name;
  const isCalledSo = saysCreation(operation) && sent !== null && sharesMembers(sent, item);
  const takesItem = sent !== null && (sent.name === item.name || isLike(sent, item) || isCalledSo);
  if (!isItem || answers.flawOfBody(operation) !== null) return no('it answers no item');
  return takesItem && (guesses || answersCreated(operation))
    ? yes(`it takes and answers ${answered.name}, and nothing else creates one`)
    : no('it takes no item');
}

/** Whether an operation answers 201. */
export function is201({ answers }: ApiOperation): boolean {
  return answers.some(({ status }) => status === '201');
}

function sharesMembers(sent: ItemShape, item: ItemShape): boolean {
  return [...sent.members.keys()].some((name) => item.members.has(name));
}

/** Generators add a bare 201 to what they declare of any POST and PUT. */
export function answersCreated({ answers }: ApiOperation): boolean {
  const successes = answers.filter(({ status }) => /^2/.test(status));
  return successes.some(
    ({ status, body }) => status === '201' && (body !== null || successes.length === 1),
  );
}

/** Whether the parameter of an item has a few values that the document names: then it is no id. */
export function isOfFewValues(candidate: Pick<Candidate, 'ofItem'>): boolean {
  const [one] = candidate.ofItem.values();
  const name = one?.path.lastParameter ?? null;
  const schema = one?.parameters.find(
    (given) => given.in === 'path' && given.name === name,
  )?.schema;
  return (
    schema !== undefined &&
    (Object.hasOwn(schema, 'enum') ||
      Object.hasOwn(schema, 'const') ||
      schema['type'] === 'boolean')
  );
}
