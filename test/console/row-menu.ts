import type { Page } from 'playwright-core';

/** The button that opens the menu of a row. */
export const rowMenu = (page: Page, row: string) =>
  page.getByRole('button', { name: `More actions for ${row}`, exact: true });

/** Opens the menu of a row, chooses an action, and waits until the menu is gone. */
export async function chooseInRow(page: Page, row: string, action: string): Promise<void> {
  await rowMenu(page, row).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}
