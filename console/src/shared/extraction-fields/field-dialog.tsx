import { Button, Group, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { t } from '../../language/text.ts';
import type { ExtractionField, FieldPreview } from '../../server/answers.ts';
import { addField, previewField } from '../../server/extraction-fields.ts';
import { Dialog, useGoBack } from '../dialog/dialog.tsx';
import { useSending } from '../form/use-sending.ts';
import { TroubleLine } from '../page/trouble-line.tsx';
import { draftOf, type FieldDraft, faultsOf, isBuiltIn, newFieldOf, patchOf, shownFields } from './field-draft.ts';
import { KindInputs, ScopeInput, textOf, WordsInputs } from './field-inputs.tsx';
import { PreviewResult } from './preview-result.tsx';
import { useSaveField } from './use-save-field.ts';

interface FieldDialogProps {
  /** Undefined for a new field. */
  readonly field: ExtractionField | undefined;
  /** Category of a criterion of a scorecard, whose type is fixed; absent for other fields. */
  readonly category?: string;
  /** Keys of all fields. */
  readonly keys: readonly string[];
  /** Superadmins choose whether a new field applies to the whole server. */
  readonly isSuperadmin: boolean;
  readonly onDone: (name: string) => void;
  readonly onCancel: () => void;
}

const previewSizes = [20, 50, 200] as const;

/** Dialog that creates or edits a field, with a preview of its results in the latest calls. */
export function FieldDialog({ field, category, keys, isSuperadmin, onDone, onCancel }: FieldDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const saving = useSaveField();
  const [draft, setDraft] = useState(() =>
    draftOf(field, {
      ...(category !== undefined && { category }),
      scope: isSuperadmin ? 'installation' : 'organisation',
    }),
  );
  const [last, setLast] = useState<number>(50);
  const { busy, trouble, faults, refuse, send } = useSending<'preview' | 'save'>(shownFields);
  const [preview, setPreview] = useState<FieldPreview>();
  const isCriterion = category !== undefined;
  const isOwn = field === undefined || !isBuiltIn(field);
  const set = (change: Partial<FieldDraft>): void => {
    setDraft({ ...draft, ...change });
    setPreview(undefined);
  };
  /** Returns whether the form is complete, and marks the incomplete fields. */
  const check = (): boolean => {
    const incomplete = faultsOf(draft, field === undefined ? keys : []);
    refuse({ trouble: undefined, faults: incomplete });
    return Object.keys(incomplete).length === 0;
  };
  const look = async (): Promise<void> => {
    if (busy !== undefined || !check()) return;
    const answer = await send(
      () =>
        previewField({
          ...(field === undefined ? { field: newFieldOf(draft) } : { id: field.id, field: patchOf(draft, isOwn) }),
          last,
        }),
      { action: 'preview' },
    );
    if (answer?.ok) setPreview(answer.value);
  };
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy !== undefined || !check()) return;
    const { currentTarget: form } = event;
    const answer = await send<unknown>(
      () => (field === undefined ? addField(newFieldOf(draft)) : saving.save(draft, field)),
      { form },
    );
    if (answer?.ok) onDone(draft.name.trim());
  };
  const inputs = { draft, faults, set };
  const text = textOf(inputs);
  return (
    <Dialog
      title={
        field === undefined
          ? isCriterion
            ? t('Create a criterion')
            : t('Create a field')
          : t('Edit {name}', { name: field.name })
      }
      isWide
      onClose={cancel}
    >
      <TroubleLine text={trouble} />
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="sm">
          <TextInput
            label={t('Name')}
            maxLength={120}
            data-autofocus
            {...text('name')}
            error={faults.name ?? (isCriterion ? faults.key : undefined)}
          />
          {field === undefined && <KindInputs {...inputs} isCriterion={isCriterion} />}
          {field === undefined && isSuperadmin && <ScopeInput {...inputs} />}
          <TextInput
            label={draft.field_type === 'score' ? t('Scorecard') : t('Group')}
            description={
              draft.field_type === 'score'
                ? t('Criteria of a scorecard have one total.')
                : t('Fields of a group are shown together.')
            }
            maxLength={120}
            {...text('group')}
          />
          <WordsInputs {...inputs} isOwn={isOwn} />
          <NumberInput
            label={t('Only for calls of at least, in seconds')}
            min={0}
            max={14_400}
            allowDecimal={false}
            value={draft.min_seconds}
            onChange={(value) => set({ min_seconds: Number(value) || 0 })}
          />
          <Switch
            label={t('Only for calls that reached somebody')}
            checked={draft.only_if_connected}
            onChange={({ currentTarget }) => set({ only_if_connected: currentTarget.checked })}
          />
          <Switch
            label={t('Required: a call without a value shows the field as missing')}
            checked={draft.required}
            onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
          />
          {isOwn && (
            <Switch
              label={t('Active')}
              checked={draft.is_active}
              onChange={({ currentTarget }) => set({ is_active: currentTarget.checked })}
            />
          )}
          <NativeSelect
            label={t('Calls of the preview')}
            data={previewSizes.map((size) => ({ value: `${size}`, label: t('The last {size}', { size }) }))}
            value={`${last}`}
            onChange={({ currentTarget }) => {
              setLast(Number(currentTarget.value));
              setPreview(undefined);
            }}
          />
          {preview !== undefined && <PreviewResult preview={preview} type={draft.field_type} />}
        </Stack>
        <Group mt="lg" justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
          <Button variant="default" loading={busy === 'preview'} onClick={() => void look()}>
            {t('Preview on the last {last} calls', { last })}
          </Button>
          <Button type="submit" loading={busy === 'save'}>
            {t('Save')}
          </Button>
        </Group>
      </form>
      {saving.dialog}
    </Dialog>
  );
}
