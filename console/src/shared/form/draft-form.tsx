import { Button, Fieldset, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { TroubleLine } from '../page/trouble-line.tsx';
import { RestoredNote } from './restored-note.tsx';
import { UnsavedChanges } from './unsaved.tsx';
import type { DraftForm as Form } from './use-draft.ts';

interface DraftFormProps<Draft> {
  readonly form: Form<Draft>;
  /** What the form describes, for screen readers. */
  readonly legend: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly isReadOnly?: boolean;
  readonly maxWidth?: number;
  /** Further buttons beside the submit button. */
  readonly also?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a page's form: its fields, the message about the last request, its button, and the question on leaving. */
export const DraftForm = <Draft,>({
  form,
  legend,
  action,
  isReadOnly = false,
  maxWidth,
  also,
  children,
}: DraftFormProps<Draft>) => (
  <form onSubmit={form.onSubmit} style={{ maxWidth }}>
    <UnsavedChanges isDirty={!isReadOnly && form.isDirty} />
    <Fieldset variant="unstyled" mx={0} disabled={isReadOnly} legend={<span className="unseen">{legend}</span>}>
      <Stack gap="md">
        <RestoredNote form={form} />
        {children}
      </Stack>
      <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
        <TroubleLine text={form.trouble} />
      </div>
      {!isReadOnly && (
        <Group>
          <Button type="submit" loading={form.isBusy}>
            {action}
          </Button>
          {also}
        </Group>
      )}
    </Fieldset>
  </form>
);
