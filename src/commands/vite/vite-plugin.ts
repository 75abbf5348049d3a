// The plugin of Vite: a mock on the origin of the page, while it is developed and when its build is
// looked at. The only file that knows Vite.

import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Logger, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import { validateOptions } from '../../project/load/validate-options.ts';
import { isLoopback } from '../inspect/lazy-inspector.ts';
import { VERSION } from '../shared/version.ts';
import { type Mounted, mount } from './mount.ts';

/** Files and folders are relative to the root of Vite. */
export interface PluginOptions {
  /**
   * The folder of contracts, or one contract file: `contracts`. Schemas stand in the folder
   * `schemas` beside it.
   */
  readonly contract?: string;
  /** The seed rows: `db.json`. */
  readonly db?: string;
  /** The name of a profile in `contracts/profiles`, or a file: `standin`. */
  readonly profile?: string;
  /** Choices that stand above the profile. */
  readonly pins?: Partial<Profile>;
  /**
   * Precedes every path of the contracts: `/api`; all below it is the mock's. Without it the paths
   * of the contracts are no longer those of pages.
   */
  readonly basePath?: string;
}

const OPTIONS = [
  'contract',
  'db',
  'profile',
  'pins',
  'basePath',
] as const satisfies (keyof PluginOptions)[];

/**
 * Mounts a mock into the dev server and the preview server, with the Inspector at `/__standin/`. It
 * follows its files as `standin serve` does. Where they are broken when the server starts, the
 * start fails, and the error names every fault. Throws a StandinError if an option is not one.
 */
export function standin(options: PluginOptions = {}): Plugin {
  validateOptions(options, OPTIONS);
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
    server.middlewares.use((request, response, next) => made.answer(request, response, next));
  };
  return {
    name: 'standin',
    configureServer: (server) => use(server, server.config.server.host),
    configurePreviewServer: (server) => use(server, server.config.preview.host),
    // Vite's own way to say that a server ends which others listen for.
    buildEnd: () => close(mounted),
  };
}

async function close(mounted: Set<Mounted>): Promise<void> {
  const all = [...mounted];
  mounted.clear();
  await Promise.all(all.map((one) => one.close()));
}

interface Place {
  readonly root: string;
  readonly logger: Logger;
  readonly host: string;
  readonly origin: () => string;
}

async function mountInto(
  options: PluginOptions,
  { root, logger, host, origin }: Place,
): Promise<Mounted> {
  const {
    contract = 'contracts',
    db = 'db.json',
    profile = 'standin',
    pins = {},
    basePath = '',
  } = options;
  const isFile = profile.endsWith('.json') || profile.includes('/');
  const token = crypto.randomUUID();
  if (!isLoopback(host))
    logger.warn(
      `Standin: others can reach this server; what it recorded is shown with #token=${token}`,
    );
  try {
    return await mount({
      places: {
        contract: resolve(root, contract),
        db: resolve(root, db),
        profile: isFile ? resolve(root, profile) : profile,
      },
      pins,
      basePath,
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
    // Vite prints the message alone.
    if (error instanceof StandinError)
      throw new StandinError(error.code, `${error.message}\n${error.remedy}`, error.remedy);
    throw error;
  }
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
