import type { Plugin } from 'vite';

/**
 * Lets the browser load the shell beside the first script, which imports it once the language is there, and the letters
 * beside the style sheet that names them. Without it, one waits for the other.
 */
export const preloadRoot = (root: string, font: RegExp): Plugin => ({
  name: 'preload-root',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(root)));
      if (chunk === undefined) throw new Error(`${root} has no chunk of its own`);
      const files = [chunk.fileName, ...chunk.imports].filter((file) => !html.includes(file));
      const fonts = Object.keys(bundle).filter((file) => font.test(file));
      if (fonts.length !== 1) throw new Error(`${font} matches ${fonts.length} files`);
      const preload = (file: string, attrs: Readonly<Record<string, string>>) => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      });
      return [
        ...files.map((file) => preload(file, { rel: 'modulepreload' })),
        ...fonts.map((file) => preload(file, { rel: 'preload', as: 'font', type: 'font/woff2' })),
      ];
    },
  },
});
