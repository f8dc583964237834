import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const merging = fileURLToPath(new URL('merge-refs.ts', import.meta.url));

/**
 * Mantine's scroll area, which every table has, needs one hook of Floating UI. That library is one file, so the hook
 * alone would bring 15 kB (gzip) to every page with a table.
 */
export const lightScrollArea = (): Plugin => ({
  name: 'light-scroll-area',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    source === '@floating-ui/react' && /\/@mantine\/core\/esm\/components\/ScrollArea\//.test(importer)
      ? merging
      : undefined,
});
