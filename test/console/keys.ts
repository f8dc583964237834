import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More controls than any page has before the one that is wanted. */
const mostTabs = 80;

/** The name of what has the focus, and whether a ring or a border shows it on the screen. */
export const focusedOn = (page: Page): Promise<{ readonly name: string; readonly isShown: boolean }> =>
  page.evaluate(`(() => {
    const element = document.activeElement;
    const labelled = element.labels?.[0]?.textContent;
    const name = element.getAttribute('aria-label') ?? labelled ?? element.textContent ?? '';
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const { outlineStyle, borderColor, boxShadow } = getComputedStyle(element);
    const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const isMarked = outlineStyle !== 'none' || boxShadow !== 'none' || borderColor !== '';
    return { name: name.trim(), isShown: isInside && isMarked };
  })()`);

/** Presses Tab until the control with this name has the focus, and requires that its focus can be seen. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < mostTabs; count++) {
    await page.keyboard.press('Tab');
    const focused = await focusedOn(page);
    seen.push(focused.name);
    if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) {
      expect(focused, `the focus on ${name}`).toMatchObject({ isShown: true });
      return;
    }
  }
  throw new Error(`Tab does not lead to ${name}, but to ${seen.join(', ')}`);
}
