// The door for programs in Node: a mock from the files of a project, and a mock behind a port.

export type { Listening, LoadOptions } from './embed/load-mock.ts';
export { listenFor as listen, loadMock } from './embed/load-mock.ts';
