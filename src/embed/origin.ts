// The origin of the real service.

import { StandinError } from '../base/errors.ts';
import type { Contract } from '../contract/contract.ts';
import { pathsOf } from '../contract/operation-way.ts';
import type { EmbeddedMock } from './embedded-mock.ts';
import { checkText } from './validate-arguments.ts';

/**
 * Returns the origin of a base URL. Throws a StandinError if it is not a URL, or its path is neither
 * the base path of the mock nor the one that all its paths begin with.
 */
export function originOf(baseUrl: string, { basePath, rules }: EmbeddedMock): string {
  checkText('baseUrl', baseUrl, 'Include the scheme: "https://api.example.com/v1".');
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = `${JSON.stringify(baseUrl)} is not a URL`;
    throw new StandinError(
      'option-invalid',
      message,
      'Include the scheme in baseUrl: "https://api.example.com/v1".',
    );
  }
  const path = url.pathname.replace(/\/$/, '');
  if (path !== basePath && !(basePath === '' && isAboveAll(path, rules.contracts))) {
    const message = `baseUrl has the path ${JSON.stringify(path)}, but the mock has the base path ${JSON.stringify(basePath)}`;
    throw new StandinError(
      'option-invalid',
      message,
      `Create the mock with { basePath: ${JSON.stringify(path)} }.`,
    );
  }
  return url.origin;
}

/** A document has the path of its server in all its paths. */
function isAboveAll(path: string, contracts: readonly Contract[]): boolean {
  return contracts.flatMap(pathsOf).every((one) => one.startsWith(`${path}/`));
}
