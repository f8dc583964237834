import type { FastifyInstance } from 'fastify';
import { sendProblem } from './errors.ts';
import type { RouteList } from './openapi/route-list.ts';
import { Problem } from './problem.ts';

/** Returns 404 for a path without a route, and 405 with `Allow` for a path with other methods. */
export function missingAt(path: string, list: RouteList): Problem {
  const methods = list.methodsOf(path);
  if (methods.length === 0) return new Problem('not_found', 'Nothing exists at this path.');
  const allow = methods.join(', ');
  return new Problem('method_not_allowed', `This path supports ${allow}.`, { allow });
}

/** Responds with 404, or 405 with `Allow`, before the body is read, since the body would not change the response. */
export function registerNotFound(app: FastifyInstance, list: RouteList): void {
  app.addHook('onRequest', async ({ is404, method, url, routeOptions }, reply) => {
    const path = url.split('?')[0] as string;
    const { url: route = '' } = routeOptions;
    // The console has a page at every path, except where a route lacks the method.
    const isOfRoute = route === '/*' ? list.methodsOf(path).length > 0 : list.isOfAnother(method, route, path);
    if (!is404 && !isOfRoute) return undefined;
    sendProblem(reply, missingAt(path, list));
    return reply;
  });
  app.setNotFoundHandler(({ url }, reply) => sendProblem(reply, missingAt(url.split('?')[0] as string, list)));
}

/** Returns the path of a request whose method the HTTP parser rejects; undefined when its first line is not HTTP. */
export function pathOfUnknownMethod(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const [first = ''] = packet.subarray(0, 16_384).toString('latin1').split('\r\n', 1);
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64} (\/[^\s?#]*)\S* HTTP\/1\.[01]$/.exec(first)?.[1];
}
