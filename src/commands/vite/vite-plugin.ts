// The Vite plugin: a mock on the origin of the page, in development and in the preview of a build.
// The only file that knows Vite.

import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Logger, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { StandinError } from '../../base/errors.ts';
import { SEED_MAX } from '../../base/random.ts';
import type { Profile } from '../../contract/choices.ts';
import { defaultSettings, readSettings, type Settings } from '../../contract/settings.ts';
import { refusal, validateOptions } from '../../project/load/validate-options.ts';
import { findPlaces } from '../../project/source/find-source.ts';
import type { ProjectPaths } from '../../project/source/project-files.ts';
import { isLoopback } from '../inspect/lazy-inspector.ts';
import { VERSION } from '../shared/version.ts';
import { type Mounted, mount } from './mount.ts';

/** Files and folders are relative to Vite's root. */
export interface PluginOptions {
  /**
   * The source: a folder of contracts, one contract file, an OpenAPI document, or rows. Schemas of
   * contracts are in the folder `schemas` next to them. Defaults to the source in the root.
   */
  readonly contract?: string;
  /** The seed rows. Defaults to `db.json`. */
  readonly db?: string;
  /** The name of a profile in `contracts/profiles`, or a file. Defaults to `standin`. */
  readonly profile?: string;
  /** Choices above the profile. */
  readonly pins?: Partial<Profile>;
  /**
   * Prefix of every path of the contracts, as `/api`; the mock answers everything below it. Without
   * it, no page can have the path of a contract.
   */
  readonly basePath?: string;
  /** Other answers, delays and faults for some calls, as `--override`: `create code=503 rate=10%`. */
  readonly overrides?: readonly string[];
  /** Milliseconds by which every answer is delayed: `200`, or `'200..800'` at random. */
  readonly delay?: number | string;
  /** Unspecified behaviour: follows the profile, or varies by the seed. Defaults to `profile`. */
  readonly undefined?: Settings['undefined'];
  /** Seed of everything varied and generated, a whole number from 0. Defaults to a new one. */
  readonly seed?: number;
  /** Whether answers name who decided each part of them, in `Standin-Decided-By`. */
  readonly explain?: boolean;
  /** The tokens, keys or `user:password` that are accepted, as `--credential`. Defaults to any. */
  readonly credentials?: readonly string[];
}

const OPTIONS = [
  'contract',
  'db',
  'profile',
  'pins',
  'basePath',
  'overrides',
  'delay',
  'undefined',
  'seed',
  'explain',
  'credentials',
] as const satisfies (keyof PluginOptions)[];

/**
 * Mounts a mock into the dev server and the preview server, with the Inspector at `/__standin/`. It
 * follows its files as `standin serve` does. If they are invalid at the start, the start fails, and
 * the error names every fault. Throws a StandinError if an option is unknown.
 */
export function standin(options: PluginOptions = {}): Plugin {
  validateOptions(options, OPTIONS);
  checkConditions(options);
  const mounted = new Set<Mounted>();
  const use = async (
    server: ViteDevServer | PreviewServer,
    host: string | boolean | undefined,
  ): Promise<void> => {
    const { root, logger } = server.config;
    const made = await mountInto(options, {
      root,
      logger,
      host: hostOf(host),
      origin: () => originOf(server),
    });
    mounted.add(made);
    server.httpServer?.on('close', () => void close(mounted));
    const printUrls = server.printUrls.bind(server);
    server.printUrls = () => {
      printUrls();
      logger.info(`  ➜  Inspector: ${originOf(server)}/__standin/`);
    };
    server.middlewares.use((request, response, next) => made.answer(request, response, next));
  };
  return {
    name: 'standin',
    configureServer: (server) => use(server, server.config.server.host),
    configurePreviewServer: (server) => use(server, server.config.preview.host),
    // Vite reports the end of a server this way if another server listens for it.
    buildEnd: () => close(mounted),
  };
}

/** Throws a StandinError if a condition has no possible value. */
function checkConditions(options: PluginOptions): void {
  const { overrides = [], credentials = [], explain = false, delay = 0 } = options;
  const faults = Object.entries({ overrides, credentials }).flatMap(([file, value]) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? []
      : [{ file, at: '', message: 'must be an array of strings', remedy: 'Pass an array.' }],
  );
  if (typeof explain !== 'boolean')
    faults.push({ file: 'explain', at: '', message: 'must be a boolean', remedy: 'Pass true.' });
  if (typeof delay !== 'number' && typeof delay !== 'string')
    faults.push({
      file: 'delay',
      at: '',
      message: 'must be a number or a text',
      remedy: "Pass 200, or '200..800'.",
    });
  const { undefined: how = 'profile', seed = 0 } = options;
  const read = readSettings({ undefined: how, seed }, defaultSettings);
  if ('at' in read)
    faults.push({
      file: read.at.slice(1),
      at: '',
      message: 'is no such setting',
      remedy: read.detail,
    });
  if (faults.length > 0) throw refusal(faults);
}

async function close(mounted: Set<Mounted>): Promise<void> {
  const all = [...mounted];
  mounted.clear();
  await Promise.all(all.map((one) => one.close()));
}

interface MountPoint {
  readonly root: string;
  readonly logger: Logger;
  readonly host: string;
  readonly origin: () => string;
}

async function mountInto(
  options: PluginOptions,
  { root, logger, host, origin }: MountPoint,
): Promise<Mounted> {
  const { pins = {}, basePath = '', overrides = [], delay, seed = null } = options;
  const token = crypto.randomUUID();
  if (!isLoopback(host))
    logger.warn(
      `Standin: other machines can reach this server; its recording is shown with #token=${token}`,
    );
  try {
    return await mount({
      places: placesIn(root, options),
      settings: {
        pins,
        undefined: options.undefined ?? 'profile',
        seed: seed ?? Math.floor(Math.random() * SEED_MAX),
      },
      basePath,
      overrides: [...overrides, ...(delay === undefined ? [] : [`* delay=${delay}`])],
      explanation: options.explain === true ? 'explained' : 'silent',
      credentials: options.credentials ?? [],
      host,
      token,
      version: VERSION,
      origin,
      onNote: (text) => logger.info(`Standin: ${text}`, { timestamp: true }),
      onTrouble: ({ message, remedy }) =>
        logger.error(`Standin: ${message}\n${remedy}`, { timestamp: true }),
      onFailure: (error) =>
        logger.error(`Standin failed: ${error instanceof Error ? error.stack : String(error)}`),
    });
  } catch (error) {
    // Vite prints only the message.
    if (error instanceof StandinError)
      throw new StandinError(error.code, `${error.message}\n${error.remedy}`, error.remedy);
    throw error;
  }
}

/** Finds the source below the root of the server. */
function placesIn(root: string, { contract, db, profile }: PluginOptions): ProjectPaths {
  const isFile = profile !== undefined && (profile.endsWith('.json') || profile.includes('/'));
  const given = {
    db: db === undefined ? null : resolve(root, db),
    profile: profile === undefined ? null : isFile ? resolve(root, profile) : profile,
  };
  const found = findPlaces({ source: resolve(root, contract ?? '.'), ...given });
  // Without any source the error names the usual folder.
  return contract === undefined && found.contract === root
    ? { ...found, contract: resolve(root, 'contracts') }
    : found;
}

function hostOf(host: string | boolean | undefined): string {
  if (host === true) return '0.0.0.0';
  return typeof host === 'string' ? host : 'localhost';
}

function originOf({ resolvedUrls, httpServer }: ViteDevServer | PreviewServer): string {
  const [url] = resolvedUrls?.local ?? [];
  if (url !== undefined) return new URL(url).origin;
  const address = httpServer?.address() as AddressInfo | null | undefined;
  return `http://localhost:${address?.port ?? 80}`;
}
