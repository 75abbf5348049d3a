// The Vite plugin: a mock on the origin of the page, in development and in the preview of a build.
// The only file that knows Vite.

import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Logger, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { StandinError } from '../../base/errors.ts';
import { basePathOf } from '../../project/load/validate-options.ts';
import { findPlaces } from '../../project/source/find-source.ts';
import type { ProjectPaths } from '../../project/source/project-files.ts';
import { isLoopback } from '../inspect/lazy-inspector.ts';
import { isStoreAddress } from '../recording/store-address.ts';
import type { Conditions } from '../serve/conditions.ts';
import { VERSION } from '../shared/version.ts';
import { type Mounted, mount } from './mount.ts';
import { inPluginWords, type PluginOptions, readConditions } from './plugin-options.ts';

/**
 * Mounts a mock into the dev server and the preview server, with the Inspector at `/__standin/`. It
 * follows its files as `standin serve` does. If they are invalid at the start, the start fails, and
 * the error names every fault. Throws a StandinError if an option is unknown.
 */
export function standin(options: PluginOptions = {}): Plugin {
  const conditions = readConditions(options);
  const use = async (
    server: ViteDevServer | PreviewServer,
    host: string | boolean | undefined,
  ): Promise<void> => {
    const { root, logger } = server.config;
    const made = await mountInto(options, conditions, {
      root,
      logger,
      host: hostOf(host),
      origin: () => originOf(server),
    });
    const closeServer = server.close.bind(server);
    server.close = async () => {
      await closeServer();
      await made.close();
    };
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
  };
}

function placeOfRecording(record: string | null, root: string): string | null {
  return record === null || isStoreAddress(record) ? record : resolve(root, record);
}

interface MountPoint {
  readonly root: string;
  readonly logger: Logger;
  readonly host: string;
  readonly origin: () => string;
}

async function mountInto(
  options: PluginOptions,
  conditions: Conditions,
  { root, logger, host, origin }: MountPoint,
): Promise<Mounted> {
  const token = crypto.randomUUID();
  if (!isLoopback(host))
    logger.warn(
      `Standin: other machines can reach this server; its recording is shown with #token=${token}`,
    );
  try {
    return await mount({
      places: {
        ...placesIn(root, options),
        servers: options.basePath === undefined ? 'declared' : 'replaced',
      },
      conditions: {
        ...conditions,
        record: placeOfRecording(conditions.record, root),
      },
      basePath: basePathOf(options.basePath),
      host,
      token,
      version: VERSION,
      origin,
      onNote: (text) => logger.info(`Standin: ${text}`, { timestamp: true }),
      onWarning: (text) =>
        logger.warn(`Standin: ${inPluginWords(text.trimEnd())}`, { timestamp: true }),
      onTrouble: ({ message, remedy }) =>
        logger.error(`Standin: ${inPluginWords(`${message}\n${remedy}`)}`, { timestamp: true }),
      onFailure: (error) =>
        logger.error(`Standin failed: ${error instanceof Error ? error.stack : String(error)}`),
    });
  } catch (error) {
    // Vite prints only the message.
    if (!(error instanceof StandinError)) throw error;
    const [message, remedy] = [inPluginWords(error.message), inPluginWords(error.remedy)];
    throw new StandinError(error.code, `${message}\n${remedy}`, remedy);
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
