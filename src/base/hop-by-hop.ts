// Header fields that belong to one connection, not to the message (RFC 9110 section 7.6.1).

/** In lower case. Each user adds what it writes itself, such as `content-length`. */
export const HOP_BY_HOP: readonly string[] = [
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
