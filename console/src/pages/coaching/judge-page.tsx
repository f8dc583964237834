import { Button, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { checkJudge, type JudgeQuality, useJudgeQuality } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { percent } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

/** Page on the reliability of the verdicts on practice runs. */
export function JudgePage() {
  const { data, isError, error, refetch } = useJudgeQuality();
  const announcer = useAnnouncer();
  return (
    <>
      <PageHeading
        title={t('Judge')}
        help="coaching"
        lead={t('How often people, the judge and the validator of the simulated customer disagree.')}
        aside={<CheckButton say={announcer.say} />}
      />
      <Announcement {...announcer} />
      {isError && (
        <TroubleNotice
          title={t('Could not load these figures')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && <Skeleton height={160} />}
      {data !== undefined && <Figures quality={data} />}
    </>
  );
}

function CheckButton({ say }: { readonly say: (sentence: string) => void }) {
  const role = useMe().data?.role;
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    const answer = await checkJudge();
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ['runs', 'judge'] });
    if (!answer.ok) return say(answer.detail);
    const { results } = answer.value;
    const flipped = results.filter((one) => one.flipped).length;
    say(
      results.length === 0
        ? t('There are no judged runs yet.')
        : t('{count} runs were judged again. {flipped} changed their verdict.', { count: results.length, flipped }),
    );
  };
  if (role === undefined || role === 'member') return null;
  return (
    <Button loading={isBusy} onClick={() => void check()}>
      {t('Judge 20 runs again')}
    </Button>
  );
}

const shareText = (share: number | null): string => (share === null ? '' : percent(share, 1));

function Figures({ quality }: { readonly quality: JudgeQuality }) {
  const { least, verdicts, criteria, flips, invalid_runs: invalid } = quality;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Agreement title={t('Agreement on verdicts')} of={t('reviewed runs')} least={least} agreement={verdicts} />
      <Agreement title={t('Agreement on criteria')} of={t('reviewed criteria')} least={least} agreement={criteria} />
      <Rate title={t('Flip rate')} of={t('repeated judgements')} least={least} rate={flips}>
        {t('Runs whose verdict changed when they were judged again.')}
      </Rate>
      <Rate title={t('Invalid runs')} of={t('simulated runs')} least={least} rate={invalid}>
        {t('Runs without a verdict, because the simulated customer made a mistake.')}
      </Rate>
    </SimpleGrid>
  );
}

interface FigureProps {
  readonly title: string;
  readonly of: string;
  readonly least: number;
}

function Agreement({ agreement, ...figure }: FigureProps & { readonly agreement: JudgeQuality['verdicts'] }) {
  const { count, agreed, kappa } = agreement;
  return (
    <Figure {...figure} count={count} value={kappa === null ? undefined : `κ ${kappa.toFixed(2)}`}>
      {rich("Cohen's kappa of the judge and people: 1 is perfect agreement, 0 that of chance.{agreed}{agreed2}", {
        agreed: agreed !== null && t(' They agree on {agreed}.', { agreed: shareText(agreed) }),
        agreed2:
          agreed !== null && kappa === null && t(' Kappa is undefined, because both gave everything the same value.'),
      })}
    </Figure>
  );
}

function Rate({
  rate,
  children,
  ...figure
}: FigureProps & { readonly rate: JudgeQuality['flips']; readonly children: string }) {
  const { count, hits, low, high } = rate;
  return (
    <Figure {...figure} count={count} value={rate.rate === null ? undefined : shareText(rate.rate)}>
      {children}
      {low !== null &&
        t(' {hits} of {count}; with 95% confidence between {low} and {high}.', {
          hits,
          count,
          low: shareText(low),
          high: shareText(high),
        })}
    </Figure>
  );
}

interface CountedProps extends FigureProps {
  readonly count: number;
  readonly value: string | undefined;
  readonly children: ReactNode;
}

const Figure = ({ title, of, least, count, value, children }: CountedProps) => (
  <Paper component="section" className="surface" p="md" aria-label={title}>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    <Text fz={28} fw={600} className="figures" lh={1.2}>
      {count < least ? t('Not enough data') : (value ?? t('Undefined'))}
    </Text>
    <Text size="sm" className="quiet">
      {count} {of}
      {count < least && t('; at least {least} are needed', { least })}
    </Text>
    <Text size="sm" mt="xs">
      {children}
    </Text>
  </Paper>
);
