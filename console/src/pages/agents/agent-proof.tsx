import { Button, Group, Loader, Paper, Progress, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { type Proof, type Suite, startProof, useLatestProof, useSuite } from '../../server/agent-proofs.ts';
import type { Agent } from '../../server/answers.ts';
import { useAllScenarios } from '../../server/coaching.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { ProofOutcome } from './proof-outcome.tsx';
import { SuiteForm } from './suite-form.tsx';

interface AgentProofProps {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
}

/** Proves the draft of an agent by its suite before it is published. */
export function AgentProof({ agent, isReadOnly }: AgentProofProps) {
  const { uuid } = agent;
  const queries = useQueryClient();
  const suite = useSuite(uuid);
  const proof = useLatestProof(uuid);
  const scenarios = useAllScenarios();
  const announcer = useAnnouncer();
  const [isEdited, setEdited] = useState(false);
  const isRunning = proof.data != null && proof.data.finished_at === null;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) announcer.say(t('The proof has ended.'));
    wasRunning.current = isRunning;
  }, [isRunning, announcer.say]);
  const error = suite.error ?? proof.error ?? scenarios.error;
  const isLoaded = suite.data !== undefined && proof.data !== undefined && scenarios.data !== undefined;
  const hasForm = !isReadOnly && (isEdited || suite.data === null);
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="agent-proof">
      <Group justify="space-between" align="flex-start" mb={4}>
        <Title order={2} size="h4" id="agent-proof">
          {t('Proof before publishing')}
        </Title>
        {!isReadOnly && suite.data != null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isEdited}
            aria-controls="agent-suite"
            onClick={() => setEdited(!isEdited)}
          >
            {isEdited ? t('Close the suite') : t('Change the suite')}
          </Button>
        )}
      </Group>
      <Text size="sm" className="quiet" mb="sm">
        {t('A suite of scenarios is played with the published version and with the draft, and both are judged alike.')}
      </Text>
      <Announcement {...announcer} />
      {error !== null && <TroubleLine text={error.message} />}
      {!isLoaded && error === null && <Loader size="sm" aria-label={t('Loading the suite')} />}
      {isLoaded && (
        <>
          {suite.data === null && isReadOnly && <Text size="sm">{t('This agent has no suite.')}</Text>}
          <div id="agent-suite">
            {hasForm && (
              <SuiteForm
                key={suite.data?.updated_at}
                agentUuid={uuid}
                suite={suite.data}
                scenarios={scenarios.data.results}
                onSaved={async (text) => {
                  await queries.invalidateQueries({ queryKey: ['agent-suite', uuid] });
                  setEdited(false);
                  announcer.sayHere(text);
                }}
              />
            )}
          </div>
          {suite.data !== null && !isEdited && <SuiteLine suite={suite.data} />}
          {suite.data !== null && !isReadOnly && (
            <StartProof
              agent={agent}
              proof={proof.data}
              onStarted={async () => {
                await queries.invalidateQueries({ queryKey: ['agent-proof', uuid] });
                announcer.sayHere(t('The proof has begun.'));
              }}
            />
          )}
          {proof.data !== null && (
            <Latest proof={proof.data} bar={suite.data?.bar ?? null} draft={agent.draft_version} />
          )}
        </>
      )}
    </Paper>
  );
}

const modes: Readonly<Record<Suite['mode'], string>> = { text: t('in writing'), voice: t('by voice') };

const SuiteLine = ({ suite: { scenarios, repeats, mode, bar } }: { readonly suite: Suite }) => (
  <Text size="sm">
    {t(
      '{scenarios, plural, one {# scenario} other {# scenarios}}, {repeats, plural, one {# run} other {# runs}} of each, {mode}.',
      {
        scenarios: scenarios.length,
        repeats,
        mode: modes[mode],
      },
    )}{' '}
    {bar === null
      ? t('Any result may be published.')
      : t('A version must pass {bar}% of them to be published.', { bar })}
  </Text>
);

interface StartProofProps {
  readonly agent: Agent;
  readonly proof: Proof | null;
  readonly onStarted: () => Promise<void>;
}

function StartProof({ agent: { uuid, draft_version: draft }, proof, onStarted }: StartProofProps) {
  const { isBusy, trouble, send } = useSending();
  const isRunning = proof !== null && proof.finished_at === null;
  const start = async (): Promise<void> => {
    const answer = await send(() => startProof(uuid));
    if (answer?.ok) await onStarted();
  };
  return (
    <>
      <Group gap="sm" mt="sm">
        <Button loading={isBusy} disabled={draft === null || isRunning} onClick={() => void start()}>
          {t('Prove the draft')}
        </Button>
        {draft === null && (
          <Text size="sm" className="quiet">
            {t('There is no draft. Change something and save it first.')}
          </Text>
        )}
      </Group>
      <div style={{ marginTop: trouble === undefined ? 0 : 'var(--mantine-spacing-sm)' }}>
        <TroubleLine text={trouble} />
      </div>
    </>
  );
}

interface LatestProps {
  readonly proof: Proof;
  readonly bar: number | null;
  readonly draft: number | null;
}

function Latest({ proof, bar, draft }: LatestProps) {
  const { runs, result, version_after: version } = proof;
  if (result !== null) return <ProofOutcome proof={proof} result={result} bar={bar} isOfDraft={version === draft} />;
  const text = t('{finished} of {total} runs', { finished: runs.finished, total: runs.total });
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
      <Progress value={(100 * runs.finished) / Math.max(1, runs.total)} aria-label={t('Progress of the proof')} />
      <Text size="sm" mt={4}>
        {text}
      </Text>
    </div>
  );
}
