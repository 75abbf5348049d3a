// The door for programs that verify a service: the run of `standin verify`, with its reports as values.

export type { Verification, VerifySettings } from './commands/program/verification.ts';
export { verify } from './commands/program/verification.ts';
export type { VerifyEvent } from './commands/shared/outlets.ts';
