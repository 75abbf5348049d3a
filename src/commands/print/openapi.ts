// `standin openapi`: prints the contract under a profile as an OpenAPI 3.1 document.

import type { Profile } from '../../contract/choices.ts';
import { openApiDocument } from '../../model/openapi/openapi.ts';
import type { ProjectPlaces } from '../../project/load/files.ts';
import { loadProject } from '../../project/load/project.ts';

export interface OpenApiOptions {
  readonly places: ProjectPlaces;
  /** Choices that stand above the profile. */
  readonly pins?: Partial<Profile>;
  readonly server: string;
  readonly version: string;
}

/** Gives what `standin openapi` prints. Rejects with a StandinError where the project is broken. */
export async function describeOpenApi(options: OpenApiOptions): Promise<string> {
  const { contracts, schemas, profile } = await loadProject(options.places, options.pins);
  const { server, version } = options;
  const document = openApiDocument({
    contracts,
    schemas,
    choose: (key) => profile[key],
    server,
    version,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
