import '@mantine/core/styles.css';
import './frame/styles.css';
import { loadCatalogue } from './language/catalogue.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// The catalogue must load first, because modules translate their texts when they load.
void loadCatalogue()
  .then(() => import('./frame/root.tsx'))
  .then(({ showConsole }) => showConsole(root));
