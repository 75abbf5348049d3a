// The worker thread of a recording in a database: writes and reads. Only it loads the driver.

import { workerData } from 'node:worker_threads';
import { StandinError } from '../../base/errors.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { findsWords, prepareTables } from '../../database/layout.ts';
import { type Answer, answerQuestions } from '../worker/answer-questions.ts';
import type { Job, Question } from './questions.ts';
import { RecordingReader } from './read-recording.ts';
import { RecordingWriter } from './write-recording.ts';

const { kind, place } = workerData as Job; // as openDatabaseRecording gives it

/** How long a search may take, in milliseconds: there may be millions of calls. */
const ANSWER_MS = 60_000;

async function begin(): Promise<Answer<Question>> {
  const { connectionString, schema, patienceMs } = place;
  const database = await openDatabase({
    connection: { connectionString },
    schema,
    answerMs: ANSWER_MS,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  try {
    await prepareTables(database);
    const id = await numberOf(database);
    return answerFrom(database, id);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function answerFrom(database: Database, id: number): Answer<Question> {
  const reader = new RecordingReader(database, id);
  const writer = new RecordingWriter(database, id, place);
  return (question) => {
    switch (question.kind) {
      case 'write':
        return writer.write(question.batch);
      case 'annotate':
        return writer.annotate(question.seq, question.annotation);
      case 'totals':
        return reader.totals();
      case 'search':
        return reader.search(question.filter, question.options);
      case 'rows':
        return reader.rows(question.seqs);
      case 'find':
        return reader.find(question.seq);
      case 'latency':
        return reader.latency(question.filter);
      case 'words':
        return findsWords(database);
      case 'close':
        return database.close();
    }
  };
}

/** Who records makes the recording; who reads says which there are. */
async function numberOf(database: Database): Promise<number> {
  const { recording, shown } = place;
  const all = await database.run(async (connection) => {
    if (kind === 'write')
      await connection.query(
        'INSERT INTO recordings (name) VALUES ($1) ON CONFLICT (name) DO NOTHING',
        [recording],
      );
    const { rows } = await connection.query<{ id: number; name: string }>(
      'SELECT id, name FROM recordings ORDER BY name',
    );
    return rows;
  });
  const found = all.find(({ name }) => name === recording);
  if (found !== undefined) return found.id;
  const names = all.map(({ name }) => name).slice(0, NAMES_SHOWN);
  throw new StandinError(
    'store-unusable',
    `${shown} has no recording "${recording}"`,
    names.length === 0
      ? `It has none. Record one: standin serve --record '${shown}'`
      : `It has ${names.join(', ')}.`,
  );
}

const NAMES_SHOWN = 20;

function troubleOf(error: unknown): StandinError {
  if (error instanceof StandinError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const remedy = `Check the address: ${place.shown} must name a PostgreSQL database that this user may make tables in.`;
  return new StandinError('store-unusable', message, remedy);
}

answerQuestions<Question>({ begin, troubleOf });
