import { Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Agent } from '../../server/answers.ts';
import { useFlows } from '../../server/queries.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { ToolTest } from './tool-test.tsx';
import { TypedTest } from './typed-test.tsx';
import { VoiceTest } from './voice-test.tsx';

const ways = [
  { value: 'voice', label: t('By voice') },
  { value: 'typing', label: t('By typing') },
  { value: 'tools', label: t('Its tools') },
] as const;

/** Tests of the saved agent beside its form, and the campaigns that use it. */
export function AgentTest({ agent, isDirty }: { readonly agent: Agent; readonly isDirty: boolean }) {
  const [way, setWay] = useState<(typeof ways)[number]['value']>('voice');
  const own = useFlows().data?.flows.filter(({ voice_agent_id: uuid }) => uuid === agent.uuid) ?? [];
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="test-agent">
      <Title order={2} size="h4" id="test-agent" mb={4}>
        {t('Test this agent')}
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        {agent.draft_version === null ? t('The test uses the saved version.') : t('The test uses the draft.')}
        {isDirty && <> {t('Save to test your changes.')}</>}
      </Text>
      <SegmentedControl
        fullWidth
        mb="sm"
        aria-label={t('How to test')}
        data={[...ways]}
        value={way}
        onChange={(value) => setWay(value as typeof way)}
      />
      {way === 'voice' && <VoiceTest agent={agent} />}
      {way === 'typing' && <TypedTest agentUuid={agent.uuid} draft={agent.draft_version} name={agent.name} />}
      {way === 'tools' && <ToolTest agent={agent} />}
      {own.length > 0 && (
        <Text size="sm" mt="md">
          {rich('Used by: {campaigns}', {
            campaigns: own.map(({ uuid, name }, index) => (
              <span key={uuid}>
                {index > 0 && ', '}
                <Link href={`/campaigns/${uuid}`}>{name}</Link>
              </span>
            )),
          })}
        </Text>
      )}
    </Paper>
  );
}
