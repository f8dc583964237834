import { Alert, Button, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { isUnderway } from '../../../../client/call/session.ts';
import { troubles } from '../../call/trouble.ts';
import { type Callee, useCall } from '../../call/use-call.tsx';
import { rich, t } from '../../language/text.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { LiveControls } from '../../shared/calling/live-controls.tsx';
import type { Callees } from '../../shared/calling/use-callees.ts';
import { useFocusHandedOver } from '../../shared/calling/use-focus-handed-over.ts';
import { Waiting } from '../../shared/calling/waiting.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

/** Panel that starts, controls and ends a call. */
export function CallPanel({ callees }: { readonly callees: Callees }) {
  const control = useCall();
  const { session } = control;
  const { callee } = callees;
  const underway = isUnderway(session);
  const button = useFocusHandedOver(underway);
  const begin = (): void => {
    if (callee !== undefined) control.call(callee);
  };

  if (!underway && callees.error !== null)
    return (
      <TroubleNotice title={t('Could not load the agents')} advice={callees.error.message} onRetry={callees.retry} />
    );
  if (!underway && callees.isLoaded && callee === undefined) return <NoAgents />;

  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="call">
      <Title order={2} size="h4" id="call" mb="sm">
        {t('Call')}
      </Title>
      <Stack gap="md">
        {underway ? (
          <Text>{rich('With {strong}', { strong: <strong>{control.callee?.name}</strong> })}</Text>
        ) : (
          <NativeSelect
            label={t('Agent')}
            description={callee?.description ?? t('Loading the agents')}
            data={groupsOf(callees)}
            value={callee?.key ?? ''}
            disabled={callee === undefined}
            onChange={({ currentTarget }) => callees.choose(currentTarget.value)}
          />
        )}
        {session.trouble !== undefined && <TroubleNotice {...troubles[session.trouble]} onRetry={begin} />}
        <Waiting session={session} />
        {session.phase === 'live' && <LiveControls control={control} />}
        {underway ? (
          <Button
            ref={button}
            size="lg"
            color="red.8"
            leftSection={<IconPhoneOff size={20} aria-hidden />}
            onClick={control.hangUp}
          >
            {session.phase === 'live' ? t('End call') : t('Cancel')}
          </Button>
        ) : (
          <Button
            ref={button}
            size="xl"
            disabled={callee === undefined}
            leftSection={<IconPhone size={22} aria-hidden />}
            onClick={begin}
          >
            {session.phase === 'ended' ? t('Call again') : t('Call')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

const itemOf = ({ key: value, label }: Callee) => ({ value, label });

function groupsOf({ agents, campaigns }: Callees) {
  return [
    { group: t('Agents'), items: agents.map(itemOf) },
    { group: t('Campaigns'), items: campaigns.map(itemOf) },
  ].filter(({ items }) => items.length > 0);
}

function NoAgents() {
  const role = useMe().data?.role;
  return (
    <Alert variant="light" title={t('No agents yet')}>
      {role === 'member' ? (
        t('Ask a manager or an admin to create one.')
      ) : (
        <>
          <Link href="/agents/new">{t('Create an agent')}</Link>
          {t(', and call it from here.')}
        </>
      )}
    </Alert>
  );
}
