import { t } from '../../language/text.ts';
import type { ExtractionField } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { changeField, getField } from '../../server/extraction-fields.ts';
import { useMergedSave } from '../versions/use-merged-save.tsx';
import { draftOf, type FieldDraft, isBuiltIn, patchOf } from './field-draft.ts';

type Patch = ReturnType<typeof patchOf>;

const names = {
  name: t('Name'),
  group: t('Group'),
  description: t('Description'),
  is_active: t('Active'),
  required: t('Required'),
  only_if_connected: t('Only for calls that reached somebody'),
  min_seconds: t('Only for calls of at least, in seconds'),
  options: t('Choices'),
  weight: t('Weight'),
};

/** Saves a field of analysis or a criterion, merged with what somebody else saved meanwhile. */
export function useSaveField() {
  const { dialog, send } = useMergedSave<ExtractionField, Patch>({
    title: t('Somebody else changed this field'),
    names,
  });
  return {
    dialog,
    save: (draft: FieldDraft, base: ExtractionField): Promise<Answer<ExtractionField>> =>
      send(patchOf(draft, !isBuiltIn(base)), {
        base,
        versionOf: ({ version }) => version,
        bodyOf: (field) => patchOf(draftOf(field, {}), !isBuiltIn(field)),
        save: (patch, before) => changeField(before, patch),
        load: () => getField(base.id),
      }),
  };
}
