import { createFakeMedia, openTestApp, type TestApp, type TestAppOptions } from '../http/test-app.ts';

interface Registration {
  readonly url: string;
  readonly events?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Token of the organisation; the first account's by default. */
  readonly token?: string;
}

export interface LogEntry {
  readonly uuid: string;
  readonly event_type: string;
  readonly response_status: number;
  readonly success: boolean;
  readonly error_message: string;
  readonly created_at: string;
  readonly can_redeliver: boolean;
  readonly attempts: readonly { readonly by: string; readonly success: boolean; readonly latency_ms: number | null }[];
}

export interface WebhookApp extends TestApp {
  register(registration: Registration): Promise<{ uuid: string; secret: string }>;
  /** Newest first. */
  logs(uuid: string): Promise<LogEntry[]>;
}

/** Settings of a control plane whose webhooks may target this machine. */
export const webhookEnv = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };

/** Opens a control plane with these settings. */
export async function openWebhookApp(options: TestAppOptions = {}): Promise<WebhookApp> {
  const env = { ...webhookEnv, ...options.env };
  const app = await openTestApp({ media: createFakeMedia(), ...options, env });
  return {
    ...app,
    async register({ url, events = ['call.ended'], headers = {}, token }) {
      const made = await app.http.inject({
        method: 'POST',
        url: '/api/voice/webhooks',
        payload: { name: 'receiver', url, events, headers },
        ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      });
      if (made.statusCode !== 201) throw new Error(`not registered: ${made.body}`);
      return made.json();
    },
    async logs(uuid) {
      return (await app.http.inject({ url: `/api/voice/webhooks/${uuid}/logs` })).json().logs;
    },
  };
}
