// The door for Vite: a plugin that mounts a mock into its servers.

export type { PluginOptions } from './commands/vite/plugin-options.ts';
export { standin } from './commands/vite/vite-plugin.ts';
