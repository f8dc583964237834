import '@fontsource-variable/inter';
import '@fontsource/noto-sans-devanagari/devanagari-400.css';
import '@fontsource/noto-sans-devanagari/devanagari-600.css';
import '@mantine/core/styles.css';
import './app/styles.css';
import { loadCatalogue } from './language/catalogue.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// The catalogue must load first, because modules translate their texts when they load.
void loadCatalogue()
  .then(() => import('./app/root.tsx'))
  .then(({ showConsole }) => showConsole(root));
