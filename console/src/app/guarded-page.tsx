import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language/text.ts';
import { useMe } from '../shared/account/use-account.ts';
import type { Page } from '../shared/navigation/page.ts';
import { PageHeading } from '../shared/page/page-heading.tsx';
import { PageSkeleton } from '../shared/page/skeletons.tsx';
import { mayOpen } from './navigation.ts';

const advice = {
  managers: t('Only managers and admins of your organisation can open this page. Ask one of them.'),
  admins: t('Only admins of your organisation can open this page. Ask one of them.'),
  superadmins: t('Only superadmins of this server can open this page. Ask one of them.'),
} as const;

interface GuardedPageProps {
  readonly page: Page;
  readonly children: ReactNode;
}

/** A page, or who can open it if the role of this user does not allow it. */
export function GuardedPage({ page, children }: GuardedPageProps) {
  const { data } = useMe();
  if (page.whose === undefined) return children;
  if (data === undefined) return <PageSkeleton />;
  if (mayOpen(page, data)) return children;
  return (
    <>
      <PageHeading title={page.title} />
      <Text>{advice[page.whose]}</Text>
    </>
  );
}
