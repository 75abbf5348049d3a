// A project as the user wants a run to see it: without operations and members, with given values.

import type { Project } from '../../project/load/project.ts';
import { givenMembers, type MemberOptions } from './given-members.ts';
import { narrowRequests, type ToldMember } from './narrow-requests.ts';
import {
  type SkippedOperations,
  skippedOperations,
  withoutAsking,
  withoutOperations,
} from './skipped-operations.ts';

/** What the user leaves out of a run, or gives it. */
export interface NarrowingOptions extends MemberOptions {
  /** By name; `*` stands for any text. */
  readonly skipOperations?: readonly string[];
}

export interface NarrowedProject {
  readonly project: Project;
  readonly skipped: SkippedOperations;
  /** The members that are left out, or have given values. */
  readonly told: readonly ToldMember[];
}

/** Narrows a project. Throws a StandinError that lists what there is if a name fits nothing. */
export async function narrowProject(
  project: Project,
  options: NarrowingOptions,
): Promise<NarrowedProject> {
  const { source } = project.files;
  const skipped = skippedOperations(project.contracts, source, options.skipOperations);
  const left = withoutOperations(project.contracts, skipped);
  const members = givenMembers(source, options);
  const { contracts, schemas, told } = await narrowRequests(
    { contracts: left, schemas: project.schemas },
    members,
  );
  const files =
    skipped.gaps.length === 0
      ? project.files
      : { ...project.files, source: withoutAsking(source, skipped) };
  return { project: { ...project, contracts, schemas, files }, skipped, told };
}
