// `standin openapi`: prints the contract under a profile as an OpenAPI 3.1 document.

import { openApiDocument } from '../../model/openapi/openapi.ts';
import { loadProject } from '../../project/load/project.ts';
import type { OpenApiOptions } from './flags.ts';

/** Returns what `standin openapi` prints. Rejects with a StandinError if the project is broken. */
export async function describeOpenApi(options: OpenApiOptions): Promise<string> {
  const { contracts, schemas, profile } = await loadProject(options.places, options.pins);
  const { server, version } = options;
  const document = openApiDocument({
    contracts,
    schemas,
    choose: (key) => profile[key],
    server: withoutCredentials(server),
    version,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Documents are passed on: the name and the password of an address stay out of them. */
function withoutCredentials(server: string): string {
  return server.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}
