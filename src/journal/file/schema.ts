// The tables of a recording. Members for the list and for filters are apart from the whole
// interaction, so that little is read.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { STATUS_FAILED } from '../filter/sql.ts';

/** `Stdn`: marks a SQLite file as a recording of Standin. */
export const APPLICATION_ID = 0x5374646e;
/** Counts up with each change of the tables. */
export const SCHEMA_VERSION = 3;

/** Turns an empty file into a recording. */
export const SCHEMA = `
  create table meta (key text primary key, value any) strict, without rowid;
  insert into meta values ('total', 0), ('dropped', 0), ('skew', 0);
  create table operation (id integer primary key, resource text, operation text) strict;
  create table interaction (
    seq integer primary key,
    at real not null,
    elapsed real not null,
    operation integer not null,
    source integer not null,
    verdict integer not null,
    status integer,
    method text not null,
    target text not null,  -- as it is shown: cut
    path text not null,    -- folded
    query text not null,   -- folded
    law text,              -- folded
    problem text,
    request_bytes integer not null,
    reply_bytes integer not null,
    altered integer not null,
    unindexed integer not null,
    world text,  -- since version 2
    first_byte real  -- since version 3
  ) strict;
  create index interaction_at on interaction (at);
  create index interaction_operation on interaction (operation);
  create index interaction_status on interaction (status) where status >= ${STATUS_FAILED};
  create index interaction_failed on interaction (seq) where status is null;
  create index interaction_violates on interaction (seq) where verdict = 1;
  create index interaction_world on interaction (world) where world is not null;
  create index interaction_unindexed on interaction (seq) where unindexed = 1;
  create table detail (seq integer primary key, recorded text not null) strict;
  create table finding (code text not null, clause text not null, seq integer not null) strict;
  create index finding_code on finding (code);
  create table annotation (seq integer primary key, tags text not null, note text not null, folded text not null) strict;
  create table tag (tag text not null, seq integer not null, primary key (tag, seq)) strict, without rowid;
  create virtual table words using fts5(text, content='', detail='none', columnsize=0, tokenize='trigram case_sensitive 1');
  pragma application_id = ${APPLICATION_ID};
  pragma user_version = ${SCHEMA_VERSION};
`;

/** Each makes the next version of the one before it, from version 1 on. */
const UPGRADES = [
  `alter table interaction add column world text;
  create index interaction_world on interaction (world) where world is not null;`,
  'alter table interaction add column first_byte real;',
];

/** Returns what upgrades a recording of an older version. */
export function upgradeFrom(version: number): string {
  const steps = UPGRADES.slice(version - 1).join('\n');
  return `${steps} pragma user_version = ${SCHEMA_VERSION};`;
}

/** Returns what makes an older version readable as this one; it writes nothing to the file. */
export function likenessOf(version: number): string {
  const added = ['null as world', 'null as first_byte'].slice(version - 1).join(', ');
  return `
  pragma temp_store = memory;
  create temp view interaction as select *, ${added} from main.interaction;
`;
}

/** Statements by the names of their texts. */
export type Prepared<Texts> = { readonly [Name in keyof Texts]: StatementSync };

export function prepareAll<Texts extends Readonly<Record<string, string>>>(
  database: DatabaseSync,
  texts: Texts,
): Prepared<Texts> {
  const all = Object.entries(texts).map(([name, text]) => [name, database.prepare(text)]);
  return Object.fromEntries(all) as Prepared<Texts>; // one for each text
}
