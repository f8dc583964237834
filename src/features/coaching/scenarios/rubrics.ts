import type { OrganisationId } from '../../../data/index.ts';
import type { ExtractionField, ExtractionFieldStore } from '../../analysis/index.ts';

/** A criterion of a rubric: a score field of call analysis. */
export type Criterion = ExtractionField;

export interface RubricChoice {
  readonly rubric: string | null;
  readonly fieldIds: readonly string[] | null;
}

export type Rubrics = ReturnType<typeof createRubrics>;

/** Score fields of call analysis, grouped by category. */
export function createRubrics(fields: Pick<ExtractionFieldStore, 'list'>) {
  const criteria = async (organisation: OrganisationId): Promise<Criterion[]> =>
    (await fields.list(organisation)).fields.filter(({ field_type, is_active }) => field_type === 'score' && is_active);

  return {
    criteria,
    async list(organisation: OrganisationId) {
      const groups = new Map<string, Criterion[]>();
      for (const field of await criteria(organisation))
        groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
      return [...groups].map(([category, all]) => ({
        category,
        fields: all.map(({ id, name, field_type, description }) => ({ id: `${id}`, name, field_type, description })),
      }));
    },
  };
}

/** Returns the criteria that a scenario chooses; all of them if it chooses none. */
export function chosenOf(criteria: readonly Criterion[], { rubric, fieldIds }: RubricChoice): Criterion[] {
  if (rubric !== null) return criteria.filter(({ group }) => group === rubric);
  if (fieldIds === null) return [...criteria];
  return fieldIds.flatMap((id) => criteria.find((field) => `${field.id}` === id) ?? []);
}
