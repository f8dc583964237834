import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, Renderer, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** Pages that are read first, in this order; the others follow by name. */
const first = ['phones', 'telephony', 'campaigns', 'documents-and-audio', 'coaching', 'analysis', 'voices', 'tools'];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the anchor of a heading, as GitHub makes it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** Returns where a link of a document leads on the server; undefined for a file that is not served. */
function addressOf(href: string, document: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(document), path));
  const page = /^docs\/(.+)\.md$/.exec(target)?.[1];
  const at = anchor === undefined ? '' : `#${anchor}`;
  if (target === 'README.md') return `/help${at}`;
  if (page !== undefined) return `/help/${page.replace(/\/README$/, '/index')}${at}`;
  const image = /^docs\/images\/(.+)$/.exec(target)?.[1];
  return image === undefined ? undefined : `/help/images/${image}`;
}

/** Returns a document as HTML, and its title. */
function rendered(text: string, document: string): { readonly title: string; readonly html: string } {
  const used = new Map<string, number>();
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const plain = tokens.map(({ raw }) => raw).join('');
        if (title === '') title = plain.replaceAll('`', '');
        const slug = slugOf(plain);
        const count = used.get(slug) ?? 0;
        used.set(slug, count + 1);
        const id = count === 0 ? slug : `${slug}-${count}`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const shown = this.parser.parseInline(tokens);
        const address = addressOf(href, document);
        return address === undefined ? shown : `<a href="${escaped(address)}">${shown}</a>`;
      },
      image({ href, text: alt }: Tokens.Image) {
        const address = addressOf(href, document);
        return address === undefined ? '' : `<img src="${escaped(address)}" alt="${escaped(alt)}" loading="lazy">`;
      },
      // Wide tables and examples scroll, also by keyboard.
      table(token: Tokens.Table) {
        const table = Renderer.prototype.table.call(this, token);
        return `<div class="wide" role="group" aria-label="Table" tabindex="0">${table}</div>\n`;
      },
      tablecell(token: Tokens.TableCell) {
        return Renderer.prototype.tablecell.call(this, token.text === '' ? { ...token, header: false } : token);
      },
      code: (token: Tokens.Code) => `<pre tabindex="0"><code>${escaped(token.text)}</code></pre>\n`,
      // Badges of the repository.
      html: () => '',
    },
  });
  return { html: marked.parse(text, { async: false }), title };
}

interface Page {
  /** Below `/help/`; `index` is the README. */
  readonly path: string;
  readonly document: string;
}

function pagesOf(root: string): Page[] {
  const namesIn = (folder: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  const docs = namesIn('docs').map((name) => ({ path: name.slice(0, -3), document: `docs/${name}` }));
  const decisions = namesIn('docs/adr').map((name) => ({
    path: `adr/${name === 'README.md' ? 'index' : name.slice(0, -3)}`,
    document: `docs/adr/${name}`,
  }));
  const rank = ({ path }: Page): number => (first.includes(path) ? first.indexOf(path) : first.length);
  return [{ path: 'index', document: 'README.md' }, ...docs.toSorted((a, b) => rank(a) - rank(b)), ...decisions];
}

/** Writes the README and the documents as pages that the server serves at `/help`, in the state of this build. */
export const helpPages = (root: string): Plugin => ({
  name: 'help-pages',
  apply: 'build',
  generateBundle() {
    const pages = pagesOf(root).map((page) => ({
      ...page,
      ...rendered(readFileSync(join(root, page.document), 'utf8'), page.document),
    }));
    const menu = pages
      .filter(({ path }) => !path.startsWith('adr/') || path === 'adr/index')
      .map(({ path, title }) => `<li><a href="/help${path === 'index' ? '' : `/${path}`}">${escaped(title)}</a></li>`)
      .join('');
    for (const { path, title, html } of pages) {
      const source = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Parley help</title><link rel="stylesheet" href="/help/help.css"></head>
<body><a class="skip" href="#content">Skip to the content</a><header><a href="/">Parley</a> <span>Help</span></header>
<nav aria-label="Help"><ul>${menu}<li><a href="/docs">API reference</a></li></ul></nav>
<main id="content">${html}</main></body></html>
`;
      this.emitFile({ type: 'asset', fileName: `help/${path}.html`, source });
    }
    this.emitFile({ type: 'asset', fileName: 'help/help.css', source: readFileSync(join(root, 'console/help.css')) });
    const images = join(root, 'docs/images');
    for (const name of readdirSync(images))
      this.emitFile({ type: 'asset', fileName: `help/images/${name}`, source: readFileSync(join(images, name)) });
  },
});
