import { Counter, Gauge, type Registry } from 'prom-client';
import type { MediaStatus } from '../../../../media/index.ts';

/** Exports the status of the media plane, which is read once for each scrape. */
export function createMediaMetrics(registry: Registry): { show(status: MediaStatus): void } {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `parley_${name}`, help, labelNames, registers });
  const rated = gauge('calls_rated', 'Estimated call capacity of this machine.');
  const settingUp = gauge('calls_setting_up', 'Calls whose stream is expected.');
  const refusing = gauge('calls_refusing', '1 while new calls are rejected.');
  const lateness = gauge('media_lateness_seconds', 'Delay of the audio pacing timer.', ['quantile']);
  const threads = gauge('inference_threads', 'Inference threads.');
  const queued = gauge('inference_queued_seconds', 'Estimated queued and running work of an inference thread.');
  const waits = gauge('inference_wait_seconds', 'Queue time of recent inference jobs.', ['kind', 'quantile']);
  const runs = gauge('inference_run_seconds', 'Run time of recent inference jobs.', ['kind', 'quantile']);
  const refused = new Counter({
    name: 'parley_calls_refused_total',
    help: 'Rejected calls by reason.',
    labelNames: ['reason'],
    registers,
  });
  const restarts = new Counter({
    name: 'parley_inference_restarts_total',
    help: 'Inference threads that died or hung and were replaced.',
    registers,
  });

  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `parley_${name}`, help, labelNames, registers });
  const jobs = counter('inference_jobs_total', 'Inference jobs, by whether their result was still wanted.', [
    'kind',
    'outcome',
  ]);
  const jobSeconds = counter('inference_job_seconds_total', 'Run time of inference jobs.', ['kind', 'outcome']);
  const replies = counter('speculative_replies_total', 'Replies begun before the turn was over, of ended calls.', [
    'outcome',
  ]);
  const speech = counter('speculative_speech_seconds_total', 'Audio synthesised for such replies.', ['outcome']);

  return {
    show({ admission, inference, speculation, latenessMs }) {
      rated.set(admission.ratedCalls);
      settingUp.set(admission.settingUp);
      refusing.set(admission.refusing === undefined ? 0 : 1);
      refused.reset();
      for (const [reason, calls] of Object.entries(admission.refused)) refused.inc({ reason }, calls);
      restarts.reset();
      restarts.inc(inference.restarts);
      showWork({ inference, speculation });
      threads.set(inference.threads);
      queued.set(inference.queued / 1000);
      lateness.set({ quantile: '0.5' }, latenessMs.p50 / 1000);
      lateness.set({ quantile: '0.99' }, latenessMs.p99 / 1000);
      lateness.set({ quantile: '1' }, latenessMs.max / 1000);
      waits.reset();
      runs.reset();
      for (const [kind, job] of Object.entries(inference.jobs)) {
        waits.set({ kind, quantile: '0.5' }, job.waitP50Ms / 1000);
        waits.set({ kind, quantile: '0.95' }, job.waitP95Ms / 1000);
        runs.set({ kind, quantile: '0.5' }, job.runP50Ms / 1000);
        runs.set({ kind, quantile: '0.95' }, job.runP95Ms / 1000);
      }
    },
  };

  function showWork({ inference, speculation }: Pick<MediaStatus, 'inference' | 'speculation'>): void {
    for (const each of [jobs, jobSeconds, replies, speech]) each.reset();
    for (const [kind, totals] of Object.entries(inference.jobTotals)) {
      for (const outcome of ['finished', 'dropped'] as const) {
        jobs.inc({ kind, outcome }, totals[outcome].jobs);
        jobSeconds.inc({ kind, outcome }, totals[outcome].ranMs / 1000);
      }
    }
    const { redeemed, dropped, made, wasted } = speculation;
    replies.inc({ outcome: 'used' }, redeemed);
    replies.inc({ outcome: 'dropped' }, dropped);
    speech.inc({ outcome: 'used' }, (made.audioMs - wasted.audioMs) / 1000);
    speech.inc({ outcome: 'dropped' }, wasted.audioMs / 1000);
  }
}
