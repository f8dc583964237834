import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { rich, t } from '../../language/text.ts';
import { type TriedAccount, useInboundCampaigns, useNumbers } from '../../server/numbers.ts';
import { type Column, ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { NumberRow } from './number-row.tsx';

const columns: readonly Column[] = [
  { name: t('Number') },
  { name: t('Provider'), from: 'sm' },
  { name: t('Answered by') },
  { name: t('Answer URL'), from: 'md' },
];

/** Page of the telephone numbers of all accounts and trunks, for admins. */
export function NumbersPage() {
  const query = useNumbers();
  const campaigns = useInboundCampaigns().data?.campaigns ?? [];
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const { numbers = [], accounts = [] } = query.data ?? {};
  const done = async (text: string): Promise<void> => {
    await Promise.all(['numbers', 'campaigns'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    announcer.say(text);
  };
  return (
    <>
      <PageHeading
        title={t('Numbers')}
        lead={t('The telephone numbers of your providers, and the campaign that answers each.')}
      />
      <Announcement {...announcer} />
      <Stack gap="md">
        {accounts.filter(isTrouble).map((account) => (
          <Alert
            key={account.provider}
            color="yellow"
            variant="light"
            title={account.display_name}
            icon={<IconAlertTriangle aria-hidden />}
          >
            {account.detail}
          </Alert>
        ))}
        <ListFrame
          what={t('numbers')}
          query={query}
          columns={columns}
          empty={query.data !== undefined && numbers.length === 0 ? <NoNumbers /> : undefined}
        >
          {numbers.map((number) => (
            <NumberRow
              key={`${number.provider} ${number.phone_number}`}
              number={number}
              campaigns={campaigns}
              onDone={done}
            />
          ))}
        </ListFrame>
      </Stack>
    </>
  );
}

const fine: readonly TriedAccount['result'][] = ['working', 'credentials_accepted', 'not_listed'];
const isTrouble = ({ result }: TriedAccount): boolean => !fine.includes(result);

const NoNumbers = () => (
  <Text>
    {rich('No numbers yet. Connect a provider under {telephony}, or add a trunk under {phones}.', {
      telephony: <Link href="/telephony">{t('Telephony')}</Link>,
      phones: <Link href="/phones">{t('Phones')}</Link>,
    })}
  </Text>
);
