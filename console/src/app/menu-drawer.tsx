import { Drawer } from '@mantine/core';
import { t } from '../language/text.ts';
import type { Page } from '../shared/navigation/page.ts';
import { Brand } from './brand.tsx';
import { SideNav } from './side-nav.tsx';

interface MenuDrawerProps {
  readonly page: Page | undefined;
  readonly isOpen: boolean;
  readonly onDismiss: () => void;
  /** Called when a link in the drawer is followed. */
  readonly onFollow: () => void;
}

/** Navigation on narrow screens. */
export const MenuDrawer = ({ page, isOpen, onDismiss, onFollow }: MenuDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onDismiss}
    // After a link, the new page takes the focus.
    returnFocus={false}
    size={280}
    hiddenFrom="md"
    title={<Brand onFollow={onFollow} />}
    lockScroll={false}
    padding={0}
    attributes={{ header: { role: 'presentation' } }}
    styles={{ header: { paddingInline: 20 } }}
    closeButtonProps={{ 'aria-label': t('Close the menu') }}
  >
    <SideNav page={page} onFollow={onFollow} />
  </Drawer>
);
