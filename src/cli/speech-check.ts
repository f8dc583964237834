import type { VoiceSpeech } from '../../media/index.ts';
import type { Config } from '../config/config.ts';
import type { Check } from './check.ts';

type TriedSpeech = Pick<VoiceSpeech, 'tryVoice' | 'tryRecogniser'>;

const longestMs = 20_000;

/**
 * Synthesises and recognises one sentence with each configured speech server. Returns no check if none is configured.
 */
export async function checkSpeechServers(
  { speechServers: servers = {}, modelsDir, executionProviders }: Config['media'],
  open?: () => Promise<TriedSpeech & Pick<VoiceSpeech, 'close'>>,
): Promise<Check[]> {
  const providers = (['speech_a', 'speech_b'] as const).filter((provider) => servers[provider] !== undefined);
  const checks: Check[] = [];
  if (servers.voice_models !== undefined) checks.push(await checkVoiceModels(servers.voice_models));
  if (providers.length === 0) return checks;
  const speech = await (
    open ??
    (async () => (await import('../../media/index.ts')).openVoiceSpeech({ modelsDir, executionProviders, servers }))
  )();
  try {
    for (const provider of providers) {
      const prefix = provider.toUpperCase();
      const advice = `Check ${prefix}_BASE_URL and ${prefix}_API_KEY. Until then, calls use the embedded engines.`;
      checks.push(
        await tried(`${provider} speaks`, advice, (signal) => speech.tryVoice({ provider }, signal)),
        await tried(`${provider} recognises`, advice, (signal) =>
          speech.tryRecogniser({ recogniser: provider }, signal),
        ),
      );
    }
  } finally {
    await speech.close();
  }
  return checks;
}

async function tried(
  name: string,
  advice: string,
  work: (signal: AbortSignal) => Promise<{ readonly firstMs: number; readonly fallback?: string }>,
): Promise<Check> {
  try {
    const { firstMs, fallback } = await work(AbortSignal.timeout(longestMs));
    if (fallback !== undefined) return { name, state: 'warning', detail: fallback, advice };
    return { name, state: 'ok', detail: `first result after ${Math.round(firstMs)} ms` };
  } catch (error) {
    return { name, state: 'warning', detail: error instanceof Error ? error.message : String(error), advice };
  }
}

/** Requests a list, which changes nothing. */
async function checkVoiceModels({
  baseUrl,
  apiKey,
  dialect,
}: NonNullable<NonNullable<Config['media']['speechServers']>['voice_models']>): Promise<Check> {
  const name = 'voice_models';
  const path = dialect === 'xtts' ? 'languages' : 'audio/voices';
  const advice = 'Check VOICE_MODELS_BASE_URL, VOICE_MODELS_API_KEY and VOICE_MODELS_DIALECT.';
  try {
    const response = await fetch(`${baseUrl}/${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(longestMs),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    });
    await response.body?.cancel();
    // Not every OpenAI-compatible server has this list.
    const isMissing = dialect !== 'xtts' && [404, 405, 501].includes(response.status);
    if (response.ok || isMissing) return { name, state: 'ok', detail: `answers at ${baseUrl}` };
    return { name, state: 'warning', detail: `GET ${path} returned ${response.status}`, advice };
  } catch {
    return { name, state: 'warning', detail: `${baseUrl} does not respond`, advice };
  }
}
