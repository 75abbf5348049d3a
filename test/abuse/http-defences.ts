// The defences of the network side: what listens, what passes the recorder, what is printed of both.

import type { Defence } from './defence.ts';

const ACCESS = { file: 'src/inspector/request/access.ts', test: 'test/abuse/http-pages.test.ts' } as const;
const FLAW = { file: 'src/record/proxy/unsafe-message.ts', test: 'test/record/proxy/unsafe-message.test.ts' } as const;
const RECEIVE = { file: 'src/http/server/receive.ts', test: 'test/http/server/behind.test.ts' } as const;
const BEHIND = { file: 'src/record/proxy/proxy.ts', test: 'test/record/proxy/behind.test.ts' } as const;
const ATTACKS = 'test/abuse/http-attacks.test.ts';
const PAGES = 'test/abuse/http-pages.test.ts';

export const httpDefences: readonly Defence[] = [
  {
    ...{ ...ACCESS, name: 'the API under a name that was bound to this machine (DNS rebinding)', only: 'DNS rebinding' },
    text: '  if (LOOPBACK_NAMES.has(host) || access.hosts.includes(host)) return true;',
    without: '  if (LOOPBACK_NAMES.has(host) || access.hosts.includes(host) || access.hosts !== null) return true;',
  },
  {
    ...{ ...ACCESS, name: 'a page of another origin at the API', test: 'test/inspector/request/access.test.ts' },
    text: "    return problem(403, 'This is for this machine', 'Pages of other origins may not use it.');",
    without: '    void origin;',
  },
  {
    ...{ ...ACCESS, name: 'a page of another site at the API', test: 'test/inspector/request/access.test.ts' },
    text: "    return problem(403, 'This is for this machine', 'Pages of other sites may not use it.');",
    without: '    void site;',
  },
  {
    ...{ ...ACCESS, name: 'a change that a page may have sent (CSRF)', only: 'CSRF' },
    text: 'LOOPBACK_NAMES.has(host) && isOfProgram(call)) return null;',
    without: 'LOOPBACK_NAMES.has(host)) return null;',
  },
  {
    ...{
      name: 'a recorded request sent again elsewhere',
      file: 'src/inspector/inspector.ts',
      test: PAGES,
      only: 'sends a recorded request',
    },
    text: "|| target.startsWith('//'))",
    without: ')',
  },
  {
    ...{
      name: 'JSON over the API that nests too deep',
      file: 'src/inspector/request/read-body.ts',
      test: 'test/inspector/data.test.ts',
    },
    text: 'parseJson(body, JSON_DEPTH_MAX)',
    without: 'parseJson(body, JSON_DEPTH_MAX * 1e6)',
  },
  {
    ...{ ...FLAW, name: 'the service under a name that was bound to this machine (DNS rebinding)' },
    text: '  if (name !== undefined && !names.has(name) && name !== bracketed(',
    without: "  if (name === 'none' && !names.has(name) && name !== bracketed(",
  },
  {
    ...{ ...FLAW, name: 'pages of other sites with added credentials, and over WebSocket' },
    text: 'return ambiguityOf(request, place) ?? foreignOf(request, place);',
    without: 'return ambiguityOf(request, place) ?? (place === null ? foreignOf(request, place) : null);',
  },
  {
    ...{ ...FLAW, name: 'a service worker between the browser and the page' },
    text: "  if (headers['service-worker'] === undefined) return null;",
    without: "  if (headers['service-worker'] !== '') return null;",
  },
  {
    ...{ ...BEHIND, name: 'another version in the first line, through the recorder', file: 'src/record/proxy/unsafe-message.ts' },
    text: "  if (isOfOtherVersion(request)) return { status: 505, detail: 'this speaks HTTP/1.1' };",
    without: '  void isOfOtherVersion;',
  },
  {
    ...{ ...FLAW, name: 'two Hosts through the recorder', test: ATTACKS, only: 'smuggled' },
    text: "  if (hosts > 1) return { status: 400, detail: 'the header Host is given more than once' };",
    without: '',
  },
  {
    ...{
      ...FLAW,
      name: 'Transfer-Encoding over HTTP/1.0 through the recorder',
      test: ATTACKS,
      only: 'smuggled',
    },
    text: "  if (coding !== undefined && httpVersion === '1.0') return { status: 400, detail: 'HTTP/1.0 has no Transfer-Encoding' };",
    without: '',
  },
  {
    ...{
      ...FLAW,
      name: 'codings that are not understood, through the recorder',
      test: ATTACKS,
      only: 'smuggled',
    },
    text: "    return { status: 501, detail: 'no Transfer-Encoding but chunked is understood' };",
    without: '    void coding;',
  },
  {
    ...{
      name: 'Connection that names what frames a message',
      file: 'src/record/proxy/header-fields.ts',
      test: ATTACKS,
      only: 'smuggled',
    },
    text: '  for (const name of NEEDED) named.delete(name);',
    without: '  void NEEDED;',
  },
  {
    ...{ ...BEHIND, name: 'requests behind one that the recorder refused' },
    text: 'if (request.socket.writable && !traffic.refused.has(request.socket)) pass(',
    without: 'if (!request.socket.destroyed) pass(',
  },
  {
    ...{ ...BEHIND, name: 'a body before a change to WebSocket' },
    text: 'hasBody(request) ? BODY_BEFORE_CHANGE : flawOf(request, options)',
    without: 'BODY_BEFORE_CHANGE.status === 403 ? BODY_BEFORE_CHANGE : flawOf(request, options)',
  },
  {
    ...{ ...BEHIND, name: 'heads that never end, at the recorder', test: 'test/abuse/http-slow.test.ts', only: 'record' },
    text: 'headersTimeout: options.headMs ?? HEAD_MS,',
    without: 'headersTimeout: 0 * HEAD_MS,',
  },
  {
    ...{ ...RECEIVE, name: 'another version in the first line' },
    text: '  if (isOfOtherVersion(request)) return OTHER_VERSION;',
    without: '  if (isOfOtherVersion(request) && OTHER_VERSION === null) return OTHER_VERSION;',
  },
  {
    ...{ ...RECEIVE, name: 'two Hosts, or none' },
    text: '  if (!hasGoodHost(request))',
    without: "  if (!hasGoodHost(request) && request.method === 'NONE')",
  },
  {
    ...{ ...RECEIVE, name: 'codings that are not understood' },
    text: "  if (coding === undefined || coding.toLowerCase() === 'chunked') return null;",
    without: "  if (coding === undefined || coding.toLowerCase() !== '') return null;",
  },
  {
    ...{ ...RECEIVE, name: 'requests behind one that was refused' },
    text: 'if (isOver(lane) || response.writableEnded) return;',
    without: 'if (isOver(lane) && response.writableEnded) return;',
  },
  {
    ...{ ...RECEIVE, name: 'answers that lose their order', file: 'src/http/server/request-order.ts' },
    text: "    else response.once('finish', write);",
    without: '    else write();',
  },
  {
    ...{ ...RECEIVE, name: 'a reset behind CONNECT', file: 'src/http/server/request-order.ts', only: 'resets the connection' },
    text: "  socket.on('error', ignore);",
    without: '',
  },
  {
    ...{
      ...BEHIND,
      name: 'a reset behind a change to WebSocket',
      file: 'src/http/server/request-order.ts',
      only: 'resets the connection',
    },
    text: "  socket.on('error', ignore);\n  const write",
    without: '  const write',
  },
  {
    ...{
      ...RECEIVE,
      name: 'a refusal that is lost in a reset',
      file: 'src/http/server/protocol-errors.ts',
      only: 'refusal arrives',
    },
    text: 'const timer = setTimeout(() => socket.destroy(), LINGER_MS);',
    without: 'const timer = setTimeout(() => socket.destroy(), 0 * LINGER_MS);',
  },
  {
    ...{
      name: 'requests that are never whole',
      file: 'src/http/server/listener.ts',
      test: 'test/abuse/http-slow.test.ts',
      only: 'serve',
    },
    text: 'requestTimeout: options.requestMs, headersTimeout: options.requestMs,',
    without: 'requestTimeout: 0, headersTimeout: 0,',
  },
  {
    ...{
      name: 'bodies beyond their bound',
      file: 'src/http/server/receive.ts',
      test: 'test/http/server/listener.test.ts',
      only: 'answers 413',
    },
    text: '  const bytesMax = front.bodyBytesMax();',
    without: '  const bytesMax = 1e9 * front.bodyBytesMax();',
  },
  {
    ...{ name: 'bodies that nest too deep', file: 'src/model/message/call.ts', test: 'test/http/server/refusals.test.ts' },
    text: 'text.slice(1) : text, JSON_DEPTH_MAX);',
    without: 'text.slice(1) : text, JSON_DEPTH_MAX * 1e6);',
  },
  {
    ...{
      name: 'what a failure tells of the machine',
      file: 'src/http/server/respond.ts',
      test: 'test/http/server/listener.test.ts',
    },
    text: "      detail: 'this is a fault of Standin, not of the request',",
    without: "      detail: error instanceof Error ? String(error.stack) : '',",
  },
  {
    ...{
      name: 'ids that reach Location',
      file: 'src/model/rules/response-content.ts',
      test: ATTACKS,
      only: 'in its own step of Location',
    },
    text: 'PLAIN.test(record.key) ? record.key : encodeURIComponent(record.key)',
    without: 'PLAIN.test(record.key) ? record.key : String(record.key)',
  },
  {
    ...{ name: 'names of worlds', file: 'src/model/message/world-name.ts', test: PAGES, only: 'finds no file' },
    text: 'return NAME.test(text) ? text.toLowerCase() : null;',
    without: "return NAME.test(text) || text !== '' ? text.toLowerCase() : null;",
  },
  {
    ...{ name: 'names of snapshots', file: 'src/inspector/snapshots.ts', test: PAGES, only: 'finds no file' },
    text: '        if (!NAME.test(name))',
    without: "        if (!NAME.test(name) && name === '')",
  },
  {
    ...{ name: 'members that are inherited', file: 'src/base/json.ts', test: 'test/base/json.test.ts' },
    text: '  return Object.hasOwn(object, key) ? object[key] : undefined;',
    without: '  return object[key];',
  },
  {
    ...{ name: 'places of the API that are inherited', file: 'src/inspector/inspector.ts', test: PAGES, only: 'finds no file' },
    text: 'const place = Object.hasOwn(places, name) ? places[name] : undefined;',
    without: 'const place = places[name];',
  },
  {
    ...{
      name: 'a path or a detail that draws on the terminal of serve',
      file: 'src/commands/shared/log.ts',
      test: 'test/commands/shared/log.test.ts',
    },
    text: '  return cut.replaceAll(\n',
    without: "  return cut.replaceAll('', '') === '' ? '' : cut.normalize() === '' ? '' : String(cut) || cut.replaceAll(\n",
  },
  {
    ...{
      name: 'text that draws on the terminal, in lines of JSON',
      file: 'src/commands/shared/log.ts',
      test: ATTACKS,
      only: 'as JSON',
    },
    text: '  return shown(JSON.stringify(event));',
    without: "  return JSON.stringify(event) || shown('');",
  },
  {
    ...{
      name: 'what a service says that draws on the terminal of record',
      file: 'src/commands/record/log.ts',
      test: ATTACKS,
      only: 'record prints, for people',
    },
    text: "  return (text.match(/[\\s\\S]{1,100}/gu) ?? []).map(printable).join('');",
    without: "  return text || (text.match(/[\\s\\S]{1,100}/gu) ?? []).map(printable).join('');",
  },
  {
    ...{
      name: 'lines that become commands of GitHub',
      file: 'src/verify/print/github-annotations.ts',
      test: 'test/verify/print/github-annotations.test.ts',
    },
    text: ".replaceAll('\\r', '%0D').replaceAll('\\n', '%0A')",
    without: '',
  },
  {
    ...{
      name: 'text that becomes markup in reports',
      file: 'src/verify/print/markup.ts',
      test: 'test/verify/print/markup.test.ts',
    },
    text: "replaceAll(/[&<>\"']/g, (character) => ENTITIES[character] ?? '')",
    without: "replaceAll(/[\\0]/g, (character) => ENTITIES[character] ?? '')",
  },
  {
    ...{
      name: 'patterns that take for ever (ReDoS)',
      file: 'src/model/query/regex-filter.ts',
      test: 'test/model/query/regex-filter.test.ts',
      only: 'a very long text',
    },
    text: 'text.length > SEARCHED_CHARS_MAX ? text.slice(0, SEARCHED_CHARS_MAX) : text',
    without: 'text',
  },
  {
    ...{
      name: 'filters without end',
      file: 'src/journal/filter/parse-filter.ts',
      test: 'test/journal/filter/parse-filter.test.ts',
    },
    text: '  if (text.length > FILTER_CHARS_MAX)',
    without: '  if (text.length > FILTER_CHARS_MAX * 1e9)',
  },
  {
    ...{
      name: 'rules without end',
      file: 'src/mock/directives/read-override.ts',
      test: 'test/mock/directives/read-override.test.ts',
    },
    text: '  if (text.length > RULE_CHARS_MAX)',
    without: '  if (text.length > RULE_CHARS_MAX * 1e9)',
  },
  {
    ...{ name: 'redirections to another origin', file: 'src/http/client/redirect.ts', test: 'test/http/client/client.test.ts' },
    text: '  if (to.origin !== origin) return null;',
    without: '',
  },
];
