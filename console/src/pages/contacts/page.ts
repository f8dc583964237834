import { IconAddressBook } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { type Page, part } from '../../shared/navigation/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/contacts',
    aliases: ['/people'],
    title: t('Contacts'),
    Icon: IconAddressBook,
    place: 'people',
    order: 1,
    Component: lazyPage(() => import('./contacts-page.tsx').then(({ ContactsPage }) => ContactsPage)),
    parts: [
      part(
        '/contacts/:uuid',
        lazyPage(() => import('./contact-page.tsx').then(({ ContactPage }) => ContactPage)),
      ),
    ],
  },
];
