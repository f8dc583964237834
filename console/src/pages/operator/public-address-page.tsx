import { Button, Code, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { removePublicAddress, setPublicAddress, usePublicAddress } from '../../server/superadmin.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { SuperadminsOnly } from './superadmins-only.tsx';

/** Page of the address under which the server is reached from elsewhere. */
export function PublicAddressPage() {
  const isAllowed = useMe().data?.superadmin === true;
  return isAllowed ? <PublicAddress /> : <SuperadminsOnly title={t('Public address')} />;
}

function PublicAddress() {
  const query = usePublicAddress(true);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [isRemoving, setRemoving] = useState(false);
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['public-address'] });
    setRemoving(false);
    announcer.say(text);
  };
  const retry = (): void => void query.refetch();
  return (
    <>
      <PageHeading
        title={t('Public address')}
        lead={t('Telephony providers, browsers and mails reach this server under this address.')}
      />
      <Announcement {...announcer} />
      <Stack gap="md">
        {query.isError ? (
          <TroubleNotice title={t('Could not load the address')} advice={query.error.message} onRetry={retry} />
        ) : query.data === undefined ? (
          <Paper className="surface" p="md" role="status" aria-label={t('Loading the address')}>
            <Skeleton height={96} />
          </Paper>
        ) : (
          <Address
            key={query.data.url}
            address={query.data}
            onSaved={() => done(t('The address is saved. Calls use it from now on.'))}
            onRemove={() => setRemoving(true)}
          />
        )}
        {query.data?.source !== 'environment' && <Tunnels />}
      </Stack>
      {isRemoving && (
        <Confirm
          title={t('Remove the address?')}
          action={t('Remove')}
          send={removePublicAddress}
          onCancel={() => setRemoving(false)}
          onDone={() => done(t('The address is removed.'))}
          onGone={() => done(t('The address is removed.'))}
        >
          {t('No calls are placed until another address is set.')}
        </Confirm>
      )}
    </>
  );
}

interface AddressProps {
  readonly address: NonNullable<ReturnType<typeof usePublicAddress>['data']>;
  readonly onSaved: () => Promise<void>;
  readonly onRemove: () => void;
}

function Address({ address: { url, source, checked_at: checkedAt }, onSaved, onRemove }: AddressProps) {
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => setPublicAddress(field('url').trim()),
    () => onSaved(),
    ['url'],
  );
  if (source === 'environment')
    return (
      <Paper className="surface" p="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {rich('The environment sets {url} with {variable}. Remove the variable to set the address here.', {
            url: <Code>{url}</Code>,
            variable: <Code>PUBLIC_BASE_URL</Code>,
          })}
        </Text>
      </Paper>
    );
  return (
    <Paper component="form" className="surface" p="md" onSubmit={onSubmit} noValidate>
      <Stack gap="sm" align="flex-start">
        <TextInput
          w="100%"
          maw={480}
          label={t('Address')}
          description={t(
            'Saved once a request through it has reached this server. Providers need https with a valid certificate.',
          )}
          name="url"
          type="url"
          autoComplete="off"
          spellCheck={false}
          defaultValue={url ?? ''}
          placeholder="https://voice.example.com"
          error={faults.url}
          maxLength={300}
        />
        {checkedAt !== null && (
          <Text size="sm" className="quiet">
            {rich('Last checked {moment}.', { moment: <Moment iso={checkedAt} /> })}
          </Text>
        )}
        <TroubleLine text={trouble} />
        <Group gap="sm">
          <Button type="submit" loading={isBusy}>
            {t('Check and save')}
          </Button>
          {url !== null && (
            <Button variant="default" onClick={onRemove}>
              {t('Remove the address')}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

const Tunnels = () => (
  <Paper component="section" className="surface" p="md" aria-labelledby="tunnels">
    <Stack gap="sm">
      <Title order={2} size="h4" id="tunnels">
        {t('No public address yet?')}
      </Title>
      <Text>
        {t(
          'A tunnel forwards an https address to this server, for a first test. Start one on this machine and enter the address that it prints. One tunnel is enough: calls use the same port.',
        )}
      </Text>
      <Code block tabIndex={0}>{`cloudflared tunnel --url http://localhost:${port}\nngrok http ${port}`}</Code>
      <Text className="quiet">
        {t(
          'The address of a free tunnel changes when it is restarted. For real calls, use a host name of your own with a reverse proxy.',
        )}
      </Text>
    </Stack>
  </Paper>
);

const port = window.location.port === '' ? '8080' : window.location.port;
