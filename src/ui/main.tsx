// Starts the page.

import { render } from 'preact';
import { Page } from './page.tsx';
import { loadSettings, saveSettings } from './shared/reader-settings.ts';

saveSettings(loadSettings());
const root = document.getElementById('page');
if (root !== null) render(<Page />, root);
