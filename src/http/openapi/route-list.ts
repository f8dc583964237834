import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { Access } from '../access.ts';

export interface ListedRoute {
  readonly methods: readonly string[];
  readonly url: string;
  readonly access: Access;
  readonly limit: FastifyContextConfig['limit'];
  readonly errors: FastifyContextConfig['errors'];
  readonly schema: FastifySchema;
}

export interface RouteList {
  readonly routes: readonly ListedRoute[];
  /** Methods that this path would answer to; the catch-all page is not counted. */
  methodsOf(path: string): readonly string[];
}

/** Remembers every route that is registered after it. */
export function createRouteList(app: FastifyInstance): RouteList {
  const routes: (ListedRoute & { readonly pattern: RegExp; readonly form: string })[] = [];
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (url.includes('*')) return;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:[A-Za-z_]+/g, '[^/]+')}/?$`);
    const { access = 'public', limit, errors } = config ?? {};
    const form = url.replaceAll(/:[A-Za-z_]+/g, ':');
    routes.push({ methods: [method].flat(), url, access, limit, errors, schema: schema ?? {}, pattern, form });
  });
  return {
    routes,
    methodsOf(path) {
      const matching = routes.filter((route) => route.pattern.test(path));
      // Of `/agents/phone-numbers` and `/agents/:uuid`, the address is the first, which has fewer parts left open.
      const openParts = (form: string): number => form.split(':').length;
      const [nearest] = matching.map(({ form }) => form).sort((a, b) => openParts(a) - openParts(b));
      const own = matching.filter(({ form }) => form === nearest).flatMap(({ methods }) => methods);
      return [...new Set(own)].sort();
    },
  };
}
