// Reads the events of an event stream (HTML standard, section 9.2.6) with the time of each. Comments
// and events without data are no events. Nothing here waits for the end of a stream.

import type { RecordedStream, StreamPart } from '../../journal/interaction/recorded.ts';
import { partBody, STREAM_BYTES_MAX, type TimedBytes, timeOf, toStream } from './limits.ts';

/** Whether a media type is that of event streams. */
export function isEventStream(type: string): boolean {
  return /^\s*text\/event-stream\s*(?:;|$)/i.test(type);
}

/** Returns the events of a reply. An event that was not complete is none. */
export function readEvents(timed: TimedBytes): RecordedStream {
  const bytes = timed.bytes.subarray(0, STREAM_BYTES_MAX);
  // One character a byte: places in the text are places in the bytes.
  const text = bytes.toString('latin1');
  const parts: StreamPart[] = [];
  let data: string[] = [];
  let name = '';
  let end = 0;
  for (const [whole, line = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r)/g)) {
    end += whole.length;
    const content = end === whole.length && line.startsWith(BOM) ? line.slice(BOM.length) : line;
    if (content !== '') {
      const colon = content.indexOf(':');
      const field = colon < 0 ? content : content.slice(0, colon);
      const value = colon < 0 ? '' : content.slice(colon + 1).replace(/^ /, '');
      if (field === 'data') data.push(value);
      else if (field === 'event') name = value;
      continue;
    }
    if (data.length > 0) {
      const joined = Buffer.from(data.join('\n'), 'latin1');
      parts.push({
        offsetMs: timeOf(timed, end),
        from: 'service',
        name: name === '' ? 'message' : Buffer.from(name, 'latin1').toString(),
        body: partBody(joined, joined.length, 'text'),
      });
    }
    [data, name] = [[], ''];
  }
  return toStream('events', parts, timed.count - bytes.length);
}

/** The byte order mark in UTF-8. */
const BOM = '\u00ef\u00bb\u00bf';
