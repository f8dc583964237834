import { Counter, Gauge, type Registry } from 'prom-client';
import type { MediaStatus } from '../../../../media/index.ts';

type Shown<T> = { show(status: T): void };

/** Exports the status of the media plane, which is read once for each scrape. */
export function createMediaMetrics(registry: Registry): Shown<MediaStatus> {
  const { gauge, counter } = metersOf(registry);
  const rated = gauge('calls_rated', 'Estimated call capacity of this machine.');
  const settingUp = gauge('calls_setting_up', 'Calls whose stream is expected.');
  const refusing = gauge('calls_refusing', '1 while new calls are rejected.');
  const lateness = gauge('media_lateness_seconds', 'Delay of the audio pacing timer.', ['quantile']);
  const threads = gauge('inference_threads', 'Inference threads.');
  const queued = gauge('inference_queued_seconds', 'Estimated queued and running work of an inference thread.');
  const refused = counter('calls_refused_total', 'Rejected calls by reason.', ['reason']);
  const restarts = counter('inference_restarts_total', 'Inference threads that died or hung and were replaced.');
  const jobs = createJobMetrics(registry);
  const speculation = createSpeculationMetrics(registry);
  return {
    show(status) {
      const { admission, inference, latenessMs } = status;
      rated.set(admission.ratedCalls);
      settingUp.set(admission.settingUp);
      refusing.set(admission.refusing === undefined ? 0 : 1);
      refused.reset();
      for (const [reason, calls] of Object.entries(admission.refused)) refused.inc({ reason }, calls);
      restarts.reset();
      restarts.inc(inference.restarts);
      threads.set(inference.threads);
      queued.set(inference.queued / 1000);
      lateness.set({ quantile: '0.5' }, latenessMs.p50 / 1000);
      lateness.set({ quantile: '0.99' }, latenessMs.p99 / 1000);
      lateness.set({ quantile: '1' }, latenessMs.max / 1000);
      jobs.show(inference);
      speculation.show(status.speculation);
    },
  };
}

function createJobMetrics(registry: Registry): Shown<MediaStatus['inference']> {
  const { gauge, counter } = metersOf(registry);
  const waits = gauge('inference_wait_seconds', 'Queue time of recent inference jobs.', ['kind', 'quantile']);
  const runs = gauge('inference_run_seconds', 'Run time of recent inference jobs.', ['kind', 'quantile']);
  const what = ['kind', 'outcome'];
  const jobs = counter('inference_jobs_total', 'Inference jobs, by whether their result was still wanted.', what);
  const jobSeconds = counter('inference_job_seconds_total', 'Run time of inference jobs.', what);
  return {
    show(inference) {
      for (const each of [waits, runs, jobs, jobSeconds]) each.reset();
      for (const [kind, job] of Object.entries(inference.jobs)) {
        waits.set({ kind, quantile: '0.5' }, job.waitP50Ms / 1000);
        waits.set({ kind, quantile: '0.95' }, job.waitP95Ms / 1000);
        runs.set({ kind, quantile: '0.5' }, job.runP50Ms / 1000);
        runs.set({ kind, quantile: '0.95' }, job.runP95Ms / 1000);
      }
      for (const [kind, totals] of Object.entries(inference.jobTotals))
        for (const outcome of ['finished', 'dropped'] as const) {
          jobs.inc({ kind, outcome }, totals[outcome].jobs);
          jobSeconds.inc({ kind, outcome }, totals[outcome].ranMs / 1000);
        }
    },
  };
}

function createSpeculationMetrics(registry: Registry): Shown<MediaStatus['speculation']> {
  const { counter } = metersOf(registry);
  const begun = 'Replies begun before the turn was over, of ended calls.';
  const replies = counter('speculative_replies_total', begun, ['outcome']);
  const speech = counter('speculative_speech_seconds_total', 'Audio synthesised for such replies.', ['outcome']);
  return {
    show({ redeemed, dropped, made, wasted }) {
      for (const each of [replies, speech]) each.reset();
      replies.inc({ outcome: 'used' }, redeemed);
      replies.inc({ outcome: 'dropped' }, dropped);
      speech.inc({ outcome: 'used' }, (made.audioMs - wasted.audioMs) / 1000);
      speech.inc({ outcome: 'dropped' }, wasted.audioMs / 1000);
    },
  };
}

function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    gauge: (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name: `parley_${name}`, help, labelNames, registers }),
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name: `parley_${name}`, help, labelNames, registers }),
  };
}
