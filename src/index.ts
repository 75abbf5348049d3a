// The door for programs, in Node and in the browser: a mock from plain objects, asked by `fetch`.
// Nothing behind it uses Node.

export type { ErrorCode, Fault } from './base/errors.ts';
export { StandinError } from './base/errors.ts';
export type { Choice } from './contract/choice-row.ts';
export type { ChoiceKey, Profile } from './contract/choices.ts';
export { choices, defaultProfile } from './contract/choices.ts';
export type { Contract, Operation, Outcome } from './contract/contract.ts';
export type { Kind } from './contract/operation-kinds.ts';
export type { Settings } from './contract/settings.ts';
export type { Situation } from './contract/situations.ts';
export type { Documents as MockOptions } from './embed/documents.ts';
export type { EmbeddedMock as Mock } from './embed/embedded-mock.ts';
export { createEmbeddedMock as createMock } from './embed/embedded-mock.ts';
export type {
  CodeRows,
  RouteContext,
  RouteHandler,
  Routes,
} from './http/fetch/code-routes.ts';
export type { Interaction } from './journal/interaction/interaction.ts';
export type { Journal } from './journal/memory/journal.ts';
export type { MockRules } from './mock/mock.ts';
export type { Body, Call, Reply } from './model/message/call.ts';
export type { By, Ruled, Ruling } from './model/ruling/ruling.ts';
