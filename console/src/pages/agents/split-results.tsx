import { Table, Text } from '@mantine/core';
import { numberLocale } from '../../language/language.ts';
import { t } from '../../language/text.ts';
import type { Split, SplitMeasure } from '../../server/agent-splits.ts';
import { milliseconds, money, percent } from '../../shared/page/figures.ts';
import { IntervalBar } from './interval-bar.tsx';

interface Measure {
  readonly name: string;
  readonly text: (value: number) => string;
}

const number = (value: number, digits = 0): string =>
  value.toLocaleString(numberLocale, { maximumFractionDigits: digits });

const measures: Readonly<Record<Exclude<SplitMeasure['measure'], 'cost'>, Measure>> = {
  outcome: { name: t('Calls with a successful outcome'), text: (value) => percent(value, 1) },
  score: { name: t('Score, 0 to 100'), text: (value) => number(value, 1) },
  sentiment: { name: t('Calls with a positive sentiment'), text: (value) => percent(value, 1) },
  length: { name: t('Length of a call'), text: (value) => t('{seconds} s', { seconds: number(value) }) },
  latency: { name: t('Time to a reply'), text: milliseconds },
  tokens: { name: t('Tokens of the language model'), text: (value) => number(value) },
};

/** Costs are shown where calls have a price. */
function measureOf(name: SplitMeasure['measure'], currency: string | null): Measure | undefined {
  if (name !== 'cost') return measures[name];
  return currency === null ? undefined : { name: t('Cost of a call'), text: (value) => money(value, currency) };
}

/** Both versions side by side, each value with its interval, and whether they differ. */
export function SplitResults({ split }: { readonly split: Split }) {
  const { version, other_version: other, results } = split;
  const [calls, otherCalls] = results.arms.map((arm) => arm.calls);
  return (
    <>
      <Text my="xs">{results.sentence}</Text>
      <Table.ScrollContainer
        minWidth={290}
        type="native"
        tabIndex={0}
        role="group"
        aria-label={t('Results of both versions')}
      >
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('What is measured')}</Table.Th>
              <Table.Th scope="col" style={{ whiteSpace: 'nowrap' }}>
                {t('Version {number}', { number: `${version}` })}
                <Calls count={calls ?? 0} />
              </Table.Th>
              <Table.Th scope="col" style={{ whiteSpace: 'nowrap' }}>
                {t('Version {number}', { number: `${other}` })}
                <Calls count={otherCalls ?? 0} />
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.measures.map((row) => {
              const measure = measureOf(row.measure, results.currency);
              return measure && <Row key={row.measure} row={row} measure={measure} />;
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" className="quiet">
        {t(
          'Intervals of 95%. A difference is judged from 30 calls of each version on, and may be looked at as often as you like.',
        )}
      </Text>
    </>
  );
}

const Calls = ({ count }: { readonly count: number }) => (
  <Text size="sm" fw={400} className="quiet">
    {t('{count, plural, one {# call} other {# calls}}', { count })}
  </Text>
);

interface RowProps {
  readonly row: SplitMeasure;
  readonly measure: Measure;
}

function Row({ row: { version, other_version: other, difference }, measure: { name, text } }: RowProps) {
  const ends = [version, other].flatMap((side) =>
    side === null ? [] : [side.low ?? side.value, side.high ?? side.value],
  );
  const axis = { least: Math.min(...ends), most: Math.max(...ends) };
  return (
    <Table.Tr>
      <Table.Th scope="row" style={{ verticalAlign: 'top' }}>
        {name}
        {difference === null ? (
          <Text size="sm" fw={400} className="quiet">
            {version === null && other === null ? t('Nothing measured yet') : t('Too few calls')}
          </Text>
        ) : (
          <Difference {...difference} text={text} />
        )}
      </Table.Th>
      {[version, other].map((side, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns
        <Table.Td key={index} className="figures" style={{ verticalAlign: 'top' }}>
          {side === null ? '–' : <Value side={side} text={text} axis={axis} />}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

interface ValueProps {
  readonly side: NonNullable<SplitMeasure['version']>;
  readonly text: Measure['text'];
  readonly axis: { readonly least: number; readonly most: number };
}

function Value({ side: { value, low, high }, text, axis }: ValueProps) {
  if (low === null || high === null) return <>{text(value)}</>;
  return (
    <>
      <strong>{text(value)}</strong>
      <Text size="sm" className="quiet">
        {t('{low} to {high}', { low: text(low), high: text(high) })}
      </Text>
      <IntervalBar low={low} high={high} value={value} {...axis} />
    </>
  );
}

type DifferenceProps = NonNullable<SplitMeasure['difference']> & { readonly text: Measure['text'] };

function Difference({ value, low, high, is_real: isReal, text }: DifferenceProps) {
  const values = { value: signed(value, text), low: signed(low, text), high: signed(high, text) };
  return (
    <Text size="sm" fw={400} className="figures">
      {isReal
        ? t('A real difference: {value}, between {low} and {high}', values)
        : t('May be chance: {value}, between {low} and {high}', values)}
    </Text>
  );
}

const signed = (value: number, text: Measure['text']): string => `${value > 0 ? '+' : ''}${text(value)}`;
