import { Button, Group, Loader, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { t } from '../../language/text.ts';
import {
  type Acceptable,
  type AgentImport,
  type ImportedPart,
  type ImportProblem,
  importAgent,
} from '../../server/agent-files.ts';
import type { Answer } from '../../server/ask.ts';
import { storeSecret } from '../../server/tool-settings.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportedParts } from './imported-parts.tsx';

interface ImportPlanProps {
  readonly file: File;
  /** Whether the person may store secrets. */
  readonly isAdmin: boolean;
  readonly onOther: () => void;
}

/** Lists that have more entries after an import. */
const changedLists = ['agents', 'campaigns', 'flows', 'personas', 'scenarios', 'rubrics', 'lexicon', 'secrets'];

/** What the server would do with a file: first what is missing, then what it adds, and the button that adds it. */
export function ImportPlan({ file, isAdmin, onOther }: ImportPlanProps) {
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [plan, setPlan] = useState<AgentImport>();
  const [name, setName] = useState('');
  const [accept, setAccept] = useState<readonly Acceptable[]>([]);
  const [accepted, setAccepted] = useState<readonly ImportProblem[]>([]);
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const { busy, isBusy, trouble, faults, send } = useSending<'check' | 'import'>(['name']);
  const options = { accept, name: name.trim() };

  const check = async (): Promise<void> => {
    const answer = await send(
      async (): Promise<Answer<AgentImport>> => {
        for (const [secret, value] of Object.entries(secrets)) {
          const stored = await storeSecret(secret, value);
          if (!stored.ok) return stored;
        }
        return importAgent(file, { ...options, isDry: true });
      },
      { action: 'check' },
    );
    if (!answer?.ok) return;
    const { problems } = answer.value;
    const before = plan?.problems ?? [];
    setAccepted([...accepted, ...before.filter((one) => one.accept !== null && accept.includes(one.accept))]);
    setSecrets({});
    setPlan(answer.value);
    setName((now) => (now === '' ? nameIn(answer.value.parts) : now));
    if (plan !== undefined)
      announcer.sayHere(
        problems.length === 0
          ? t('Nothing is missing.')
          : t('{count, plural, one {# thing is still missing.} other {# things are still missing.}}', {
              count: problems.length,
            }),
      );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file is checked once; afterwards the person does it
  useEffect(() => void check(), []);

  const bring = async (): Promise<void> => {
    const answer = await send(() => importAgent(file, { ...options, isDry: false }), { action: 'import' });
    if (!answer?.ok) return;
    for (const key of changedLists) void queries.invalidateQueries({ queryKey: [key] });
    navigate(`/agents/${answer.value.agent_uuid}`);
  };
  const isReady = plan !== undefined && plan.problems.length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void (isReady ? bring() : check());
  };
  return (
    <Paper component="form" className="surface" p="md" onSubmit={submit} aria-labelledby="import-plan">
      <Title order={2} size="h4" id="import-plan" mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Title>
      <Announcement {...announcer} />
      <TroubleLine text={trouble} />
      {plan === undefined && isBusy && <Loader size="sm" aria-label={t('Reading the file')} />}
      <Stack gap="md">
        {plan !== undefined && !isReady && (
          <ImportProblems
            problems={plan.problems}
            isAdmin={isAdmin}
            accept={accept}
            onAccept={setAccept}
            secrets={secrets}
            onSecrets={setSecrets}
          />
        )}
        {isReady && (
          <>
            <ImportedParts parts={plan.parts} accepted={accepted} />
            <TextInput
              label={t('Name of the agent here')}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              error={faults.name}
              maxLength={120}
              autoComplete="off"
              maw={420}
            />
          </>
        )}
        <Group gap="sm">
          {plan !== undefined && (
            <Button type="submit" loading={busy !== undefined}>
              {isReady ? t('Import') : t('Check again')}
            </Button>
          )}
          <Button variant="default" disabled={isBusy} onClick={onOther}>
            {t('Choose another file')}
          </Button>
        </Group>
        {isReady && (
          <Text size="sm" className="quiet">
            {t('Campaigns arrive as drafts, without a number and contacts. Calls begin only once you launch them.')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const nameIn = (parts: readonly ImportedPart[]): string => parts.find(({ kind }) => kind === 'agent')?.name ?? '';
