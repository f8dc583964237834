import { Group, NativeSelect, Paper, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import { type TokenUse, useModelUsage } from '../../server/model-connections.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

const spans = [7, 30, 90] as const;
const usualDays = 30;

/** The tokens that calls used, by agent and model. */
export function ModelUsage() {
  const [days, setDays] = useState<number>(usualDays);
  const { data, isError, error, refetch } = useModelUsage(days);
  return (
    <Paper component="section" className="surface" p="md" mt="lg" aria-labelledby="usage">
      <Group justify="space-between" align="flex-end" gap="sm" mb="xs">
        <Title order={2} size="h4" id="usage">
          {t('Usage')}
        </Title>
        <NativeSelect
          label={t('Time')}
          value={days}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          data={spans.map((each) => ({ value: String(each), label: t('Last {days} days', { days: each }) }))}
        />
      </Group>
      {isError ? (
        <TroubleNotice title={t('Could not load the usage')} advice={error.message} onRetry={() => void refetch()} />
      ) : (
        data !== undefined && <Uses uses={data.uses} total={data.total} />
      )}
    </Paper>
  );
}

const count = (value: number): string => value.toLocaleString(numberLocale);

function Uses({ uses, total }: { readonly uses: readonly TokenUse[]; readonly total: number }) {
  if (uses.length === 0) return <Text className="quiet">{t('No call used a language model.')}</Text>;
  const missing = uses.reduce((sum, use) => sum + use.unreported_requests, 0);
  return (
    <>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} aria-label={t('Usage by agent and model')}>
        <Table aria-labelledby="usage">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Agent')}</Table.Th>
              <Table.Th scope="col">{t('Model')}</Table.Th>
              <Table.Th scope="col" ta="end" visibleFrom="sm">
                {t('Calls')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('Tokens read')}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t('Tokens written')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {uses.map((use) => (
              <Table.Tr key={`${use.agent_id} ${use.model_uuid} ${use.model_name}`}>
                <Table.Td>
                  <AgentName use={use} />
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {use.model_uuid === null ? (
                    use.model_name
                  ) : (
                    <Link href={`/model-connections/${use.model_uuid}`}>{use.model_name}</Link>
                  )}
                </Table.Td>
                <Table.Td ta="end" className="figures" visibleFrom="sm">
                  {count(use.calls)}
                </Table.Td>
                <Table.Td ta="end" className="figures">
                  {count(use.prompt_tokens)}
                </Table.Td>
                <Table.Td ta="end" className="figures">
                  {count(use.completion_tokens)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" className="quiet" mt="xs">
        {missing > 0 &&
          t(
            '{count, plural, one {Not counted: # request, whose tokens the server did not report.} other {Not counted: # requests, whose tokens the server did not report.}}',
            { count: missing },
          )}{' '}
        {total > uses.length && t('The {shown} largest of {total}.', { shown: uses.length, total })}
      </Text>
    </>
  );
}

function AgentName({ use: { agent_id: uuid, agent_name: name } }: { readonly use: TokenUse }) {
  if (uuid === null) return <span className="quiet">{t('No agent')}</span>;
  return name === null ? (
    <span className="quiet">{t('Deleted agent')}</span>
  ) : (
    <Link href={`/agents/${uuid}`}>{name}</Link>
  );
}
