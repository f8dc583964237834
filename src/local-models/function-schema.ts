/** The library's grammar knows a part of JSON schema only, and requires every property. */

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const anyScalar = { type: ['string', 'number', 'boolean', 'null'] };
const deepest = 40;

/** Returns the schema in the form of the grammar: what may be absent may be null. */
export function grammarSchemaOf(schema: unknown, depth = 0): Schema {
  if (!isSchema(schema) || depth > deepest) return anyScalar;
  const { description } = schema;
  const described = typeof description === 'string' ? { description } : {};
  const inner = (each: unknown): Schema => grammarSchemaOf(each, depth + 1);
  const choices = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choices) && choices.length > 0) return { ...described, oneOf: choices.map(inner) };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { ...described, enum: schema.enum };
  if ('const' in schema) return { ...described, const: schema.const };
  if (schema.type === 'object' || isSchema(schema.properties)) {
    const required = requiredIn(schema);
    const properties = Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([name, each]) => [
      name,
      required.has(name) ? inner(each) : orNull(inner(each)),
    ]);
    return { ...described, type: 'object', properties: Object.fromEntries(properties) };
  }
  if (schema.type === 'array')
    return { ...described, type: 'array', ...(isSchema(schema.items) && { items: inner(schema.items) }) };
  const types = [schema.type].flat().filter((type) => scalars.has(type));
  return { ...described, ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : anyScalar) };
}

const scalars = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null']);

const requiredIn = ({ required }: Schema): ReadonlySet<unknown> => new Set(Array.isArray(required) ? required : []);

const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] });

/** Returns arguments without the properties that the schema does not require and that are null. */
export function withoutOmitted(args: unknown, schema: unknown): unknown {
  if (!isSchema(args) || !isSchema(schema)) return args;
  const required = requiredIn(schema);
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(args)
      .filter(([name, value]) => value !== null || required.has(name))
      .map(([name, value]) => [name, withoutOmitted(value, properties[name])]),
  );
}
