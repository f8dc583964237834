import { List, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { type PreflightCheck, usePreflight } from '../../server/campaigns.ts';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

const marks = {
  ok: { Icon: IconCheck, color: 'lake.8', said: t('Done') },
  warning: { Icon: IconAlertTriangle, color: 'orange.9', said: t('Check this') },
  blocking: { Icon: IconX, color: 'red.9', said: t('Needed') },
} as const;

interface PreflightListProps {
  readonly uuid: string;
  /** Returns a link or button that fixes a check that is not `ok`. */
  readonly fixOf: (code: PreflightCheck['code']) => ReactNode;
}

/** Checks before the launch of a campaign. */
export function PreflightList({ uuid, fixOf }: PreflightListProps) {
  const { data, isError, error, refetch } = usePreflight(uuid);
  if (isError)
    return (
      <TroubleNotice title={t('Could not check the campaign')} advice={error.message} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <PageSkeleton label={t('Checking the campaign')} />;
  return (
    <List spacing="xs" listStyleType="none" aria-label={t('Checks before the launch')}>
      {data.checks.map(({ code, status, detail }) => {
        const { Icon, color, said } = marks[status];
        return (
          <List.Item
            key={code}
            icon={
              <ThemeIcon color={color} size={22} radius="xl" aria-hidden>
                <Icon size={14} />
              </ThemeIcon>
            }
          >
            <Text component="span">
              <span className="unseen">{said}: </span>
              {detail} {status !== 'ok' && fixOf(code)}
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
}
