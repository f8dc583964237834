import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../src/data/index.ts';

export interface EndedCall {
  readonly uuid: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
  /** When the call's end was stored: the last word on it, and the first. */
  readonly closedAt: string | null;
  readonly firstClosedAt: string | null;
  readonly startedAt: string | null;
}

export interface WrittenWebhook {
  /** Value that the receiver gets in `X-Webhook-Id`. */
  readonly id: string;
  readonly isTried: boolean;
  readonly isDelivered: boolean;
}

/** Direct access to a trial's database, bypassing the relay that the servers use. */
export interface ClusterStore {
  /** Starts recording everything that enters the outbox: the delivery log keeps only the newest entries. */
  noteWebhooks(): Promise<void>;
  webhooks(): Promise<WrittenWebhook[]>;
  /** Newest first. */
  calls(): Promise<EndedCall[]>;
  close(): Promise<void>;
}

const noting = [
  sql`CREATE TABLE trial_webhooks (id text PRIMARY KEY, tried boolean NOT NULL, delivered boolean NOT NULL)`,
  sql`CREATE FUNCTION trial_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO trial_webhooks VALUES (NEW.event_uuid, NEW.attempted_at IS NOT NULL, NEW.response_status = 200)
      ON CONFLICT (id) DO UPDATE SET tried = excluded.tried, delivered = excluded.delivered;
    RETURN NEW; END $$`,
  sql`CREATE TRIGGER trial_note AFTER INSERT OR UPDATE ON webhook_deliveries
    FOR EACH ROW EXECUTE FUNCTION trial_note()`,
];

/** `server` is the built module of the servers that use the database now: their migrations are those of their version. */
export async function openClusterStore(databaseUrl: string, server: URL): Promise<ClusterStore> {
  const migrationsDir = fileURLToPath(new URL('../../../migrations', server));
  const database = await openDatabase({ dataDir: '', databaseUrl, migrationsDir });
  const { system } = database;
  return {
    noteWebhooks: () =>
      system.tx(async (queries) => {
        for (const statement of noting) await queries.rows(statement);
      }),
    webhooks: () =>
      system.read.rows<WrittenWebhook>(
        sql`SELECT id, tried AS "isTried", delivered AS "isDelivered" FROM trial_webhooks`,
      ),
    calls: () =>
      system.read.rows<EndedCall>(sql`SELECT uuid, from_number AS "from", to_number AS "to", end_reason AS reason,
        (SELECT max(recorded_at) FROM call_events WHERE call_uuid = uuid AND type IN ('ended', 'closed')) AS "closedAt",
        (SELECT min(recorded_at) FROM call_events WHERE call_uuid = uuid AND type IN ('ended', 'closed')) AS "firstClosedAt",
        started_at AS "startedAt"
        FROM calls ORDER BY created_at DESC, uuid`),
    close: database.close,
  };
}
