import { useCallback, useRef, useState } from 'react';
import type { StoredDocument } from '../../server/answers.ts';
import { uploadDocument } from '../../server/documents.ts';

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Progress from 0 to 1. */
  readonly share: number;
  /** The server's message if the upload failed. */
  readonly trouble?: string;
}

export interface Uploads {
  readonly list: readonly Upload[];
  add(files: readonly File[]): void;
  /** Removes an upload from the list, and cancels it if it is not complete. */
  drop(id: number): void;
}

/** Uploads files one after another, in the given order. */
export function useUploads(onStored: (stored: StoredDocument, name: string) => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());
  const lastId = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  const change = useCallback(
    (id: number, part: Partial<Upload>) =>
      setList((uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload))),
    [],
  );

  const send = async (id: number, file: File, { signal }: AbortController): Promise<void> => {
    if (signal.aborted) return;
    change(id, { state: 'sending' });
    const answer = await uploadDocument(file, { signal, onProgress: (share) => change(id, { share }) });
    stops.current.delete(id);
    if (signal.aborted) return;
    if (answer.ok) onStored(answer.value, file.name);
    change(id, answer.ok ? { state: 'done', share: 1 } : { state: 'failed', trouble: answer.detail });
  };
  return {
    list,
    add(files) {
      for (const file of files) {
        lastId.current += 1;
        const id = lastId.current;
        const stop = new AbortController();
        stops.current.set(id, stop);
        setList((uploads) => [...uploads, { id, name: file.name, state: 'waiting', share: 0 }]);
        line.current = line.current.then(() => send(id, file, stop));
      }
    },
    drop(id) {
      stops.current.get(id)?.abort();
      stops.current.delete(id);
      setList((uploads) => uploads.filter((upload) => upload.id !== id));
    },
  };
}
