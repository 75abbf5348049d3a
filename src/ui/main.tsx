// Begins the page.

import { render } from 'preact';
import { Page } from './page.tsx';
import { loadSettings, saveSettings } from './settings.ts';

saveSettings(loadSettings());
const root = document.getElementById('page');
if (root !== null) render(<Page />, root);
