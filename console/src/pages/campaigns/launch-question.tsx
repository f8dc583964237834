import { Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { type Campaign, useAudience } from '../../server/campaigns.ts';
import { useConnections } from '../../server/telephony.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { contactsText, optedOutText } from './campaign-words.ts';

/** What a launch does: how many people it calls, and what is still missing. */
export function LaunchQuestion({ campaign }: { readonly campaign: Campaign }) {
  const isAdmin = useMe().data?.role === 'admin';
  const connections = useConnections(isAdmin).data;
  const isMissing = connections?.every(({ is_connected: isConnected }) => !isConnected);
  return (
    <>
      {campaign.kind === 'inbound' ? (
        <Text>{t('Calls to its number are answered from now on.')}</Text>
      ) : (
        <Outbound branches={campaign.branches} />
      )}
      {isMissing === true && (
        <Text mt="sm">
          {rich('No telephony provider is connected, so no call can be placed. {link}', {
            link: <Link href="/telephony">{t('Connect a provider')}</Link>,
          })}
        </Text>
      )}
    </>
  );
}

function Outbound({ branches }: Pick<Campaign, 'branches'>) {
  const audience = useAudience(branches).data;
  const whom = branches.length === 0 ? '' : t(' with {branches}', { branches: branches.join(t(' or ')) });
  if (audience === undefined)
    return <Text>{t('Start calling the contacts{whom} during calling hours?', { whom })}</Text>;
  const { callable, opted_out: optedOut } = audience;
  return (
    <Text>
      {rich('Start calling {strong}{whom} during calling hours?{optedOut}', {
        strong: <strong>{contactsText(callable)}</strong>,
        whom,
        optedOut: optedOut > 0 && t(' {optedOut} will be skipped.', { optedOut: optedOutText(optedOut) }),
      })}
      {callable === 0 && (
        <> {rich('Nobody can be called yet. {link}', { link: <Link href="/contacts">{t('Add contacts')}</Link> })}</>
      )}
    </Text>
  );
}
