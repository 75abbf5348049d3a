// The door for programs: load a project, make a mock of it, answer calls, listen.

export type { ErrorCode, Fault } from './base/errors.ts';
export { StandinError } from './base/errors.ts';
export type { Choice, ChoiceKey, Profile } from './contract/choices.ts';
export { choices, defaultProfile } from './contract/choices.ts';
export type { Contract, Kind, Operation, Outcome, Situation } from './contract/contract.ts';
export type { Listener, ListenOptions } from './http/listener.ts';
export { listen } from './http/listener.ts';
export type { Interaction } from './journal/interaction.ts';
export type { Mock, MockOptions, Rules } from './mock/mock.ts';
export { createMock } from './mock/mock.ts';
export type { Body, Call, Reply } from './model/call.ts';
export { noBody, readBody } from './model/call.ts';
export type { By, Ruled, Ruling } from './model/ruling.ts';
export type { State } from './model/state.ts';
export type { ProjectPlaces } from './project/files.ts';
export type { Project } from './project/project.ts';
export { loadProject } from './project/project.ts';
export { seedState } from './project/seed.ts';
export { createLateChecker } from './schema/late.ts';
