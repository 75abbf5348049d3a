// The origin of the real service.

import { StandinError } from '../base/errors.ts';
import { checkText } from './validate-arguments.ts';

/**
 * Returns the origin of a base URL. Throws a StandinError if it is not a URL, or its path is not
 * the base path of the mock.
 */
export function originOf(baseUrl: string, basePath: string): string {
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
  if (path !== basePath) {
    const message = `baseUrl has the path ${JSON.stringify(path)}, but the mock has the base path ${JSON.stringify(basePath)}`;
    throw new StandinError(
      'option-invalid',
      message,
      `Create the mock with { basePath: ${JSON.stringify(path)} }.`,
    );
  }
  return url.origin;
}
