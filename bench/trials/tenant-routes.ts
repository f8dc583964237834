type Json = Readonly<Record<string, unknown>>;

/** The parts of the OpenAPI description that are used here. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Json;
}

interface Operation {
  readonly security?: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly 'x-access'?: { readonly superadmin: boolean };
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
}

export interface RouteWithId {
  readonly method: string;
  readonly path: string;
  /** Required query parameters; empty if there are none. */
  readonly query: string;
  /** A schema-valid body, which names the object if it has such a field. */
  readonly body?: (id: string) => unknown;
}

/** Returns operations on one object: those with a path parameter that need a credential but not a superadmin. */
export function routesWithIds({ paths, components }: Described): RouteWithId[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const isOpen = operation.security?.length === 0;
      if (!path.includes('{') || isOpen || operation['x-access']?.superadmin === true) return [];
      const schema = operation.requestBody?.content['application/json']?.schema;
      const body = schema === undefined ? {} : { body: (id: string) => sampleOf(schema, components.schemas, id) };
      const query = (operation.parameters ?? [])
        .filter((one) => one.in === 'query' && one.required === true)
        .map(({ name, schema: of }) => `${name}=${String(sampleOf(of ?? {}, components.schemas, '', name))}`);
      return [{ method: method.toUpperCase(), path, query: query.join('&'), ...body }];
    }),
  );
}

/** Returns paths of lists and summaries: GET without an id, permitted with a member's credential. */
export const listsOf = ({ paths }: Described): string[] =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const isOpen = get === undefined || get.security?.length === 0 || get['x-access']?.superadmin === true;
    return isOpen || path.includes('{') ? [] : [path];
  });

/** Returns the smallest value that a schema allows. */
function sampleOf(given: Json, named: Readonly<Record<string, Json>>, id: string, field = ''): unknown {
  const schema = typeof given.$ref === 'string' ? (named[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
  const one = ((schema.oneOf ?? schema.anyOf ?? schema.allOf) as readonly Json[] | undefined)?.[0];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (one !== undefined) return sampleOf(one, named, id, field);
  switch (schema.type) {
    case 'object': {
      const fields = (schema.properties ?? {}) as Readonly<Record<string, Json>>;
      const required = (schema.required ?? []) as readonly string[];
      // An empty change would be accepted without looking up the object.
      const [first] = Object.keys(fields);
      const wanted = required.length > 0 || first === undefined ? required : [first];
      return Object.fromEntries(wanted.map((name) => [name, sampleOf(fields[name] ?? {}, named, id, name)]));
    }
    case 'array':
      return Number(schema.minItems ?? 0) === 0 ? [] : [sampleOf((schema.items ?? {}) as Json, named, id)];
    case 'integer':
    case 'number':
      return /(^|_)id$/.test(field) && /^\d+$/.test(id) ? Number(id) : (schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(field, schema, id);
  }
}

function textOf(field: string, { format }: Json, id: string): string {
  if (/phone|^to$|number/.test(field)) return '+12025550155';
  if (/(^|_)(id|uuid)$/.test(field) || format === 'uuid') return id;
  if (format === 'email' || field === 'email') return 'someone@example.com';
  if (format === 'uri' || /url|endpoint/.test(field)) return 'https://example.com/';
  return 'sweep';
}
