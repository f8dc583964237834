import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type Plugin } from 'vite';

const textsModule = 'virtual:widget-texts';
/** Languages of the widget besides English, by the catalogues of the console. */
const languages = ['hi'];

/** Builds the widget of websites as one file beside the console. */
export const websiteWidget = (root: string): Plugin => ({
  name: 'website-widget',
  apply: 'build',
  async closeBundle() {
    const outDir = join(root, 'console/dist');
    await build({
      configFile: false,
      root: join(root, 'client'),
      logLevel: 'warn',
      plugins: [widgetTexts(root)],
      build: {
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2022',
        lib: { entry: 'widget/main.ts', name: 'ParleyWidget', formats: ['iife'], fileName: () => 'widget.js' },
      },
    });
    const bytes = readFileSync(join(outDir, 'widget.js'));
    writeFileSync(join(outDir, 'widget.js.br'), brotliCompressSync(bytes));
    writeFileSync(join(outDir, 'widget.js.gz'), gzipSync(bytes, { level: 9 }));
  },
});

/** Provides the translations of the texts that the widget uses. */
function widgetTexts(root: string): Plugin {
  const folder = join(root, 'client/widget');
  return {
    name: 'widget-texts',
    resolveId: (id) => (id === textsModule ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${textsModule}`) return undefined;
      const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      const used = sources.flatMap((text) =>
        [...text.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)*)'/g)].map((match) => match[1]),
      );
      const packs = languages.map((language) => {
        const catalogue = JSON.parse(readFileSync(join(root, `console/src/language/${language}.json`), 'utf8'));
        return [language, Object.fromEntries(used.map((text = '') => [text, catalogue[text]]))];
      });
      return `export default ${JSON.stringify(Object.fromEntries(packs))};`;
    },
  };
}
