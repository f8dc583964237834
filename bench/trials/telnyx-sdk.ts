import { findNodePackages } from './node-packages.ts';

type Params = Readonly<Record<string, unknown>>;

/** The calls of the SDK that Parley makes itself. */
export interface TelnyxClient {
  readonly calls: {
    dial(params: Params): Promise<{ readonly data?: { readonly call_control_id: string } }>;
    retrieveStatus(id: string): Promise<{ readonly data?: { readonly is_alive: boolean } }>;
    readonly actions: {
      answer(id: string, params: Params): Promise<unknown>;
      reject(id: string, params: Params): Promise<unknown>;
      hangup(id: string, params: Params): Promise<unknown>;
    };
  };
  readonly phoneNumbers: { list(params: Params): Promise<{ readonly data: readonly { phone_number: string }[] }> };
  readonly connections: {
    listActiveCalls(id: string, params?: Params): Promise<{ readonly data: readonly unknown[] }>;
  };
  readonly webhooks: { unwrap(body: string, options: { readonly headers: Params }): Promise<unknown> };
}

interface SdkModule {
  readonly default: new (options: {
    readonly apiKey: string;
    readonly publicKey: string;
    readonly baseURL: string;
    readonly maxRetries: number;
    readonly fetch: typeof fetch;
  }) => TelnyxClient;
}

export type TelnyxSdk =
  | {
      readonly ok: true;
      /** Opens a client whose requests go to `baseUrl`; `sent` receives each, as `METHOD path?query` and its body. */
      open(account: { readonly apiKey: string; readonly publicKey: string }, options: OpenOptions): TelnyxClient;
    }
  | { readonly ok: false; readonly reason: string };

interface OpenOptions {
  readonly baseUrl: string;
  readonly sent: string[];
}

/** Finds the provider's own SDK for Node in the cache or fetches it there with npm. */
export async function findTelnyxSdk(env: NodeJS.ProcessEnv): Promise<TelnyxSdk> {
  const packages = await findNodePackages('telnyx', env);
  if (!packages.ok) return packages;
  const { default: Telnyx } = packages.require('telnyx') as SdkModule;
  return {
    ok: true,
    open: (account, { baseUrl, sent }) =>
      new Telnyx({
        ...account,
        baseURL: `${baseUrl}/v2`,
        maxRetries: 0,
        fetch(input, init) {
          sent.push(describedRequest(init?.method ?? 'GET', String(input), String(init?.body ?? '')));
          return fetch(input, init);
        },
      }),
  };
}

/** A request without its host; the fields of its body in order. */
export function describedRequest(method: string, url: string, body: string): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).sort();
  const fields = body === '' ? [] : Object.entries(JSON.parse(body) as Params).map((field) => JSON.stringify(field));
  return [`${method.toUpperCase()} ${pathname}`, ...query, ...fields.sort()].join(' ');
}
