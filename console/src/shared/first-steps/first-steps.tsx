import { Button, Group, Paper, Progress, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useFirstSteps } from '../../server/dashboard.ts';
import { useMe } from '../account/use-account.ts';
import { Link } from '../navigation/router.tsx';
import styles from './first-steps.module.css';
import { useFirstStepsHidden, useFollowedSteps } from './use-followed-steps.ts';

/**
 * First steps of a new organisation, as a bar. A step that is done disappears, and the bar when all are done or the user
 * hides it. Once a step was followed, the bar is on every page of this visit, so that the next step is one click away.
 */
export function FirstSteps() {
  const role = useMe().data?.role;
  const done = useFirstSteps(role === 'admin').data;
  const [isHidden, hide] = useFirstStepsHidden();
  const [, follow] = useFollowedSteps();
  if (isHidden || done === undefined) return null;
  const steps = [
    { text: t('Create an agent'), href: '/agents/new', isDone: done.agent },
    { text: t('Talk to an agent'), href: '/test-call', isDone: done.call },
    ...(role === 'admin'
      ? [
          { text: t('Connect a language model'), href: '/model-connections/new', isDone: done.model },
          ...(done.phone === undefined
            ? []
            : [{ text: t('Connect a phone'), href: '/phones?new', isDone: done.phone }]),
          {
            text: t('Connect a number'),
            href: '/telephony',
            isDone: done.number,
          },
          { text: t('Invite a teammate'), href: '/team', isDone: done.teammate },
        ]
      : []),
    { text: t('Add contacts'), href: '/contacts', isDone: done.contact },
    { text: t('Launch an outbound campaign'), href: '/campaigns', isDone: done.campaign },
    { text: t('Analyse a recording'), href: '/uploads', isDone: done.recording },
    { text: t('Practise a call'), href: '/runs', isDone: done.practice },
  ];
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  return (
    <Paper component="section" className="surface" px="md" py="xs" mb="md" aria-labelledby="first-steps">
      <Group gap="md" wrap="nowrap">
        <Title order={2} size="h5" id="first-steps" className={styles.whole}>
          {t('First steps')}
        </Title>
        <Progress
          value={(100 * (steps.length - left)) / steps.length}
          className={styles.progress}
          aria-label={t('First steps')}
          styles={{ section: { backgroundColor: 'light-dark(#087f5b, #63e6be)' } }}
        />
        <Text size="sm" className={`quiet ${styles.whole}`}>
          {t('{count} of {count2} done', { count: steps.length - left, count2: steps.length })}
        </Text>
        <Button variant="subtle" size="compact-sm" ms="auto" className={styles.whole} onClick={() => hide(true)}>
          {t('Hide')}
        </Button>
      </Group>
      <div className={styles.links}>
        {steps
          .filter(({ isDone }) => !isDone)
          .map(({ text, href }) => (
            <Link key={text} href={href} onClick={() => follow(true)}>
              {text}
            </Link>
          ))}
      </div>
    </Paper>
  );
}
