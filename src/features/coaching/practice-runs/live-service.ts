import { randomInt, randomUUID } from 'node:crypto';
import { createLeaseWatch } from '../../../cluster/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { eachApart } from '../../../each-apart.ts';
import { Problem } from '../../../http/problem.ts';
import type { Log } from '../../../log.ts';
import type { NewSession, OpenedSession, Session } from './live-schema.ts';
import {
  createLiveStreams,
  failedRun,
  joinWithinMs,
  type LiveStreamsOptions,
  lost,
  renewedForMs,
} from './live-streams.ts';
import { nothingYet } from './row.ts';
import type { Runs, RunsOptions, Viewer } from './service.ts';
import type { Snapshot } from './snapshot.ts';
import type { OpenLive, RunEnd, RunRow } from './store.ts';

export interface LiveSessionsOptions extends LiveStreamsOptions, Pick<RunsOptions, 'hasTarget'> {
  readonly snapshotOf: Runs['snapshotOf'];
  /** Reserves a slot and issues the token of a stream; undefined if no slot is free. */
  readonly offer: (
    sessionUuid: string,
  ) => Promise<{ readonly token: string; readonly mediaBaseUrl: string | null } | undefined>;
  /** Ends the stream of a session on whichever node has it. */
  readonly endStream: (sessionUuid: string) => void;
  /** Returns whether a voice speaks this language. */
  readonly speaks: (languageCode: string) => boolean;
  readonly log: Pick<Log, 'error'>;
}

export type LiveSessions = ReturnType<typeof createLiveSessions>;

const unused = 'Nobody joined the session.';

/** Manages live practice: sessions of the kind `practice`, each with its run. */
export function createLiveSessions(options: LiveSessionsOptions) {
  const { store, now, nowMs } = options;
  const streams = createLiveStreams(options);
  const at = (ms = 0): string => new Date(now().getTime() + ms).toISOString();
  const failed = (error: string): RunEnd => failedRun(error, at());
  const watch = createLeaseWatch(renewedForMs);

  async function get(organisation: OrganisationId, uuid: string): Promise<Session | undefined> {
    const row = await store.bySession(uuid);
    return row?.organisationId === organisation ? sessionJson(row) : undefined;
  }

  return {
    get,
    /**
     * Throws for an unknown scenario or target, and if too many runs are waiting. Returns `full` if no slot is free.
     */
    async add(
      { organisationId, userUuid }: Viewer,
      body: NewSession,
    ): Promise<(Omit<OpenedSession, 'ws_url'> & { readonly mediaBaseUrl: string | null }) | 'full'> {
      const whole = await options.snapshotOf(organisationId, body.scenario_uuid);
      const target = body.target_uuid || null;
      if (target !== null && !(await options.hasTarget(organisationId, { kind: 'flow', uuid: target })))
        throw new Problem('not_found', `No flow ${target} exists.`);
      const persona = { ...whole.persona, language_code: body.language_code || whole.persona.language_code };
      if (!options.speaks(persona.language_code))
        throw new Problem('bad_request', `No voice of this server speaks ${persona.language_code}.`);
      const times = { createdAt: at(), sessionExpiresAt: at(joinWithinMs) };
      const row = { ...liveRow({ ...whole, persona }, times), userUuid, targetUuid: target };
      // Done before a slot is reserved, because a refused row would leave it reserved.
      if (!(await store.add(organisationId, [row], async () => {})))
        throw new Problem('conflict', 'Too many runs are queued. Wait until some of them are finished.');
      const offered = await options.offer(row.sessionUuid);
      if (offered === undefined) {
        await store.remove(organisationId, row.uuid);
        return 'full';
      }
      return { ...offered, session_uuid: row.sessionUuid, run_uuid: row.uuid, expires_at: row.sessionExpiresAt };
    },
    async end(organisation: OrganisationId, uuid: string): Promise<Session | undefined> {
      const row = await store.bySession(uuid);
      if (row?.organisationId !== organisation) return undefined;
      if (row.finishedAt === null && row.endedReason === null) {
        options.endStream(uuid);
        if (row.status === 'queued')
          await store.tx((queries) => store.finish(queries, { organisation, uuid: row.uuid }, failed(unused)));
      }
      return get(organisation, uuid);
    },
    ports: streams.ports,
    close: streams.close,
    /** Renews the sessions of this process, ends its streams that have not begun, and closes lost sessions. */
    async round(): Promise<void> {
      for (const uuid of streams.expire()) options.endStream(uuid);
      const refs = streams.runs();
      if (refs.length > 0) await store.renewLive(refs, at(renewedForMs));
      const others = (await store.openLive()).filter(({ sessionUuid }) => !streams.has(sessionUuid));
      const signOf = ({ sessionUuid: uuid, expiresAt }: OpenLive) => ({ uuid, sign: `${expiresAt}` });
      const close = ({ ref, status }: OpenLive): Promise<unknown> =>
        store.tx((queries) => store.finish(queries, ref, failed(status === 'queued' ? unused : lost)));
      await eachApart(watch.look(others, signOf, nowMs()), close, {
        log: options.log,
        trouble: 'failed to close a lost practice session',
        name: ({ ref }) => ({ run: ref.uuid }),
      });
    },
  };
}

/** Returns the run of a new session, without its person and campaign. */
const liveRow = (snapshot: Snapshot, times: { readonly createdAt: string; readonly sessionExpiresAt: string }) => ({
  ...nothingYet,
  ...times,
  uuid: randomUUID(),
  scenarioUuid: snapshot.scenario.uuid,
  scenarioName: snapshot.scenario.name,
  personaUuid: snapshot.persona.uuid,
  targetKind: 'human_rep' as const,
  mode: 'voice' as const,
  seed: randomInt(2 ** 31),
  agentOpens: snapshot.scenario.agent_opens,
  agentPrompt: null,
  agentModel: null,
  snapshot,
  sessionUuid: randomUUID(),
});

const sessionJson = (row: RunRow): Session => {
  const { scenario, persona } = row.snapshot as Snapshot;
  return {
    session_uuid: row.sessionUuid ?? '',
    run_uuid: row.uuid,
    scenario_uuid: row.scenarioUuid,
    scenario_name: row.scenarioName,
    objective: scenario.objective,
    persona_name: persona.name,
    agent_opens: row.agentOpens,
    status: row.status,
    expires_at: row.sessionExpiresAt,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
  };
};
