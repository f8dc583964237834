import { Button, Paper, Text, Title } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../call/use-call.tsx';
import { TroubleLine } from '../components/trouble-line.tsx';
import { Link, navigate } from '../frame/router.tsx';
import type { Agent } from '../server/answers.ts';
import { addCampaign } from '../server/campaigns.ts';
import { useFlows } from '../server/queries.ts';

/** Calls the saved agent from the browser, and lists the campaigns that it speaks in. */
export function AgentTest({ agent, mayWrite }: { readonly agent: Agent; readonly mayWrite: boolean }) {
  const flows = useFlows();
  const queries = useQueryClient();
  const { chooseFlow } = useCall();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const own = flows.data?.flows.filter(({ voice_agent_id: uuid }) => uuid === agent.uuid) ?? [];
  const [first] = own;

  const open = (uuid: string): void => {
    chooseFlow(uuid);
    navigate('/');
  };
  const test = async (): Promise<void> => {
    if (first !== undefined) return open(first.uuid);
    setBusy(true);
    setTrouble(undefined);
    const made = await addCampaign({
      kind: 'inbound',
      name: agent.name,
      provider: 'platform',
      voice_agent_id: agent.uuid,
      status: 'draft',
    });
    setBusy(false);
    if (!made.ok) return setTrouble(made.detail);
    await queries.invalidateQueries({ queryKey: ['flows'] });
    open(made.value.uuid);
  };

  if (flows.data === undefined || (first === undefined && !mayWrite)) return null;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="test-agent">
      <Title order={2} size="h4" id="test-agent" mb={4}>
        Test this agent
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        Talk to it from the browser. The call uses the saved version.
        {first === undefined && ' Calls belong to a campaign: a draft with the agent’s name is created for it.'}
      </Text>
      <TroubleLine text={trouble} />
      <Button leftSection={<IconMicrophone size={18} aria-hidden />} loading={isBusy} onClick={() => void test()}>
        Test this agent
      </Button>
      {own.length > 0 && (
        <Text size="sm" mt="md">
          Speaks in{' '}
          {own.map(({ uuid, name }, index) => (
            <span key={uuid}>
              {index > 0 && ', '}
              <Link href={`/campaigns/${uuid}`}>{name}</Link>
            </span>
          ))}
          .
        </Text>
      )}
    </Paper>
  );
}
