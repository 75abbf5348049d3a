// The worker thread of a recording: writes to its file, or reads it.

import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { type Answer, answerQuestions } from '../worker/answer-questions.ts';
import { openToRead, openToWrite, type WritableDatabase } from './open-database.ts';
import type { Job, Question } from './questions.ts';
import { RecordingReader } from './read-recording.ts';
import { recordingErrorOf } from './recording-errors.ts';
import { RecordingWriter } from './write-recording.ts';

const job = workerData as Job; // as openRecording gives it

function startWriting(options: Extract<Job, { kind: 'write' }>): Answer<Question> {
  const writable: WritableDatabase = openToWrite(options.file, options.mode, options.fileBytesMax);
  const writer = new RecordingWriter(writable.database, options.indexedCharsMax);
  const reader = new RecordingReader(writable.database);
  return (question) => {
    if (question.kind === 'write') return writer.write(question.batch);
    if (question.kind === 'annotate') return writer.annotate(question.seq, question.annotation);
    if (question.kind === 'close') return writable.close();
    return read(reader, question);
  };
}

function startReading(file: string): Answer<Question> {
  const database: DatabaseSync = openToRead(file);
  const reader = new RecordingReader(database);
  return (question) => (question.kind === 'close' ? database.close() : read(reader, question));
}

function read(reader: RecordingReader, question: Question): unknown {
  switch (question.kind) {
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
    case 'write':
    case 'annotate':
    case 'close':
      throw new Error(`a reader was asked to ${question.kind}`);
  }
}

answerQuestions<Question>({
  begin: () => (job.kind === 'write' ? startWriting(job) : startReading(job.file)),
  troubleOf: (error) => recordingErrorOf(error, job.file, job.kind),
});
