import { Badge, Group, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useCustomer } from '../../server/customers.ts';
import { AnalysedList } from '../../shared/calls/analysed-list.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

/** Page of one customer, with their conversations. */
export function CustomerPage({ id }: { readonly id: string }) {
  const { data, isError, error, refetch } = useCustomer(id);
  const announcer = useAnnouncer();
  if (isError) {
    return (
      <>
        <PageHeading title={t('Customer')} lead={<Link href="/customers">{t('All customers')}</Link>} />
        <TroubleNotice
          title={t('Could not load this customer')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  if (data === undefined) return <PageSkeleton label={t('Loading the customer')} />;
  return (
    <>
      <PageHeading
        title={data.name ?? data.phone}
        lead={[data.name === null ? '' : data.phone, data.email ?? ''].filter(Boolean).join(' · ')}
        aside={
          <Group gap={6}>
            {data.tags.map((tag) => (
              <Badge key={tag} variant="light" color="gray" tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        }
      />
      <Announcement {...announcer} />
      <section aria-labelledby="conversations">
        <Title order={2} size="h4" id="conversations" mb="sm">
          {t('Conversations')}
        </Title>
        <AnalysedList
          path={`/customers/${id}`}
          id="conversations"
          what={t('conversations')}
          only={{ customer_id: data.uuid }}
          onTrouble={announcer.sayHere}
          empty={<Text fw={600}>{t('No conversations with this customer yet')}</Text>}
        />
      </section>
    </>
  );
}
