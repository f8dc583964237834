import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isFault, type KeptCall, readWavChannels } from '../../media/index.ts';
import type { AgentPlan, CallEvent } from '../../media/ports.ts';
import type { Config } from '../config/config.ts';
import { type Database, openDatabase } from '../data/index.ts';
import { createAgentStore } from '../features/agents/agents/index.ts';
import { createCallStore, planOf } from '../features/calls/calls/index.ts';
import { createFlowStore, createFlows } from '../features/campaigns/campaigns/index.ts';
import { createContactStore } from '../features/campaigns/contacts/index.ts';
import { createKnowledgeStore } from '../features/documents/agent-knowledge/index.ts';
import { createFileReferences, openFileStore } from '../files/index.ts';
import { createStoredRecordings } from '../recordings/index.ts';
import { createProviders, registeredProviders } from '../telephony/index.ts';
import { CliFault } from './cli-fault.ts';

/** A call with everything needed to replay it, from either source. */
export interface CallFile {
  readonly callUuid: string;
  readonly events: readonly CallEvent[];
  readonly plan?: AgentPlan;
  /** The recording: caller left, agent right. */
  readonly wav: Uint8Array;
}

/** File names of a call that was saved for replay elsewhere. */
const names = { call: 'call.json', sound: 'call.wav' } as const;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns a call from the database by its UUID, or one saved in a folder. Throws `CliFault`. */
export function findCall(what: string, config: Config): Promise<CallFile> {
  return uuid.test(what) ? fromDatabase(what.toLowerCase(), config) : fromFolder(what);
}

async function fromDatabase(callUuid: string, { data, telephony }: Config): Promise<CallFile> {
  const missing = `call ${callUuid} does not exist in ${data.databaseUrl === undefined ? data.dataDir : 'the database'}`;
  if (data.databaseUrl === undefined && !existsSync(join(data.dataDir, 'parley.db')))
    throw new CliFault('call_missing', missing);
  const database = await openDatabase(data);
  try {
    // Calls are only read, so no lease is needed.
    const store = createCallStore(database, { owner: '', leaseUntil: () => '' });
    const row = await store.find(callUuid);
    if (row === undefined) throw new CliFault('call_missing', missing);
    // Events of providers and sweeps are not part of the conversation.
    const events = (await store.events(row.organisationId, callUuid)).map(({ event }) => event as CallEvent);
    const flows = createFlows({
      store: createFlowStore(database),
      agents: createAgentStore(database),
      agentKnowledge: createKnowledgeStore(database),
      numberOwners: async () => [],
      now: () => new Date(),
    });
    const providers = createProviders({ rows: registeredProviders, ...telephony });
    const plan = await planOf(row, { flows, contacts: createContactStore(database), providers });
    const recording = await recordingsOf(database, data).find(row.organisationId, callUuid);
    if (recording === undefined) throw new CliFault('call_missing', `call ${callUuid} has no recording`);
    const wav = await buffer(await recording.stream());
    return { callUuid, events, wav, ...(plan === undefined ? {} : { plan: plan.brain }) };
  } finally {
    await database.close();
  }
}

/** Read-only, so a placeholder owner without a lock suffices. */
function recordingsOf(database: Database, { dataDir, bucket }: Config['data']) {
  const references = createFileReferences(database);
  const files = openFileStore({
    dataDir,
    bucket,
    heldAmong: references.heldAmong,
    hasRoom: () => false,
    nowMs: Date.now,
    owner: { id: randomUUID(), isAlive: async () => true },
  });
  return createStoredRecordings({ dir: join(dataDir, 'recordings'), database, files, references });
}

async function fromFolder(dir: string): Promise<CallFile> {
  const path = join(dir, names.call);
  const text = new TextDecoder().decode(await read(path));
  try {
    const { call_uuid: callUuid, events, plan } = JSON.parse(text) as SavedCall;
    if (!Array.isArray(events)) throw new CliFault('call_missing', `${path} is not a saved call: it has no events`);
    return { callUuid, events, wav: await read(join(dir, names.sound)), ...(plan === undefined ? {} : { plan }) };
  } catch (cause) {
    if (cause instanceof CliFault) throw cause;
    throw new CliFault('call_missing', `${path} is not a saved call: ${(cause as Error).message}`, { cause });
  }
}

interface SavedCall {
  readonly call_uuid: string;
  readonly plan?: AgentPlan;
  readonly events: readonly CallEvent[];
}

/** Throws `out_unusable`. */
export async function saveCall(dir: string, { callUuid, plan, events, wav }: CallFile): Promise<void> {
  const saved: SavedCall = { call_uuid: callUuid, ...(plan === undefined ? {} : { plan }), events };
  try {
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, names.call), `${JSON.stringify(saved, null, 1)}\n`);
    await writeFile(join(dir, names.sound), wav);
  } catch (cause) {
    throw new CliFault('out_unusable', `${dir}: ${(cause as Error).message}`, { cause });
  }
}

export function keptCall({ callUuid, events, plan, wav }: CallFile): KeptCall {
  try {
    const [caller, agent] = readWavChannels(wav);
    if (caller === undefined || agent === undefined) throw new CliFault('call_missing', 'the recording is not stereo');
    return { callUuid, events, caller, agent, ...(plan === undefined ? {} : { plan }) };
  } catch (cause) {
    if (!isFault(cause)) throw cause;
    throw new CliFault('call_missing', `the recording cannot be read: ${cause.message}`, { cause });
  }
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CliFault('call_missing', `there is no ${path}`, { cause });
  }
}
