// What the rule book says about a call in the shadow state, and what the mock would answer.

import { utf8Bytes } from '../../base/hash.ts';
import { objectOf } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { rowsKey } from '../../contract/rows.ts';
import { situationRow } from '../../contract/situations.ts';
import type {
  RecordedBody,
  RecordedReply,
  RecordedRuling,
} from '../../journal/interaction/recorded.ts';
import type { Reply } from '../../model/message/call.ts';
import { render } from '../../model/ruling/render.ts';
import type { Ruling } from '../../model/ruling/ruling.ts';
import { inScope, rowsOf } from '../../model/state/rows-of.ts';
import { type State, StoredRecord } from '../../model/state/state.ts';
import { RECORDED_BYTES_MAX } from '../proxy/capture.ts';
import { pairsOf } from '../proxy/header-fields.ts';

/** Returns a state in which an item exists, or does not, whatever is known about it. */
export function stateSupposing(
  state: State,
  contract: Contract,
  key: string,
  there: 'there' | 'gone',
): State {
  const fork = state.fork();
  const collection = fork.collection(rowsKey(contract));
  if (there === 'gone') collection.remove(key, 'forget');
  else if (rowsOf(fork, contract).find(key) === undefined) {
    const number = Number(key);
    const id = String(number) === key ? number : key;
    collection.put(new StoredRecord(key, inScope(contract, objectOf([[contract.id, id]]))));
  }
  return fork;
}

export function ruledOf(ruling: Ruling): RecordedRuling {
  return {
    situation: ruling.situation,
    status: ruling.status,
    headers: ruling.headers,
    content: { kind: ruling.content.value.kind, by: ruling.content.by },
    effect: ruling.effect.kind,
    detail: ruling.detail,
  };
}

/** Returns the answer of the mock; `null` if it depends on unknown items. */
export function mockReplyOf(
  ruling: Ruling,
  kind: Kind | null,
  known: { readonly isItem: boolean; readonly isList: boolean },
): RecordedReply | null {
  const { value: situation } = ruling.situation;
  const isOfRequest = situation !== 'directed' && situationRow(situation).foundIn !== 'store';
  const rests = isOfRequest || kind === null || kind === 'create';
  if (!rests && !(kind === 'list' ? known.isList : known.isItem)) return null;
  return recordedReply(render(ruling, 'silent'));
}

function recordedReply({ status, headers, body }: Reply): RecordedReply {
  return { status, headers: pairsOf(headers), body: bodyOf(body) };
}

function bodyOf(body: Reply['body']): RecordedBody {
  switch (body.kind) {
    case 'none':
      return { kind: 'none' };
    case 'pieces':
      return { kind: 'unkept', bytes: null };
    case 'text': {
      const cut = body.bytes > RECORDED_BYTES_MAX;
      const text = cut ? body.text.slice(0, RECORDED_BYTES_MAX / 4).toWellFormed() : body.text;
      return { kind: 'text', text, bytes: cut ? utf8Bytes(body.text) : body.bytes, cut };
    }
  }
}
