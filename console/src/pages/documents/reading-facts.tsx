import { Paper, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Reading } from '../../server/answers.ts';
import { Moment } from '../../shared/page/moment.tsx';
import styles from './reading-facts.module.css';
import { timeText } from './source-place.ts';

/** Extracted facts, each with its evidence. */
export function ReadingFacts({ reading }: { readonly reading: Reading }) {
  const { kind, company_name, company_evidence, report_year, year_evidence, total_pages } = reading;
  const notPlain = t('Not stated');
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-label={t('What was found')}>
      <dl className={styles.facts}>
        {kind === 'document' && (
          <>
            <Fact name={t('Company')} value={company_name} reason={company_evidence} nothing={notPlain} />
            <Fact name={t('Year')} value={report_year} reason={year_evidence} nothing={notPlain} />
            <Fact name={t('Pages')} value={total_pages} />
          </>
        )}
        {reading.duration_ms !== null && <Fact name={t('Length')} value={timeText(reading.duration_ms)} />}
        <div>
          <dt className="quiet">{kind === 'audio' ? t('Transcribed') : t('Read')}</dt>
          <dd className="figures">{reading.processed_at !== null && <Moment iso={reading.processed_at} />}</dd>
        </div>
      </dl>
    </Paper>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string | number | null;
  /** Evidence for the value. */
  readonly reason?: string | null;
  /** Shown for a missing value. */
  readonly nothing?: string;
}

const Fact = ({ name, value, reason = null, nothing = '' }: FactProps) => (
  <div>
    <dt className="quiet">{name}</dt>
    <dd className="figures">
      {value === null ? <span className="quiet">{nothing}</span> : <strong>{value}</strong>}
      {value !== null && reason !== null && (
        <Text size="sm" className="quiet">
          {t('From: {reason}', { reason })}
        </Text>
      )}
    </dd>
  </div>
);
