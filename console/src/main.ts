import '@mantine/core/styles.css';
import './frame/styles.css';
import { loadCatalogue } from './language/catalogue.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// Modules translate their texts as they are loaded, so the catalogue comes before them.
void loadCatalogue()
  .then(() => import('./frame/root.tsx'))
  .then(({ showConsole }) => showConsole(root));
