import { Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import { useFirstSteps } from '../../server/dashboard.ts';
import { useConnections } from '../../server/telephony.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link } from '../../shared/navigation/router.tsx';

/**
 * First steps of a new organisation. Each step is ticked automatically. The list disappears when all are done or the
 * user hides it.
 */
export function FirstSteps() {
  const role = useMe().data?.role;
  const done = useFirstSteps(role === 'admin').data;
  const connections = useConnections(role === 'admin').data;
  const [isHidden, hide] = useLocalStorage<boolean>({ key: 'parley.first_steps_hidden', defaultValue: false });
  if (isHidden || done === undefined) return null;
  const steps = [
    { text: t('Create an agent'), href: '/agents/new', isDone: done.agent },
    { text: t('Talk to an agent'), href: '/test-call', isDone: done.call },
    ...(role === 'admin'
      ? [
          {
            text: t('Connect a number'),
            href: '/telephony',
            isDone: connections?.some(({ is_connected: isConnected }) => isConnected) ?? false,
          },
          { text: t('Invite a teammate'), href: '/team', isDone: done.teammate },
        ]
      : []),
    { text: t('Add contacts'), href: '/contacts', isDone: done.contact },
    { text: t('Launch an outbound campaign'), href: '/campaigns', isDone: done.campaign },
  ];
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="first-steps">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="first-steps">
          {t('First steps')}
        </Title>
        <Button variant="subtle" size="compact-sm" onClick={() => hide(true)}>
          {t('Hide')}
        </Button>
      </Group>
      <Text size="sm" className="quiet" mb="sm">
        {t('{count} of {count2} done', { count: steps.length - left, count2: steps.length })}
      </Text>
      <List spacing="xs" center listStyleType="none">
        {steps.map(({ text, href, isDone }) => (
          <List.Item
            key={text}
            icon={
              isDone ? (
                <IconCircleCheck size={20} color="light-dark(#087f5b, #63e6be)" aria-label={t('Done')} />
              ) : (
                <IconCircle size={20} aria-label={t('To do')} />
              )
            }
          >
            {isDone ? text : <Link href={href}>{text}</Link>}
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
