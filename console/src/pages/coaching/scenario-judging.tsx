import { Checkbox, Fieldset, NativeSelect, Stack, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useRubrics } from '../../server/coaching.ts';
import type { ScenarioDraft } from './scenario-draft.ts';
import type { ScenarioPartProps } from './scenario-part.ts';

/** Part of the form for the criteria of a run. */
export function ScenarioJudging({ draft, set, faults }: ScenarioPartProps) {
  const rubrics = useRubrics().data?.results ?? [];
  const choose = (judgedBy: ScenarioDraft['judgedBy']): void =>
    set({ judgedBy, rubric: draft.rubric === '' ? (rubrics[0]?.category ?? '') : draft.rubric });
  return (
    <Fieldset legend={t('Judging')} className="surface" mx={0}>
      <Stack gap="sm">
        <NativeSelect
          label={t('Judged by')}
          value={draft.judgedBy}
          onChange={({ currentTarget }) => choose(currentTarget.value as ScenarioDraft['judgedBy'])}
          data={[
            { value: 'all', label: t('Every score field') },
            { value: 'rubric', label: t('A rubric'), disabled: rubrics.length === 0 },
            { value: 'fields', label: t('Criteria of your choice'), disabled: rubrics.length === 0 },
          ]}
        />
        {draft.judgedBy === 'rubric' && (
          <NativeSelect
            label={t('Rubric')}
            value={draft.rubric}
            error={faults.rubric}
            onChange={({ currentTarget }) => set({ rubric: currentTarget.value })}
            data={rubrics.map(({ category }) => category)}
          />
        )}
        {draft.judgedBy === 'fields' && (
          <Checkbox.Group
            label={t('Criteria')}
            value={[...draft.fields]}
            error={faults.rubric_field_ids}
            onChange={(fields) => set({ fields })}
          >
            <Stack gap="xs" mt="xs">
              {rubrics.flatMap(({ category, fields }) =>
                fields.map(({ id, name, description }) => (
                  <Checkbox key={id} value={id} label={`${category}: ${name}`} description={description} />
                )),
              )}
            </Stack>
          </Checkbox.Group>
        )}
        {rubrics.length === 0 && (
          <Text size="sm" className="quiet">
            {t('There are no score fields yet: the verdict follows the objective alone.')}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
