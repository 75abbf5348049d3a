// What an operation in a contract file declares, as it is written.

import type { Json, JsonObject } from '../../base/json.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { Parameter } from '../declared.ts';

/** A schema in a contract file: its name, or the schema itself. */
export type NamedOrInline = SchemaName | JsonObject;

/** A parameter in a contract file. */
export interface GivenParameter
  extends Pick<Parameter, 'in' | 'name'>,
    Partial<Omit<Parameter, 'in' | 'name' | 'schema'>> {
  readonly schema?: NamedOrInline;
}

/** Bodies by media type in a contract file. */
export type GivenBodies = Readonly<
  Record<
    string,
    {
      readonly written?: string;
      readonly schema?: NamedOrInline;
      readonly itemSchema?: NamedOrInline;
      readonly examples?: Readonly<Record<string, Json>>;
    }
  >
>;

export interface GivenRequest {
  readonly required?: boolean;
  readonly content: GivenBodies;
}

interface GivenHeader {
  readonly required?: boolean;
  readonly schema?: NamedOrInline;
  readonly examples?: readonly Json[];
}

export interface GivenAnswer {
  readonly headers?: Readonly<Record<string, GivenHeader>>;
  readonly content?: GivenBodies;
}

/** What an operation in a contract file declares. */
export interface GivenDeclared {
  readonly parameters?: readonly GivenParameter[] | undefined;
  readonly request?: GivenRequest | undefined;
  readonly answers?: Readonly<Record<string, GivenAnswer>> | undefined;
}
