import { defineFaults } from './define-faults.ts';

/** All faults of the media plane, each with advice for an operator or caller. */
export const MediaFault = defineFaults('MediaFault', {
  model_missing: { retryable: false, advice: 'Run "parley models" (in a checkout: npm run models).' },
  model_unreadable: {
    retryable: false,
    advice:
      'The file is damaged or not a model: run "parley models" (in a checkout: npm run models) to fetch it again.',
  },
  engine_died: { retryable: true, advice: 'The worker is being restarted; the call continues with a spoken fallback.' },
  engine_overloaded: {
    retryable: true,
    advice: 'The machine has more calls than it can serve. Raise INFERENCE_THREADS or add a machine.',
  },
  job_shed: {
    retryable: true,
    advice: 'The machine is overloaded and drops optional work. Accept fewer calls.',
  },
  job_timeout: {
    retryable: true,
    advice: 'The machine is overloaded. Raise INFERENCE_THREADS, accept fewer calls or add a machine.',
  },
  language_unsupported: {
    retryable: false,
    advice: 'Install a model that speaks this language, or change the language of the agent.',
  },
  speech_engine_failed: {
    retryable: true,
    /** Time during which no further request goes to the server. */
    retryAfterMs: 15_000,
    advice:
      'Check the address, the key and the load of the speech server; the embedded engines are used until it recovers.',
  },
  speech_engine_missing: {
    retryable: false,
    advice: 'Configure the speech provider, or change stt_model at /api/settings/model-routing.',
  },
  voice_unknown: { retryable: false, advice: 'Choose one of the voices that GET /api/voice/speakers lists.' },
  port_in_use: { retryable: false, advice: 'Another program uses the port. Stop it, or set another port.' },
  port_not_shared: {
    retryable: false,
    advice:
      'Several media threads need uWebSockets.js (MEDIA_DRIVER=auto), or on Linux Node 22.12, 23.1 or newer; else set MEDIA_THREADS=1.',
  },
  transport_unavailable: {
    retryable: false,
    advice: 'Run "parley start" (in a checkout: npm start) once to prepare it, or choose the driver "ws".',
  },
  wire_protocol: {
    retryable: false,
    advice: 'The far end violated its protocol. Only its own call ends.',
  },
  audio_unreadable: { retryable: false, advice: 'Give a WAV file with PCM, mu-law or A-law samples.' },
  sample_rate_mismatch: {
    retryable: false,
    advice: 'Incoming audio is decoded correctly from now on. Outgoing audio still has the announced format.',
  },
  recording_failed: { retryable: true, advice: 'Free some disk space; what was recorded before is kept.' },
  replay_impossible: {
    retryable: false,
    advice: 'Replay a call that this version recorded to its end. Older logs lack the required entries.',
  },
  data_file_invalid: {
    retryable: false,
    advice: 'Correct the file. docs/adding-a-language.md describes its fields.',
  },
  brain_failed: { retryable: true, advice: 'Check LLM_BASE_URL, LLM_API_KEY and LLM_MODEL.' },
});

export type MediaFault = InstanceType<typeof MediaFault>;

export type FaultCode = MediaFault['code'];

export const isFault = (error: unknown, code?: FaultCode): error is MediaFault =>
  error instanceof MediaFault && (code === undefined || error.code === code);
