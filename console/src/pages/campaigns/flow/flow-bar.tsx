import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { Announcement, type Announcer } from '../../../shared/page/announcement.tsx';
import { TroubleLine } from '../../../shared/page/trouble-line.tsx';
import styles from './flow-bar.module.css';
import type { FlowForm } from './use-flow-form.ts';

interface FlowBarProps {
  readonly form: FlowForm;
  readonly announcer: Announcer;
  readonly onAdd: () => void;
  /** Loads what is stored in place of the draft. */
  readonly onReload: () => Promise<void>;
}

/** Says that changes are unsaved and why saving them failed, with the buttons that add a step and save. */
export const FlowBar = ({ form, announcer, onAdd, onReload }: FlowBarProps) => (
  <div className={`surface ${styles.bar}`}>
    {form.isConflict ? <Conflict detail={form.trouble} onReload={onReload} /> : <TroubleLine text={form.trouble} />}
    <Announcement {...announcer} />
    <Group gap="sm" justify="space-between">
      <Button variant="default" onClick={onAdd}>
        {t('Add a step')}
      </Button>
      <Group gap="sm">
        <Text size="sm" className="quiet">
          {form.isDirty && t('Unsaved changes. Calls use them once you save.')}
        </Text>
        <Button type="submit" loading={form.isBusy} disabled={!form.isDirty && !form.isBusy}>
          {t('Save')}
        </Button>
      </Group>
    </Group>
  </div>
);

interface ConflictProps {
  readonly detail: string | undefined;
  readonly onReload: () => Promise<void>;
}

const Conflict = ({ detail, onReload }: ConflictProps) => (
  <Alert color="red" mb="md" role="alert" title={t('Somebody else changed this campaign')}>
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{detail}</Text>
      <Button size="compact-sm" variant="default" onClick={() => void onReload()}>
        {t('Load the newest steps and lose mine')}
      </Button>
    </Stack>
  </Alert>
);
