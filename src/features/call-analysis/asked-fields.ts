import type { Field } from '../../analysis/types.ts';
import type { ExtractionField } from '../extraction-fields/index.ts';

/** With how much a score of it counts. */
export type AskedField = Field & { readonly weight: number };

export const askedOf = (field: ExtractionField): AskedField => ({ ...fieldOf(field), weight: field.weight });

/** A field as the analysis asks it. */
export const fieldOf = (field: ExtractionField): Field => ({
  ...{ key: field.key, name: field.name, group: field.group, type: field.field_type, options: field.options },
  ...{ description: field.description, required: field.required },
  ...{ onlyIfConnected: field.only_if_connected, minSeconds: field.min_seconds },
});
