import { Paper, Progress, Text, Title } from '@mantine/core';
import { rich, t } from '../../../language/text.ts';
import { useCallChange } from '../../../server/analysed-calls.ts';
import type { AnalysedCall, CallPatch, Evidence, ExtractionField, FoundField } from '../../../server/answers.ts';
import { readableKey, valueText } from '../../../shared/calls/value-text.ts';
import { Link } from '../../../shared/navigation/router.tsx';
import { type Choice, FindingLine } from './finding-line.tsx';
import styles from './findings.module.css';
import { nameOf } from './proofs.ts';
import { ValueEditor } from './value-editor.tsx';

const scoreGroup = '#scores';

interface FieldsPanelProps {
  readonly call: AnalysedCall;
  readonly evidence: Evidence;
  readonly fields: readonly ExtractionField[];
  readonly choice: Choice;
  readonly onSaved: (sentence: string) => void;
}

/** Values of the extraction fields by group, and the scores. */
export function FieldsPanel(props: FieldsPanelProps) {
  const { call, evidence, fields } = props;
  const positionOf = ({ key }: FoundField): number => fields.find((field) => field.key === key)?.position ?? 1e6;
  const shown = evidence.fields
    .filter(({ key }) => key !== 'outcome')
    .toSorted((a, b) => positionOf(a) - positionOf(b));
  const scores = shown.filter(({ group }) => group === scoreGroup);
  const others = shown.filter(({ group }) => group !== scoreGroup);
  const groups = [...new Set(others.map(({ group }) => group ?? ''))];
  return (
    <>
      <Paper component="section" className="surface" p="md" aria-labelledby="fields">
        <Title order={2} size="h4" id="fields">
          {t('Fields')}
        </Title>
        {others.length === 0 && (
          <Text className="quiet" mt="xs">
            {rich('Nothing is asked of conversations yet. {link}.', {
              link: <Link href="/extraction-fields">{t('Add an extraction field')}</Link>,
            })}
          </Text>
        )}
        <MissingFields evidence={evidence} fields={fields} />
        {groups.map((name) => (
          <div key={name}>
            {groups.length > 1 && <h3 className={styles.group}>{readableKey(name)}</h3>}
            <dl className={styles.list}>
              {others.map((one) =>
                (one.group ?? '') === name ? <FieldLine key={one.key} {...props} found={one} /> : null,
              )}
            </dl>
          </div>
        ))}
      </Paper>
      {scores.length > 0 && (
        <Paper component="section" className="surface" p="md" aria-labelledby="scores">
          <Title order={2} size="h4" id="scores">
            {t('Scores')}
          </Title>
          <ScoreTotals evidence={evidence} />
          {call.transcript.some(({ spoken_by: person }) => person !== undefined) && (
            <Text size="sm" className="quiet" mt="xs">
              {t('The scores judge the agent. What a supervisor or a teammate said counts in none.')}
            </Text>
          )}
          <dl className={styles.list}>
            {scores.map((one) => (
              <FieldLine key={one.key} {...props} found={one} />
            ))}
          </dl>
        </Paper>
      )}
    </>
  );
}

/** Why a value is empty, by the method of analysis. */
const noneOf: Readonly<Record<string, string>> = {
  not_applicable: t('Not applicable'),
  not_asked: t('Not asked'),
  taken_back: t('Taken back'),
};

function MissingFields({ evidence, fields }: Pick<FieldsPanelProps, 'evidence' | 'fields'>) {
  if (evidence.missing.length === 0) return null;
  const names = evidence.missing.map((key) => nameOf(key, fields)).join(', ');
  return (
    <Text size="sm" mt="xs">
      {t('Missing: {names}.', { names })}
    </Text>
  );
}

function ScoreTotals({ evidence: { score_totals: totals } }: Pick<FieldsPanelProps, 'evidence'>) {
  if (totals.length < 2) return null;
  return (
    <Text size="sm" mt="xs">
      {totals.map(({ category, score }) => `${readableKey(category)} ${score}`).join(' · ')}
    </Text>
  );
}

function FieldLine({ call, fields, choice, onSaved, found }: FieldsPanelProps & { readonly found: FoundField }) {
  const { change } = useCallChange(call);
  const { key, group, state, value, confidence, machine, evidence } = found;
  const field = fields.find((one) => one.key === key);
  const type = field?.field_type ?? (group === scoreGroup ? 'score' : undefined);
  const name = nameOf(key, fields);
  const was = valueText(machine?.value, type);
  const other = valueText(found.other_value, type);
  const reading = other === '' ? undefined : t('A language model reads: {other}', { other });
  return (
    <FindingLine
      id={`field:${key}`}
      name={name}
      choice={choice}
      value={valueText(value, type)}
      none={state === 'edited' ? t('Cleared') : (noneOf[found.method] ?? t('Not mentioned'))}
      // A score is a share, so it has no confidence.
      confidence={type === 'score' ? undefined : confidence}
      state={state === 'found' || state === 'not_mentioned' ? undefined : state}
      quotes={machine?.evidence ?? evidence}
      edit={found.edit ?? undefined}
      machine={machine === null ? reading : t('The analysis found: {was}', { was: was === '' ? t('nothing') : was })}
      extra={
        type === 'score' &&
        typeof value === 'number' && (
          <Progress value={value} w={120} aria-label={t('{name}: {value} of 100', { name, value })} my="auto" />
        )
      }
      editor={
        group === null
          ? undefined
          : (close) => (
              <ValueEditor
                name={name}
                type={type}
                options={(field?.options ?? []).map((option) => ({ value: option, label: valueText(option, 'enum') }))}
                value={value}
                save={(given) => change(patchOf(key, group, given))}
                onDone={() => {
                  close();
                  onSaved(t('{name} saved.', { name }));
                }}
                onCancel={close}
              />
            )
      }
    />
  );
}

const patchOf = (key: string, group: string, value: string | number | boolean | null): CallPatch => ({
  key_details:
    group === scoreGroup
      ? { qms_scores: { [key]: value as number | null } }
      : { extraction: { [group]: { [key]: value } } },
});
