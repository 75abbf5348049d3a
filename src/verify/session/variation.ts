// Varies what clients may vary, in calls that a run sends anyway: the order of members, bodies in
// pieces, connections, and header fields that negotiate. Deterministic by a seed. Does not send.

import { isObject, type Json, objectOf } from '../../base/json.ts';
import { createRandom } from '../../base/random.ts';
import type { Contract } from '../../contract/contract.ts';
import { type Call, header, readBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { NestedOrders } from '../guard/nested-orders.ts';

/** `drawn`: each call by chance. A clause: that variation in every call, if it is possible there. */
export type VariationMode = 'drawn' | 'none' | { readonly only: string };

/** One way to send a call differently; the service must do the same. */
interface Way {
  /** A clause that follows "only": `with Accept-Language: de`. */
  readonly clause: string;
  /** Returns the call, or `null` if it cannot be varied in this way. */
  readonly vary: (call: Call) => Call | null;
}

export class Variation {
  mode: VariationMode = 'none';
  private readonly random: () => number;
  /** The media types of answers with their parameters, by method and path; all items have one key. */
  private readonly mediaTypes = new Map<string, string>();
  private isAcceptKept = false;
  private readonly calls = new Map<string, number>();
  /** How many calls had their members in another order, by method, and languages by what they are for. */
  private readonly turns = new Map<string, number>();
  private readonly inPieces: Way;
  private readonly orders = new NestedOrders();

  private readonly contract: Pick<Contract, 'path' | 'actions'>;
  private readonly often: number;
  private readonly spellings: readonly Way[];

  /**
   * With `all`, bodies in pieces are cut inside characters, too, and JSON is written with escapes and
   * with blanks. `often`: how many times as often as usual calls are varied, for runs that send few;
   * 1 if absent.
   */
  constructor(
    contract: Pick<Contract, 'path' | 'actions'>,
    seed: number,
    ways: 'usual' | 'all',
    often = 1,
  ) {
    this.contract = contract;
    this.often = often;
    this.inPieces = ways === 'all' ? CUT_INSIDE : CUT_BETWEEN;
    this.spellings = ways === 'all' ? [ESCAPED, SPACED] : [];
    this.random = createRandom(seed);
  }

  /** Does something in another mode. */
  async during<T>(mode: VariationMode, use: () => Promise<T>): Promise<T> {
    const before = this.mode;
    this.mode = mode;
    try {
      return await use();
    } finally {
      this.mode = before;
    }
  }

  /** Varies Accept no more, if a call had it varied; returns whether it had. */
  leaveAccept({ sending }: Call): boolean {
    const had = sending?.varied.some((clause) => clause === PREFERRED.clause) === true;
    this.isAcceptKept ||= had;
    return had;
  }

  /** Learns the media type that the service gives the answers of an operation. */
  see({ method, path }: Call, { status, headers, body }: Received): void {
    const type = header(headers, 'content-type');
    if (type === undefined || status >= 300 || body.kind !== 'json' || body.form !== undefined)
      return;
    this.mediaTypes.set(`${method} ${this.operationAt(path)}`, type);
  }

  /** Returns a call as it is sent. */
  apply(call: Call): Call {
    const { mode } = this;
    if (mode === 'none') return this.orders.note(call);
    if (mode !== 'drawn') {
      const ways = this.ways(call).filter(named(mode.only));
      return this.orders.note(ways.reduce(applied, call));
    }
    const isReordered = this.random() < 0.4 * this.often;
    const ordered = (isReordered ? this.nextOrder(call) : []).reduce(applied, call);
    return this.draw(call).reduce(applied, this.orders.keep(ordered));
  }

  private draw(call: Call): readonly Way[] {
    const families: readonly (readonly [share: number, ways: readonly Way[]])[] = [
      [isWide(call) ? 0.5 : 0.1, [this.inPieces]],
      [0.15, [NEW_CONNECTION]],
      [0.25, LANGUAGES],
      [0.2, this.types(call)],
      ...(this.spellings.length > 0 ? [[0.2, this.spellings] as const] : []),
    ];
    return [
      ...this.codings(call),
      ...families.flatMap(([share, ways]) => {
        const drawn = this.random();
        const chance = share * this.often;
        if (drawn < chance && ways === LANGUAGES) return this.nextLanguage(call);
        return drawn < chance
          ? ways.slice(Math.floor((drawn / chance) * ways.length)).slice(0, 1)
          : [];
      }),
    ];
  }

  /** The orders of a method in turn: by chance one of them might never come. */
  private nextOrder(call: Call): readonly Way[] {
    const orders = [...rotations(call), REVERSED];
    if (orders.length === 1) return [];
    const turn = this.turns.get(call.method) ?? 0;
    this.turns.set(call.method, turn + 1);
    return orders.slice(turn % orders.length).slice(0, 1);
  }

  /** The languages in turn, apart for the list and for items: by chance one might never come. */
  private nextLanguage({ method, path }: Call): readonly Way[] {
    const name = `language of ${method} ${path.split('/').length}`;
    const turn = this.turns.get(name) ?? 0;
    this.turns.set(name, turn + 1);
    return LANGUAGES.slice(turn % LANGUAGES.length).slice(0, 1);
  }

  /** A path that is read often, as that of the list, is read with each coding in turn. */
  private codings({ method, path }: Call): readonly Way[] {
    const count = (this.calls.get(`${method} ${path}`) ?? 0) + 1;
    this.calls.set(`${method} ${path}`, count);
    const turn = Math.floor(count / CALLS_PER_CODING);
    return count % CALLS_PER_CODING === 0 ? CODINGS.slice(turn % CODINGS.length).slice(0, 1) : [];
  }

  /** Other operations of the service may have other types: what an item has, others have, too. */
  private types({ method, path }: Call): readonly Way[] {
    if (this.isAcceptKept) return [];
    const mediaType = this.mediaTypes.get(`${method} ${this.operationAt(path)}`);
    const isOther = mediaType !== undefined && mediaType !== JSON_TYPE;
    return [PREFERRED, ...(isOther ? [accepting(mediaType)] : [])];
  }

  /** The path; of items, which have one operation, that of the collection with a slash. */
  private operationAt(path: string): string {
    const { path: collection, actions = [] } = this.contract;
    const end = path.lastIndexOf('/');
    const isItem = path.slice(0, end) === collection && !actions.some((one) => one.path === path);
    return isItem ? `${collection}/` : path;
  }

  private ways(call: Call): readonly Way[] {
    const orders = [REVERSED, ...rotations(call)];
    return [
      ...orders,
      this.inPieces,
      NEW_CONNECTION,
      ...LANGUAGES,
      ...this.types(call),
      ...CODINGS,
      ...this.spellings,
    ];
  }
}

function named(clause: string): (way: Way) => boolean {
  return (way) => way.clause === clause;
}

function applied(call: Call, { clause, vary }: Way): Call {
  const varied = vary(call);
  if (varied === null) return call;
  const sending = { ...varied.sending, varied: [...(call.sending?.varied ?? []), clause] };
  return { ...varied, sending };
}

const JSON_TYPE = 'application/json';

const REVERSED: Way = {
  clause: 'with the members of the body in reverse order',
  vary: (call) => reordered(call, (entries) => entries.toReversed()),
};

/** Each member of the body once as the last one. Nested objects stay as they are. */
function rotations(call: Call): readonly Way[] {
  const { body } = call;
  const members = body.kind === 'json' && isObject(body.value) ? Object.keys(body.value) : [];
  return members.slice(0, -1).map((member, place) => ({
    clause: `with "${member}" as the last member of the body`,
    vary: (one) =>
      reordered(
        one,
        (entries) => [...entries.slice(place + 1), ...entries.slice(0, place + 1)],
        'outer',
      ),
  }));
}

const CUT_BETWEEN = cutting((bytes) => {
  let at = Math.floor(bytes.length / 2);
  while (at > 1 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
});

/** Between the bytes of a character, if there is one with several. */
const CUT_INSIDE = cutting((bytes) => {
  const wide = bytes.findIndex((byte) => byte >= WIDE_FROM);
  return wide < 0 ? Math.floor(bytes.length / 2) : wide + 1;
});

function cutting(place: (bytes: Uint8Array) => number): Way {
  return {
    clause: 'with a body that arrives in two pieces',
    vary: (call) => {
      const bytes = new TextEncoder().encode(textOf(call));
      if (bytes.length < 2) return null;
      return { ...call, sending: { varied: [], ...call.sending, cutAt: place(bytes) } };
    },
  };
}

/** JSON in other letters (RFC 8259 section 7). */
const ESCAPED = respelled('with a body in ASCII, the other characters escaped', (text) =>
  text.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
);

/** JSON with blanks between its parts (RFC 8259 section 2). */
const SPACED = respelled('with a body of several lines', (text) =>
  JSON.stringify(JSON.parse(text), null, 2),
);

/** A body in which the run put something special into the text stays as it is. */
function respelled(clause: string, spell: (text: string) => string): Way {
  return {
    clause,
    vary(call) {
      const { body } = call;
      if (!isPlainJson(body)) return null;
      const text = spell(body.text);
      return text === body.text ? null : { ...call, body: readBody(text) };
    },
  };
}

function isPlainJson(body: Call['body']): body is Extract<Call['body'], { kind: 'json' }> {
  return body.kind === 'json' && JSON.stringify(body.value) === body.text;
}

const NEW_CONNECTION: Way = {
  clause: 'over a new connection',
  // A POST always has one.
  vary: (call) =>
    call.method === 'POST'
      ? null
      : { ...call, sending: { varied: [], ...call.sending, connection: 'new' } },
};

const LANGUAGES = ['de', 'fr-CH, fr;q=0.9, en;q=0.5', 'ar', 'pl, *;q=0.1'].map(
  (languages): Way => withField('Accept-Language', languages),
);

const PREFERRED = accepting(`${JSON_TYPE};q=0.9, */*;q=0.1`);

/** After how many calls of one path the next coding is asked for. */
const CALLS_PER_CODING = 3;

const CODINGS = ['identity', 'gzip'].map((coding): Way => withField('Accept-Encoding', coding));

/** In place of the plain media type. */
function accepting(type: string): Way {
  const way = withField('Accept', type);
  return { ...way, vary: (call) => (call.headers['accept'] === JSON_TYPE ? way.vary(call) : null) };
}

function withField(name: string, value: string): Way {
  return {
    clause: `with ${name}: ${value}`,
    vary: (call) => ({ ...call, headers: { ...call.headers, [name.toLowerCase()]: value } }),
  };
}

/** Whether a body has a character of several bytes. */
function isWide(call: Call): boolean {
  return /[^\0-\x7f]/.test(textOf(call));
}

const WIDE_FROM = 0xc0;

function textOf({ body }: Call): string {
  return body.kind === 'json' || body.kind === 'broken' ? body.text : '';
}

type Entries = readonly (readonly [string, Json])[];

/** A body in which the run put something special into the text stays as it is. */
function reordered(
  call: Call,
  order: (entries: Entries) => Entries,
  extent: 'outer' | 'all' = 'all',
): Call | null {
  const { body } = call;
  if (!isPlainJson(body)) return null;
  const { value } = body;
  const isOuter = extent === 'outer' && isObject(value);
  const text = JSON.stringify(
    isOuter ? objectOf(order(Object.entries(value))) : inOrder(value, order),
  );
  return text === body.text ? null : { ...call, body: readBody(text) };
}

function inOrder(value: Json, order: (entries: Entries) => Entries): Json {
  if (Array.isArray(value)) return value.map((one) => inOrder(one as Json, order));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([member, held]) => [member, inOrder(held, order)] as const,
  );
  return objectOf(order(entries));
}
