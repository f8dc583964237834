import type { Field } from '../../analysis/types.ts';
import type { ExtractionField } from '../extraction-fields/index.ts';

/** A field as the analysis asks it. */
export const fieldOf = ({ key, name, group, field_type: type, options, description }: ExtractionField): Field => ({
  ...{ key, name, group, type, options, description },
});
