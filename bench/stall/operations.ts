import { type Named, nastyBodies, repeated } from './nasty-bodies.ts';
import { nastyForms, nastyJson } from './special-bodies.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Named };
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
}

/** A request that takes as much work as its route allows. */
export interface NastyRequest {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string | FormData;
}

export interface NastyRoute {
  readonly name: string;
  readonly requests: readonly NastyRequest[];
}

/** Ends the session or the server's credential. */
const skipped = new Set(['POST /api/auth/logout', 'POST /api/pf-coach/auth/logout']);
const someId = '00000000-0000-4000-8000-000000000009';
const longText = repeated('a b% ', 200);

/** Returns every operation of the API with the worst requests that it accepts. */
export function nastyRoutes({ paths, components }: Described): NastyRoute[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      const name = `${method} ${template}`;
      if (skipped.has(name)) return [];
      const path = template.replaceAll(/\{[^}]*\}/g, someId);
      const schema = operation.requestBody?.content['application/json']?.schema;
      const generated = schema === undefined ? {} : nastyBodies(schema, components.schemas);
      const json = Object.entries({ ...generated, ...nastyJson[name]?.() });
      const forms = operation.requestBody?.content['multipart/form-data'] === undefined ? {} : nastyForms();
      const query = new URLSearchParams(
        (operation.parameters ?? [])
          .filter((one) => one.in === 'query')
          .map(({ name: field }): [string, string] => [field, longText]),
      );
      const requests: NastyRequest[] = [
        ...json.map(([kind, body]) => ({ kind, method, path, type: 'application/json', body })),
        ...Object.entries(forms).map(([kind, body]) => ({ kind, method, path, body })),
        ...(query.size === 0 ? [] : [{ kind: 'long query', method, path: `${path}?${query}` }]),
      ];
      return [{ name, requests: requests.length === 0 ? [{ kind: 'plain', method, path }] : requests }];
    }),
  );
}
