import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { sectionsOf } from './content.ts';
import { attribute, contentOf, isElement, titleIn } from './html.ts';

/** What a page of a website says, and where it leads. */
export interface PageContent {
  readonly title: string | undefined;
  readonly pieces: ReturnType<typeof sectionsOf>[number]['pieces'];
  /** Absolute addresses without fragments, each once. */
  readonly links: readonly string[];
  /** The address that the page names as its own. */
  readonly canonical: string | undefined;
  /** Whether the page asks not to be read by programs, or not to be followed. */
  readonly isUnlisted: boolean;
  readonly isEnd: boolean;
}

const mostLinks = 1000;
const mostElements = 200_000;

export function pageContent(html: string, url: string): PageContent {
  const document = parse(html, { scriptingEnabled: false });
  const links = new Set<string>();
  let base = url;
  let canonical: string | undefined;
  let robots = '';
  for (const element of elementsOf(document)) {
    const { tagName } = element;
    const href = attribute(element, 'href');
    if (tagName === 'base') base = absolute(href, url) ?? base;
    else if (tagName === 'a' && links.size < mostLinks && attribute(element, 'rel')?.includes('nofollow') !== true) {
      const link = absolute(href, base);
      if (link !== undefined) links.add(link);
    } else if (tagName === 'link' && attribute(element, 'rel')?.toLowerCase() === 'canonical')
      canonical = absolute(href, base);
    else if (tagName === 'meta' && attribute(element, 'name')?.toLowerCase() === 'robots')
      robots = attribute(element, 'content')?.toLowerCase() ?? '';
  }
  return {
    title: titleIn(document),
    pieces: sectionsOf(contentOf(document)).flatMap(({ pieces }) => pieces),
    links: [...links],
    canonical,
    isUnlisted: /noindex|none/.test(robots),
    isEnd: /nofollow|none/.test(robots),
  };
}

function absolute(href: string | undefined, base: string): string | undefined {
  if (href === undefined || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** Yields the elements of a document, without recursion: an attacker chooses its depth. */
function* elementsOf(document: DefaultTreeAdapterTypes.Document): Generator<DefaultTreeAdapterTypes.Element> {
  const open: DefaultTreeAdapterTypes.ChildNode[] = document.childNodes.toReversed();
  for (let count = 0; count < mostElements; count++) {
    const node = open.pop();
    if (node === undefined) return;
    if (!isElement(node)) continue;
    yield node;
    open.push(...node.childNodes.toReversed());
  }
}
