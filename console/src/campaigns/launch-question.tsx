import { Text } from '@mantine/core';
import { useMe } from '../account/use-account.ts';
import { Link } from '../frame/router.tsx';
import { type Campaign, useAudience } from '../server/campaigns.ts';
import { useConnections } from '../server/telephony.ts';
import { countOf } from './campaign-words.ts';

/** What launching does: to how many people, and what is missing for it. */
export function LaunchQuestion({ campaign }: { readonly campaign: Campaign }) {
  const isAdmin = useMe().data?.role === 'admin';
  const connections = useConnections(isAdmin).data;
  const isMissing = connections?.every(({ is_connected: isConnected }) => !isConnected);
  return (
    <>
      {campaign.kind === 'inbound' ? (
        <Text>Calls to its number are answered from now on.</Text>
      ) : (
        <Outbound branches={campaign.branches} />
      )}
      {isMissing === true && (
        <Text mt="sm">
          No telephony provider is connected, so no call can be placed.{' '}
          <Link href="/telephony">Connect a provider</Link>
        </Text>
      )}
    </>
  );
}

function Outbound({ branches }: Pick<Campaign, 'branches'>) {
  const audience = useAudience(branches).data;
  const whom = branches.length === 0 ? '' : ` with ${branches.join(' or ')}`;
  if (audience === undefined) return <Text>Start calling the contacts{whom} during calling hours?</Text>;
  const { callable, opted_out: optedOut } = audience;
  return (
    <Text>
      Start calling <strong>{countOf(callable, 'contact')}</strong>
      {whom} during calling hours?
      {optedOut > 0 && ` ${countOf(optedOut, 'opted-out contact')} will be skipped.`}
      {callable === 0 && (
        <>
          {' '}
          Nobody can be called yet. <Link href="/contacts">Add contacts</Link>
        </>
      )}
    </Text>
  );
}
