import { type ComponentType, createElement, type Key, type ReactNode } from 'react';
import type { RouteParams } from 'regexparam';

type Icon = ComponentType<{
  readonly size?: number | string;
  readonly stroke?: number | string;
  readonly 'aria-hidden'?: boolean;
}>;

/** The entries of the navigation. Each has at least one page; the pages of an entry are its tabs. */
export type PlaceName = 'home' | 'calls' | 'agents' | 'campaigns' | 'people' | 'coach' | 'insights' | 'settings';

/** Headings between the pages of the settings, in their order. */
export const settingsSections = ['organisation', 'connections', 'programs', 'server'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** A page that a link of another page opens, such as one object of a list. */
export interface PagePart {
  /** Address with its parameters: `/calls/:uuid`. */
  readonly path: string;
  /** Address of the whole, of which this is a section: it stays mounted when another section is shown. */
  readonly whole?: string;
  readonly show: (parameters: Readonly<Record<string, string>>) => ReactNode;
}

/** A page of a place. The folder of a page declares it in its `page.ts`. */
export interface Page {
  readonly path: string;
  /** Addresses that redirect to the page. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly Icon: Icon;
  readonly place: PlaceName;
  /** Only in the settings, which have too many pages for one row of tabs. */
  readonly section?: SettingsSection;
  /** Position within the place, or within its section. */
  readonly order: number;
  /** Who may open the page; everybody by default. */
  readonly whose?: 'managers' | 'admins' | 'superadmins';
  readonly Component: ComponentType;
  readonly parts?: readonly PagePart[];
}

/** Declares a part whose component receives the parameters of the path as props. */
export const part = <Path extends string>(path: Path, Component: ComponentType<RouteParams<Path>>): PagePart => ({
  path,
  show(parameters) {
    const key: Key = Object.values(parameters).join('/');
    return createElement(Component, { key, ...(parameters as RouteParams<Path>) });
  },
});

/** Declares a page and its sections, which have addresses of their own: `/agents/:uuid` and `/agents/:uuid/:section`. */
export const sectioned = <Path extends string>(
  path: Path,
  Component: ComponentType<RouteParams<Path> & { readonly section?: string }>,
): readonly PagePart[] =>
  [path, `${path}/:section`].map((address) => ({
    path: address,
    whole: path,
    show({ section, ...parameters }) {
      const key: Key = Object.values(parameters).join('/');
      const shown = section === undefined ? {} : { section };
      return createElement(Component, { key, ...(parameters as RouteParams<Path>), ...shown });
    },
  }));
