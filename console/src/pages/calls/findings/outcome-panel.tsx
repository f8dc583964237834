import { Paper, Text, Title } from '@mantine/core';
import { IconMoodHappy, IconMoodNeutral, IconMoodSad } from '@tabler/icons-react';
import { t } from '../../../language/text.ts';
import { useCallChange } from '../../../server/analysed-calls.ts';
import type { AnalysedCall, Evidence } from '../../../server/answers.ts';
import { type OutcomeName, outcomeName, outcomeNames, undecidedTexts } from '../../../shared/calls/value-text.ts';
import type { Proof } from '../../../shared/conversation/spoken-turns.ts';
import { type Choice, FindingLine } from './finding-line.tsx';
import styles from './findings.module.css';
import { changeText } from './proofs.ts';
import { ValueEditor } from './value-editor.tsx';

const outcomeOptions = Object.entries(outcomeNames).map(([value, label]) => ({ value, label }));

const sentiments = {
  positive: { text: t('Positive'), Icon: IconMoodHappy, color: 'light-dark(#087f5b, #63e6be)' },
  neutral: { text: t('Neutral'), Icon: IconMoodNeutral, color: 'light-dark(#55616a, #a6b1b7)' },
  negative: { text: t('Negative'), Icon: IconMoodSad, color: 'light-dark(#c92a2a, #ffa8a8)' },
} as const;

interface OutcomePanelProps {
  readonly call: AnalysedCall;
  readonly evidence: Evidence;
  readonly sentences: readonly Proof[];
  readonly choice: Choice;
  readonly onSaved: (sentence: string) => void;
}

/** The result of the conversation: summary, outcome and sentiment, each with its quotes. */
export function OutcomePanel({ call, evidence, sentences, choice, onSaved }: OutcomePanelProps) {
  const { change } = useCallChange(call);
  const found = evidence.outcome;
  const { sentiment } = evidence;
  const machine =
    found === null
      ? t('The analysis found no outcome.')
      : t('The analysis found: {value}', { value: outcomeName(found.value) });
  const undecided = evidence.outcome_undecided === null ? '' : undecidedTexts[evidence.outcome_undecided];
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="result">
      <Title order={2} size="h4" id="result" mb={6}>
        {t('Result')}
      </Title>
      {sentences.length > 0 && (
        <Text component="p" mt={0} mb="xs">
          {sentences.map(({ id, label }) => (
            <span key={id}>
              <button
                type="button"
                className={styles.sentence}
                aria-pressed={choice.chosen === id}
                title={t('Show this in the transcript')}
                onClick={() => choice.choose(id)}
              >
                {label}
              </button>{' '}
            </span>
          ))}
        </Text>
      )}
      <dl className={styles.list}>
        <FindingLine
          id="outcome"
          name={t('Outcome')}
          choice={choice}
          value={call.outcome === null ? '' : outcomeName(call.outcome)}
          none={t('None. {undecided}', { undecided }).trim()}
          confidence={found?.confidence}
          state={evidence.outcome_edited ? 'edited' : undefined}
          quotes={found?.evidence ?? []}
          machine={evidence.outcome_edited ? machine : undefined}
          edit={evidence.outcome_edit ?? undefined}
          editor={(close) => (
            <ValueEditor
              name={t('Outcome')}
              type="enum"
              options={outcomeOptions}
              value={call.outcome}
              save={(value) => change({ outcome: value as OutcomeName | null })}
              onDone={() => {
                close();
                onSaved(t('Outcome saved.'));
              }}
              onCancel={close}
            />
          )}
        />
        <FindingLine
          id="sentiment"
          name={t("Customer's sentiment")}
          choice={choice}
          value={sentiment === null ? '' : sentiments[sentiment.value as keyof typeof sentiments].text}
          none={t('Unknown')}
          confidence={sentiment?.confidence}
          quotes={sentiment?.evidence ?? []}
          extra={
            sentiment !== null && <Mood value={sentiment.value as keyof typeof sentiments} score={sentiment.score} />
          }
        />
        {sentiment?.change && (
          <FindingLine
            id="change"
            name={t('Turning point')}
            choice={choice}
            value={changeText(sentiment.change)}
            none=""
            quotes={[sentiment.change]}
          />
        )}
      </dl>
    </Paper>
  );
}

function Mood({ value, score }: { readonly value: keyof typeof sentiments; readonly score: number | null }) {
  const { Icon, color } = sentiments[value];
  return (
    <>
      <Icon size={18} color={color} aria-hidden style={{ alignSelf: 'center' }} />
      {score !== null && (
        <Text component="span" size="xs" className="quiet figures">
          {t('{replace} on a scale of −1 to 1', { replace: score.toFixed(2).replace('-', '−') })}
        </Text>
      )}
    </>
  );
}
