import { Alert, Table, Text, Title } from '@mantine/core';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { Proof, ProofResult } from '../../server/agent-proofs.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { percent } from '../../shared/page/figures.ts';
import { Moment } from '../../shared/page/moment.tsx';
import { IntervalBar } from './interval-bar.tsx';

interface ProofOutcomeProps {
  readonly proof: Proof;
  readonly result: ProofResult;
  readonly bar: number | null;
  /** Whether the proved version is still the draft. */
  readonly isOfDraft: boolean;
}

/** A finished proof: what both versions pass, in one sentence and side by side, and each scenario. */
export function ProofOutcome({ proof, result, bar, isOfDraft }: ProofOutcomeProps) {
  const { repeats } = proof.suite;
  const rows = [
    { rate: result.before, name: t('Published then, version {number}', { number: `${result.before.version}` }) },
    {
      rate: result.after,
      name: isOfDraft
        ? t('Draft, version {number}', { number: `${result.after.version}` })
        : t('Version {number}', { number: `${result.after.version}` }),
    },
  ];
  return (
    <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
      <Title order={3} size="h5">
        {t('Latest proof')}
      </Title>
      <Text size="sm" className="quiet">
        <Moment iso={proof.finished_at ?? proof.created_at} />
      </Text>
      <Text my="xs">{result.sentence}</Text>
      {isOfDraft && bar !== null && <Verdict after={result.after} bar={bar} />}
      <Table.ScrollContainer minWidth={300} type="native">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Version')}</Table.Th>
              <Table.Th scope="col">{t('Scenarios that pass all {repeats} runs', { repeats })}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, rate }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                <Table.Td>
                  <Rate {...rate} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {result.coverage !== undefined && <Reached coverage={result.coverage} />}
      <Scenarios result={result} repeats={repeats} />
    </div>
  );
}

function Rate({ rate, low, high, passed, scenarios, without_verdict: without, tokens }: ProofResult['after']) {
  if (rate === null || low === null || high === null) return <>{t('No verdict yet')}</>;
  return (
    <>
      <span className="figures">
        <strong>{percent(rate)}</strong>{' '}
        {t('({passed} of {scenarios}; with 95% confidence between {low} and {high})', {
          passed,
          scenarios,
          low: percent(low),
          high: percent(high),
        })}
      </span>
      <IntervalBar low={low} high={high} value={rate} least={0} most={1} />
      {tokens !== undefined && tokens.prompt + tokens.completion + tokens.discarded > 0 && (
        <Text size="sm" className="quiet figures">
          {t('Tokens: {prompt} read, {completion} written, {wasted} discarded', {
            prompt: tokens.prompt.toLocaleString(numberLocale),
            completion: tokens.completion.toLocaleString(numberLocale),
            wasted: tokens.discarded.toLocaleString(numberLocale),
          })}
        </Text>
      )}
      {without > 0 && (
        <Text size="sm" className="quiet">
          {t('{without, plural, one {# scenario has} other {# scenarios have}} no verdict.', { without })}
        </Text>
      )}
    </>
  );
}

function Verdict({ after, bar }: { readonly after: ProofResult['after']; readonly bar: number }) {
  const isComplete = after.rate !== null && after.without_verdict === 0;
  const passes = isComplete && 100 * after.passed >= bar * after.scenarios;
  const text = passes
    ? t('The draft reaches the bar of {bar}%. You can publish it.', { bar })
    : t('The draft does not reach the bar of {bar}%. It is not published until a proof does.', { bar });
  return (
    <Alert color={passes ? 'green' : 'yellow'} mb="xs">
      {text}
    </Alert>
  );
}

/** What the runs of the proved version reached in the flow of the agent. */
function Reached({ coverage: { runs, steps } }: { readonly coverage: NonNullable<ProofResult['coverage']> }) {
  const missed = steps.filter((step) => step.runs === 0);
  const branches = steps.flatMap((step) => step.branches);
  const taken = branches.filter((count) => count > 0).length;
  if (runs === 0) return null;
  return (
    <Text size="sm" mt="sm">
      {t('The runs reached {steps} of {allSteps} steps and {taken} of {branches} branches of the flow.', {
        steps: steps.length - missed.length,
        allSteps: steps.length,
        taken,
        branches: branches.length,
      })}{' '}
      {missed.length > 0 && t('Never reached: {steps}.', { steps: missed.map(({ id }) => id).join(', ') })}
    </Text>
  );
}

const Scenarios = ({ result, repeats }: { readonly result: ProofResult; readonly repeats: number }) => (
  <Table verticalSpacing="xs" mt="sm">
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{t('Scenario')}</Table.Th>
        <Table.Th scope="col">{t('Version {number}', { number: `${result.before.version}` })}</Table.Th>
        <Table.Th scope="col">{t('Version {number}', { number: `${result.after.version}` })}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {result.scenarios.map(({ uuid, name, before, after }) => (
        <Table.Tr key={uuid}>
          <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
            <Link href={`/runs?scenario=${uuid}`}>{name}</Link>
          </Table.Th>
          {[before, after].map(({ passed, judged }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns
            <Table.Td key={index} className="figures">
              {judged < repeats
                ? t('{passed} of {judged} passed, {open} without a verdict', { passed, judged, open: repeats - judged })
                : t('{passed} of {judged} passed', { passed, judged })}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
