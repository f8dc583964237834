import { Text } from '@mantine/core';
import { PageHeading } from '../components/page-heading.tsx';
import { t } from '../language/text.ts';

/** Shown to users who open a superadmin page by its URL. */
export const SuperadminsOnly = ({ title }: { readonly title: string }) => (
  <>
    <PageHeading title={title} />
    <Text>{t('Only superadmins see this page. The owner of the first account is one.')}</Text>
  </>
);
