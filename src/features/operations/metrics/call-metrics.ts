import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CallEvent } from '../../../../media/ports.ts';

export interface CallMetrics {
  /** Records an event. Called for every event of every call; costs a few additions. */
  saw(callUuid: string, event: CallEvent): void;
}

/** Seconds: fine in the range where turn latency should be, coarse above it. */
const turnBuckets = [0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2.5, 5];
const stopBuckets = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1];
const callBuckets = [5, 15, 30, 60, 120, 300, 600, 1800, 3600];

const lossBuckets = [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3];
const latenessBuckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

const confidenceBuckets = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

const stages = ['endpoint', 'recognition', 'agent', 'synthesis', 'queue', 'network', 'total'] as const;

/**
 * Alarm codes and end reasons come from tables of the media plane; arbitrary values would create unlimited time series.
 */
const plainLabel = /^[a-z][a-z_]{0,39}$/;
const labelOf = (name: string): string => (plainLabel.test(name) ? name : 'other');

export function createCallMetrics(registry: Registry): CallMetrics {
  const registers = [registry];
  const started = new Counter({ name: 'parley_calls_started_total', help: 'Calls that were connected.', registers });
  const ended = new Counter({
    name: 'parley_calls_ended_total',
    help: 'Ended calls by reason.',
    labelNames: ['reason'],
    registers,
  });
  const live = new Gauge({ name: 'parley_calls_live', help: 'Calls in progress.', registers });
  const length = new Histogram({
    name: 'parley_call_duration_seconds',
    help: 'Duration of calls.',
    buckets: callBuckets,
    registers,
  });
  const turn = new Histogram({
    name: 'parley_turn_latency_seconds',
    help: 'Turn latency: from the last sample of the caller to the first audible sample of the agent (total), and its stages.',
    labelNames: ['stage'],
    buckets: turnBuckets,
    registers,
  });
  const stop = new Histogram({
    name: 'parley_barge_in_stop_seconds',
    help: 'Barge-in latency: from the onset of an interruption to the silence of the agent.',
    buckets: stopBuckets,
    registers,
  });
  const alarms = new Counter({
    name: 'parley_call_alarms_total',
    help: 'Call alarms by code.',
    labelNames: ['code'],
    registers,
  });
  const backchannels = new Counter({
    name: 'parley_backchannels_total',
    help: 'Speech over a reply that did not interrupt it, by reason.',
    labelNames: ['because'],
    registers,
  });
  const confidence = new Histogram({
    name: 'parley_word_confidence',
    help: "Mean confidence of the recogniser in the words of a caller's turn, 0 to 1.",
    buckets: confidenceBuckets,
    registers,
  });
  const loss = new Histogram({
    name: 'parley_call_loss_ratio',
    help: 'Share of the audio of a call that did not arrive in time: packets, or samples where packets have no numbers.',
    buckets: lossBuckets,
    registers,
  });
  const lateness = new Histogram({
    name: 'parley_call_lateness_seconds',
    help: 'Greatest lateness of the audio of a call: interarrival jitter, or the longest wait for a missing packet.',
    buckets: latenessBuckets,
    registers,
  });
  const open = new Set<string>();

  return {
    saw(callUuid, event) {
      switch (event.type) {
        case 'started':
          started.inc();
          open.add(callUuid);
          live.set(open.size);
          break;
        case 'turn':
          for (const stage of stages) turn.observe({ stage }, event.latency[stage] / 1000);
          break;
        case 'barge_in':
          stop.observe(Math.max(0, event.stopMs - event.onsetMs) / 1000);
          break;
        case 'backchannel':
          backchannels.inc({ because: labelOf(event.because) });
          break;
        case 'line': {
          const { speaker, words } = event.line;
          const confidences = speaker === 'customer' ? words.flatMap((word) => word.confidence ?? []) : [];
          if (confidences.length > 0)
            confidence.observe(confidences.reduce((sum, value) => sum + value, 0) / confidences.length);
          break;
        }
        case 'reception': {
          const { numbered, pieces, lost, filledMs, windowMs, jitterMs } = event.reception;
          if (numbered && pieces + lost > 0) loss.observe(lost / (pieces + lost));
          else if (event.atMs > 0) loss.observe(Math.min(1, filledMs / event.atMs));
          lateness.observe(Math.max(windowMs, jitterMs) / 1000);
          break;
        }
        case 'alarm':
          alarms.inc({ code: labelOf(event.code) });
          break;
        case 'ended':
          ended.inc({ reason: labelOf(event.reason) });
          if (open.delete(callUuid)) length.observe(event.atMs / 1000);
          live.set(open.size);
          break;
      }
    },
  };
}
