// Where recordings come from: files, and the language in which they are asked.

import { openRecording } from '../journal/file/open-recording.ts';
import { parseFilter } from '../journal/filter/parse-filter.ts';
import type { RecordingSource } from './export.ts';

/** Opens recording files and reads filters. */
export const recordings: RecordingSource = { open: (file) => openRecording(file, { mode: 'read' }), readFilter: parseFilter };
