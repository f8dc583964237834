import { useCallback, useEffect, useRef, useState } from 'react';
import { floorDbfs, levelDbfs } from '../../../../client/audio/level.ts';
import { openMicrophone, unfitness } from '../../../../client/call/microphone.ts';
import type { Trouble } from '../../../../client/call/trouble.ts';

/** Speech into a microphone is louder than this. */
const speechDbfs = -45;

/** Opens the microphone without a call. Closes it when the component unmounts. */
export function useMicrophoneCheck() {
  const [phase, setPhase] = useState<'idle' | 'asking' | 'open'>('idle');
  const [trouble, setTrouble] = useState<Trouble>();
  const [isHeard, setHeard] = useState(false);
  const opened = useRef<{ readonly read: () => number; readonly close: () => void } | undefined>(undefined);
  const isGone = useRef(false);

  const stop = useCallback((): void => {
    opened.current?.close();
    opened.current = undefined;
    setPhase('idle');
  }, []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      opened.current?.close();
      opened.current = undefined;
    };
  }, []);

  const start = async (): Promise<void> => {
    const unfit = unfitness();
    setTrouble(unfit);
    if (unfit !== undefined) return;
    setPhase('asking');
    const context = new AudioContext();
    const microphone = await openMicrophone();
    if (!microphone.ok || isGone.current) {
      if (microphone.ok) release(microphone.value, context);
      else void context.close();
      setPhase('idle');
      if (!microphone.ok) setTrouble(microphone.trouble);
      return;
    }
    opened.current = listenTo(context, microphone.value);
    setPhase('open');
  };

  const read = useCallback((): number => {
    const dbfs = opened.current?.read() ?? floorDbfs;
    if (dbfs > speechDbfs) setHeard(true);
    return dbfs;
  }, []);

  return { phase, trouble, isHeard, read, stop, start: () => void start() };
}

function listenTo(context: AudioContext, stream: MediaStream) {
  const analyser = context.createAnalyser();
  const samples = new Float32Array(analyser.fftSize);
  context.createMediaStreamSource(stream).connect(analyser);
  return {
    read(): number {
      analyser.getFloatTimeDomainData(samples);
      return levelDbfs(
        samples.reduce((sum, sample) => sum + sample * sample, 0),
        samples.length,
      );
    },
    close: () => release(stream, context),
  };
}

function release(stream: MediaStream, context: AudioContext): void {
  for (const track of stream.getTracks()) track.stop();
  if (context.state !== 'closed') void context.close();
}
