// Opens recordings and HAR files, and reads filters.

import { existsSync } from 'node:fs';
import { StandinError } from '../../base/errors.ts';
import { openDatabaseArchive } from '../../journal/database/open-database-recording.ts';
import { openRecording } from '../../journal/file/open-recording.ts';
import { parseFilter } from '../../journal/filter/parse-filter.ts';
import { readInputFile } from '../files/input-file.ts';
import { openHar } from '../inspect/har-file.ts';
import { readRecordingPlace } from '../recording/store-address.ts';
import { readRulesView } from '../shared/rules-view.ts';
import type { RecordingSource } from './export.ts';

export const openRecordings: RecordingSource = {
  async open({ file, contract }, errors) {
    const place = readRecordingPlace(file);
    if (place !== null) return openDatabaseArchive(place);
    const source = readInputFile(file);
    switch (source.kind) {
      case 'recording':
        return openRecording(file, { mode: 'read' });
      case 'har':
        return openHar(source.text, {
          file,
          rules: await readRulesView(existsSync(contract) ? contract : null),
          errors,
        });
      case 'document': {
        const remedy = 'Name a file that was made with --record, or a .har file.';
        throw new StandinError('recording-invalid', `${file} is JSON, but not HAR`, remedy);
      }
    }
  },
  readFilter: parseFilter,
};
