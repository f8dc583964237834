import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { websiteWidget } from '../client/widget-build.ts';
import { helpPages } from './help-pages.ts';
import { lightScrollArea } from './light-scroll-area.ts';
import { precompress } from './precompress.ts';
import { preloadRoot } from './preload-root.ts';

/** Where `npm start` listens; the page in development is served by Vite and asks there. */
const server = process.env.PARLEY_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  plugins: [
    helpPages(fileURLToPath(new URL('..', import.meta.url))),
    react(),
    lightScrollArea(),
    precompress(),
    preloadRoot('/src/app/root.tsx', /\/inter-latin-wght-normal-[^/]+\.woff2$/),
    websiteWidget(fileURLToPath(new URL('..', import.meta.url))),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Says what each page loads; a test holds the size of that.
    manifest: 'manifest.json',
    target: 'es2022',
    // The server's policy allows files of its own, not data addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A page loads a few files instead of dozens.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'root', test: /\/app\/root\.tsx$/, priority: 2 },
            { name: 'shared', minShareCount: 20, priority: 1 },
          ],
        },
      },
    },
  },
  // An audio worklet is loaded as a module.
  worker: { format: 'es' },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/v1', '/media', '/health', '/openapi.json'].map((path) => [
        path,
        { target: server, ws: path === '/media' },
      ]),
    ),
  },
});
