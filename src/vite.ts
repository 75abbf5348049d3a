// The door for Vite: a plugin that mounts a mock into its servers.

export type { PluginOptions } from './commands/vite/vite-plugin.ts';
export { standin } from './commands/vite/vite-plugin.ts';
