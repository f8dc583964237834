import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { restoreVersion, useVersions, type Versioned, type VersionSummary } from '../../server/versions.ts';
import { Confirm } from '../dialog/confirm.tsx';
import { Moment } from '../page/moment.tsx';
import { TroubleLine } from '../page/trouble-line.tsx';
import { Difference } from './difference.tsx';
import type { FieldNames } from './field-text.ts';
import styles from './versions.module.css';

interface VersionsProps {
  readonly of: Versioned;
  readonly current: number;
  readonly names: FieldNames;
  readonly isReadOnly: boolean;
  readonly onRestored: () => Promise<void> | void;
}

const pageSize = 10;
/** The API returns up to 100, and the last one is compared with the one before it. */
const mostShown = 99;

/** The versions of an agent or a campaign: who changed what, and the way back. */
export function Versions({ of, current, names, isReadOnly, onRestored }: VersionsProps) {
  const [limit, setLimit] = useState(pageSize);
  const { data, error } = useVersions(of, { limit: limit + 1, offset: 0 });
  const [open, setOpen] = useState<number>();
  const [restoring, setRestoring] = useState<number>();
  const loaded = data?.versions ?? [];
  const versions = loaded.slice(0, limit);
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="versions">
      <Title order={2} size="h4" id="versions" mb={4}>
        {t('Versions')}
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        {t('Each save makes a version. Calls in progress keep the version they began with.')}
      </Text>
      {error !== null && <TroubleLine text={error.message} />}
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {versions.map((version, index) => (
          <li key={version.version}>
            <Row
              version={version}
              isOpen={open === version.version}
              onOpen={() => setOpen(open === version.version ? undefined : version.version)}
              onRestore={isReadOnly ? undefined : () => setRestoring(version.version)}
            />
            {open === version.version && (
              <Group mt="xs" pl="sm" className={styles.changes}>
                <Changes version={version} earlier={loaded.slice(index + 1)} of={of} current={current} names={names} />
              </Group>
            )}
          </li>
        ))}
      </Stack>
      {data !== undefined && data.total > versions.length && versions.length < mostShown && (
        <Button mt="sm" variant="default" size="xs" onClick={() => setLimit(Math.min(mostShown, limit + pageSize))}>
          {t('Show earlier versions')}
        </Button>
      )}
      {restoring !== undefined && (
        <Confirm
          title={t('Restore version {number}?', { number: `${restoring}` })}
          action={t('Restore')}
          isHarmless
          send={() => restoreVersion(of, restoring, current)}
          onDone={async () => {
            setRestoring(undefined);
            await onRestored();
          }}
          onGone={() => setRestoring(undefined)}
          onCancel={() => setRestoring(undefined)}
        >
          <Text mb="sm">
            {t(
              'It becomes a new version, which the next calls use. Nothing is lost: the present version stays in this list.',
            )}
          </Text>
          <Difference of={of} names={names} from={current} to={restoring} />
        </Confirm>
      )}
    </Paper>
  );
}

interface ChangesProps extends Pick<VersionsProps, 'of' | 'current' | 'names'> {
  readonly version: VersionSummary;
  /** Earlier versions, the newest first. */
  readonly earlier: readonly VersionSummary[];
}

/** Compares the draft with the current version, and any other version with the published one before it. */
function Changes({ version: { version, state }, earlier, of, current, names }: ChangesProps) {
  const published = earlier.find((each) => each.state === 'earlier' || each.state === 'current');
  const from = state === 'draft' ? current : published?.version;
  if (from === undefined) return <Text size="sm">{t('This is the first version.')}</Text>;
  return <Difference of={of} names={names} from={from} to={version} />;
}

const states: Readonly<Record<VersionSummary['state'], string | undefined>> = {
  current: t('Current'),
  draft: t('Draft'),
  unpublished: t('Not published'),
  earlier: undefined,
};

interface RowProps {
  readonly version: VersionSummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onRestore: (() => void) | undefined;
}

function Row({ version: { version, state, author, note, restored_from, created_at }, ...props }: RowProps) {
  const number = `${version}`;
  return (
    <Stack gap={6}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{t('Version {number}', { number })}</Text>
          {states[state] !== undefined && (
            <Badge variant={state === 'current' ? 'filled' : 'default'}>{states[state]}</Badge>
          )}
        </Group>
        <Text size="sm" className="quiet">
          <Moment iso={created_at} />
          {author !== null && ` · ${author.name ?? t('Somebody')}`}
          {restored_from !== null && ` · ${t('restored from version {number}', { number: `${restored_from}` })}`}
        </Text>
        {note !== null && <Text size="sm">{note}</Text>}
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-expanded={props.isOpen}
          aria-label={t('Changes of version {number}', { number })}
          onClick={props.onOpen}
        >
          {t('Changes')}
        </Button>
        {props.onRestore !== undefined && state !== 'current' && state !== 'draft' && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('Restore version {number}', { number })}
            onClick={props.onRestore}
          >
            {t('Restore')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
