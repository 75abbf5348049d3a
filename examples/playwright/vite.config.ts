// The page of examples/vite, without its plugin: nobody but the tests answers for the interface.

import { defineConfig } from 'vite';

export default defineConfig({ root: '../vite' });
