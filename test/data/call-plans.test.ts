import { describe, expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { DatabaseAway } from '../../src/data/trouble.ts';
import { type CallRow, newState } from '../../src/features/calls/calls/call-rows.ts';
import {
  type CallPlansOptions,
  createCallPlan,
  createLeases,
  createRehearsal,
  createRehearsals,
} from '../../src/features/calls/calls/index.ts';
import type { Ticket } from '../../src/features/calls/calls/offered-call.ts';
import { flowConfig } from '../../src/features/campaigns/campaigns/definition-schema.ts';
import type { Flow } from '../../src/features/campaigns/campaigns/index.ts';
import { createLog } from '../../src/log.ts';

const organisationId = 'organisation' as OrganisationId;
const offered = {
  uuid: 'call',
  organisationId,
  flowUuid: 'flow',
  callType: 'inbound',
  dialect: 'telephony_a',
  fromNumber: '+15550001111',
  toNumber: '+12025550100',
  providerCallId: 'c-1',
  contactUuid: null,
  callerVerified: null,
  voiceAgentUuid: null,
  agentVersion: null,
  flowVersion: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;
const ticket = (isUnstored: boolean): Ticket => ({
  dialect: 'telephony_a',
  expiresMs: 60_000,
  isUnstored,
  call: offered,
});
const rowOf = (changes: Partial<CallRow>): CallRow => ({ ...newState, ...offered, status: 'ringing', ...changes });

const flowWith = (changes: Partial<Flow> = {}): Flow =>
  ({
    uuid: 'flow',
    organisationId,
    kind: 'inbound',
    voiceProvider: 'local',
    speaker: 'anna',
    languages: ['en-US'],
    version: 1,
    agent: undefined,
    config: flowConfig.parse({ business_name: 'b', greeting: 'g' }),
    ...changes,
  }) as Flow;

function setUp(row: CallRow | undefined, changes: Partial<CallPlansOptions> = {}) {
  const opened: CallRow[] = [];
  const taken: CallRow[] = [];
  const state = { isAway: false };
  const leases = createLeases({ now: () => new Date(0), nowMs: () => 0 });
  const options = {
    store: {
      async find() {
        if (state.isAway) throw new DatabaseAway(new Error('silent'));
        return row;
      },
      async takeOver(call: CallRow) {
        taken.push(call);
        return true;
      },
      ranWith: async () => {},
    },
    remembered: <T>(work: () => Promise<T>) => work(),
    log: { open: async (call: CallRow) => void opened.push(call), unstored: () => undefined },
    leases,
    owner: 'here',
    flows: { ofCall: async () => flowWith(), knowledge: async () => [] },
    contacts: { get: async () => undefined },
    providers: { streamRate: () => undefined, wireOf: (name: string) => name },
    voiceFor: async (_: OrganisationId, voice: object) => voice,
    languageModel: async () => undefined,
    splitVersion: async () => undefined,
    otherVersion: async () => undefined,
    modelRouting: async () => ({ stt_model: 'gpu' }),
    mayTakeOver: true,
    ...changes,
  } as unknown as CallPlansOptions;
  return { plan: createCallPlan(options), options, leases, opened, taken, state };
}

describe('the plan of a call', () => {
  test('takes the lease of a call that this server owns, also if it was stored too late for its request', async () => {
    const { plan, leases, opened } = setUp(rowOf({ leaseOwner: 'here' }));
    expect(await plan('call', ticket(true))).toMatchObject({ callUuid: 'call', from: '+15550001111' });
    expect([leases.stageOf('call'), opened]).toEqual(['offered', []]);
  });

  test('takes a call over from the server that offered it', async () => {
    const { plan, leases, taken } = setUp(rowOf({ leaseOwner: 'there' }));
    expect(await plan('call', ticket(false))).toMatchObject({ callUuid: 'call' });
    expect([leases.stageOf('call'), taken.length]).toEqual(['offered', 1]);
  });

  test.each([true, false])(
    'is not made again for a call that has started elsewhere (unstored: %s)',
    async (isUnstored) => {
      const { plan, leases, opened } = setUp(rowOf({ leaseOwner: 'there', startedAt: '2026-01-01T00:00:01.000Z' }));
      expect(await plan('call', ticket(isUnstored))).toBeUndefined();
      expect([leases.stageOf('call'), opened]).toEqual([undefined, []]);
    },
  );

  test('is made from the ticket without the database, and for a call that was offered without it', async () => {
    const away = setUp(rowOf({ leaseOwner: 'there' }));
    away.state.isAway = true;
    expect(await away.plan('call', ticket(false))).toMatchObject({ callUuid: 'call', to: '+12025550100' });
    expect(away.opened).toMatchObject([{ uuid: 'call', leaseOwner: 'here' }]);
    const back = setUp(undefined);
    expect(await back.plan('call', ticket(true))).toMatchObject({ callUuid: 'call' });
    expect([back.opened.length, back.leases.stageOf('call')]).toEqual([1, 'offered']);
    const unknown = setUp(undefined);
    expect([await unknown.plan('call', ticket(false)), unknown.opened]).toEqual([undefined, []]);
  });
});

describe('the rehearsal of a flow', () => {
  test('reads both versions of a split test, and the agents that may continue the call', async () => {
    const agentOf = (uuid: string, version: number) => {
      const tools = [{ name: `of ${uuid}` }];
      return { uuid, version, model: { of: uuid }, tools };
    };
    const goals = [{ next: [{ agent: 'billing' }, { agent: 'billing' }] }, {}];
    const flow = (version: number) =>
      flowWith({
        agent: agentOf('desk', version),
        speaker: `desk ${version}`,
        config: { ...flowWith().config, goals },
      } as unknown as Partial<Flow>);
    const read: string[] = [];
    const { options } = setUp(undefined, {
      otherVersion: async (_, agent) => (agent === 'desk' ? 7 : undefined),
      voiceFor: async (_, voice) => {
        read.push(`voice ${voice.speaker}`);
        return voice;
      },
      languageModel: async (_, model) => void read.push(`model of ${(model as unknown as { of: string }).of}`),
      flows: {
        async ofCall(_: OrganisationId, uuid: string, { agentVersion }: { agentVersion: number | null }) {
          read.push(`${uuid} with ${agentVersion}`);
          return flow(agentVersion ?? 3);
        },
        knowledge: async (of: Flow) => {
          read.push(`knowledge of ${of.agent?.version}`);
          return [];
        },
        handedTo: async (_: Flow, agent: string) => ({
          flow: flowWith({ agent: agentOf(agent, 1), speaker: agent } as unknown as Partial<Flow>),
          knowledge: [],
        }),
      } as unknown as CallPlansOptions['flows'],
    });
    const rehearseTool = async (_: OrganisationId, { name }: { readonly name: string }) =>
      void read.push(`tool ${name}`);
    await createRehearsal({ ...options, rehearseTool })({ organisationId, uuid: 'flow' });
    expect(new Set(read)).toEqual(
      new Set([
        ...['flow with null', 'flow with 3', 'flow with 7', 'knowledge of 3', 'knowledge of 7'],
        ...[
          'voice desk 3',
          'voice desk 7',
          'voice billing',
          'model of desk',
          'model of billing',
          'tool of desk',
          'tool of billing',
        ],
      ]),
    );
  });
});

describe('rehearsals', () => {
  function openRehearsals() {
    const state = { nowMs: 0, broken: undefined as Error | undefined, updatedAt: 'first', number: '+1', listed: 'abc' };
    const rehearsed: string[] = [];
    const asked: string[] = [];
    const lines: string[] = [];
    const rehearsals = createRehearsals({
      flows: {
        answeringAfter: async (after) =>
          [...state.listed]
            .filter((uuid) => uuid > after)
            .map((uuid) => ({
              uuid,
              organisationId,
              updatedAt: uuid === 'c' ? state.updatedAt : 'first',
              phoneNumber: uuid === 'c' ? state.number : '+1',
              extension: null,
            })),
      },
      remembered: (work) => work(),
      mayAnswer: async ({ uuid, phoneNumber }) => void asked.push(`${uuid} at ${phoneNumber}`),
      async rehearse({ uuid }) {
        if (uuid === 'b' && state.broken !== undefined) throw state.broken;
        rehearsed.push(uuid);
      },
      log: createLog({ level: 'error', stream: { write: (line) => void lines.push(line) } }),
      nowMs: () => state.nowMs,
    });
    const round = async () => {
      rehearsed.length = 0;
      await rehearsals.round();
      return rehearsed.join('');
    };
    return { state, round, lines, asked };
  }

  test('read a changed flow in the next round, and the others after ten minutes', async () => {
    const { state, round } = openRehearsals();
    expect([await round(), await round()]).toEqual(['abc', '']);
    state.updatedAt = 'second';
    expect([await round(), await round()]).toEqual(['c', '']);
    state.nowMs = 600_001;
    expect(await round()).toBe('abc');
  });

  test('ask once more who answers a number that its flow has left', async () => {
    const { state, round, asked } = openRehearsals();
    await round();
    Object.assign(state, { updatedAt: 'second', number: '+2', listed: 'bc' });
    asked.length = 0;
    expect(await round()).toBe('c');
    expect(asked).toEqual(['c at +2', 'a at +1', 'c at +1']);
    expect([await round(), asked.length]).toEqual(['', 3]);
  });

  test('read the other flows if one cannot be read', async () => {
    const { state, round, lines } = openRehearsals();
    state.broken = new Error('unreadable');
    expect([await round(), await round()]).toEqual(['ac', '']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('failed to remember what calls of a flow need');
  });

  test('end with the database, and begin again with the next round', async () => {
    const { state, round } = openRehearsals();
    state.broken = new DatabaseAway(new Error('silent'));
    await expect(round()).rejects.toThrow(DatabaseAway);
    state.broken = undefined;
    expect(await round()).toBe('abc');
  });
});
