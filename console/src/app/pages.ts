/// <reference types="vite/types/importMeta.d.ts" />

import { createElement, type ReactNode } from 'react';
import { inject, parse } from 'regexparam';
import { type Page, settingsSections } from '../shared/navigation/page.ts';

/** Every folder of `pages` that declares a page in its `page.ts`. */
const declared = import.meta.glob<{ readonly pages: readonly Page[] }>('../pages/*/page.ts', { eager: true });

const sectionIndex = ({ section }: Page): number => (section === undefined ? -1 : settingsSections.indexOf(section));

export const pages: readonly Page[] = Object.values(declared)
  .flatMap((folder) => folder.pages)
  .sort((one, other) => sectionIndex(one) - sectionIndex(other) || one.order - other.order);

interface Route {
  readonly path: string;
  readonly whole: string;
  readonly page: Page;
  readonly keys: readonly string[];
  readonly pattern: RegExp;
  readonly redirectTo?: string;
  readonly show: (parameters: Readonly<Record<string, string>>) => ReactNode;
}

const routesOf = (page: Page): readonly Route[] =>
  [
    { address: page.path, path: page.path, show: () => createElement(page.Component) },
    ...(page.aliases ?? []).map((address) => ({ address, path: page.path, redirectTo: page.path, show: () => null })),
    ...(page.parts ?? []).map((part) => ({ address: part.path, ...part })),
  ].map(({ address, ...route }) => ({ page, whole: route.path, ...route, ...parse(address) }));

/** Addresses without parameters come first: `/agents/new` is not the agent `new`. */
const routes = pages.flatMap(routesOf).sort((one, other) => one.keys.length - other.keys.length);

/** Addresses of all pages, with the names of their parameters. */
export const pagePaths: ReadonlySet<string> = new Set(routes.map(({ path }) => path));

/** What an address shows. */
export interface Destination {
  /** The address of the page with the names of its parameters. */
  readonly path: string;
  readonly page: Page;
  readonly parameters: Readonly<Record<string, string>>;
  /** The address without its section: it does not change while the page stays mounted. */
  readonly whole: string;
  /** Set where the address is an alias. */
  readonly redirectTo?: string;
  readonly show: () => ReactNode;
}

/** Returns the page of an address without its query string; undefined if there is none. */
export function destinationOf(address: string): Destination | undefined {
  for (const { path, whole, page, keys, pattern, redirectTo, show } of routes) {
    const values = pattern.exec(address);
    if (values === null) continue;
    const parameters = Object.fromEntries(keys.map((key, index) => [key, decode(values[index + 1] ?? '')]));
    return {
      path,
      page,
      parameters,
      whole: inject(whole, parameters),
      ...(redirectTo !== undefined && { redirectTo }),
      show: () => show(parameters),
    };
  }
  return undefined;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
