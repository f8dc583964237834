import { Alert, Checkbox, List, PasswordInput, Stack, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Acceptable, ImportProblem } from '../../server/agent-files.ts';

interface ImportProblemsProps {
  readonly problems: readonly ImportProblem[];
  readonly isAdmin: boolean;
  readonly accept: readonly Acceptable[];
  readonly onAccept: (accept: readonly Acceptable[]) => void;
  /** Values by the name of the secret. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly onSecrets: (secrets: Readonly<Record<string, string>>) => void;
}

const offers: Readonly<Record<Acceptable, string>> = {
  voices: t('Use another voice in its place'),
  models: t('Use the default language model in its place'),
  mcp_servers: t('Leave out the tools of missing servers'),
  documents: t('Leave out missing documents'),
  agents: t('Let the same agent continue where one is missing'),
  existing: t('Keep what my organisation has'),
};

/** What is missing here or differs: secrets to type in, things to accept, and things to do elsewhere first. */
export function ImportProblems({ problems, isAdmin, accept, onAccept, secrets, onSecrets }: ImportProblemsProps) {
  const missingSecrets = isAdmin ? problems.filter(({ kind }) => kind === 'secret') : [];
  const toDo = problems.filter((problem) => problem.accept === null && !missingSecrets.includes(problem));
  const acceptable = [...new Set(problems.flatMap((problem) => problem.accept ?? []))];
  const setSecret = (name: string, value: string): void => {
    const { [name]: _, ...others } = secrets;
    onSecrets(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <Stack gap="md">
      <Text>{t('This agent cannot be imported yet. Something that it needs is missing here.')}</Text>
      {toDo.length > 0 && (
        <Alert color="yellow" title={t('Do this first')}>
          <List size="sm">
            {toDo.map(({ kind, name, detail }) => (
              <List.Item key={`${kind} ${name}`}>{detail}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {missingSecrets.map(({ name }) => (
        <PasswordInput
          key={name}
          label={t('Secret {name}', { name })}
          description={t('Files never contain secrets. It is stored encrypted and never shown again.')}
          value={secrets[name] ?? ''}
          onChange={({ currentTarget }) => setSecret(name, currentTarget.value)}
          maxLength={4096}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the value') }}
          maw={420}
        />
      ))}
      {acceptable.map((kind) => (
        <div key={kind}>
          <List size="sm" mb="xs">
            {problems
              .filter((problem) => problem.accept === kind)
              .map(({ name, detail }) => (
                <List.Item key={name}>{detail}</List.Item>
              ))}
          </List>
          <Checkbox
            label={offers[kind]}
            checked={accept.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              onAccept(checked ? [...accept, kind] : accept.filter((one) => one !== kind))
            }
          />
        </div>
      ))}
    </Stack>
  );
}
