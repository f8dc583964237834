import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Connection } from '../../server/answers.ts';
import { disconnectProvider, useConnections } from '../../server/telephony.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ProviderCard } from './provider-card.tsx';

type Question = { readonly kind: 'connect' | 'disconnect'; readonly connection: Connection };

/** Page of the organisation's accounts at telephony providers, for admins. */
export function TelephonyPage() {
  const query = useConnections(true);
  const isSuperadmin = useMe().data?.superadmin === true;
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [question, setQuestion] = useState<Question>();
  // The server never returns a key. Until the page is left, the files show the one that was entered.
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  const close = (): void => setQuestion(undefined);
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['telephony'] });
    close();
    announcer.sayHere(text);
  };
  return (
    <>
      <PageHeading title={t('Telephony')} help="telephony" lead={t('Connected telephony provider accounts.')} />
      <Announcement {...announcer} />
      {isPlain && query.data?.some(({ addresses }) => addresses.some(({ url }) => url === null)) === true && (
        <Text mb="md">
          {rich(
            'Providers need https. In the addresses below, replace {host} with your public host name, or set the {address} of this server.',
            {
              host: window.location.host,
              address: isSuperadmin ? <Link href="/public-address">{t('public address')}</Link> : t('public address'),
            },
          )}
        </Text>
      )}
      <List query={query} keys={keys} onAsk={setQuestion} />
      {question?.kind === 'connect' && (
        <ConnectDialog
          connection={question.connection}
          onCancel={close}
          onDone={(key) => {
            const { provider, display_name: displayName } = question.connection;
            if (key !== undefined) setKeys({ ...keys, [provider]: key });
            return done(t('{displayName} is connected.', { displayName }));
          }}
        />
      )}
      {question?.kind === 'disconnect' && (
        <Confirm
          title={t('Disconnect {displayName}?', { displayName: question.connection.display_name })}
          action={t('Disconnect')}
          send={() => disconnectProvider(question.connection.provider)}
          onCancel={close}
          onDone={() => done(t('{displayName} is disconnected.', { displayName: question.connection.display_name }))}
          onGone={() =>
            done(t('{displayName} was disconnected already.', { displayName: question.connection.display_name }))
          }
        >
          {t(
            'The stored credentials are forgotten. Nothing changes at the provider; to connect again, its token has to be entered again.',
          )}
        </Confirm>
      )}
    </>
  );
}

/** Trunks have no credentials here: they are added on the page of phones. */
const isOffered = ({ implemented, form }: Connection): boolean => implemented && form !== null;
const isPlain = window.location.protocol !== 'https:';

interface ListProps {
  readonly query: ReturnType<typeof useConnections>;
  /** Signing keys entered on this page, by provider. */
  readonly keys: Readonly<Record<string, string>>;
  readonly onAsk: (question: Question) => void;
}

function List({ query, keys, onAsk }: ListProps) {
  if (query.isError) {
    const retry = (): void => void query.refetch();
    return <TroubleNotice title={t('Could not load the providers')} advice={query.error.message} onRetry={retry} />;
  }
  if (query.data === undefined) {
    return (
      <Paper className="surface" p="md" role="status" aria-label={t('Loading the providers')}>
        <Skeleton height={96} />
      </Paper>
    );
  }
  return (
    <Stack gap="md">
      {query.data.filter(isOffered).map((connection) => (
        <ProviderCard
          key={connection.provider}
          connection={connection}
          signingKey={keys[connection.provider]}
          onConnect={() => onAsk({ kind: 'connect', connection })}
          onDisconnect={() => onAsk({ kind: 'disconnect', connection })}
        />
      ))}
    </Stack>
  );
}
