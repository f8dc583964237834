import { Button, Code, CopyButton, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { changeCampaign } from '../../server/campaigns.ts';
import { type ListedNumber, setAnswerUrl } from '../../server/numbers.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

interface NumberRowProps {
  readonly number: ListedNumber;
  /** Campaigns that can answer it. */
  readonly campaigns: readonly { readonly uuid: string; readonly name: string }[];
  readonly onDone: (text: string) => Promise<void>;
}

/** A number, the campaign that answers it, and the URL that its provider needs. */
export function NumberRow({ number, campaigns, onDone }: NumberRowProps) {
  const { phone_number: phoneNumber, display_name: provider, flow } = number;
  const { trouble, busy, send } = useSending<'campaign' | 'url'>();
  const choose = async (uuid: string): Promise<void> => {
    const name = campaigns.find((campaign) => campaign.uuid === uuid)?.name ?? '';
    const request = () => changeCampaign(uuid, { phone_number: phoneNumber, status: 'active' });
    const answer = await send(request, { action: 'campaign' });
    if (answer?.ok) await onDone(t('{name} answers {number}.', { name, number: phoneNumber }));
  };
  const setUrl = async (): Promise<void> => {
    const answer = await send(() => setAnswerUrl(number.provider, phoneNumber), { action: 'url' });
    if (answer?.ok) await onDone(t('{provider} sends calls of {number} here.', { provider, number: phoneNumber }));
  };
  const url = <AnswerUrl number={number} isBusy={busy === 'url'} onSet={() => void setUrl()} />;
  return (
    <Table.Tr>
      <Table.Td className="figures">
        {phoneNumber}
        <Text size="sm" className="quiet" hiddenFrom="sm">
          {provider}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{provider}</Table.Td>
      <Table.Td>
        <Stack gap="xs">
          <NativeSelect
            aria-label={t('Campaign that answers {number}', { number: phoneNumber })}
            value={flow?.uuid ?? ''}
            disabled={busy !== undefined}
            data={[
              { value: '', label: t('No campaign'), disabled: flow !== null },
              ...(flow === null || campaigns.some(({ uuid }) => uuid === flow.uuid)
                ? []
                : [{ value: flow.uuid, label: flow.name }]),
              ...campaigns.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
            onChange={({ currentTarget }) => void choose(currentTarget.value)}
          />
          <TroubleLine text={trouble} />
          <Stack gap={4} hiddenFrom="md">
            {url}
          </Stack>
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="md">{url}</Table.Td>
    </Table.Tr>
  );
}

interface AnswerUrlProps {
  readonly number: ListedNumber;
  readonly isBusy: boolean;
  readonly onSet: () => void;
}

/** The state of the URL at the provider, and the button that sets or copies it. */
function AnswerUrl({ number, isBusy, onSet }: AnswerUrlProps) {
  const { display_name: provider, phone_number: phoneNumber, answer_url: url, answer_url_state: state } = number;
  if (state === 'not_needed') return <Text size="sm">{t('Not needed')}</Text>;
  if (url === null) return <Text size="sm">{t('Set the public address of this server first.')}</Text>;
  if (state === 'set') return <Text size="sm">{t('Set at {provider}', { provider })}</Text>;
  return (
    <Stack gap={4}>
      {state === 'other' && <Text size="sm">{t('{provider} sends calls elsewhere.', { provider })}</Text>}
      {number.can_set ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          aria-label={t('Set the answer URL of {number} at {provider}', { number: phoneNumber, provider })}
          onClick={onSet}
        >
          {t('Set at {provider}', { provider })}
        </Button>
      ) : (
        <Group gap="xs">
          <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('Copy the answer URL of {number}', { number: phoneNumber })}
                onClick={copy}
              >
                {copied ? t('Copied') : t('Copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      )}
    </Stack>
  );
}
