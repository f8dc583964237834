import type { Page } from 'playwright-core';

const interactive = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'switch',
  'slider',
  'spinbutton',
  'radio',
  'tab',
  'menuitem',
  'meter',
  'progressbar',
  'img',
]);

interface Node {
  readonly ignored?: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
}

export interface NamedControls {
  readonly named: readonly string[];
  /** Roles of controls and images without an accessible name. */
  readonly nameless: readonly string[];
}

/** Returns the page's controls as the browser exposes them to a screen reader. */
export async function controlsOf(page: Page): Promise<NamedControls> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] };
  await session.detach();
  const controls = nodes
    .filter(({ ignored, role }) => ignored !== true && interactive.has(String(role?.value)))
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '').trim() }));
  return {
    named: controls.filter(({ name }) => name !== '').map(({ role, name }) => `${role} ${name}`),
    nameless: controls.filter(({ name }) => name === '').map(({ role }) => role),
  };
}
