import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { Announcement, type Announcer } from '../../../shared/page/announcement.tsx';
import { TroubleLine } from '../../../shared/page/trouble-line.tsx';
import { NoteInput } from '../../../shared/versions/note-input.tsx';
import styles from './flow-bar.module.css';
import type { StepConflict } from './merge-steps.ts';
import type { FlowForm } from './use-flow-form.ts';

interface FlowBarProps {
  readonly form: FlowForm;
  readonly announcer: Announcer;
  readonly onAdd: () => void;
  /** Undefined if nothing was changed since the last save. */
  readonly onUndo: (() => void) | undefined;
  /** Loads what is stored in place of the draft. */
  readonly onReload: () => Promise<void>;
}

/** Says that changes are unsaved and why saving them failed, with the buttons that add a step and save. */
export const FlowBar = ({ form, announcer, onAdd, onUndo, onReload }: FlowBarProps) => (
  <div className={`surface ${styles.bar}`}>
    {form.conflicts === undefined ? (
      <TroubleLine text={form.trouble} />
    ) : (
      <Conflict conflicts={form.conflicts} onDecide={form.decide} onReload={onReload} />
    )}
    <Announcement {...announcer} />
    <Group gap="sm" justify="space-between">
      <Group gap="sm">
        <Button variant="default" onClick={onAdd}>
          {t('Add a step')}
        </Button>
        <Button variant="default" disabled={onUndo === undefined} onClick={onUndo}>
          {t('Undo')}
        </Button>
      </Group>
      <Group gap="sm">
        <Text size="sm" className="quiet">
          {form.isDirty && t('Unsaved changes. Calls use them once you save.')}
        </Text>
        {form.isDirty && <NoteInput note={form.note} onNote={form.setNote} />}
        <Button type="submit" loading={form.isBusy} disabled={!form.isDirty && !form.isBusy}>
          {t('Save')}
        </Button>
      </Group>
    </Group>
  </div>
);

interface ConflictProps {
  readonly conflicts: readonly StepConflict[];
  readonly onDecide: FlowForm['decide'];
  readonly onReload: () => Promise<void>;
}

/** Shows what two people changed differently, with both values, and asks whose to take. */
const Conflict = ({ conflicts, onDecide, onReload }: ConflictProps) => (
  <Alert color="red" mb="md" role="alert" title={t('Somebody else changed this campaign')}>
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {t('You both changed the following. Other changes of both of you are kept. Choose whose to save.')}
      </Text>
      {conflicts.map(({ step, field, mine, theirs }) => (
        <div
          key={`${step} ${field ?? ''}`}
          style={{ overflowWrap: 'anywhere', fontSize: 'var(--mantine-font-size-sm)' }}
        >
          <strong>
            {field === undefined ? t('Step {step}', { step }) : t('Step {step}, {field}', { step, field })}
          </strong>
          <div>{t('Yours: {value}', { value: valueText(mine) })}</div>
          <div>{t('Theirs: {value}', { value: valueText(theirs) })}</div>
        </div>
      ))}
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => onDecide('mine')}>
          {t('Save mine for these')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onDecide('theirs')}>
          {t('Save theirs for these')}
        </Button>
      </Group>
      <Button size="compact-sm" variant="default" onClick={() => void onReload()}>
        {t('Load the newest steps and lose mine')}
      </Button>
    </Stack>
  </Alert>
);

const longestValue = 300;

function valueText(value: unknown): string {
  if (value === undefined) return t('nothing');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
