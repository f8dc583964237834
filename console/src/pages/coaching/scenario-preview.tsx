import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../../language/text.ts';
import { previewScenario, type ScenarioPreview as Talk } from '../../server/coaching.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import styles from './coaching.module.css';
import { customerAndAgent, endTexts } from './run-words.ts';
import { bodyOf, type ScenarioDraft } from './scenario-draft.ts';

const mostTurns = 30;

/** Chat with the customer of an unsaved scenario, in which the user types the agent's lines. */
export function ScenarioPreview({ draft }: { readonly draft: ScenarioDraft }) {
  const [talk, setTalk] = useState<Talk>();
  const [said, setSaid] = useState('');
  const { trouble, isBusy, refuse, send: sendOnce } = useSending();
  const turns = talk?.lines.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])) ?? [];
  const isOver = talk !== undefined && (talk.ended_reason !== null || turns.length >= mostTurns);

  async function send(agentTurns: readonly string[]): Promise<void> {
    if (isBusy) return;
    if (draft.persona === '' || draft.situation.trim() === '') {
      refuse({ trouble: t('Choose a persona and write the situation first.'), faults: {} });
      return;
    }
    const body = bodyOf(draft);
    const name = body.name === '' ? t('Preview') : body.name;
    const answer = await sendOnce(() => previewScenario({ scenario: { ...body, name }, agent_turns: [...agentTurns] }));
    if (!answer?.ok) return;
    setTalk(answer.value);
    setSaid('');
  }
  const say = (): void => {
    if (said.trim() !== '') void send([...turns, said]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Prevents submission of the enclosing form.
    event.preventDefault();
    say();
  };

  return (
    <Fieldset legend={t('Preview talk')} className="surface" mx={0}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {t('Write what the agent says, and the customer answers. Nothing is stored.')}
        </Text>
        <ol className={styles.lines} aria-label={t('Preview talk')} aria-live="polite">
          {talk?.lines.map(({ speaker, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added behind the others
            <li key={index}>
              <Text size="xs" className="quiet">
                {customerAndAgent[speaker]}
              </Text>
              {text}
            </li>
          ))}
        </ol>
        {talk?.ended_reason != null && <Text fw={600}>{endTexts[talk.ended_reason]}.</Text>}
        {talk === undefined && !draft.agentOpens ? (
          <Group>
            <Button variant="default" loading={isBusy} onClick={() => void send([])}>
              {t('Let the customer begin')}
            </Button>
          </Group>
        ) : (
          !isOver && (
            <Group align="end" gap="sm">
              <TextInput
                label={t('The agent says')}
                placeholder={t('Hello, how can I help you?')}
                value={said}
                onChange={({ currentTarget }) => setSaid(currentTarget.value)}
                onKeyDown={onKeyDown}
                maxLength={2000}
                autoComplete="off"
                style={{ flex: '1 1 16rem' }}
              />
              <Button variant="default" loading={isBusy} disabled={said.trim() === ''} onClick={say}>
                {t('Say it')}
              </Button>
            </Group>
          )
        )}
        <TroubleLine text={trouble} />
        {talk !== undefined && (
          <Group>
            <Button variant="subtle" size="compact-sm" onClick={() => setTalk(undefined)}>
              {t('Start again')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
