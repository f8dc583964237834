import { freshKey } from '../../shared/form/fresh-key.ts';

/** A name with a value, in a form. */
export interface NamedValue {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

export const parameterTypes = ['string', 'integer', 'number', 'boolean'] as const;
export const callerFields = ['', 'number', 'own_number', 'call_uuid', 'contact_uuid'] as const;

/** A parameter of a tool, in a form. */
export interface ParameterRow {
  readonly key: string;
  readonly name: string;
  readonly type: (typeof parameterTypes)[number];
  readonly description: string;
  readonly required: boolean;
  /** The value of the call that fills in the parameter; empty if the model sets it. */
  readonly caller: (typeof callerFields)[number];
}

export const newParameter = (): ParameterRow => ({
  key: freshKey(),
  name: '',
  type: 'string',
  description: '',
  required: true,
  caller: '',
});

/** Returns the schema of an object with these parameters. */
export function schemaOf(rows: readonly ParameterRow[]): Record<string, unknown> {
  const properties = rows.map(({ name, type, description, caller }) => [
    name.trim(),
    { type, ...(description !== '' && { description }), ...(caller !== '' && { 'x-caller': caller }) },
  ]);
  const required = rows.filter((row) => row.required).map(({ name }) => name.trim());
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

/** Returns the rows of a schema; undefined if it contains more than rows can show. */
export function parameterRowsOf(schema: Readonly<Record<string, unknown>>): readonly ParameterRow[] | undefined {
  const { type, properties = {}, required = [], ...others } = schema;
  if (type !== 'object' || Object.keys(others).length > 0 || !Array.isArray(required)) return undefined;
  if (typeof properties !== 'object' || properties === null) return undefined;
  const rows: ParameterRow[] = [];
  for (const [name, property] of Object.entries(properties as Record<string, Record<string, unknown>>)) {
    const { type: kind, description = '', 'x-caller': caller = '', ...more } = property ?? {};
    const known = parameterTypes.find((each) => each === kind);
    const field = callerFields.find((each) => each === caller);
    const isPlain = Object.keys(more).length === 0 && typeof description === 'string';
    if (!isPlain || known === undefined || field === undefined) return undefined;
    const isRequired = required.includes(name);
    rows.push({ key: freshKey(), name, type: known, description, required: isRequired, caller: field });
  }
  return required.every((name) => rows.some((row) => row.name === name)) ? rows : undefined;
}
