import { Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Agent } from '../../server/answers.ts';
import type { TestedVersion } from '../../shared/calling/use-callees.ts';
import type { AgentForm } from './agent-editor.tsx';
import { ToolTest } from './tool-test.tsx';
import { TypedTest } from './typed-test.tsx';
import { VoiceTest } from './voice-test.tsx';

const ways = [
  { value: 'voice', label: t('By voice') },
  { value: 'typing', label: t('By typing') },
  { value: 'tools', label: t('Its tools') },
] as const;

/** Tests of the agent as it is in the form. */
export function AgentTest({ agent, form }: { readonly agent: Agent; readonly form: AgentForm }) {
  const [way, setWay] = useState<(typeof ways)[number]['value']>('voice');
  // Before each test, what was typed is saved as a draft, which no other call uses.
  const tested: TestedVersion = async () => {
    if (!form.isDirty) return { ok: true, value: agent.draft_version ?? undefined };
    const saved = await form.save();
    return saved === undefined ? notSaved : { ok: true, value: saved.draft_version ?? undefined };
  };
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="test-agent">
      <Title order={2} size="h4" id="test-agent" mb={4}>
        {t('Test this agent')}
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        {versionText(agent, form.isDirty)}
      </Text>
      <SegmentedControl
        fullWidth
        mb="sm"
        aria-label={t('How to test')}
        data={[...ways]}
        value={way}
        onChange={(value) => setWay(value as typeof way)}
      />
      {way === 'voice' && <VoiceTest agent={agent} tested={tested} />}
      {way === 'typing' && <TypedTest agentUuid={agent.uuid} tested={tested} name={agent.name} />}
      {way === 'tools' && <ToolTest agent={agent} />}
    </Paper>
  );
}

const notSaved = {
  ok: false,
  status: undefined,
  detail: t('The draft could not be saved, so it was not tested. Check the marked fields.'),
} as const;

function versionText({ draft_version: draft }: Agent, isDirty: boolean): string {
  if (isDirty) return t('The test saves your changes as a draft, and uses it.');
  return draft === null ? t('The test uses the saved version.') : t('The test uses the draft.');
}
