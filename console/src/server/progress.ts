import type { Work } from './answers.ts';
import { signedFetch } from './ask.ts';

const triesAgainMs = 3000;

/** Reports the progress of work on a document until it has ended or the signal aborts. */
export async function followWork(uuid: string, signal: AbortSignal, onWork: (work: Work) => void): Promise<void> {
  while (!signal.aborted) {
    let last: Work | undefined;
    try {
      const answer = await signedFetch(new Request(`/api/kb/documents/${uuid}/progress`, { signal }));
      if (answer.ok && answer.body !== null) {
        for await (const work of eventsOf(answer.body)) {
          last = work;
          onWork(work);
        }
        // A server that shuts down ends the stream. The work resumes after its restart.
        if (last?.status !== 'queued' && last?.status !== 'running') return;
      } else if (answer.status !== 503) return;
    } catch {
      // The connection broke. The work continues, so it is followed again.
    }
    await new Promise((resolve) => setTimeout(resolve, triesAgainMs));
  }
}

/** Parses the server-sent events of a stream. */
async function* eventsOf(body: ReadableStream<BufferSource>): AsyncGenerator<Work> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Work;
    }
  }
}
