// Judges a stream item by item: lines that are no JSON, events without data, and items that do not fit
// their schema. Of a stream that went on, only what was read is judged.

import type { Body } from '../../contract/declared.ts';
import { type ReadItem, readItem } from '../../model/media/read-item.ts';
import { itemsIn } from '../../model/media/stream-items.ts';
import { itemSchemaOf } from '../../model/media/stream-schema.ts';
import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Checker } from '../../schema/check.ts';
import type { Finding } from '../finding.ts';
import {
  brokenItem,
  type ItemPlace,
  isSpecified,
  itemFinding,
  type OperationReply,
  unlikeItsType,
} from '../reply-findings.ts';

/** Returns the findings about the items of a stream. */
export function streamFindings(
  reply: OperationReply,
  declared: Body,
  type: string,
  checker: Checker,
): readonly Finding[] {
  const { body, cut } = reply.received;
  if (body.kind === 'none' || body.kind === 'oversized') return [];
  if (body.kind === 'broken' && body.flaw === 'utf-8')
    return [unlikeItsType(reply, 'ok', { wanted: type, found: 'bytes that are no text' })];
  const items = itemsIn(type, body.text, cut === true ? 'cut' : 'whole');
  if (items === null) {
    const found = body.kind === 'json' ? 'JSON' : 'a text without any item';
    return [unlikeItsType(reply, 'ok', { wanted: type, found })];
  }
  const schema = itemSchemaOf(checker.schemas, { ...declared, type });
  // Several items with the same fault are one finding.
  const findings = new Map<string, Finding>();
  for (const [index, item] of items.entries()) {
    const isLast = index === items.length - 1;
    const read = readItem(item, schema, { checker, isLast });
    for (const [sign, finding] of flawsOf(reply, read, { index, line: item.line }))
      if (!findings.has(sign)) findings.set(sign, finding);
    if (findings.size >= FINDINGS_MAX) break;
  }
  return [...findings.values()].slice(0, FINDINGS_MAX);
}

/** Whether a reply is a stream that has not ended, and has sent no item so far. */
export function isStillSilent({ cut, body, headers }: Received): boolean {
  const type = header(headers, 'content-type') ?? '';
  const text = body.kind === 'json' || body.kind === 'broken' ? body.text : '';
  return cut === true && itemsIn(type, text, 'cut')?.length === 0;
}

const FINDINGS_MAX = 3;

function flawsOf(
  reply: OperationReply,
  read: ReadItem,
  place: ItemPlace,
): readonly (readonly [sign: string, Finding])[] {
  if (read.kind === 'broken') return [['', brokenItem(reply, place, read.message)]];
  return read.flaws
    .filter(({ violation }) => isSpecified(violation, reply.contract))
    .map(({ schema, violation, value }) => [
      `${violation.keyword} ${violation.at} ${violation.missing ?? ''}`,
      itemFinding(reply, place, { schema, violation, value }),
    ]);
}
