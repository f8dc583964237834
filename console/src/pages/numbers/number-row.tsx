import { Button, Code, CopyButton, Group, Stack, Table, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { type ListedNumber, setAnswerUrl } from '../../server/numbers.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { type AnsweringCampaign, CampaignChoice } from './campaign-choice.tsx';

interface NumberRowProps {
  readonly number: ListedNumber;
  /** Campaigns that can answer it. */
  readonly campaigns: readonly AnsweringCampaign[];
  readonly onDone: (text: string) => Promise<void>;
}

/** A number, the campaign that answers it, and the URL that its provider needs. */
export function NumberRow({ number, campaigns, onDone }: NumberRowProps) {
  const { phone_number: phoneNumber, display_name: provider, flow } = number;
  const { trouble, isBusy, send } = useSending();
  const setUrl = async (): Promise<void> => {
    const answer = await send(() => setAnswerUrl(number.provider, phoneNumber));
    if (answer?.ok) await onDone(t('{provider} sends calls of {number} here.', { provider, number: phoneNumber }));
  };
  const url = <AnswerUrl number={number} isBusy={isBusy} onSet={() => void setUrl()} />;
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
          <CampaignChoice key={flow?.uuid} number={number} campaigns={campaigns} onDone={onDone} />
          <TroubleLine text={trouble} />
          <Stack gap={4} hiddenFrom="md">
            <Text size="sm" className="quiet">
              {t('Answer URL')}
            </Text>
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
