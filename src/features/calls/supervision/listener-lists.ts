import type { VisibleCalls } from '../calls/index.ts';
import type { ListenerJson, Overview } from './schema.ts';
import type { ListeningRow, SupervisionStore } from './store.ts';
import type { Viewer } from './viewer.ts';

export interface ListenerListsOptions {
  readonly store: Pick<SupervisionStore, 'names' | 'ofCall' | 'listening' | 'waiting'>;
  readonly visibleCalls: Pick<VisibleCalls, 'sees' | 'live'>;
  readonly now: () => Date;
}

/** Lists who listens to calls, and which calls wait for a teammate. */
export function createListenerLists({ store, visibleCalls, now }: ListenerListsOptions) {
  async function toJson(rows: readonly ListeningRow[]): Promise<ListenerJson[]> {
    const names = await store.names(rows.map(({ userUuid }) => userUuid));
    return rows.map((row) => ({
      session_uuid: row.uuid,
      call_uuid: row.callUuid,
      user_uuid: row.userUuid,
      user_name: names.get(row.userUuid) ?? null,
      started_at: row.startedAt ?? row.createdAt,
      ended_at: row.endedAt,
      taken_over_at: row.takenOverAt,
    }));
  }

  return {
    /** Returns undefined for a call that this person may not see. */
    async listeners({ organisationId, userUuid }: Viewer, callUuid: string): Promise<ListenerJson[] | undefined> {
      if (!(await visibleCalls.sees({ organisationId, userUuid }, callUuid))) return undefined;
      return toJson(await store.ofCall(organisationId, callUuid));
    },
    async overview(viewer: Viewer): Promise<Overview> {
      const { organisationId } = viewer;
      const shown = new Map((await visibleCalls.live(viewer, 'all')).map((call) => [call.uuid, call]));
      const listening = (await store.listening(organisationId)).filter(({ callUuid }) => shown.has(callUuid));
      const waiting = await store.waiting(organisationId);
      const names = await store.names(waiting.map(({ userUuid }) => userUuid));
      const nowMs = now().getTime();
      return {
        waiting: waiting.flatMap(({ callUuid, queue, userUuid, since }) => {
          const call = shown.get(callUuid);
          if (call === undefined) return [];
          const { contact_name, from_number, to_number, call_type } = call;
          const waited_seconds = Math.max(0, Math.round((nowMs - Date.parse(since)) / 1000));
          return [
            {
              call_uuid: callUuid,
              queue,
              contact_name,
              from_number,
              to_number,
              call_type,
              since,
              waited_seconds,
              teammate_name: names.get(userUuid) ?? null,
            },
          ];
        }),
        listeners: await toJson(listening),
        checked_at: now().toISOString(),
      };
    },
  };
}
