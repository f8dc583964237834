import type { Plugin } from 'vite';

/**
 * Lets the browser load the shell beside the first script, which imports it once the language is there. Without it,
 * one waits for the other.
 */
export const preloadRoot = (root: string): Plugin => ({
  name: 'preload-root',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(root)));
      if (chunk === undefined) throw new Error(`${root} has no chunk of its own`);
      const files = [chunk.fileName, ...chunk.imports].filter((file) => !html.includes(file));
      return files.map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head',
      }));
    },
  },
});
