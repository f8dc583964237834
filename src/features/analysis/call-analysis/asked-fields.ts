import type { Field } from '../../../analysis/types.ts';
import type { ExtractionField } from '../extraction-fields/index.ts';

/** A field with the weight of its score in the total. */
export type AskedField = Field & { readonly weight: number };

export const askedOf = (field: ExtractionField): AskedField => ({ ...fieldOf(field), weight: field.weight });

/** Converts an extraction field to the form that the analysis uses. */
export const fieldOf = (field: ExtractionField): Field => ({
  key: field.key,
  name: field.name,
  group: field.group,
  type: field.field_type,
  options: field.options,
  description: field.description,
  required: field.required,
  measure: field.measure,
  onlyIfConnected: field.only_if_connected,
  minSeconds: field.min_seconds,
});
