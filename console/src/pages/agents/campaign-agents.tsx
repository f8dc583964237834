import { Paper, Table, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useFlows } from '../../server/queries.ts';
import { Link } from '../../shared/navigation/router.tsx';

/**
 * Agents of campaigns that are not linked to an agent of this list, such as the examples. Renders nothing if every
 * campaign is linked.
 */
export function CampaignAgents() {
  const flows = useFlows().data?.flows.filter(({ voice_agent_id: agent }) => agent === null) ?? [];
  if (flows.length === 0) return null;
  return (
    <Paper
      component="section"
      className="surface"
      p={{ base: 'sm', sm: 'md' }}
      mt="md"
      aria-labelledby="campaign-agents"
    >
      <Title order={2} size="h4" id="campaign-agents">
        {t('Built-in agents')}
      </Title>
      <Text size="sm" className="quiet" mb="xs">
        {t('These campaigns describe their agent themselves. Choose an agent of your own in a campaign to replace it.')}
      </Text>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Agent')}</Table.Th>
            <Table.Th scope="col">{t('Campaign')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {flows.map(({ uuid, name, effective_config: { agent_name: agent } }) => (
            <Table.Tr key={uuid}>
              <Table.Td>{agent}</Table.Td>
              <Table.Td>
                <Link href={`/campaigns/${uuid}`}>{name}</Link>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
