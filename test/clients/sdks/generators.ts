// Tools of npm that write a client from a document: how each is called, and how its clients are.

/** A generator, and the program that calls its clients as a life sends. */
export interface Generator {
  readonly title: string;
  /** With their versions; the first is the generator. */
  readonly packages: readonly string[];
  /** The file that configures it, if it needs one, and its command below `node_modules`. */
  readonly config?: (document: string, folder: string, url: string) => string;
  readonly command: (document: string, folder: string, config: string) => readonly string[];
  /**
   * A module in TypeScript beside the client. It exports `call(operation, path, query, body)`, which
   * resolves with the status, the header fields and the body.
   */
  readonly call: string;
}

export const generators: readonly Generator[] = [
  {
    title: '@hey-api/openapi-ts, which checks each answer with zod',
    packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3', 'zod@4'],
    config: (input, path) =>
      `export default ${JSON.stringify({
        input,
        output: { path },
        plugins: [
          '@hey-api/typescript',
          '@hey-api/client-fetch',
          'zod',
          { name: '@hey-api/sdk', validator: { response: 'zod' } },
        ],
      })};`,
    command: (_, __, config) => ['@hey-api/openapi-ts/bin/run.js', '--file', config],
    call: `
import { client } from './client.gen';
import * as sdk from './sdk.gen';
client.setConfig({ baseUrl: process.env['BASE_URL'] });
export async function call(operation, path, query, body) {
  const { data, error, response } = await sdk[operation]({ path, query, body });
  if (error instanceof Error) throw error;
  const shown = response.status < 300 ? data : error;
  return { status: response.status, headers: response.headers, body: shown };
}`,
  },
  {
    title: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    command: (document, folder) => [
      'swagger-typescript-api/dist/cli.mjs',
      ...['generate', '--path', document, '--output', folder, '--name', 'api.ts'],
    ],
    call: `
import { Api } from './api';
const api = new Api({ baseUrl: process.env['BASE_URL'] });
const operations = Object.assign({}, ...Object.values(api).filter((one) => typeof one === 'object'));
export async function call(operation, path, query, body, mediaType) {
  const before = [...Object.values(path), ...(query === undefined ? [] : [query]), ...(body === undefined ? [] : [body])];
  // It does not know the media types of changes, nor of bodies and answers that the document refers to.
  const headers = mediaType === undefined ? {} : { 'Content-Type': mediaType };
  const more = { format: 'json', ...(body === undefined ? {} : { type: 'application/json', headers }) };
  const reply = await operations[operation](...before, more).catch((one) => one);
  if (reply instanceof Error) throw reply;
  return { status: reply.status, headers: reply.headers, body: reply.data ?? reply.error };
}`,
  },
  {
    title: 'orval, with fetch',
    packages: ['orval@8.38.0'],
    config: (input, folder, baseUrl) =>
      `export default ${JSON.stringify({
        api: { input, output: { target: `${folder}/api.ts`, client: 'fetch', baseUrl } },
      })};`,
    command: (_, __, config) => ['orval/dist/bin/orval.mjs', '--config', config],
    call: `
import * as api from './api';
export async function call(operation, path, query, body) {
  const before = [...Object.values(path), ...(query === undefined ? [] : [query]), ...(body === undefined ? [] : [body])];
  const { status, headers, data } = await api[operation](...before);
  return { status, headers, body: data };
}`,
  },
];
