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
  /** Returns the methods that this path supports, without the catch-all page. */
  methodsOf(path: string): readonly string[];
  /**
   * Returns whether a path that the router matches to the parameterised `url` belongs to a more specific route that
   * lacks this method.
   */
  isOfAnother(method: string, url: string, path: string): boolean;
}

/** Records every route that is registered after it. */
export function createRouteList(app: FastifyInstance): RouteList {
  const routes: (ListedRoute & { readonly form: string })[] = [];
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (url.includes('*')) return;
    const { access = 'public', limit, errors } = config ?? {};
    const form = formOf(url);
    routes.push({ methods: [method].flat(), url, access, limit, errors, schema: schema ?? {}, form });
  });
  /** By URL; few are ever used. */
  const patterns = new Map<string, RegExp>();
  const nearer = new Map<string, readonly RegExp[]>();
  /**
   * Number of parameters. Of `/agents/phone-numbers` and `/agents/:uuid`, the first takes precedence because it has
   * fewer.
   */
  const openParts = (form: string): number => form.split(':').length;

  function patternOf({ url }: ListedRoute): RegExp {
    const cached = patterns.get(url);
    if (cached !== undefined) return cached;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:[A-Za-z_]+/g, '[^/]+')}/?$`);
    patterns.set(url, pattern);
    return pattern;
  }

  const formOf = (url: string): string => url.replaceAll(/:[A-Za-z_]+/g, ':');

  function nearerWithout(method: string, url: string): readonly RegExp[] {
    const matchedRoute = routes.find((route) => route.url === url);
    if (matchedRoute === undefined) return [];
    const pattern = patternOf(matchedRoute);
    const near = routes.filter(
      ({ form }) => pattern.test(form) && openParts(form) < openParts(matchedRoute.form) && matchedRoute.form !== form,
    );
    const having = new Set(near.filter(({ methods }) => methods.includes(method)).map(({ form }) => form));
    return near.filter(({ form }) => !having.has(form)).map(patternOf);
  }

  return {
    routes,
    isOfAnother(method, url, path) {
      if (!url.includes(':')) return false;
      const name = `${method} ${url}`;
      const patterns = nearer.get(name) ?? nearerWithout(method, url);
      nearer.set(name, patterns);
      return patterns.some((pattern) => pattern.test(path));
    },
    methodsOf(path) {
      const matching = routes.filter((route) => patternOf(route).test(path));
      const [nearest] = matching.map(({ form }) => form).sort((a, b) => openParts(a) - openParts(b));
      const allowedMethods = matching.filter(({ form }) => form === nearest).flatMap(({ methods }) => methods);
      return [...new Set(allowedMethods)].sort();
    },
  };
}
