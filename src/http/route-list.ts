import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import type { Access } from './access.ts';

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
  const routes: (ListedRoute & { readonly pattern: RegExp })[] = [];
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (url.includes('*')) return;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:[A-Za-z]+/g, '[^/]+')}/?$`);
    const { access = 'public', limit, errors } = config ?? {};
    routes.push({ methods: [method].flat(), url, access, limit, errors, schema: schema ?? {}, pattern });
  });
  return {
    routes,
    methodsOf(path) {
      const own = routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
      return [...new Set(own)].sort();
    },
  };
}
