import { Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';

/** Shown to users who open a superadmin page by its URL. */
export const SuperadminsOnly = ({ title }: { readonly title: string }) => (
  <>
    <PageHeading title={title} />
    <Text>{t('Only superadmins see this page. The owner of the first account is one.')}</Text>
  </>
);
