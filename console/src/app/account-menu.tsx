import { ActionIcon } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { t } from '../language/text.ts';
import { useMe } from '../shared/account/use-account.ts';
import { lazyExtra } from '../shared/navigation/lazy-extra.tsx';
import type { AccountItemsProps } from './account-items.tsx';

const AccountItems = lazyExtra<AccountItemsProps>(() =>
  import('./account-items.tsx').then(({ AccountItems }) => AccountItems),
);

/** The signed-in user, their settings, and sign-out. Remount it on another page to close it. */
export function AccountMenu(actions: Pick<AccountItemsProps, 'onChangePassword' | 'onShowShortcuts'>) {
  const { data } = useMe();
  const [isOpen, setOpen] = useState(false);
  const looks = {
    ...({ variant: 'subtle', color: 'gray', size: 'lg', radius: 'xl' } as const),
    'aria-label': t('Your account'),
    'aria-description': [data?.email, data?.organization_name].filter(Boolean).join(', '),
  };
  const icon = <IconUserCircle size={22} aria-hidden />;
  return (
    <Suspense
      fallback={
        <ActionIcon {...looks} onClick={() => setOpen(true)}>
          {icon}
        </ActionIcon>
      }
    >
      <AccountItems isOpen={isOpen} onChange={setOpen} {...actions}>
        <ActionIcon {...looks}>{icon}</ActionIcon>
      </AccountItems>
    </Suspense>
  );
}
