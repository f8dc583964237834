import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { acceptInvitation, declineInvitation, useInvitations } from '../../server/organisation.ts';
import type { Me } from '../../shared/account/requests.ts';
import { roleNames } from '../../shared/account/roles.ts';
import { useSignOut } from '../../shared/account/use-account.ts';
import { Entrance } from './entrance.tsx';

/** Page for an account that does not belong to an organisation. */
export function WaitingPage({ me }: { readonly me: Me }) {
  const signOut = useSignOut();
  const invitations = useInvitations().data?.invitations ?? [];
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function decide(decision: typeof acceptInvitation | typeof declineInvitation, uuid: string): Promise<void> {
    setBusy(true);
    const answer = await decision(uuid);
    setBusy(false);
    setTrouble(answer.ok ? undefined : answer.detail);
    await queries.invalidateQueries();
  }

  return (
    <Entrance {...textsFor(me, invitations.length > 0)} trouble={trouble}>
      {invitations.map(({ organization_uuid: uuid, organization_name: name, role }) => (
        <Stack key={uuid} gap="xs" component="section" aria-label={name}>
          <Text>
            {rich('{name} invites you as {role}.', { name: <b>{name}</b>, role: roleNames[role].toLowerCase() })}
          </Text>
          <Group gap="xs">
            <Button
              loading={isBusy}
              aria-label={t('Join {name}', { name })}
              onClick={() => void decide(acceptInvitation, uuid)}
            >
              {t('Join')}
            </Button>
            <Button
              variant="default"
              disabled={isBusy}
              aria-label={t('Decline {name}', { name })}
              onClick={() => void decide(declineInvitation, uuid)}
            >
              {t('Decline')}
            </Button>
          </Group>
        </Stack>
      ))}
      <Button variant="default" onClick={() => void signOut()}>
        {t('Sign out')}
      </Button>
    </Entrance>
  );
}

function textsFor(
  { email, waitlist_status }: Me,
  isInvited: boolean,
): { readonly title: string; readonly lead: string } {
  if (isInvited) return { title: t('You are invited'), lead: t('{email} can join one organisation.', { email }) };
  const title = t('Not in an organisation yet');
  if (waitlist_status === 'pending')
    return { title, lead: t('{email} is waiting for approval. You will receive a message.', { email }) };
  return { title, lead: t('{email} does not belong to an organisation. An admin of one can add you.', { email }) };
}
