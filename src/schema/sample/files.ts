// Small files that programs can open, each with other bytes: what a run stores where a file is asked for.

/** How many files there are of each media type: a prime, so that those of near numbers differ. */
const FILES = 13;

/** Returns files of a media type: texts with one byte in each character. */
export function fileSamples(mediaType: string): readonly string[] {
  const make = MAKERS[mediaType] ?? ((mark) => mark);
  return Array.from({ length: FILES }, (_, index) =>
    make(`standin ${String(index + 1).padStart(2, '0')}`),
  );
}

/** Bytes by media type. The mark is where the format has room for a comment. */
const MAKERS: Readonly<Record<string, (mark: string) => string>> = {
  'image/png': (mark) => pngStart() + chunk('tEXt', `Comment\0${mark}`) + pngEnd(),
  'image/jpeg': (mark) => `\xff\xd8\xff\xfe\0${char(mark.length + 2)}${mark}${atob(JPEG_REST)}`,
  'image/gif': (mark) => `${GIF_START}!\xfe${char(mark.length)}${mark}\0${GIF_END}`,
  'image/webp': (mark) => riff('WEBP', [atob(WEBP_REST), part('note', mark)]),
  'audio/wav': (mark) => riff('WAVE', [part('fmt ', WAV_FORMAT), part('data', mark)]),
  'application/zip': (mark) => `PK\x05\x06${'\0'.repeat(16)}${char(mark.length)}\0${mark}`,
  'application/gzip': (mark) => `\x1f\x8b\x08\x08\0\0\0\0\0\xff${mark}\0\x03\0${'\0'.repeat(8)}`,
  'image/svg+xml': (mark) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><desc>${mark}</desc></svg>`,
  'application/pdf': (mark) => `%PDF-1.4\n%${mark}\n${PDF_REST}`,
  'application/json': (mark) => JSON.stringify({ file: mark }),
  'text/html': (mark) => `<!doctype html><title>${mark}</title>`,
  'text/csv': (mark) => `file\r\n${mark}\r\n`,
  'application/xml': (mark) => `<file>${mark}</file>`,
};

function char(code: number): string {
  return String.fromCharCode(code);
}

/** One black point, whose first and last chunks are made where they are asked for. */
const pngStart = (): string =>
  `\x89PNG\r\n\x1a\n${chunk('IHDR', '\0\0\0\x01\0\0\0\x01\x08\0\0\0\0')}`;
const pngEnd = (): string => chunk('IDAT', '\x78\x9c\x63\x60\0\0\0\x02\0\x01') + chunk('IEND', '');
/** In base64. */
const JPEG_REST =
  '/9sAQwD//////////////////////////////////////////////////////////////////////////////////////8IACwgAAQABAQERAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Q';
const GIF_START = 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff';
const GIF_END = ',\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0;';
const PDF_REST =
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** One point, in base64. */
const WEBP_REST = 'VlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';
/** One channel, 8,000 samples of one byte a second. */
const WAV_FORMAT = '\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0';

/** A file of the Resource Interchange File Format: numbers begin with their lowest byte. */
function riff(type: string, parts: readonly string[]): string {
  return part('RIFF', type + parts.join(''));
}

function part(name: string, data: string): string {
  const size = [0, 8, 16, 24].map((shift) => char((data.length >>> shift) & 0xff)).join('');
  return name + size + data + (data.length % 2 === 0 ? '' : '\0');
}

/** A chunk of a PNG file, with its checksum (ISO/IEC 15948 section 5.3). */
function chunk(type: string, data: string): string {
  return word(data.length) + type + data + word(checksum(type + data));
}

function word(number: number): string {
  return [24, 16, 8, 0].map((shift) => char((number >>> shift) & 0xff)).join('');
}

function checksum(bytes: string): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
