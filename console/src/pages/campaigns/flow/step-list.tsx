import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { listIn } from '../../../shared/form/list-in.ts';
import { branchText, type FlowNames } from './flow-words.ts';
import { countText } from './reach.ts';
import type { StepDraft } from './step-draft.ts';
import { StepForm } from './step-form.tsx';

interface StepListProps {
  readonly names: FlowNames;
  /** Key of the step with which a call begins. */
  readonly opening: string | undefined;
  /** Key of the step whose fields are shown. */
  readonly open: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
  /** Undefined for people who may not change the flow. */
  readonly onChange: ((step: StepDraft) => void) | undefined;
  readonly onRemove: (step: StepDraft) => void;
  /** Sentences of the server about a step, by its position. */
  readonly faultsOf: (index: number) => readonly string[];
}

/** The steps of a flow in words. Each opens its fields below itself. */
export const StepList = ({ names, ...list }: StepListProps) => (
  <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
    {names.steps.map((step, index) => (
      <li key={step.key}>
        <Step step={step} names={names} {...list} faults={list.faultsOf(index)} />
      </li>
    ))}
  </Stack>
);

interface StepProps extends Omit<StepListProps, 'faultsOf'> {
  readonly step: StepDraft;
  readonly faults: readonly string[];
}

function Step({ step, names, opening, open, onOpen, onChange, onRemove, faults }: StepProps) {
  const { key, id, questions, branches, done } = step;
  const isOpen = open === key;
  const reached = names.reach?.counts.get(key);
  const examples = listIn(step.examples, '\n');
  return (
    <Paper component="section" className="surface" p="sm" aria-labelledby={`step-${key}`}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Title order={3} size="h5" id={`step-${key}`}>
            {id === '' ? t('Step without a name') : id}{' '}
            {examples.length === 0 && key !== opening && (
              <Badge variant="default" component="span">
                {t('only by a branch')}
              </Badge>
            )}{' '}
            {reached !== undefined && (
              <Badge variant="light" color={reached === 0 ? 'yellow' : 'gray'} component="span" tt="none">
                {reached === 0 ? t('never reached') : countText(reached, names.reach?.runs ?? 0)}
              </Badge>
            )}
          </Title>
          <Text size="sm" className="quiet">
            {[...examples.slice(0, 1).map((line) => `“${line}”`), ...questions.map(({ ask }) => ask)].join(' · ') ||
              t('No questions')}
          </Text>
          <ul style={{ margin: '4px 0 0', paddingInlineStart: 18, fontSize: 'var(--mantine-font-size-sm)' }}>
            {branches.map((branch) => (
              <li key={branch.key}>
                {branchText(branch, names)}
                {names.reach?.counts.has(branch.key) && (
                  <span className="quiet">
                    {' '}
                    ({countText(names.reach.counts.get(branch.key) ?? 0, names.reach.runs)})
                  </span>
                )}
              </li>
            ))}
            {branches.every(({ tests }) => tests.length > 0) && done !== '' && (
              <li>
                {branches.length === 0 ? t('It ends: “{done}”', { done }) : t('Otherwise it ends: “{done}”', { done })}
              </li>
            )}
          </ul>
        </div>
        {onChange !== undefined && (
          <Group gap={6} wrap="nowrap">
            <Button
              variant="default"
              size="compact-sm"
              data-step={key}
              aria-expanded={isOpen}
              aria-label={isOpen ? t('Close the step {id}', { id }) : t('Edit the step {id}', { id })}
              onClick={() => onOpen(isOpen ? undefined : key)}
            >
              {isOpen ? t('Close') : t('Edit')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Delete the step {id}', { id })}
              onClick={() => onRemove(step)}
            >
              {t('Delete')}
            </Button>
          </Group>
        )}
      </Group>
      {faults.length > 0 && (
        <Alert color="red" mt="xs" role="alert">
          {faults.map((fault) => (
            <div key={fault}>{fault}</div>
          ))}
        </Alert>
      )}
      {isOpen && onChange !== undefined && (
        <div style={{ marginTop: 'var(--mantine-spacing-sm)' }}>
          <StepForm step={step} names={names} onChange={onChange} />
        </div>
      )}
    </Paper>
  );
}
