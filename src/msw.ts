// The door for Mock Service Worker: a mock as a request handler.

export type { HandlerOptions } from './embed/msw.ts';
export { handler } from './embed/msw.ts';
