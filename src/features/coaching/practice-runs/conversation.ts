import type { Tables } from '../../../data/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { RunConversation } from '../../analysis/index.ts';
import type { TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

type Run = Omit<Tables['practiceRuns']['$inferSelect'], 'organisationId'>;

const wordsPerSecond = 2.5;

/**
 * Converts lines in writing, or with only a start time, to turns with estimated ends. A turn ends before the next one.
 */
export function turnsOf(lines: readonly TranscriptLine[]): Transcript {
  return lines.map(({ speaker, text, timestamp }, index) => {
    const startMs = Math.round(timestamp * 1000);
    const spokenMs = Math.round((1000 * text.split(/\s+/).length) / wordsPerSecond);
    const nextMs = Math.round((lines[index + 1]?.timestamp ?? Number.POSITIVE_INFINITY) * 1000);
    return { speaker, startMs, endMs: Math.max(startMs, Math.min(startMs + spokenMs, nextMs)), text, words: [] };
  });
}

/** Converts a run to the conversation stored beside those of calls. */
export function conversationOf(run: Run, turns: Transcript): RunConversation {
  const { persona } = run.snapshot as Snapshot;
  const isPerson = run.targetKind === 'human_rep';
  const isAgent = run.targetKind === 'voice_agent';
  return {
    uuid: run.uuid,
    source: isPerson ? 'practice' : 'simulation',
    flowUuid: isAgent ? null : run.targetUuid,
    voiceAgentUuid: isAgent ? run.targetUuid : null,
    agentUserUuid: isPerson ? run.userUuid : null,
    customerName: persona.name,
    languageCode: persona.language_code,
    calledAt: run.startedAt ?? run.createdAt,
    turns,
  };
}
