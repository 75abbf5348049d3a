// From what was written on the command line to what `serve` does.

import type { Profile } from '../../contract/choices.ts';
import type { ServeOptions } from './serve.ts';

export interface ServeFlags {
  readonly pin?: Partial<Profile>;
  readonly contract: string;
  readonly db: string;
  readonly profile: string;
  readonly port?: number;
  readonly host: string;
  readonly basePath?: string;
  readonly undefined: 'profile' | 'vary';
  readonly seed?: number;
  readonly https?: boolean;
  readonly credential?: readonly string[];
  readonly webhook?: readonly string[];
  readonly webhookSecret?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly readOnly?: boolean;
  readonly save?: boolean;
  readonly worldTtl: number;
  readonly override?: readonly string[];
  readonly delay?: string;
  readonly explain?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly record?: string;
  readonly redact?: readonly string[];
  readonly keep?: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Gives what `serve` is asked for. `environment` may hold the secret that events are signed with.
 */
export function toServeOptions(
  given: ServeFlags,
  environment: Environment,
  version: string,
): ServeOptions {
  const { host, contract, db, profile } = given;
  const events: Partial<Profile> =
    given.webhook === undefined ? {} : { 'events.delivery': 'webhook' };
  const readOnly: Partial<Profile> = given.readOnly === true ? { 'access.writes': 'refuse' } : {};
  return {
    host,
    contract,
    db,
    profile,
    version,
    port: given.port ?? null,
    pins: { ...events, ...given.pin, ...readOnly },
    undefined: given.undefined,
    seed: given.seed ?? null,
    basePath: given.basePath ?? '',
    explanation: given.explain === true ? 'explained' : 'silent',
    form: given.json === true ? 'json' : given.quiet === true ? 'quiet' : 'lines',
    saving: given.save === true ? 'save' : 'keep',
    worldTtlSeconds: given.worldTtl,
    https: httpsOf(given),
    credentials: given.credential ?? [],
    webhooks: given.webhook ?? [],
    webhookSecret: secretOf(given, environment),
    record: given.record ?? null,
    redact: given.redact ?? [],
    keep: given.keep ?? [],
    overrides: [
      ...(given.override ?? []),
      ...(given.delay === undefined ? [] : [`* delay=${given.delay}`]),
    ],
  };
}

/** The variable of the environment counts only where there is somebody to sign for. */
function secretOf({ webhook, webhookSecret }: ServeFlags, environment: Environment): string | null {
  return (
    webhookSecret ??
    (webhook === undefined ? null : (environment['STANDIN_WEBHOOK_SECRET'] ?? null))
  );
}

/** A certificate that is named asks for HTTPS as well. */
function httpsOf({
  https,
  cert,
  key,
}: ServeFlags): { readonly cert: string | null; readonly key: string | null } | null {
  if (https !== true && cert === undefined && key === undefined) return null;
  return { cert: cert ?? null, key: key ?? null };
}
