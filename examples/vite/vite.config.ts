import { standin } from 'standin/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [standin({ contract: '../../contracts', db: '../../db.json', basePath: '/api' })],
});
