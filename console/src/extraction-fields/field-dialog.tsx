import { Button, Group, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog, useGoBack } from '../components/dialog.tsx';
import { TroubleLine } from '../components/trouble-line.tsx';
import type { ExtractionField, FieldPreview } from '../server/answers.ts';
import { addField, changeField, previewField } from '../server/extraction-fields.ts';
import { draftOf, type Faults, faultsOf, isBuiltIn, keyOf, newFieldOf, patchOf, typeNames } from './field-draft.ts';
import { PreviewResult } from './preview-result.tsx';

interface FieldDialogProps {
  /** Undefined for a new one. */
  readonly field: ExtractionField | undefined;
  /** Of all fields. */
  readonly keys: readonly string[];
  readonly onDone: (name: string) => void;
  readonly onCancel: () => void;
}

const previewedCalls = 50;

/** Creates or changes a field, and shows before saving what it finds in the latest calls. */
export function FieldDialog({ field, keys, onDone, onCancel }: FieldDialogProps) {
  const { cancel } = useGoBack(onCancel);
  const [draft, setDraft] = useState(() => draftOf(field));
  const [faults, setFaults] = useState<Faults>({});
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState<'preview' | 'save'>();
  const [preview, setPreview] = useState<FieldPreview>();
  const isOwn = field === undefined || !isBuiltIn(field);
  const set = (change: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...change });
    setPreview(undefined);
  };
  /** Returns whether the form is complete, and marks the incomplete fields. */
  const check = (): boolean => {
    const found = faultsOf(draft, field === undefined ? keys : []);
    setFaults(found);
    setTrouble(undefined);
    return Object.keys(found).length === 0;
  };
  const look = async (): Promise<void> => {
    if (busy !== undefined || !check()) return;
    setBusy('preview');
    const answer = await previewField({
      ...(field === undefined ? { field: newFieldOf(draft) } : { id: field.id, field: patchOf(draft, isOwn) }),
      last: previewedCalls,
    });
    setBusy(undefined);
    if (answer.ok) setPreview(answer.value);
    else setTrouble(answer.detail);
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy !== undefined || !check()) return;
    setBusy('save');
    const answer =
      field === undefined ? await addField(newFieldOf(draft)) : await changeField(field.id, patchOf(draft, isOwn));
    setBusy(undefined);
    if (answer.ok) onDone(draft.name.trim());
    else setTrouble(answer.detail);
  };
  const text = (name: 'name' | 'key' | 'group' | 'options' | 'description') => ({
    value: draft[name],
    error: faults[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [name]: currentTarget.value }),
  });
  return (
    <Dialog title={field === undefined ? 'Create a field' : `Edit ${field.name}`} isWide onClose={cancel}>
      <TroubleLine text={trouble} />
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="sm">
          <TextInput label="Name" maxLength={120} data-autofocus {...text('name')} />
          {field === undefined && (
            <>
              <NativeSelect
                label="Type"
                data={Object.entries(typeNames).map(([value, label]) => ({ value, label }))}
                value={draft.field_type}
                onChange={({ currentTarget }) =>
                  set({ field_type: currentTarget.value as ExtractionField['field_type'] })
                }
              />
              <TextInput
                label="Key"
                description="How programs name it. It cannot change later."
                placeholder={keyOf(draft.name)}
                maxLength={63}
                {...text('key')}
              />
            </>
          )}
          <TextInput
            label="Group"
            description="Fields of a group are shown together."
            maxLength={120}
            {...text('group')}
          />
          {isOwn && (draft.field_type === 'enum' || draft.field_type === 'score') && (
            <Textarea
              label={draft.field_type === 'enum' ? 'Choices' : 'Phrases that the agent should say'}
              description="One on each line."
              autosize
              minRows={3}
              maxRows={8}
              {...text('options')}
            />
          )}
          <Textarea
            label="What to look for"
            description="Use the words that agents and customers say, for example “how much money the customer wants to spend”."
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            {...text('description')}
          />
          <NumberInput
            label="Only for calls of at least, in seconds"
            min={0}
            max={14_400}
            allowDecimal={false}
            value={draft.min_seconds}
            onChange={(value) => set({ min_seconds: Number(value) || 0 })}
          />
          <Switch
            label="Only for calls that reached somebody"
            checked={draft.only_if_connected}
            onChange={({ currentTarget }) => set({ only_if_connected: currentTarget.checked })}
          />
          <Switch
            label="Required: a call without a value shows the field as missing"
            checked={draft.required}
            onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
          />
          {isOwn && (
            <Switch
              label="Active"
              checked={draft.is_active}
              onChange={({ currentTarget }) => set({ is_active: currentTarget.checked })}
            />
          )}
          {preview !== undefined && <PreviewResult preview={preview} type={draft.field_type} />}
        </Stack>
        <Group mt="lg" justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button variant="default" loading={busy === 'preview'} onClick={() => void look()}>
            Preview on the last {previewedCalls} calls
          </Button>
          <Button type="submit" loading={busy === 'save'}>
            Save
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
